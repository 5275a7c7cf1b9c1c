//! The query string of a URL.

use std::collections::HashMap;
use std::str::FromStr;

use crate::error::ApiError;

/// The parameters of a query by name; the last one of a name counts.
pub(super) struct Parameters(HashMap<String, String>);

impl Parameters {
    pub(super) fn read(query: &str) -> Parameters {
        let pairs = form_urlencoded::parse(query.as_bytes());
        Parameters(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// A parameter that is not empty.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// A comma-separated parameter; empty if it is missing.
    pub(super) fn list<T: FromStr>(&self, name: &str) -> Result<Vec<T>, ApiError>
    where
        T::Err: ToString,
    {
        let parts = self.text(name).into_iter().flat_map(|text| text.split(',')).map(str::trim);
        parts.filter(|part| !part.is_empty()).map(|part| parse(name, part)).collect()
    }

    /// A numeric parameter.
    pub(super) fn count(&self, name: &str, default: usize) -> Result<usize, ApiError> {
        let Some(text) = self.text(name) else { return Ok(default) };
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return Err(invalid(name, "not a number"));
        }
        // A number that does not fit is larger than any limit.
        Ok(text.parse().unwrap_or(usize::MAX))
    }

    /// A Boolean parameter in common spellings; false if it is missing.
    pub(super) fn flag(&self, name: &str) -> Result<bool, ApiError> {
        match self.text(name).map(str::to_ascii_lowercase).as_deref() {
            Some("true" | "yes" | "on" | "1") => Ok(true),
            None | Some("false" | "no" | "off" | "0") => Ok(false),
            Some(_) => Err(invalid(name, "not a Boolean value")),
        }
    }
}

fn parse<T: FromStr>(name: &str, text: &str) -> Result<T, ApiError>
where
    T::Err: ToString,
{
    text.parse().map_err(|error: T::Err| invalid(name, &error.to_string()))
}

/// An error in a parameter.
pub(super) fn invalid(name: &str, why: &str) -> ApiError {
    ApiError::new(400, format!("{name}: {why}"))
}
