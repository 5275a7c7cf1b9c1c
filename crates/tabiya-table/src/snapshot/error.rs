use std::{fmt, io};

use tabiya::{Variant, printable};

use crate::SizeError;

/// Why a snapshot could not be written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The file could not be read or written.
    Io(io::Error),
    /// The file is not a snapshot.
    NotASnapshot,
    /// The snapshot has another format version.
    Version {
        /// The supported version.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// The snapshot has keys of another scheme.
    Scheme {
        /// The requested scheme.
        expected: String,
        /// The scheme of the file.
        found: String,
    },
    /// The snapshot has positions of another game.
    Game {
        /// The requested game.
        expected: Variant,
        /// The game of the file.
        found: Variant,
    },
    /// The name of the scheme is too long.
    NameTooLong {
        /// The maximum length in bytes.
        at_most: usize,
    },
    /// The length of the file does not match the size in its header.
    Length {
        /// The expected length in bytes.
        expected: u64,
        /// The actual length.
        found: u64,
    },
    /// Not enough memory for the table.
    Size(SizeError),
    /// A checksum does not match.
    Damaged {
        /// The damaged part.
        part: SnapshotPart,
    },
}

/// A part of a snapshot with a checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SnapshotPart {
    /// The first 64 bytes.
    Header,
    /// One MiB of the table, counted from 0.
    Mebibyte(usize),
    /// The last four bytes.
    End,
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Io(error) => write!(f, "{error}"),
            SnapshotError::NotASnapshot => f.write_str("not a snapshot of a transposition table"),
            SnapshotError::Version { expected, found } => {
                write!(f, "the snapshot has version {found}, expected {expected}")
            }
            SnapshotError::Scheme { expected, found } => {
                write!(f, "the snapshot has keys of \"{}\", expected \"{expected}\"", printable(found))
            }
            SnapshotError::Game { expected, found } => {
                write!(f, "the snapshot has positions of {found}, expected {expected}")
            }
            SnapshotError::NameTooLong { at_most } => {
                write!(f, "the name of the key scheme has more than {at_most} bytes")
            }
            SnapshotError::Length { expected, found } => {
                write!(f, "the snapshot has {found} bytes, expected {expected}")
            }
            SnapshotError::Size(error) => write!(f, "{error}"),
            SnapshotError::Damaged { part } => {
                write!(f, "the snapshot is damaged: {part} does not match its checksum")
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
