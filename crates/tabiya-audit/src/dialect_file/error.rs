use std::fmt;
use std::ops::Range;

use tabiya::printable;

/// What is wrong with a description, and where.
///
/// ```
/// let error = tabiya_audit::dialect_file::from_toml("title = \"mine\"\nname = 3").unwrap_err();
/// assert_eq!(error.line(), Some(2));
/// assert_eq!(error.field(), Some("name"));
/// assert_eq!(error.to_string(), "line 2: name: expected a string, found 3");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescriptionError {
    file: Option<String>,
    line: Option<usize>,
    field: Option<String>,
    problem: String,
}

impl DescriptionError {
    pub(crate) fn new(problem: impl Into<String>) -> DescriptionError {
        DescriptionError { file: None, line: None, field: None, problem: problem.into() }
    }

    /// The same, said of a place in a text.
    pub(crate) fn at(self, text: &str, span: &Range<usize>) -> DescriptionError {
        let before = text.as_bytes().get(..span.start).unwrap_or(text.as_bytes());
        DescriptionError { line: Some(1 + before.iter().filter(|byte| **byte == b'\n').count()), ..self }
    }

    pub(crate) fn in_line(self, line: usize) -> DescriptionError {
        DescriptionError { line: Some(line), ..self }
    }

    /// The same, said of a field.
    pub(crate) fn of(self, field: impl Into<String>) -> DescriptionError {
        DescriptionError { field: Some(field.into()), ..self }
    }

    /// The same, said of a file.
    pub(crate) fn in_file(self, file: impl fmt::Display) -> DescriptionError {
        DescriptionError { file: self.file.or_else(|| Some(printable(&file.to_string()))), ..self }
    }

    /// The line of the text, from 1, if there is one to blame.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The field, as in `en-passant.when`, if there is one to blame.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }
}

impl fmt::Display for DescriptionError {
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

impl std::error::Error for DescriptionError {}
