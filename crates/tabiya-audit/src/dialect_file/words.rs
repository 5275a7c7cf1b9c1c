//! The keywords of dialect files: reading and writing use the same lists.

use tabiya::Variant;
use tabiya::keys::{EnPassantNumbers, EnPassantPolicy, PawnStart, Section, SideNumbers};

/// Games are called what they are everywhere.
pub(crate) fn games() -> [(String, Variant); 3] {
    Variant::ALL.map(|variant| (variant.to_string(), variant))
}

pub(crate) const SECTIONS: [(&str, Section); 5] = [
    ("pieces", Section::Pieces),
    ("castling", Section::Castling),
    ("en-passant", Section::EnPassant),
    ("side", Section::Side),
    ("no-pawns", Section::NoPawns),
];

pub(crate) const EN_PASSANT_POLICIES: [(&str, EnPassantPolicy); 4] = [
    ("after-double-step", EnPassantPolicy::AfterDoubleStep),
    ("pawn-beside", EnPassantPolicy::PawnBeside),
    ("pseudo-legal", EnPassantPolicy::PseudoLegal),
    ("legal-capture", EnPassantPolicy::LegalCapture),
];

pub(crate) const SIDES: [(&str, SideNumbers); 4] = [
    ("none", SideNumbers::None),
    ("white", SideNumbers::White),
    ("black", SideNumbers::Black),
    ("both", SideNumbers::Both),
];

pub(crate) const PAWN_STARTS: [(&str, PawnStart); 2] =
    [("zero", PawnStart::Zero), ("own-number", PawnStart::OwnNumber)];

/// How en passant is numbered; whether "none" has a number is a field of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EnPassantBy {
    Nothing,
    File,
    FileAndRank,
    Square,
}

pub(crate) const EN_PASSANTS: [(&str, EnPassantBy); 4] = [
    ("none", EnPassantBy::Nothing),
    ("by-file", EnPassantBy::File),
    ("by-file-and-rank", EnPassantBy::FileAndRank),
    ("by-square", EnPassantBy::Square),
];

impl EnPassantBy {
    pub(crate) fn numbers(self, or_none: bool) -> EnPassantNumbers {
        match self {
            EnPassantBy::Nothing => EnPassantNumbers::None,
            EnPassantBy::File => EnPassantNumbers::ByFile { or_none },
            EnPassantBy::FileAndRank => EnPassantNumbers::ByFileAndRank { or_none },
            EnPassantBy::Square => EnPassantNumbers::BySquare { or_none },
        }
    }

    pub(crate) fn of(numbers: EnPassantNumbers) -> (EnPassantBy, bool) {
        match numbers {
            EnPassantNumbers::None => (EnPassantBy::Nothing, false),
            EnPassantNumbers::ByFile { or_none } => (EnPassantBy::File, or_none),
            EnPassantNumbers::ByFileAndRank { or_none } => (EnPassantBy::FileAndRank, or_none),
            EnPassantNumbers::BySquare { or_none } => (EnPassantBy::Square, or_none),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GeneratorKind {
    XorShift64Star,
    Multiplied,
    Unbounded,
    SplitMix64,
    ChaCha20,
    Mt19937_64,
    Pcg64,
}

pub(crate) const GENERATORS: [(&str, GeneratorKind); 7] = [
    ("xorshift64*", GeneratorKind::XorShift64Star),
    ("xorshift64*-multiplied", GeneratorKind::Multiplied),
    ("xorshift64*-unbounded", GeneratorKind::Unbounded),
    ("splitmix64", GeneratorKind::SplitMix64),
    ("chacha20", GeneratorKind::ChaCha20),
    ("mt19937-64", GeneratorKind::Mt19937_64),
    ("pcg64", GeneratorKind::Pcg64),
];

pub(crate) fn value_of<T: Copy>(words: &[(impl AsRef<str>, T)], word: &str) -> Option<T> {
    words.iter().find(|(known, _)| known.as_ref() == word).map(|(_, value)| *value)
}

pub(crate) fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word)
}

/// `"a", "b" or "c"`.
pub(crate) fn list<T>(words: &[(impl AsRef<str>, T)]) -> String {
    let quoted: Vec<String> = words.iter().map(|(word, _)| format!("\"{}\"", word.as_ref())).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
