//! A position a line: FEN, or EPD.
//!
//! An EPD has four of a FEN's fields and then operations, each of a name, operands and a semicolon. Steven Edwards
//! describes it in section 16.2 of the PGN standard.

use tabiya::{AnyPosition, Reading, Variant};
use tabiya_peer::printable;

/// The position of a line. After four fields come the counters of a FEN, or the operations of an EPD, or nothing.
pub(super) fn position(line: &str, variant: Variant) -> Result<AnyPosition, String> {
    let Some((board, rest)) = split_epd(line) else { return read(line, variant) };
    // What is wrong with the board is said before what is wrong with the operations.
    read(&board, variant)?;
    let (mut clock, mut number) = (0, 1);
    for operation in operations(rest)? {
        let (name, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match name {
            "hmvc" => clock = counter(name, operands)?,
            "fmvn" => number = counter(name, operands)?,
            _ => {}
        }
    }
    read(&format!("{board} {clock} {number}"), variant)
}

fn read(fen: &str, variant: Variant) -> Result<AnyPosition, String> {
    AnyPosition::from_fen(variant, fen, Reading::LENIENT)
        .map(|parsed| parsed.position)
        .map_err(|error| error.to_string())
}

/// Four fields and what follows them, if that begins with a letter: the fifth field of a FEN never does.
fn split_epd(line: &str) -> Option<(String, &str)> {
    let mut rest = line.trim_start();
    let mut fields = Vec::with_capacity(4);
    for _ in 0..4 {
        let (field, after) = rest.split_once(char::is_whitespace)?;
        fields.push(field);
        rest = after.trim_start();
    }
    rest.starts_with(|letter: char| letter.is_ascii_alphabetic()).then(|| (fields.join(" "), rest))
}

/// Each operation, without its semicolon. A semicolon within quotes ends nothing.
fn operations(text: &str) -> Result<Vec<&str>, String> {
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
        return Err("EPD: a quote is not closed".into());
    }
    match text[begin..].trim() {
        "" => Ok(operations),
        open => Err(format!("EPD: operation `{}` is not ended by `;`", printable(open))),
    }
}

fn named(operation: &str) -> Result<&str, String> {
    let name = operation.split_whitespace().next();
    let name = name.ok_or("EPD: there is a `;` without an operation")?;
    let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name { Ok(operation) } else { Err(format!("EPD: `{}` names no operation", printable(name))) }
}

fn counter(name: &str, operands: &str) -> Result<u16, String> {
    let digits = Some(operands.trim()).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| format!("EPD: operation `{name}` needs a number from 0 to 65535"))
}
