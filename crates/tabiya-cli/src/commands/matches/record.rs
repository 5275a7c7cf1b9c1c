//! The PGN file of a match: reading earlier games and appending new ones.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use tabiya::Variant;
use tabiya_match::{EarlierGame, Played};

use crate::output::{self, Failure};

/// Earlier games of a resumed match.
pub(super) fn earlier_games(path: &Path, variant: Variant) -> Result<Vec<EarlierGame>, Failure> {
    let read = EarlierGame::read(path, variant);
    let (games, others) = read.map_err(|error| Failure::BadInput(error.to_string()))?;
    let mut text = format!("{}: {} found", path.display(), output::counted(games.len() as u64, "game"));
    if others > 0 {
        text += &format!(", and {others} incomplete or not of a match");
    }
    output::complain("note", text);
    Ok(games)
}

/// Opens the file for appending.
pub(super) fn open(path: &Path, resumes: bool) -> Result<File, Failure> {
    let failed = |error: io::Error| Failure::BadInput(format!("{}: {error}", path.display()));
    if !resumes {
        return OpenOptions::new().append(true).create(true).open(path).map_err(failed);
    }
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
    // Separates an incomplete game from the next one.
    if !ends_with_an_empty_line(&mut file).map_err(failed)? {
        file.write_all(b"\n\n").map_err(failed)?;
    }
    Ok(file)
}

/// Writes a game in one call, so that readers see complete games.
pub(super) fn append(file: &mut File, played: &Played) -> io::Result<()> {
    file.write_all(played.pgn.as_bytes()).and_then(|()| file.flush())
}

fn ends_with_an_empty_line(file: &mut File) -> io::Result<bool> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    file.read_to_end(&mut end)?;
    Ok(length == 0 || end == b"\n\n")
}
