//! Parses and encodes games, on one thread or several, and returns them in order.

use std::borrow::Cow;
use std::io::Read;
use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use tabiya_pgn::{ReadError, Reader, TreeRecord};

use super::encode::EncodedGame;
use super::writer::{AddOptions, AddStats};
use crate::error::Result;

/// Receives progress and errors while games are added.
pub trait AddObserver {
    /// A game was read.
    fn game(&mut self) {}

    /// A game was rejected or reading failed; the text has the reason and location.
    fn error(&mut self, _text: &str) {}

    /// A problem in a game that was kept; the text has the problem and location.
    fn warning(&mut self, _text: &str) {}

    /// Whether to stop. The operation then fails with [`DbError::Cancelled`](crate::DbError::Cancelled), and nothing has changed.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// All games are read, and `_part` of `_parts` steps of sorting are done.
    fn sorted(&mut self, _part: usize, _parts: usize) {}
}

/// Ignores all reports.
impl AddObserver for () {}

/// Limits of a batch.
const BATCH_GAMES: usize = 128;
const BATCH_BYTES: usize = 1 << 19;
/// The memory of larger games is released before the next game.
const MAX_RECYCLED: usize = 1 << 18;
/// Queue length in batches, for each worker and direction.
const QUEUE_LENGTH: usize = 2;

/// A parsed game, with the problem found before it, if any.
#[derive(Debug, Default)]
pub(crate) struct ParsedGame {
    pub(crate) record: TreeRecord,
    pub(crate) encoded: EncodedGame,
    pub(crate) stray: Option<String>,
}

impl ParsedGame {
    /// The buffers for the next game.
    fn recycled(self) -> ParsedGame {
        if self.record.size() <= MAX_RECYCLED { self } else { ParsedGame::default() }
    }

    /// Whether the game is kept. Counts and reports its faults, with the name of its source.
    pub(crate) fn is_kept(
        &mut self,
        name: &str,
        keep_broken: bool,
        added: &mut AddStats,
        observer: &mut impl AddObserver,
    ) -> bool {
        if let Some(stray) = self.stray.take() {
            observer.warning(&format!("{name}: {stray}"));
        }
        observer.game();
        added.read += 1;
        if let Some(fault) = &self.encoded.fault {
            added.broken += 1;
            if !keep_broken || !self.encoded.has_begun {
                observer.error(&format!("{name}: {fault} (skipped)"));
                return false;
            }
            observer.warning(&format!("{name}: {fault} (kept up to this move)"));
        } else if let Some(problem) = self.record.record().problem() {
            observer.warning(&format!("{name}: {problem} (kept)"));
        }
        for fault in &self.encoded.note_faults {
            observer
                .warning(&format!("{name}: {fault} (the game is kept without the rest of this variation)"));
        }
        true
    }

    /// All tags as text.
    pub(crate) fn tags(&self) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
        self.record
            .record()
            .tags()
            .map(|(name, value)| (String::from_utf8_lossy(name), value.text()))
            .collect()
    }
}

/// The input error that ended reading, if any.
pub(crate) type InputError = Option<ReadError>;

/// Calls `take` with every game of a text, in order.
pub(crate) fn read_games(
    input: impl Read + Send,
    options: &AddOptions,
    take: &mut impl FnMut(&mut ParsedGame) -> Result<()>,
) -> Result<InputError> {
    if options.threads <= 1 {
        parse_sequentially(input, options, take)
    } else {
        parse_in_parallel(input, options, take)
    }
}

fn parse_sequentially(
    input: impl Read,
    options: &AddOptions,
    take: &mut impl FnMut(&mut ParsedGame) -> Result<()>,
) -> Result<InputError> {
    let mut reader = Reader::new(input);
    let mut item = ParsedGame::default();
    loop {
        item = item.recycled();
        let more = reader.read_game(&mut item.record);
        item.stray = item.record.take_stray_problem().map(|stray| stray.to_string());
        match more {
            Ok(true) => {
                item.encoded.read(&item.record, options.variant, options.annotations);
                take(&mut item)?;
            }
            Ok(false) => return Ok(None),
            Err(error) => return Ok(Some(error)),
        }
    }
}

fn parse_in_parallel(
    input: impl Read + Send,
    options: &AddOptions,
    take: &mut impl FnMut(&mut ParsedGame) -> Result<()>,
) -> Result<InputError> {
    let AddOptions { threads, variant, annotations, .. } = *options;
    thread::scope(|scope| {
        let (mut queues, mut results) = (Vec::new(), Vec::new());
        let (recycle, recycled) = sync_channel(2 * QUEUE_LENGTH * threads);
        for _ in 0..threads {
            let (queue, batches) = sync_channel::<Vec<ParsedGame>>(QUEUE_LENGTH);
            let (done, result) = sync_channel::<Vec<ParsedGame>>(QUEUE_LENGTH);
            scope.spawn(move || {
                for mut batch in batches {
                    for item in &mut batch {
                        item.encoded.read(&item.record, variant, annotations);
                    }
                    if done.send(batch).is_err() {
                        return;
                    }
                }
            });
            queues.push(queue);
            results.push(result);
        }
        let reading = scope.spawn(move || distribute(input, &queues, &recycled));
        let taken = collect(&results, &recycle, take);
        // Workers that still send find the channel closed and stop.
        drop(results);
        let broken = reading.join().expect("reading does not panic");
        taken.map(|()| broken)
    })
}

/// Receives the batches in the order in which they were distributed. The first closed channel marks the end.
fn collect(
    results: &[Receiver<Vec<ParsedGame>>],
    recycle: &SyncSender<Vec<ParsedGame>>,
    take: &mut impl FnMut(&mut ParsedGame) -> Result<()>,
) -> Result<()> {
    for result in results.iter().cycle() {
        let Ok(mut batch) = result.recv() else { return Ok(()) };
        batch.iter_mut().try_for_each(&mut *take)?;
        // Return the memory to the reader, unless its queue is full.
        let _ = recycle.try_send(batch);
    }
    Ok(())
}

fn distribute(
    input: impl Read,
    queues: &[SyncSender<Vec<ParsedGame>>],
    recycled: &Receiver<Vec<ParsedGame>>,
) -> InputError {
    let mut reader = Reader::new(input);
    let mut spare: Vec<ParsedGame> = Vec::new();
    let mut turn = queues.iter().cycle();
    loop {
        let (mut batch, mut bytes) = (Vec::with_capacity(BATCH_GAMES), 0);
        let end = loop {
            if spare.is_empty() {
                spare = recycled.try_recv().unwrap_or_default();
            }
            let mut item = spare.pop().unwrap_or_default().recycled();
            let more = reader.read_game(&mut item.record);
            item.stray = item.record.take_stray_problem().map(|stray| stray.to_string());
            match more {
                Ok(true) => {
                    bytes += item.record.size();
                    batch.push(item);
                }
                Ok(false) => break Some(None),
                Err(error) => break Some(Some(error)),
            }
            if batch.len() == BATCH_GAMES || bytes >= BATCH_BYTES {
                break None;
            }
        };
        let queue = turn.next().expect("there is a worker at least");
        let is_received = batch.is_empty() || queue.send(mem::take(&mut batch)).is_ok();
        match end {
            Some(broken) => return broken,
            None if !is_received => return None,
            None => {}
        }
    }
}
