use std::{fmt, io};

use super::GameResult;

/// Something a file should not have, and where. Reading goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: u64,
    /// What it is.
    pub kind: ProblemKind,
}

/// What can be wrong with a file that is still readable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Between games, something that is no game; skipped up to the next tag pair.
    NotAGame,
    /// A line begins with `[` but is no tag pair.
    BadTag,
    /// A tag pair of more than 4096 bytes; the beginning of its value is kept.
    LongTag,
    /// A comment has no end. It ends at the next tag pair after an empty line.
    UnterminatedComment,
    /// A variation has no end.
    UnterminatedVariation,
    /// A `)` without its `(`.
    StrayParenthesis,
    /// A byte that has no meaning among moves.
    StrayByte(u8),
    /// Something longer than any move.
    LongToken,
    /// A move after the result, which is not the first of another game.
    MovesAfterResult,
    /// Two results that differ; the last is taken.
    SecondResult,
    /// The moves end with another result than the tag `Result` has; theirs is taken.
    OtherThanTag {
        /// What the tag says.
        tag: GameResult,
        /// What the moves say.
        moves: GameResult,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::NotAGame => f.write_str("not PGN: skipped up to the next tag pair"),
            ProblemKind::BadTag => f.write_str("not a tag pair: expected [Name \"value\"]"),
            ProblemKind::LongTag => {
                f.write_str("the tag pair is too long (more than 4096 bytes): its value is cut")
            }
            ProblemKind::UnterminatedComment => f.write_str("the comment that begins here has no end"),
            ProblemKind::UnterminatedVariation => f.write_str("a variation in this game has no end"),
            ProblemKind::StrayParenthesis => f.write_str("`)` ends a variation that has not begun"),
            ProblemKind::StrayByte(byte) if byte.is_ascii_graphic() => {
                write!(f, "`{}` has no meaning among moves", char::from(*byte))
            }
            ProblemKind::StrayByte(byte) => write!(f, "the byte 0x{byte:02x} has no meaning among moves"),
            ProblemKind::LongToken => f.write_str("longer than any move"),
            ProblemKind::MovesAfterResult => f.write_str("moves after the result"),
            ProblemKind::SecondResult => f.write_str("a second result that differs from the first"),
            ProblemKind::OtherThanTag { tag, moves } => {
                write!(f, "the Result tag says {tag}, and the moves end with {moves}, which is taken")
            }
        }
    }
}

/// Why a file cannot be read, or not to its end. What was read before is good.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// No game anywhere in it; what it looks like.
    NotPgn(&'static str),
    /// The input broke off inside a game or before one.
    Broken {
        /// How many bytes of PGN text had come.
        offset: u64,
        /// The line that was being read.
        line: u64,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotPgn(what) => write!(f, "not PGN: {what}"),
            ReadError::Broken { offset, line, error } => {
                write!(f, "the input broke off in line {line}, after {offset} bytes of text: {error}")
            }
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::NotPgn(_) => None,
            ReadError::Broken { error, .. } => Some(error),
        }
    }
}
