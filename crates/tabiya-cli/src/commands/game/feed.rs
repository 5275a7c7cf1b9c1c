//! Games from files, one after the other.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use tabiya_pgn::{Input, Reader, Record};

use super::progress::Progress;

/// One game, and where it is from.
pub(crate) struct Numbered<'a> {
    pub(crate) record: &'a mut Record,
    /// Which of the files, from 0.
    pub(crate) file: usize,
    /// Which game of the file, from 1.
    pub(crate) number: u64,
}

/// What comes out of a file.
pub(crate) enum FeedItem<'a> {
    Game(Numbered<'a>),
    /// Something is wrong with a file, or with what stands between its games.
    Complaint(String),
    /// A file cannot be opened at all.
    Unopened(String),
}

/// Gives every game of every file, and every reason why there are not more, until told to stop.
pub(crate) fn each(
    files: &[PathBuf],
    progress: &Progress,
    give: &mut impl FnMut(FeedItem<'_>) -> ControlFlow<()>,
) {
    for (index, path) in files.iter().enumerate() {
        let step = match open(path) {
            Ok(input) => read(index, path, input, progress, give),
            Err(error) => give(FeedItem::Unopened(format!("{}: {error}", path.display()))),
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
    give: &mut impl FnMut(FeedItem<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    progress.begin_file(input.compressed_bytes());
    let name = path.display();
    let mut reader = Reader::new(input);
    let mut record = Record::new();
    loop {
        let more = reader.read_game(&mut record);
        if let Some(stray) = record.take_stray_problem() {
            give(FeedItem::Complaint(format!("{name}: {stray}")))?;
        }
        match more {
            Ok(true) => {
                progress.count_game();
                give(FeedItem::Game(Numbered { record: &mut record, file, number: reader.games() }))?;
            }
            Ok(false) => return ControlFlow::Continue(()),
            Err(error) => return give(FeedItem::Complaint(format!("{name}: {error}"))),
        }
    }
}
