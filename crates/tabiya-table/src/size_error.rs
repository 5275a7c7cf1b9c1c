use std::fmt;

/// Why there is no table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SizeError {
    /// A table of nothing was asked for.
    Zero,
    /// There is not so much memory.
    TooLarge {
        /// What was asked for.
        mebibytes: usize,
        /// What there would be room for, if the system says.
        available: Option<usize>,
    },
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::Zero => f.write_str("a table needs at least 1 MiB"),
            SizeError::TooLarge { mebibytes, available: Some(available) } => {
                write!(f, "there is no memory for a table of {mebibytes} MiB; {available} MiB are available")
            }
            SizeError::TooLarge { mebibytes, available: None } => {
                write!(f, "there is no memory for a table of {mebibytes} MiB")
            }
        }
    }
}

impl std::error::Error for SizeError {}
