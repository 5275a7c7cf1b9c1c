use std::io;
use std::path::Path;

use parquet::errors::ParquetError;
use tabiya_db::DbError;

pub(crate) const OTHER_BYTES: &str = "it has other bytes than were written";

pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> DbError {
    move |error| DbError::Io { path: path.to_owned(), error }
}

pub(crate) fn damaged(path: &Path, what: impl ToString) -> DbError {
    DbError::Damaged { path: path.to_owned(), what: what.to_string() }
}

/// What the reader of Parquet says of a file.
pub(crate) fn unreadable(path: &Path) -> impl FnOnce(ParquetError) -> DbError {
    move |error| damaged(path, error)
}

/// What the writer of Parquet says: the disk, as far as it is not our fault.
pub(crate) fn unwritable(path: &Path) -> impl FnOnce(ParquetError) -> DbError {
    move |error| match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => io_error(path)(*error),
            Err(error) => DbError::Other(error),
        },
        error => DbError::Other(Box::new(error)),
    }
}

pub(crate) fn other(text: String) -> DbError {
    DbError::Other(text.into())
}
