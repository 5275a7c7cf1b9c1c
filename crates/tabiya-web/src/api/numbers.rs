//! The numbers a key is made of, in one dialect: what each fact adds, and what a move changes.

use tabiya::keys::{NumberName, Scheme, native, schemes};
use tabiya::{Color, Feature, Key, Position, Rules, Toggle, Variant};

use super::response::FactDetails;
use crate::error::ApiError;

/// Whose numbers.
pub(super) enum KeyNumbers {
    Native,
    Foreign(&'static Scheme),
}

impl KeyNumbers {
    /// The dialect of a name; ours if it has none for this game.
    pub(super) fn of(name: Option<&str>, variant: Variant) -> Result<KeyNumbers, ApiError> {
        let name = name.unwrap_or(KeyNumbers::Native.name());
        if name == KeyNumbers::Native.name() {
            return Ok(KeyNumbers::Native);
        }
        let scheme = schemes::by_name(name);
        let scheme =
            scheme.ok_or_else(|| ApiError::invalid(format!("there is no dialect `{name}` of 64 bits")))?;
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

    /// Everything that is in the key of a position. The numbers add up to it.
    pub(super) fn facts<R: Rules>(&self, position: &Position<R>) -> Vec<FactDetails> {
        let features = position.identity().features();
        let KeyNumbers::Foreign(scheme) = self else {
            return features.map(|fact| tell(fact, native::key(fact), fact.to_string())).collect();
        };
        let pieces =
            features.filter_map(|fact| Some(tell(fact, piece_number(scheme, fact)?, fact.to_string())));
        let turn = position.turn();
        let others = [
            (side(scheme, turn), format!("{turn} to move")),
            (state(scheme, position), STATE.to_owned()),
            (clock(scheme, position), CLOCK.to_owned()),
        ];
        pieces.chain(others.into_iter().filter_map(other_fact)).collect()
    }

    /// What a move changed. The numbers add up to the difference of the keys.
    pub(super) fn changes<R: Rules>(
        &self,
        before: &Position<R>,
        toggles: &[Toggle],
        after: &Position<R>,
    ) -> Vec<FactDetails> {
        let KeyNumbers::Foreign(scheme) = self else {
            let number = |toggle: &Toggle| native::key(toggle.feature);
            return toggles.iter().map(|it| tell(it.feature, number(it), it.to_string())).collect();
        };
        let pieces = toggles
            .iter()
            .filter_map(|it| Some(tell(it.feature, piece_number(scheme, it.feature)?, it.to_string())));
        let others = [
            (side(scheme, Color::White) ^ side(scheme, Color::Black), "turn".to_owned()),
            (state(scheme, before) ^ state(scheme, after), STATE.to_owned()),
            (clock(scheme, before) ^ clock(scheme, after), CLOCK.to_owned()),
        ];
        pieces.chain(others.into_iter().filter_map(other_fact)).collect()
    }
}

/// Other programs number these each in its own way, some as one.
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

/// What is left of the key when pieces, side and clock are taken away.
fn state<R: Rules>(scheme: &Scheme, position: &Position<R>) -> Key {
    let pieces = position.identity().features().filter_map(|fact| piece_number(scheme, fact));
    let rest = pieces.fold(scheme.key(position), |rest, number| rest ^ number);
    rest ^ side(scheme, position.turn()) ^ clock(scheme, position)
}

fn tell(fact: Feature, number: Key, text: String) -> FactDetails {
    let square = match fact {
        Feature::Piece(_, square) => Some(square.to_string()),
        Feature::Castling(..) | Feature::EnPassant(_) | Feature::BlackToMove => None,
    };
    FactDetails { text, square, key: number.to_string() }
}

/// Nothing, if it adds nothing.
fn other_fact((number, text): (Key, String)) -> Option<FactDetails> {
    (number != Key(0)).then(|| FactDetails { text, square: None, key: number.to_string() })
}
