//! Reading a file of hexadecimal keys.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use tabiya_audit::MAX_KEYS;

use crate::output;

/// The maximum size: the keys with columns before them.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Keys with their line numbers.
pub(super) fn read(path: &Path) -> Result<Vec<(usize, u64)>, String> {
    let name = output::path(path);
    let mut bytes = Vec::new();
    let opened = if path == Path::new("-") { Ok(Box::new(io::stdin()) as Box<dyn Read>) } else { open(path) };
    opened
        .and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!(
            "{name} has more than {MAX_FILE_BYTES} bytes: expected a list of up to {MAX_KEYS} keys"
        ));
    }
    parse(&bytes).map_err(|error| format!("{name}: {error}"))
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(Box::new(File::open(path)?))
}

/// All keys of all lines; blank lines and comments are skipped.
fn parse(bytes: &[u8]) -> Result<Vec<(usize, u64)>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut keys = Vec::new();
    for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
        let found = keys_of_line(&String::from_utf8_lossy(line));
        keys.extend(
            found.map_err(|error| format!("line {number}: {error}"))?.into_iter().map(|key| (number, key)),
        );
        if keys.len() > MAX_KEYS {
            return Err(format!("line {number}: more than {MAX_KEYS} keys"));
        }
    }
    if keys.is_empty() { Err("no keys found".to_string()) } else { Ok(keys) }
}

/// The keys of one line, in common formats: alone, after descriptive columns, or in a list
/// of source code or JSON. Ambiguous lines are an error.
fn keys_of_line(line: &str) -> Result<Vec<u64>, String> {
    let text = without_comments(line);
    // Text before `=` names the table.
    let text = text.split_once('=').map_or(&*text, |(_, after)| after).trim();
    let is_between = |char: char| char.is_ascii_whitespace() || "=,;{}[]()".contains(char);
    let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
    let sure = words.iter().position(|word| is_surely_a_key(word)).unwrap_or(words.len());
    match words[sure..] {
        [] if words.is_empty() => Ok(Vec::new()),
        [] if words.len() == 1 && !text.starts_with('[') || text.contains('\t') => {
            key(words[words.len() - 1]).map(|key| vec![key])
        }
        [] if !words.iter().any(|word| key(word).is_ok()) => key(words[words.len() - 1]).map(|key| vec![key]),
        ref keys if !keys.is_empty() && keys.iter().all(|word| is_surely_a_key(word)) => {
            keys.iter().map(|word| key(word)).collect()
        }
        _ => {
            Err("ambiguous: it is unclear which of these are keys; write `0x` before them, or all 16 digits"
                .to_string())
        }
    }
}

/// Removes comments: after `#` or `//`, and between `/*` and `*/`.
fn without_comments(line: &str) -> String {
    let mut rest = line;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        text.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let end = text.find("//").unwrap_or(text.len()).min(text.find('#').unwrap_or(text.len()));
    text.truncate(end);
    text
}

/// Whether a token must be a key: quoted, marked as hexadecimal, or 16 digits long.
fn is_surely_a_key(word: &str) -> bool {
    let bare = word.trim_matches(['"', '\'']);
    let (digits, is_marked) = digits(bare);
    let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hexadecimal && (is_marked || bare.len() < word.len() || digits.len() >= 16)
}

/// The digits of a number without a language's prefix and suffix, and whether it has the prefix.
fn digits(word: &str) -> (String, bool) {
    let hexadecimal = word.strip_prefix("0x").or(word.strip_prefix("0X"));
    let plain = hexadecimal.unwrap_or(word);
    let suffixes = ["u64", "ULL", "ull", "UL", "ul", "LL", "ll", "U", "u", "L", "l"];
    let bare = suffixes.iter().find_map(|suffix| plain.strip_suffix(suffix)).unwrap_or(plain);
    (bare.replace('_', ""), hexadecimal.is_some())
}

fn key(word: &str) -> Result<u64, String> {
    let (digits, _) = digits(word.trim_matches(['"', '\'']));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("the last column is not a key: expected up to 16 hexadecimal digits".to_string());
    }
    if digits.len() > 16 {
        return Err(format!("the key has {} digits: the maximum is 16", digits.len()));
    }
    Ok(u64::from_str_radix(&digits, 16).expect("up to 16 hexadecimal digits are a u64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_is_the_key_and_comments_are_skipped() {
        let text = b"# a table\n0\tp\ta1\t9d39247e33776d41\r\n\n0x2A\n2\t44db\np a1 0x2b\n";
        assert_eq!(parse(text), Ok(vec![(2, 0x9d39_247e_3377_6d41), (4, 0x2a), (5, 0x44db), (6, 0x2b)]));
    }

    #[test]
    fn every_key_of_a_line_is_read() {
        let four = Ok(vec![1, 0x2a, 3, 0xffff_ffff_ffff_ffff]);
        for line in [
            "0x1, 0x2A, 0x3, 0xFFFFFFFFFFFFFFFF",
            "    0x1ULL, 0x2AULL, 0x3ULL, 0xFFFFFFFFFFFFFFFFULL, // four",
            "static const uint64_t keys[4] = { 0x1, 0x2A, /* 0x9, */ 0x3, 0xFFFF_FFFF_FFFF_FFFFu64 };",
            "[\"1\", \"2a\", '3', \"ffffffffffffffff\"]",
            "white 0000000000000001\t000000000000002a\t0000000000000003\tffffffffffffffff",
        ] {
            assert_eq!(keys_of_line(line), four, "{line}");
        }
        for nothing in ["", "U64 table[781] = {", "};", "// 0x1", "[", "],"] {
            assert_eq!(keys_of_line(nothing), Ok(vec![]), "{nothing}");
        }
    }

    #[test]
    fn an_ambiguous_line_is_an_error() {
        for line in [
            "2,44db",
            "1 2 3",
            "[12, 13]",
            "[12]",
            "0x1, 2",
            "9d39247e33776d41 12",
            "0x1, x, 0x2",
            "k[0] = 0x1; k[1] = 0x2;",
        ] {
            assert!(keys_of_line(line).is_err_and(|error| error.contains("ambiguous")), "{line}");
        }
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &[u8]| parse(text).unwrap_err();
        let no_key = "the last column is not a key: expected up to 16 hexadecimal digits";
        assert_eq!(error(b"12\nxyz\n"), format!("line 2: {no_key}"));
        assert_eq!(error(b"0x\n"), format!("line 1: {no_key}"));
        assert_eq!(error(b"\xff\xfe\n"), format!("line 1: {no_key}"));
        assert_eq!(error(b"123456789abcdef01\n"), "line 1: the key has 17 digits: the maximum is 16");
        assert_eq!(error(b"\n# nothing\n"), "no keys found");
        assert_eq!(error(&b"1\n".repeat(4097)), "line 4097: more than 4096 keys");
    }
}
