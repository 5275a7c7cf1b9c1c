//! Serde: values, positions and games as strings, keys as hexadecimal digits.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{
    AnyGame, AnyPosition, Color, EnPassant, FenField, File, Game, Key, Key128, ParsedFen, Position, Reading,
    Role, Rules, Square, Variant,
};

macro_rules! as_text {
    ($($type:ty),*) => { $(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text { expected: stringify!($type), type_: PhantomData })
            }
        }
    )* };
}

as_text!(Color, File, Key, Key128, Role, Square, Variant);

/// Reads a value with its `FromStr`.
struct Text<T> {
    expected: &'static str,
    type_: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the text of a {}", self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// As FEN with every double step, so that deserializing returns an equal position.
impl<R: Rules> Serialize for Position<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_fen_with(EnPassant::Always))
    }
}

impl<'de, R: Rules> Deserialize<'de> for Position<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fen = String::deserialize(deserializer)?;
        without_repairs(Position::from_fen(&fen, Reading::LENIENT.either())).map_err(de::Error::custom)
    }
}

/// Accepts what lenient reading accepts, because it may have been serialized, but rejects what needed a repair.
fn without_repairs<P, E: fmt::Display>(read: Result<ParsedFen<P>, E>) -> Result<P, String> {
    let ParsedFen { position, notes, .. } = read.map_err(|error| error.to_string())?;
    match notes.iter().find(|note| note.is_repair() && note.field() != FenField::EnPassant) {
        Some(repair) => Err(repair.to_string()),
        None => Ok(position),
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionTexts {
    variant: Variant,
    fen: String,
}

/// As `{"variant": …, "fen": …}`.
impl Serialize for AnyPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fen = self.to_fen_with(EnPassant::Always);
        PositionTexts { variant: self.variant(), fen }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AnyPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PositionTexts { variant, fen } = PositionTexts::deserialize(deserializer)?;
        without_repairs(AnyPosition::from_fen(variant, &fen, Reading::LENIENT)).map_err(de::Error::custom)
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct GameTexts<P> {
    start: P,
    moves: Vec<String>,
}

/// As `{"start": …, "moves": ["e2e4", …]}`, moves in UCI.
impl<R: Rules> Serialize for Game<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.moves().iter().map(ToString::to_string).collect();
        GameTexts { start: *self.start(), moves }.serialize(serializer)
    }
}

impl<'de, R: Rules> Deserialize<'de> for Game<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GameTexts { start, moves } = GameTexts::deserialize(deserializer)?;
        let mut game = Game::from_position(start);
        for text in &moves {
            game.play_uci(text).map_err(de::Error::custom)?;
        }
        Ok(game)
    }
}

/// Like [`Game`], from a start that names its variant.
impl Serialize for AnyGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.moves().iter().map(ToString::to_string).collect();
        GameTexts { start: self.start(), moves }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AnyGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GameTexts { start, moves } = GameTexts::<AnyPosition>::deserialize(deserializer)?;
        let mut game = AnyGame::from(start);
        for text in &moves {
            game.play_uci(text).map_err(de::Error::custom)?;
        }
        Ok(game)
    }
}
