use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use tabiya::Rules;
use tabiya_files::{LineRead, read_line};

use crate::sample::{GAME_ENDS, MAX_LINE, Sample};

/// A file of samples to which complete games are appended.
#[derive(Debug)]
pub(super) struct Record {
    file: File,
    /// The numbers of its games.
    games: BTreeSet<u64>,
    positions: u64,
}

impl Record {
    /// Opens or creates the file and removes an incomplete last game.
    pub(super) fn open(path: &Path) -> io::Result<Record> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let (mut games, mut positions, mut pending) = (BTreeSet::new(), 0, 0);
        let (mut at, mut complete) = (0, 0);
        let mut reader = BufReader::new(&file);
        let (mut line, length) = (Vec::new(), file.metadata()?.len());
        loop {
            match read_line(&mut reader, MAX_LINE, &mut line)? {
                LineRead::End => break,
                // A file without line ends is of another format: do not truncate it.
                LineRead::Truncated => return Err(foreign()),
                LineRead::Complete => at += line.len() as u64 + 1,
            }
            if at > length {
                // The last line is incomplete.
                if games.is_empty() {
                    return Err(foreign());
                }
                break;
            }
            if let Some(number) = line.strip_prefix(GAME_ENDS.as_bytes()) {
                games.insert(game_number(number).ok_or_else(foreign)?);
                (positions, complete, pending) = (positions + pending, at, 0);
            } else {
                pending += 1;
            }
        }
        if games.is_empty() && at > 0 {
            return Err(foreign());
        }
        file.set_len(complete)?;
        file.seek(SeekFrom::Start(complete))?;
        Ok(Record { file, games, positions })
    }

    pub(super) fn games(&self) -> &BTreeSet<u64> {
        &self.games
    }

    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Appends a game in one write.
    pub(super) fn add<R: Rules>(&mut self, number: u64, samples: &[Sample<R>]) -> io::Result<()> {
        let mut text = String::new();
        for sample in samples {
            sample.write(&mut text);
        }
        let _ = writeln!(text, "{GAME_ENDS} {number}");
        self.file.write_all(text.as_bytes())?;
        self.games.insert(number);
        self.positions += samples.len() as u64;
        Ok(())
    }
}

fn game_number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

fn foreign() -> io::Error {
    io::Error::other("not a file that `play` wrote")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::{Chess, Position};

    #[test]
    fn a_truncated_game_is_dropped_and_complete_games_are_kept() {
        let path = std::env::temp_dir().join(format!("tabiya-tune-record-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let sample = Sample { position: Position::<Chess>::start(), result: 1.0, score: Some(3) };
        Record::open(&path).and_then(|mut record| record.add(7, &[sample, sample])).expect("a new file");
        let content = std::fs::read(&path).expect("it is there");
        let mut cut = content.clone();
        cut.extend_from_slice(b"8/8/8/8 w - - 0 1;1;0\n8/8");
        std::fs::write(&path, &cut).expect("it can be written");
        let record = Record::open(&path).expect("a file of ours");
        assert_eq!((record.games(), record.positions()), (&BTreeSet::from([7]), 2));
        assert_eq!(std::fs::read(&path).expect("it is there"), content);
        std::fs::write(&path, "something else\n").expect("it can be written");
        assert!(Record::open(&path).is_err());
        assert_eq!(std::fs::read(&path).expect("it is there"), b"something else\n");
        let _ = std::fs::remove_file(&path);
    }
}
