//! The numbers of a dialect file: a generator, a table file, or a list.

use std::borrow::Cow;

use tabiya::keys::{Generator, LayoutError, Numbers};
use tabiya::printable;

use super::DialectFileError;
use super::fields::{Fields, Value, hexadecimal};
use super::words::{GENERATORS, GeneratorKind};

/// Reads a table file.
pub(crate) type Fetch<'a> = dyn Fn(&str) -> Result<String, DialectFileError> + 'a;

/// Reads the `[numbers]` table for a layout that needs this many.
pub(crate) fn read(
    mut fields: Fields<'_, '_>,
    expected: usize,
    fetch: &Fetch<'_>,
) -> Result<Numbers, DialectFileError> {
    let kind = fields.word("generator", &GENERATORS)?;
    let table = fields.string("table")?;
    let keys = fields.strings("keys")?;
    let numbers = match (kind, table, keys) {
        (Some(kind), None, None) => Numbers::Generated(generator(&mut fields, kind)?),
        (None, Some(table), None) => {
            let text = fetch(table.it).map_err(|error| table.error(error.to_string()))?;
            let list =
                parse_table(&text).map_err(|error| table.error(error.in_file(table.it).to_string()))?;
            listed(list, expected).map_err(|problem| table.error(problem))?
        }
        (None, None, Some(keys)) => {
            let list = keys.iter().map(key).collect::<Result<Vec<u64>, _>>()?;
            listed(list, expected).map_err(|problem| fields.error(problem))?
        }
        _ => return Err(fields.error("expected one of generator, table and keys")),
    };
    fields.finish()?;
    Ok(numbers)
}

fn generator(fields: &mut Fields<'_, '_>, kind: GeneratorKind) -> Result<Generator, DialectFileError> {
    if kind == GeneratorKind::ChaCha20 {
        return Ok(Generator::ChaCha20 { seed: cipher_key(fields)? });
    }
    let bits = if kind == GeneratorKind::Pcg64 { 128 } else { 64 };
    let seed = fields.large_number("seed", bits)?.ok_or_else(|| fields.missing("seed"))?;
    if kind == GeneratorKind::Pcg64 {
        let stream = fields.large_number("stream", 127)?.ok_or_else(|| fields.missing("stream"))?;
        return Ok(Generator::Pcg64 { seed: seed.it, stream: stream.it });
    }
    let generator = generator_from(kind, seed.it as u64);
    generator.check().map_err(|error| seed.error(error.to_string()))?;
    Ok(generator)
}

fn generator_from(kind: GeneratorKind, seed: u64) -> Generator {
    match kind {
        GeneratorKind::XorShift64Star => Generator::XorShift64Star { seed },
        GeneratorKind::Multiplied => Generator::XorShift64StarMultiplied { seed },
        GeneratorKind::Unbounded => Generator::XorShift64StarUnbounded { seed },
        GeneratorKind::Mt19937_64 => Generator::Mt19937_64 { seed },
        GeneratorKind::SplitMix64 | GeneratorKind::ChaCha20 | GeneratorKind::Pcg64 => {
            Generator::SplitMix64 { seed }
        }
    }
}

/// 32 bytes as 64 hexadecimal digits.
fn cipher_key(fields: &mut Fields<'_, '_>) -> Result<[u8; 32], DialectFileError> {
    let seed = fields.string("seed")?.ok_or_else(|| fields.missing("seed"))?;
    let wrong = || seed.error("expected 64 hexadecimal digits, two for each byte of ChaCha20's key");
    let (high, low) = seed.it.split_at_checked(32).filter(|_| seed.it.len() == 64).ok_or_else(wrong)?;
    let mut bytes = [0; 32];
    for (half, digits) in [high, low].into_iter().enumerate() {
        let number = hexadecimal(digits).filter(|_| !digits.starts_with("0x")).ok_or_else(wrong)?;
        bytes[16 * half..16 * half + 16].copy_from_slice(&number.to_be_bytes());
    }
    Ok(bytes)
}

fn listed(list: Vec<u64>, expected: usize) -> Result<Numbers, String> {
    if list.len() == expected {
        return Ok(Numbers::Listed(Cow::Owned(list)));
    }
    Err(LayoutError::Length { expected, found: list.len() }.to_string())
}

fn key(value: &Value<'_, &str>) -> Result<u64, DialectFileError> {
    number(value.it).ok_or_else(|| value.error(not_a_key(value.it)))
}

/// A table file: a JSON list of strings, or lines whose last column is a number. `#` starts a comment line.
fn parse_table(text: &str) -> Result<Vec<u64>, DialectFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json = text.trim_start().starts_with('[');
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |item: &str| DialectFileError::new(not_a_key(item)).in_line(index + 1);
        if is_json {
            let items = line.trim_start_matches('[').trim_end_matches(']').split(',').map(str::trim);
            for item in items.filter(|item| !item.is_empty()) {
                let digits = item.strip_prefix('"').and_then(|item| item.strip_suffix('"')).unwrap_or("");
                list.push(number(digits).ok_or_else(|| wrong(item))?);
            }
        } else {
            let last = line.split_ascii_whitespace().next_back().unwrap_or(line);
            list.push(number(last).ok_or_else(|| wrong(last))?);
        }
    }
    Ok(list)
}

fn number(digits: &str) -> Option<u64> {
    let fits = digits.strip_prefix("0x").unwrap_or(digits).len() <= 16;
    hexadecimal(digits).filter(|_| fits).and_then(|number| u64::try_from(number).ok())
}

fn not_a_key(item: &str) -> String {
    format!("expected at most 16 hexadecimal digits, found \"{}\"", printable(item))
}
