//! The fields of a TOML table, consumed one by one; remaining ones are unknown.

use std::ops::Range;

use tabiya::printable;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{DialectFileError, words};

type SpannedValue<'t, 'i> = (&'t DeValue<'i>, Range<usize>);

/// A table and its name.
pub(crate) struct Fields<'t, 'i> {
    pub(crate) text: &'i str,
    table: &'t DeTable<'i>,
    /// Empty for the top level.
    name: &'static str,
    span: Range<usize>,
    known: Vec<&'static str>,
}

/// A value with the context for error messages.
pub(crate) struct Value<'t, T> {
    pub(crate) it: T,
    text: &'t str,
    span: Range<usize>,
    field: String,
}

impl<'t, T> Value<'t, T> {
    /// Converts the value.
    pub(crate) fn map<U>(self, it: U) -> Value<'t, U> {
        Value { it, text: self.text, span: self.span, field: self.field }
    }

    /// An error about this value.
    pub(crate) fn error(&self, problem: impl Into<String>) -> DialectFileError {
        DialectFileError::new(problem).at(self.text, &self.span).of(&self.field)
    }
}

impl<'t, 'i> Fields<'t, 'i> {
    pub(crate) fn new(text: &'i str, table: &'t Spanned<DeTable<'i>>) -> Fields<'t, 'i> {
        Fields { text, table: table.get_ref(), name: "", span: table.span(), known: Vec::new() }
    }

    /// An optional subtable.
    pub(crate) fn table(&mut self, name: &'static str) -> Result<Option<Fields<'t, 'i>>, DialectFileError> {
        let Some((value, span)) = self.take(name) else { return Ok(None) };
        let DeValue::Table(table) = value else { return Err(self.wrong(name, &span, "a table", value)) };
        Ok(Some(Fields { text: self.text, table, name, span, known: Vec::new() }))
    }

    /// A required subtable.
    pub(crate) fn required_table(&mut self, name: &'static str) -> Result<Fields<'t, 'i>, DialectFileError> {
        self.table(name)?.ok_or_else(|| self.missing(name))
    }

    pub(crate) fn string(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Value<'i, &'t str>>, DialectFileError> {
        let Some((value, span)) = self.take(name) else { return Ok(None) };
        let DeValue::String(string) = value else { return Err(self.wrong(name, &span, "a string", value)) };
        Ok(Some(self.value(name, span, &**string)))
    }

    /// One of several keywords.
    pub(crate) fn word<T: Copy>(
        &mut self,
        name: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<Option<T>, DialectFileError> {
        let Some(value) = self.string(name)? else { return Ok(None) };
        words::value_of(words, value.it).map(Some).ok_or_else(|| {
            let expected = words::list(words);
            value.error(format!("expected {expected}, found \"{}\"", printable(value.it)))
        })
    }

    pub(crate) fn boolean(&mut self, name: &'static str) -> Result<Option<bool>, DialectFileError> {
        let Some((value, span)) = self.take(name) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| self.wrong(name, &span, "true or false", value))
    }

    /// A number within inclusive bounds.
    pub(crate) fn number(
        &mut self,
        name: &'static str,
        bounds: (u16, u16),
    ) -> Result<Option<Value<'i, u16>>, DialectFileError> {
        let Some((value, span)) = self.take(name) else { return Ok(None) };
        let expected = format!("a number from {} to {}", bounds.0, bounds.1);
        let number = integer(value).and_then(|number| u16::try_from(number).ok());
        match number.filter(|number| (bounds.0..=bounds.1).contains(number)) {
            Some(number) => Ok(Some(self.value(name, span, number))),
            None => Err(self.wrong(name, &span, &expected, value)),
        }
    }

    /// An integer, or a string of hexadecimal digits for numbers beyond TOML's 64 bits.
    pub(crate) fn large_number(
        &mut self,
        name: &'static str,
        bits: u32,
    ) -> Result<Option<Value<'i, u128>>, DialectFileError> {
        let Some((value, span)) = self.take(name) else { return Ok(None) };
        let number = match value {
            DeValue::String(digits) => hexadecimal(digits),
            _ => integer(value),
        };
        match number.filter(|number| bits == 128 || number >> bits == 0) {
            Some(number) => Ok(Some(self.value(name, span, number))),
            None => {
                let expected = format!("a number of at most {bits} bits, optionally as \"0x…\"");
                Err(self.wrong(name, &span, &expected, value))
            }
        }
    }

    pub(crate) fn strings(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Vec<Value<'i, &'t str>>>, DialectFileError> {
        let Some((value, span)) = self.take(name) else { return Ok(None) };
        let DeValue::Array(array) = value else {
            return Err(self.wrong(name, &span, "a list of strings", value));
        };
        let item = |item: &'t Spanned<DeValue<'i>>| match item.get_ref() {
            DeValue::String(string) => Ok(self.value(name, item.span(), &**string)),
            other => Err(self.wrong(name, &item.span(), "a string", other)),
        };
        array.iter().map(item).collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// Reports unknown fields.
    pub(crate) fn finish(self) -> Result<(), DialectFileError> {
        self.refuse_unknown(&self.known)
    }

    /// Reports fields that are not among these.
    pub(crate) fn refuse_unknown(&self, names: &[&str]) -> Result<(), DialectFileError> {
        let is_known = |key: &Spanned<_>| names.iter().any(|known| known == key.get_ref());
        match self.table.iter().find(|(key, _)| !is_known(key)) {
            None => Ok(()),
            Some((key, value)) => {
                let mut known = names.to_vec();
                known.sort_unstable();
                // A table may be misspelled, and it may be a field of another table.
                let what = if matches!(value.get_ref(), DeValue::Table(_)) { "table" } else { "field" };
                let problem = format!("unknown {what}; known fields: {}", known.join(", "));
                let field = self.path(&printable(key.get_ref()));
                Err(DialectFileError::new(problem).at(self.text, &key.span()).of(field))
            }
        }
    }

    pub(crate) fn missing(&self, name: &str) -> DialectFileError {
        DialectFileError::new("missing field").at(self.text, &self.span).of(self.path(name))
    }

    /// An error about the complete table.
    pub(crate) fn error(&self, problem: impl Into<String>) -> DialectFileError {
        DialectFileError::new(problem).at(self.text, &self.span).of(self.name)
    }

    fn take(&mut self, name: &'static str) -> Option<SpannedValue<'t, 'i>> {
        self.known.push(name);
        let value = self.table.get(name)?;
        Some((value.get_ref(), value.span()))
    }

    fn value<T>(&self, name: &str, span: Range<usize>, it: T) -> Value<'i, T> {
        Value { it, text: self.text, span, field: self.path(name) }
    }

    fn wrong(
        &self,
        name: &str,
        span: &Range<usize>,
        expected: &str,
        found: &DeValue<'_>,
    ) -> DialectFileError {
        let found = match found {
            DeValue::String(string) => format!("\"{}\"", printable(string)),
            DeValue::Integer(integer) => printable(&integer.to_string()),
            DeValue::Boolean(it) => it.to_string(),
            DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
                found.type_str().to_owned()
            }
        };
        let problem = format!("expected {expected}, found {found}");
        DialectFileError::new(problem).at(self.text, span).of(self.path(name))
    }

    fn path(&self, name: &str) -> String {
        if self.name.is_empty() { name.to_owned() } else { format!("{}.{name}", self.name) }
    }
}

fn integer(value: &DeValue<'_>) -> Option<u128> {
    let integer = value.as_integer()?;
    u128::from_str_radix(integer.as_str(), integer.radix()).ok()
}

pub(crate) fn hexadecimal(text: &str) -> Option<u128> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hexadecimal { u128::from_str_radix(digits, 16).ok() } else { None }
}
