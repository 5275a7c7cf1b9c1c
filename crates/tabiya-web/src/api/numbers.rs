//! The Zobrist numbers of a key in one dialect: the number of each fact, and the numbers changed by a move.

use tabiya::keys::{NumberName, Scheme, native, schemes};
use tabiya::{Color, Feature, Key, Position, Rules, Toggle, Variant};

use super::response::FactDetails;
use crate::error::ApiError;

/// A key scheme.
pub(super) enum KeyNumbers {
    Native,
    Foreign(&'static Scheme),
}

impl KeyNumbers {
    /// The dialect of a name; Tabiya's own if the dialect does not support this game.
    pub(super) fn of(name: Option<&str>, variant: Variant) -> Result<KeyNumbers, ApiError> {
        let name = name.unwrap_or(KeyNumbers::Native.name());
        if name == KeyNumbers::Native.name() {
            return Ok(KeyNumbers::Native);
        }
        let scheme = schemes::by_name(name);
        let scheme =
            scheme.ok_or_else(|| ApiError::invalid(format!("no dialect `{name}` with keys of 64 bits")))?;
        let fits = scheme.layout().games.contains(variant);
        Ok(if fits { KeyNumbers::Foreign(scheme) } else { KeyNumbers::Native })
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            KeyNumbers::Native => "tabiya",
            KeyNumbers::Foreign(scheme) => scheme.name(),
        }
    }

    pub(super) fn key<R: Rules>(&self, position: &Position<R>) -> Key {
        match self {
            KeyNumbers::Native => position.key(),
            KeyNumbers::Foreign(scheme) => scheme.key(position),
        }
    }

    /// All facts in the key of a position. The XOR of their numbers is the key.
    pub(super) fn facts<R: Rules>(&self, position: &Position<R>) -> Vec<FactDetails> {
        let features = position.identity().features();
        let KeyNumbers::Foreign(scheme) = self else {
            return features.map(|fact| details(fact, native::key(fact), fact.to_string())).collect();
        };
        let pieces =
            features.filter_map(|fact| Some(details(fact, piece_number(scheme, fact)?, fact.to_string())));
        let turn = position.turn();
        let others = [
            (side(scheme, turn), format!("{turn} to move")),
            (state(scheme, position), STATE.to_owned()),
            (clock(scheme, position), CLOCK.to_owned()),
        ];
        pieces.chain(others.into_iter().filter_map(other_fact)).collect()
    }

    /// The facts changed by a move. The XOR of their numbers is the difference of the keys.
    pub(super) fn changes<R: Rules>(
        &self,
        before: &Position<R>,
        toggles: &[Toggle],
        after: &Position<R>,
    ) -> Vec<FactDetails> {
        let KeyNumbers::Foreign(scheme) = self else {
            let number = |toggle: &Toggle| native::key(toggle.feature);
            return toggles.iter().map(|it| details(it.feature, number(it), it.to_string())).collect();
        };
        let pieces = toggles
            .iter()
            .filter_map(|it| Some(details(it.feature, piece_number(scheme, it.feature)?, it.to_string())));
        let others = [
            (side(scheme, Color::White) ^ side(scheme, Color::Black), "turn".to_owned()),
            (state(scheme, before) ^ state(scheme, after), STATE.to_owned()),
            (clock(scheme, before) ^ clock(scheme, after), CLOCK.to_owned()),
        ];
        pieces.chain(others.into_iter().filter_map(other_fact)).collect()
    }
}

/// Every program numbers these in its own way, some together.
const STATE: &str = "castling and en passant";
const CLOCK: &str = "half-move clock";

fn piece_number(scheme: &Scheme, fact: Feature) -> Option<Key> {
    match fact {
        Feature::Piece(piece, square) => Some(scheme.piece(piece, square)),
        Feature::Castling(..) | Feature::EnPassant(_) | Feature::BlackToMove => None,
    }
}

fn side(scheme: &Scheme, turn: Color) -> Key {
    let mut numbers = scheme.named_numbers();
    numbers.find(|(name, _)| *name == NumberName::ToMove(turn)).map_or(Key(0), |(_, number)| number)
}

fn clock<R: Rules>(scheme: &Scheme, position: &Position<R>) -> Key {
    let step = scheme.layout().clock.filter(|_| R::CLOCK_LIMITS.is_some());
    step.map_or(Key(0), |step| step.key(position.halfmove_clock()))
}

/// The rest of the key without pieces, side to move and clock.
fn state<R: Rules>(scheme: &Scheme, position: &Position<R>) -> Key {
    let pieces = position.identity().features().filter_map(|fact| piece_number(scheme, fact));
    let rest = pieces.fold(scheme.key(position), |rest, number| rest ^ number);
    rest ^ side(scheme, position.turn()) ^ clock(scheme, position)
}

fn details(fact: Feature, number: Key, text: String) -> FactDetails {
    let square = match fact {
        Feature::Piece(_, square) => Some(square.to_string()),
        Feature::Castling(..) | Feature::EnPassant(_) | Feature::BlackToMove => None,
    };
    FactDetails { text, square, key: number.to_string() }
}

/// A fact with a number other than zero.
fn other_fact((number, text): (Key, String)) -> Option<FactDetails> {
    (number != Key(0)).then(|| FactDetails { text, square: None, key: number.to_string() })
}
