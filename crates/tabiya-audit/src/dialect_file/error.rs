use std::fmt;
use std::ops::Range;

use tabiya::printable;

/// What is wrong with a dialect file, and where.
///
/// ```
/// let error = tabiya_audit::dialect_file::from_toml("title = \"mine\"\nname = 3").unwrap_err();
/// assert_eq!(error.line(), Some(2));
/// assert_eq!(error.field(), Some("name"));
/// assert_eq!(error.to_string(), "line 2: name: expected a string, found 3");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectFileError {
    file: Option<String>,
    line: Option<usize>,
    field: Option<String>,
    problem: String,
}

impl DialectFileError {
    pub(crate) fn new(problem: impl Into<String>) -> DialectFileError {
        DialectFileError { file: None, line: None, field: None, problem: problem.into() }
    }

    /// Adds a place in the text.
    pub(crate) fn at(self, text: &str, span: &Range<usize>) -> DialectFileError {
        let before = text.as_bytes().get(..span.start).unwrap_or(text.as_bytes());
        DialectFileError { line: Some(1 + before.iter().filter(|byte| **byte == b'\n').count()), ..self }
    }

    pub(crate) fn in_line(self, line: usize) -> DialectFileError {
        DialectFileError { line: Some(line), ..self }
    }

    /// Adds a field.
    pub(crate) fn of(self, field: impl Into<String>) -> DialectFileError {
        DialectFileError { field: Some(field.into()), ..self }
    }

    /// Adds a file.
    pub(crate) fn in_file(self, file: impl fmt::Display) -> DialectFileError {
        DialectFileError { file: self.file.or_else(|| Some(printable(&file.to_string()))), ..self }
    }

    /// The line, from 1, if known.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The field, such as `en-passant.when`, if known.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }
}

impl fmt::Display for DialectFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for DialectFileError {}
