//! Parses and encodes games, on one thread or several, and returns them in order.

use std::borrow::Cow;
use std::io::Read;
use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use tabiya::Variant;
use tabiya_pgn::{ReadError, Reader, Record};

use super::code::Coded;
use super::writer::Added;
use crate::error::Result;

/// Receives progress and errors while games are added.
pub trait Listen {
    /// A game was read.
    fn game(&mut self) {}

    /// A game was rejected or reading failed; the text has the reason and location.
    fn complaint(&mut self, _text: &str) {}

    /// A problem in a game that was kept; the text has the problem and location.
    fn warning(&mut self, _text: &str) {}

    /// All games are read, and `_part` of `_parts` steps of sorting are done.
    fn sorted(&mut self, _part: usize, _parts: usize) {}
}

/// Ignores all reports.
impl Listen for () {}

/// Limits of a batch.
const BATCH_GAMES: usize = 128;
const BATCH_BYTES: usize = 1 << 19;
/// Queue length in batches, for each worker and direction.
const WAITING: usize = 2;

/// A parsed game, with the problem found before it, if any.
#[derive(Debug, Default)]
pub(crate) struct Item {
    pub(crate) record: Record,
    pub(crate) coded: Coded,
    pub(crate) stray: Option<String>,
}

impl Item {
    /// Whether the game is kept. Counts and reports its faults, with the name of its source.
    pub(crate) fn is_kept(
        &mut self,
        name: &str,
        keep_broken: bool,
        added: &mut Added,
        listen: &mut impl Listen,
    ) -> bool {
        if let Some(stray) = self.stray.take() {
            listen.warning(&format!("{name}: {stray}"));
        }
        listen.game();
        added.read += 1;
        if let Some(fault) = &self.coded.fault {
            added.broken += 1;
            if !keep_broken || !self.coded.has_begun {
                listen.complaint(&format!("{name}: {fault} (left out)"));
                return false;
            }
            listen.warning(&format!("{name}: {fault} (kept up to there)"));
        } else if let Some(problem) = self.record.problem() {
            listen.warning(&format!("{name}: {problem} (kept)"));
        }
        true
    }

    /// All tags as text.
    pub(crate) fn tags(&self) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
        self.record.tags().map(|(name, value)| (String::from_utf8_lossy(name), value.text())).collect()
    }
}

/// The input error that ended reading, if any.
pub(crate) type Broken = Option<ReadError>;

/// Calls `take` with every game of a text, in order.
pub(crate) fn each(
    input: impl Read + Send,
    variant: Variant,
    threads: usize,
    take: &mut impl FnMut(&mut Item) -> Result<()>,
) -> Result<Broken> {
    if threads <= 1 { alone(input, variant, take) } else { together(input, variant, threads, take) }
}

fn alone(
    input: impl Read,
    variant: Variant,
    take: &mut impl FnMut(&mut Item) -> Result<()>,
) -> Result<Broken> {
    let mut reader = Reader::new(input);
    let mut item = Item::default();
    loop {
        let more = reader.read_game(&mut item.record);
        item.stray = item.record.take_stray_problem().map(|stray| stray.to_string());
        match more {
            Ok(true) => {
                item.coded.read(&item.record, variant);
                take(&mut item)?;
            }
            Ok(false) => return Ok(None),
            Err(error) => return Ok(Some(error)),
        }
    }
}

fn together(
    input: impl Read + Send,
    variant: Variant,
    threads: usize,
    take: &mut impl FnMut(&mut Item) -> Result<()>,
) -> Result<Broken> {
    thread::scope(|scope| {
        let (mut desks, mut answers) = (Vec::new(), Vec::new());
        let (give_back, used) = sync_channel(2 * WAITING * threads);
        for _ in 0..threads {
            let (desk, batches) = sync_channel::<Vec<Item>>(WAITING);
            let (done, answer) = sync_channel::<Vec<Item>>(WAITING);
            scope.spawn(move || {
                for mut batch in batches {
                    batch.iter_mut().for_each(|item| item.coded.read(&item.record, variant));
                    if done.send(batch).is_err() {
                        return;
                    }
                }
            });
            desks.push(desk);
            answers.push(answer);
        }
        let reading = scope.spawn(move || deal(input, &desks, &used));
        let taken = collect(&answers, &give_back, take);
        // Workers that still send find the channel closed and stop.
        drop(answers);
        let broken = reading.join().expect("reading does not panic");
        taken.map(|()| broken)
    })
}

/// Receives the batches in the order in which they were distributed. The first closed channel marks the end.
fn collect(
    answers: &[Receiver<Vec<Item>>],
    give_back: &SyncSender<Vec<Item>>,
    take: &mut impl FnMut(&mut Item) -> Result<()>,
) -> Result<()> {
    for answer in answers.iter().cycle() {
        let Ok(mut batch) = answer.recv() else { return Ok(()) };
        batch.iter_mut().try_for_each(&mut *take)?;
        // Return the memory to the reader, unless its queue is full.
        let _ = give_back.try_send(batch);
    }
    Ok(())
}

fn deal(input: impl Read, desks: &[SyncSender<Vec<Item>>], used: &Receiver<Vec<Item>>) -> Broken {
    let mut reader = Reader::new(input);
    let mut spare: Vec<Item> = Vec::new();
    let mut turn = desks.iter().cycle();
    loop {
        let (mut batch, mut bytes) = (Vec::with_capacity(BATCH_GAMES), 0);
        let end = loop {
            if spare.is_empty() {
                spare = used.try_recv().unwrap_or_default();
            }
            let mut item = spare.pop().unwrap_or_default();
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
        let desk = turn.next().expect("there is a worker at least");
        let is_heard = batch.is_empty() || desk.send(mem::take(&mut batch)).is_ok();
        match end {
            Some(broken) => return broken,
            None if !is_heard => return None,
            None => {}
        }
    }
}
