//! Duplicate detection.

use tabiya_pgn::Record;
use twox_hash::XxHash3_64;

use super::encode::EncodedGame;

/// Hash of a game for duplicate detection: the moves, the start position, the result, the names of the players (ignoring case)
/// and the date. Site and round are excluded, because sources write them in different ways.
pub(crate) fn hash(encoded: &EncodedGame, white: &str, black: &str) -> u64 {
    let mut bytes = Vec::with_capacity(encoded.moves.len() + white.len() + black.len() + 32);
    bytes.extend_from_slice(&encoded.moves);
    bytes.push(0xfe);
    // Only the facts that do not depend on how detailed the source is.
    bytes.extend([encoded.facts.variant as u8, encoded.facts.result as u8]);
    bytes.extend(encoded.facts.date.bits().to_le_bytes());
    for text in [white, black, encoded.fen.as_deref().unwrap_or("")] {
        let text = text.trim();
        if text.is_ascii() {
            bytes.extend(text.bytes().map(|byte| byte.to_ascii_lowercase()));
        } else {
            bytes.extend_from_slice(text.to_lowercase().as_bytes());
        }
        bytes.push(0xff);
    }
    XxHash3_64::oneshot(&bytes)
}

/// The hash of a recorded game.
pub(crate) fn of_record(encoded: &EncodedGame, record: &Record) -> u64 {
    let name = |tag_name| record.tag(tag_name).unwrap_or_default();
    hash(encoded, &name("White"), &name("Black"))
}
