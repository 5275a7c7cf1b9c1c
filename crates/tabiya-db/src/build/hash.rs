//! Which games are the same game twice.

use tabiya_pgn::Record;
use twox_hash::XxHash3_64;

use super::code::Coded;

/// A number that two games share if they are one: the same moves from the same position, the same result, the same names
/// of the players (in whatever case) and the same date. Where and in which round it was played, sources write in many ways.
pub(crate) fn hash(coded: &Coded, white: &str, black: &str) -> u64 {
    let mut bytes = Vec::with_capacity(coded.moves.len() + white.len() + black.len() + 32);
    bytes.extend_from_slice(&coded.moves);
    bytes.push(0xfe);
    // Of the facts only what is not a matter of how much a source tells.
    bytes.extend([coded.facts.variant as u8, coded.facts.result as u8]);
    bytes.extend(coded.facts.date.bits().to_le_bytes());
    for text in [white, black, coded.fen.as_deref().unwrap_or("")] {
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

/// The same of a game that has just been read.
pub(crate) fn of_record(coded: &Coded, record: &Record) -> u64 {
    let name = |wanted| record.tag(wanted).unwrap_or_default();
    hash(coded, &name("White"), &name("Black"))
}
