//! EPD (extended position description): four of a FEN's fields and then operations, each of a name, operands and a
//! semicolon. Steven Edwards describes it in section 16.2 of the PGN standard.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::printable::quoted;

/// Why the operations of an EPD are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdError(String);

/// Converts an EPD line to a FEN, with the counters from the operations `hmvc` and `fmvn`. `None` if the line is not an EPD and
/// may be a FEN. Does not validate the FEN.
///
/// ```
/// use tabiya::epd_to_fen;
///
/// let line = r#"8/8/8/8/8/4k3/4p3/4K3 w - - hmvc 7; id "a; b";"#;
/// assert_eq!(epd_to_fen(line)?.as_deref(), Some("8/8/8/8/8/4k3/4p3/4K3 w - - 7 1"));
/// assert_eq!(epd_to_fen("8/8/8/8/8/4k3/4p3/4K3 w - - 7 1")?, None);
/// assert!(epd_to_fen("8/8/8/8/8/4k3/4p3/4K3 w - - bm Kd1").is_err());
/// # Ok::<(), tabiya::EpdError>(())
/// ```
pub fn epd_to_fen(line: &str) -> Result<Option<String>, EpdError> {
    let Some((board, rest)) = split(line) else { return Ok(None) };
    let (mut clock, mut number) = (0, 1);
    for operation in operations(rest)? {
        let (name, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match name {
            "hmvc" => clock = counter(name, operands)?,
            "fmvn" => number = counter(name, operands)?,
            _ => {}
        }
    }
    Ok(Some(format!("{board} {clock} {number}")))
}

/// The four fields and the rest, if that begins with a letter: the fifth field of a FEN never does.
fn split(line: &str) -> Option<(String, &str)> {
    let mut rest = line.trim_start();
    let mut fields = Vec::with_capacity(4);
    for _ in 0..4 {
        let (field, after) = rest.split_once(char::is_whitespace)?;
        fields.push(field);
        rest = after.trim_start();
    }
    rest.starts_with(|letter: char| letter.is_ascii_alphabetic()).then(|| (fields.join(" "), rest))
}

/// The operations, without their semicolons. Semicolons inside quotes are part of an operand.
fn operations(text: &str) -> Result<Vec<&str>, EpdError> {
    let mut operations = Vec::new();
    let (mut is_quoted, mut begin) = (false, 0);
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b';' if !is_quoted => {
                operations.push(named(text[begin..place].trim())?);
                begin = place + 1;
            }
            _ => {}
        }
    }
    if is_quoted {
        return Err(EpdError("unterminated quote".into()));
    }
    match text[begin..].trim() {
        "" => Ok(operations),
        open => Err(EpdError(format!("missing `;` after operation {}", quoted(open)))),
    }
}

fn named(operation: &str) -> Result<&str, EpdError> {
    let name = operation.split_whitespace().next();
    let name = name.ok_or_else(|| EpdError("`;` without an operation".into()))?;
    let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name {
        Ok(operation)
    } else {
        Err(EpdError(format!("{} is not the name of an operation", quoted(name))))
    }
}

fn counter(name: &str, operands: &str) -> Result<u16, EpdError> {
    let digits = Some(operands.trim()).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| EpdError(format!("operation `{name}` needs a number from 0 to 65535")))
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EPD: {}", self.0)
    }
}

impl core::error::Error for EpdError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_operations_are_checked() {
        let parsed = |operations: &str| {
            let read = epd_to_fen(&format!("8/8/8/8/8/4k3/4p3/4K3 w - - {operations}"));
            read.map_err(|error| format!("{error}"))
        };
        assert!(parsed("bm Kd1; c_0 \"x\";").is_ok());
        assert_eq!(parsed("bm Kd1; 9a 1;"), Err("EPD: `9a` is not the name of an operation".into()));
        assert_eq!(parsed("b-m Kd1;"), Err("EPD: `b-m` is not the name of an operation".into()));
        assert_eq!(parsed("bm Kd1;;"), Err("EPD: `;` without an operation".into()));
    }
}
