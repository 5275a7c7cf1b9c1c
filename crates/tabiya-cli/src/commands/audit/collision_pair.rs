//! Constructing two legal positions with equal keys.

use std::time::Duration;

use serde::Serialize;
use tabiya::keys::native;
use tabiya::{AnyPosition, Feature, Piece, Square, Variant};
use tabiya_audit::construct_collision;

use super::subject;
use crate::dialects::Dialect;
use crate::output::Failure;

#[derive(Serialize)]
pub(super) struct CollisionPair {
    variant: String,
    fens: [String; 2],
    key: String,
}

/// Two positions with the same key in the dialect.
pub(super) fn collision_pair(dialect: &Dialect, seconds: u64) -> Result<CollisionPair, Failure> {
    let variant = subject::games(dialect).first().copied().unwrap_or(Variant::Chess);
    let key_of = |piece: Piece, square: Square| match dialect {
        Dialect::Scheme(scheme, _) => scheme.piece(piece, square).0,
        Dialect::Tabiya | Dialect::Tabiya128 => native::key(Feature::Piece(piece, square)).0,
    };
    // The construction takes some seconds, whatever time the search for dependent sets was given.
    let time = Duration::from_secs(seconds.max(120));
    let (one, other) = construct_collision(variant, &key_of, time, 1).ok_or_else(|| {
        Failure::BadInput(format!("no such pair of positions found in {} s", time.as_secs()))
    })?;
    let key = |position: &AnyPosition| subject::hex(dialect, subject::key(dialect, position, true));
    if key(&one) != key(&other) {
        return Err(Failure::BadInput("the constructed positions have different keys".to_string()));
    }
    Ok(CollisionPair { variant: variant.to_string(), fens: [one.to_fen(), other.to_fen()], key: key(&one) })
}

impl CollisionPair {
    pub(super) fn text(&self) -> String {
        let [one, other] = &self.fens;
        format!(
            "\nConstructed: two legal positions of {} with the key {}:\n    {one}\n    {other}\n{MEANING}\n",
            self.variant, self.key
        )
    }
}

const MEANING: &str = "\
The key is linear: a XOR of public numbers, from which anyone can construct such pairs in seconds. That is
harmless in an engine's table; but equal keys do not prove equal positions. Every linear key has this property,
including tabiya and tabiya-128, which only guarantee that positions with few differences never collide. To be
certain, compare the identities (or FENs) themselves; against deliberate collisions, use a cryptographic hash of
the normalized FEN with a secret key.";
