use std::sync::atomic::Ordering;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyList};
use tabiya::{Dialect, DialectKey};

use crate::errors::{bad_value, warn};
use crate::interrupt::interruptible;
use crate::position::{read, reading_of, variant_of};

/// The keys of many FENs at once, without the interpreter lock.
///
/// Returns a numpy array if numpy is installed, otherwise a list; always a list for 128-bit keys. Without a variant, each FEN is chess, or
/// Chess960 if it is valid only there. FENs are repaired with a ``FenWarning`` each, as by ``Position``; ``strict=True``
/// rejects what needs a repair.
///
/// >>> [hex(key) for key in keys(["startpos"], dialect="polyglot")]
/// ['0x463b96181691fc9c']
/// >>> keys(["startpos", "nonsense"])
/// Traceback (most recent call last):
/// ...
/// ValueError: fens[1]: invalid FEN: `nonsense` is not a board of 8 ranks separated by `/` (column 1)
#[pyfunction]
#[pyo3(signature = (fens, *, dialect = "tabiya", variant = None, strict = false))]
pub(crate) fn keys<'py>(
    py: Python<'py>,
    fens: &Bound<'py, PyAny>,
    dialect: &str,
    variant: Option<&str>,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let dialect: Dialect = dialect.parse().map_err(bad_value)?;
    let variant = variant.map(variant_of).transpose()?;
    let fens: Vec<String> = fens.try_iter()?.map(|fen| fen?.extract()).collect::<PyResult<_>>()?;
    let mut warnings = Vec::new();
    let mut key_of = |(index, fen): (usize, &String)| {
        let (position, found) = read(fen, variant, reading_of(strict))
            .map_err(|error| bad_value(format!("fens[{index}]: {error}")))?;
        warnings.extend(found.into_iter().map(|warning| format!("fens[{index}]: {warning}")));
        dialect.key(&position).map_err(|error| bad_value(format!("fens[{index}]: {error}")))
    };
    let keys: Vec<DialectKey> = interruptible(py, |stop| {
        let remaining = fens.iter().enumerate().take_while(|_| !stop.load(Ordering::Relaxed));
        remaining.map(&mut key_of).collect::<PyResult<_>>()
    })??;
    warnings.iter().try_for_each(|warning| warn(py, warning))?;
    let short = |key: &DialectKey| match key {
        DialectKey::Bits64(key) => Some(key.0),
        DialectKey::Bits128(_) => None,
    };
    match keys.iter().map(short).collect::<Option<Vec<u64>>>() {
        Some(short) => numbers(py, &short),
        None => Ok(PyList::new(py, keys.iter().map(|key| u128::from(*key)))?.into_any()),
    }
}

/// The names of all key dialects, the native ones first.
///
/// >>> dialects()[:3]
/// ['tabiya', 'tabiya-128', 'polyglot']
#[pyfunction]
pub(crate) fn dialects() -> Vec<&'static str> {
    Dialect::names().collect()
}

/// 64-bit numbers as a numpy array if numpy is installed, otherwise a list.
pub(crate) fn numbers<'py>(py: Python<'py>, numbers: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    // Without numpy, the failed import takes longer than everything else; do it once.
    static FROM_BUFFER: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();
    let from_buffer = FROM_BUFFER.get_or_try_init(py, || match py.import("numpy") {
        Ok(numpy) => Ok(Some(numpy.getattr("frombuffer")?.unbind())),
        Err(error) if error.is_instance_of::<PyImportError>(py) => Ok(None),
        Err(error) => Err(error),
    })?;
    let Some(from_buffer) = from_buffer else { return Ok(PyList::new(py, numbers)?.into_any()) };
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    from_buffer.bind(py).call1((PyByteArray::new(py, &bytes), "uint64"))
}
