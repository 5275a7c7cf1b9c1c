//! Converts errors to Python exceptions: of values, and of files; and warnings about FENs.

use std::ffi::CString;
use std::path::Path;
use std::{fmt, io};

use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyUserWarning, PyValueError};
use pyo3::{PyErr, PyResult, Python, create_exception};
use tabiya_db::DbError;
use tabiya_pgn::ReadError;

create_exception!(
    tabiya,
    FenWarning,
    PyUserWarning,
    "A FEN was repaired, or describes an impossible position."
);

/// Warns about a FEN through the module `warnings`; an error if the program's filters turn warnings into errors.
pub(crate) fn warn(py: Python<'_>, warning: impl fmt::Display) -> PyResult<()> {
    let text = CString::new(warning.to_string()).expect("warnings escape control characters");
    PyErr::warn(py, py.get_type::<FenWarning>().as_any(), &text, 1)
}

/// An invalid value.
pub(crate) fn bad_value(error: impl fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Invalid PGN or an unreadable file. An exception raised by a file's ``read`` is passed on.
pub(crate) fn bad_pgn(py: Python<'_>, error: &ReadError) -> PyErr {
    match error {
        ReadError::Input { error: why, .. } => {
            let raised = why.get_ref().and_then(|inner| inner.downcast_ref::<PyErr>());
            raised.map_or_else(|| PyOSError::new_err(error.to_string()), |raised| raised.clone_ref(py))
        }
        _ => bad_value(error),
    }
}

/// A database that cannot be opened, read or written.
pub(crate) fn bad_database(error: &DbError) -> PyErr {
    let text = error.to_string();
    match error {
        DbError::Io { error, .. } => io::Error::new(error.kind(), text).into(),
        DbError::NotADatabase { path, .. } if !path.exists() => PyFileNotFoundError::new_err(text),
        _ => PyOSError::new_err(text),
    }
}

/// A file that cannot be opened, with its path.
pub(crate) fn bad_file(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}
