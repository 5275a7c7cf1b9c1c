use std::{fmt, io};

use tabiya::{Variant, printable};

use crate::SizeError;

/// Why a snapshot could not be written or was refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The file could not be read or written.
    Io(io::Error),
    /// The file does not begin as a snapshot does.
    NotASnapshot,
    /// The snapshot was written by another version of this library.
    Version {
        /// What this library reads.
        expected: u32,
        /// What the file says.
        found: u32,
    },
    /// The keys in the snapshot mean something else.
    Scheme {
        /// What was asked for.
        expected: String,
        /// What the file says.
        found: String,
    },
    /// The keys in the snapshot are those of another game: a key does not say which it belongs to.
    Game {
        /// What was asked for.
        expected: Variant,
        /// What the file says.
        found: Variant,
    },
    /// The name of the scheme is too long to be written down.
    NameTooLong {
        /// How many bytes there may be.
        at_most: usize,
    },
    /// The file is shorter or longer than a table of the size it says.
    Length {
        /// What it should have, in bytes.
        expected: u64,
        /// What it has.
        found: u64,
    },
    /// There is no memory for the table.
    Size(SizeError),
    /// A checksum is wrong: what was written is not what is read.
    Damaged {
        /// Which part.
        part: SnapshotPart,
    },
}

/// A part of a snapshot that has a checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SnapshotPart {
    /// The first 64 bytes.
    Header,
    /// One mebibyte of the table, counted from 0.
    Mebibyte(usize),
    /// The last four bytes.
    End,
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Io(error) => write!(f, "{error}"),
            SnapshotError::NotASnapshot => f.write_str("not a snapshot of a table: it begins differently"),
            SnapshotError::Version { expected, found } => {
                write!(f, "the snapshot has version {found} instead of {expected}")
            }
            SnapshotError::Scheme { expected, found } => {
                write!(f, "the snapshot has keys of \"{}\" instead of \"{expected}\"", printable(found))
            }
            SnapshotError::Game { expected, found } => {
                write!(f, "the snapshot has positions of {found} instead of {expected}")
            }
            SnapshotError::NameTooLong { at_most } => {
                write!(f, "the name of the keys' scheme has more than {at_most} bytes")
            }
            SnapshotError::Length { expected, found } => {
                write!(f, "the snapshot has {found} bytes instead of {expected}")
            }
            SnapshotError::Size(error) => write!(f, "{error}"),
            SnapshotError::Damaged { part } => {
                write!(f, "the snapshot is damaged: {part} has a wrong checksum")
            }
        }
    }
}

impl fmt::Display for SnapshotPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotPart::Header => f.write_str("its header"),
            SnapshotPart::Mebibyte(number) => write!(f, "mebibyte {number}"),
            SnapshotPart::End => f.write_str("its end"),
        }
    }
}

impl std::error::Error for SnapshotError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SnapshotError::Io(error) => Some(error),
            SnapshotError::Size(error) => Some(error),
            SnapshotError::NotASnapshot
            | SnapshotError::Version { .. }
            | SnapshotError::Scheme { .. }
            | SnapshotError::Game { .. }
            | SnapshotError::NameTooLong { .. }
            | SnapshotError::Length { .. }
            | SnapshotError::Damaged { .. } => None,
        }
    }
}

impl From<io::Error> for SnapshotError {
    fn from(error: io::Error) -> SnapshotError {
        SnapshotError::Io(error)
    }
}

impl From<SizeError> for SnapshotError {
    fn from(error: SizeError) -> SnapshotError {
        SnapshotError::Size(error)
    }
}
