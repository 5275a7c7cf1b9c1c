use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};
use tabiya::{Dialect, DialectKey, Reading};

use crate::errors::bad_value;
use crate::position::{read, variant_of};

/// The keys of many positions at once, from their FENs, without holding the interpreter.
///
/// An array of numpy if that is there, otherwise a list; a list, too, of 128-bit keys. Without a variant each is chess, or Chess960
/// where nothing else can be meant.
///
/// >>> [hex(key) for key in keys(["startpos"], dialect="polyglot")]
/// ['0x463b96181691fc9c']
/// >>> keys(["startpos", "nonsense"])
/// Traceback (most recent call last):
/// ...
/// ValueError: fens[1]: invalid FEN: `nonsense` is not a board of 8 ranks with `/` between them (column 1)
#[pyfunction]
#[pyo3(signature = (fens, *, dialect = "tabiya", variant = None))]
pub(crate) fn keys<'py>(
    py: Python<'py>,
    fens: &Bound<'py, PyAny>,
    dialect: &str,
    variant: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let dialect: Dialect = dialect.parse().map_err(bad_value)?;
    let variant = variant.map(variant_of).transpose()?;
    let fens: Vec<String> = fens.try_iter()?.map(|fen| fen?.extract()).collect::<PyResult<_>>()?;
    let key_of = |(index, fen): (usize, &String)| {
        let position = read(fen, variant, Reading::LENIENT)
            .map_err(|error| bad_value(format!("fens[{index}]: {error}")))?;
        dialect.key(&position).map_err(|error| bad_value(format!("fens[{index}]: {error}")))
    };
    let keys: Vec<DialectKey> = py.detach(|| fens.iter().enumerate().map(key_of).collect::<PyResult<_>>())?;
    let short = |key: &DialectKey| match key {
        DialectKey::Bits64(key) => Some(key.0),
        DialectKey::Bits128(_) => None,
    };
    match keys.iter().map(short).collect::<Option<Vec<u64>>>() {
        Some(short) => numbers(py, &short),
        None => Ok(PyList::new(py, keys.iter().map(|key| u128::from(*key)))?.into_any()),
    }
}

/// The names of all dialects of keys, ours first.
///
/// >>> dialects()[:3]
/// ['tabiya', 'tabiya-128', 'polyglot']
#[pyfunction]
pub(crate) fn dialects() -> Vec<&'static str> {
    Dialect::names().collect()
}

/// Numbers of 64 bits: an array of numpy if that is there, otherwise a list.
pub(crate) fn numbers<'py>(py: Python<'py>, numbers: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    let Ok(numpy) = py.import("numpy") else { return Ok(PyList::new(py, numbers)?.into_any()) };
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    numpy.call_method1("frombuffer", (PyByteArray::new(py, &bytes), "uint64"))
}
