use std::io;
use std::path::Path;

use parquet::errors::ParquetError;
use tabiya_db::DbError;

pub(crate) const WRONG_CHECKSUM: &str = "the checksum does not match";

pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> DbError {
    move |error| DbError::Io { path: path.to_owned(), error }
}

pub(crate) fn damaged(path: &Path, what: impl ToString) -> DbError {
    DbError::Damaged { path: path.to_owned(), what: what.to_string() }
}

/// An error of the Parquet reader.
pub(crate) fn unreadable(path: &Path) -> impl FnOnce(ParquetError) -> DbError {
    move |error| damaged(path, error)
}

/// An error of the Parquet writer, usually of the disk.
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
