//! A file of keys in hexadecimal, one a line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use tabiya_audit::MOST_KEYS;

/// Room for the keys and for columns before them.
const LARGEST_FILE: u64 = 1 << 20;

/// Keys, each with the number of its line.
pub(super) fn read(path: &Path) -> Result<Vec<(usize, u64)>, String> {
    let name = path.display().to_string().escape_debug().to_string();
    let mut bytes = Vec::new();
    let opened = if path == Path::new("-") { Ok(Box::new(io::stdin()) as Box<dyn Read>) } else { open(path) };
    opened
        .and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(format!("{name} has more than {LARGEST_FILE} bytes: no list of up to {MOST_KEYS} keys"));
    }
    parse(&bytes).map_err(|error| format!("{name}: {error}"))
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(Box::new(File::open(path)?))
}

/// The last column of each line; blank lines and comments (`#`) are skipped.
fn parse(bytes: &[u8]) -> Result<Vec<(usize, u64)>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut keys = Vec::new();
    for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
        let text = line.trim_ascii();
        if text.is_empty() || text.starts_with(b"#") {
            continue;
        }
        let column = text.rsplit(|byte| matches!(byte, b'\t' | b' ' | b',')).next().unwrap_or(text);
        keys.push((number, key(column).map_err(|error| format!("line {number}: {error}"))?));
        if keys.len() > MOST_KEYS {
            return Err(format!("line {number}: more than {MOST_KEYS} keys"));
        }
    }
    if keys.is_empty() { Err("there is no key in it".to_string()) } else { Ok(keys) }
}

fn key(text: &[u8]) -> Result<u64, String> {
    let digits = text.strip_prefix(b"0x").or(text.strip_prefix(b"0X")).unwrap_or(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
        return Err("the last column is no key: expected up to 16 hexadecimal digits".to_string());
    }
    if digits.len() > 16 {
        return Err(format!("the key has {} digits, more than 64 bits have", digits.len()));
    }
    let digits = std::str::from_utf8(digits).expect("hexadecimal digits are ASCII");
    Ok(u64::from_str_radix(digits, 16).expect("up to 16 hexadecimal digits are a u64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_is_the_key_and_comments_are_skipped() {
        let text = b"# a table\n0\tp\ta1\t9d39247e33776d41\r\n\n0x2A\n2,44db\n";
        assert_eq!(parse(text), Ok(vec![(2, 0x9d39_247e_3377_6d41), (4, 0x2a), (5, 0x44db)]));
    }

    #[test]
    fn what_is_no_key_is_named_by_its_line() {
        let error = |text: &[u8]| parse(text).unwrap_err();
        let no_key = "the last column is no key: expected up to 16 hexadecimal digits";
        assert_eq!(error(b"12\nxyz\n"), format!("line 2: {no_key}"));
        assert_eq!(error(b"0x\n"), format!("line 1: {no_key}"));
        assert_eq!(error(b"\xff\xfe\n"), format!("line 1: {no_key}"));
        assert_eq!(error(b"123456789abcdef01\n"), "line 1: the key has 17 digits, more than 64 bits have");
        assert_eq!(error(b"\n# nothing\n"), "there is no key in it");
        assert_eq!(error(&b"1\n".repeat(4097)), "line 4097: more than 4096 keys");
    }
}
