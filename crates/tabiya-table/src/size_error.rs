use std::fmt;

/// Why a table of this size cannot be created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SizeError {
    /// The requested size is zero.
    Zero,
    /// Not enough memory.
    TooLarge {
        /// The requested size.
        mebibytes: usize,
        /// The available memory, if the system reports it.
        available: Option<usize>,
    },
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::Zero => f.write_str("a table needs at least 1 MiB"),
            SizeError::TooLarge { mebibytes, available: Some(available) } => {
                write!(f, "not enough memory for a table of {mebibytes} MiB: {available} MiB are available")
            }
            SizeError::TooLarge { mebibytes, available: None } => {
                write!(f, "not enough memory for a table of {mebibytes} MiB")
            }
        }
    }
}

impl std::error::Error for SizeError {}
