use std::{fmt, io};

use super::GameResult;

/// A syntax problem and its line. Reading continues after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: u64,
    /// The kind of problem.
    pub kind: ProblemKind,
}

/// The kinds of syntax problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Text between games that is not a game; skipped up to the next tag pair.
    NotAGame,
    /// A line begins with `[` but is not a tag pair.
    BadTag,
    /// A tag pair of more than 4096 bytes; the beginning of its value is kept.
    LongTag,
    /// The tags of a game need more than 1 MiB; the rest is dropped.
    TooManyTags,
    /// A comment has no closing brace. It ends at the next tag pair after an empty line.
    UnterminatedComment,
    /// A variation has no closing parenthesis.
    UnterminatedVariation,
    /// A NAG above 255, which is left out.
    LargeNag,
    /// A `)` without its `(`.
    StrayParenthesis,
    /// A byte without meaning in movetext.
    StrayByte(u8),
    /// A token too long to be a move.
    LongToken,
    /// A move after the result, which is not the first move of another game.
    MovesAfterResult,
    /// Two different results; the last is used.
    SecondResult,
    /// The movetext ends with a different result than the `Result` tag; the one of the movetext is used.
    OtherThanTag {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
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
            ProblemKind::TooManyTags => f.write_str("more than 1 MiB of tags: the rest is dropped"),
            ProblemKind::UnterminatedComment => f.write_str("unterminated comment"),
            ProblemKind::UnterminatedVariation => f.write_str("unterminated variation"),
            ProblemKind::LargeNag => f.write_str("a NAG is at most $255: this one is left out"),
            ProblemKind::StrayParenthesis => f.write_str("`)` without `(`"),
            ProblemKind::StrayByte(byte) if byte.is_ascii_graphic() => {
                write!(f, "unexpected `{}` among moves", char::from(*byte))
            }
            ProblemKind::StrayByte(byte) => write!(f, "unexpected byte 0x{byte:02x} among moves"),
            ProblemKind::LongToken => f.write_str("token too long to be a move"),
            ProblemKind::MovesAfterResult => f.write_str("moves after the result"),
            ProblemKind::SecondResult => f.write_str("second result differs from the first"),
            ProblemKind::OtherThanTag { tag, moves } => {
                write!(f, "the Result tag is {tag}, but the moves end with {moves}; {moves} is used")
            }
        }
    }
}

/// Why a file cannot be read, or not to its end. Games read before are valid.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file contains no game; the text is the reason or a guess.
    NotPgn(&'static str),
    /// The input failed.
    Input {
        /// The number of bytes of PGN text read before.
        offset: u64,
        /// The current line.
        line: u64,
        /// The error of the input.
        error: io::Error,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotPgn(what) => write!(f, "not PGN: {what}"),
            ReadError::Input { offset, line, error } => {
                write!(f, "input error in line {line}, after {offset} bytes of text: {error}")
            }
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::NotPgn(_) => None,
            ReadError::Input { error, .. } => Some(error),
        }
    }
}
