//! Reading games from several files.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use tabiya_pgn::{Input, Reader, Record};

use super::progress::Progress;

/// One game and its place.
pub(crate) struct Numbered<'a> {
    pub(crate) record: &'a mut Record,
    /// The index of the file, from 0.
    pub(crate) file: usize,
    /// The number of the game in the file, from 1.
    pub(crate) number: u64,
}

/// An item read from a file.
pub(crate) enum FeedItem<'a> {
    Game(Numbered<'a>),
    /// A problem of a file, or of the text between its games.
    Problem(String),
    /// A file could not be opened.
    NotOpened(String),
}

/// Passes all games and problems of all files to a function, until it stops.
pub(crate) fn each(
    files: &[PathBuf],
    progress: &Progress,
    take: &mut impl FnMut(FeedItem<'_>) -> ControlFlow<()>,
) {
    for (index, path) in files.iter().enumerate() {
        let step = match open(path) {
            Ok(input) => read(index, path, input, progress, take),
            Err(error) => take(FeedItem::NotOpened(format!("{}: {error}", path.display()))),
        };
        if step.is_break() {
            return;
        }
    }
}

fn open(path: &Path) -> io::Result<Input<'static>> {
    if path == Path::new("-") { Input::new(io::stdin()) } else { Input::open(path) }
}

fn read(
    file: usize,
    path: &Path,
    input: Input<'_>,
    progress: &Progress,
    take: &mut impl FnMut(FeedItem<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    progress.begin_file(input.compressed_bytes());
    let name = path.display();
    let mut reader = Reader::new(input);
    let mut record = Record::new();
    loop {
        let more = reader.read_game(&mut record);
        if let Some(stray) = record.take_stray_problem() {
            take(FeedItem::Problem(format!("{name}: {stray}")))?;
        }
        match more {
            Ok(true) => {
                progress.count_game();
                take(FeedItem::Game(Numbered { record: &mut record, file, number: reader.games() }))?;
            }
            Ok(false) => return ControlFlow::Continue(()),
            Err(error) => return take(FeedItem::Problem(format!("{name}: {error}"))),
        }
    }
}
