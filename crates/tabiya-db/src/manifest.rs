//! The list of segments: a small text file that is replaced atomically.
//!
//! ```text
//! tabiya database 3
//! segment 5f0c9a… games 12034 bytes 4123456
//! checksum 0a1b2c3d
//! ```

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use crate::FORMAT;
use crate::error::{DbError, Result};

const NAME: &str = "manifest";
const HEADER: &str = "tabiya database ";
/// Maximum size; longer files are rejected.
const MAX_SIZE: u64 = 16 << 20;

/// An entry of the manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SegmentEntry {
    pub(crate) id: u64,
    pub(crate) games: u64,
    pub(crate) bytes: u64,
}

impl SegmentEntry {
    pub(crate) fn folder(&self, database: &Path) -> PathBuf {
        database.join(format!("{:016x}", self.id))
    }
}

pub(crate) fn path(database: &Path) -> PathBuf {
    database.join(NAME)
}

/// Reads the segments of a database in the order of their games; `None` if there is no manifest.
pub(crate) fn read(database: &Path) -> Result<Option<Vec<SegmentEntry>>> {
    let path = path(database);
    let mut text = Vec::new();
    match fs::File::open(&path).and_then(|file| file.take(MAX_SIZE).read_to_end(&mut text)) {
        Ok(_) => {}
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(DbError::Io { path, error }),
    }
    let text = String::from_utf8(text).map_err(|_| DbError::damaged(&path, "not a text file"))?;
    parse(&text, &path).map(Some)
}

fn parse(text: &str, path: &Path) -> Result<Vec<SegmentEntry>> {
    let damaged = |what: &str| DbError::damaged(path, what);
    let version = text.strip_prefix(HEADER).and_then(|rest| rest.lines().next()?.parse::<u32>().ok());
    let version =
        version.ok_or_else(|| damaged("expected `tabiya database` and a version in the first line"))?;
    if version != FORMAT {
        return Err(DbError::Version { path: path.to_owned(), found: version });
    }
    let body = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n'));
    let (body, last) = body.ok_or_else(|| damaged("the file is truncated"))?;
    if last != checksum(body) {
        return Err(damaged("checksum mismatch"));
    }
    let listed = |line: &str| -> Option<SegmentEntry> {
        let mut words = line.split(' ');
        let mut value_of = |word: &str| (words.next()? == word).then(|| words.next())?;
        let id = u64::from_str_radix(value_of("segment")?, 16).ok()?;
        let (games, bytes) = (value_of("games")?.parse().ok()?, value_of("bytes")?.parse().ok()?);
        Some(SegmentEntry { id, games, bytes })
    };
    let mut entries: Vec<SegmentEntry> = Vec::new();
    for line in body.lines().skip(1) {
        let entry = listed(line).ok_or_else(|| damaged("invalid line"))?;
        if entries.iter().any(|other| other.id == entry.id) {
            return Err(damaged(&format!("it lists segment {:016x} twice", entry.id)));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// The last line of the file.
fn checksum(body: &str) -> String {
    format!("checksum {:08x}", crc32fast::hash(body.as_bytes()))
}

/// Replaces the manifest atomically.
pub(crate) fn write(database: &Path, segments: &[SegmentEntry]) -> Result<()> {
    let mut text = format!("{HEADER}{FORMAT}");
    for SegmentEntry { id, games, bytes } in segments {
        write!(text, "\nsegment {id:016x} games {games} bytes {bytes}")
            .expect("writing to a string cannot fail");
    }
    text = format!("{text}\n{}\n", checksum(&text));
    let path = path(database);
    tabiya_files::atomic_write(&path, |out| out.write_all(text.as_bytes())).map_err(DbError::io(&path))
}
