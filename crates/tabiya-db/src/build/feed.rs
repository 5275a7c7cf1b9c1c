//! From text to coded games, by one thread or several; they come in the order of the text.

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

/// Hears how an addition goes on.
pub trait Listen {
    /// Another game has been read.
    fn game(&mut self) {}

    /// A game was left out, or a text broke off; why and where.
    fn complaint(&mut self, _text: &str) {}

    /// Something is wrong with a game that was kept; what and where.
    fn warning(&mut self, _text: &str) {}

    /// All games are read, and so much of the sorting is done.
    fn sorted(&mut self, _part: usize, _parts: usize) {}
}

/// Nobody listens.
impl Listen for () {}

/// What a batch holds before it is sent.
const BATCH_GAMES: usize = 128;
const BATCH_BYTES: usize = 1 << 19;
/// How many batches may wait for a worker, and how many to be taken from it.
const WAITING: usize = 2;

/// Something on the way: a game, or a remark on what stands between games.
#[derive(Debug, Default)]
pub(crate) struct Item {
    pub(crate) record: Record,
    pub(crate) coded: Coded,
    pub(crate) stray: Option<String>,
}

impl Item {
    /// Whether a game is kept. What is wrong with it is counted and told, with the name of where it comes from.
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

    /// Every tag, as text.
    pub(crate) fn tags(&self) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
        self.record.tags().map(|(name, value)| (String::from_utf8_lossy(name), value.text())).collect()
    }
}

/// Why the text ended before its end.
pub(crate) type Broken = Option<ReadError>;

/// Gives every game of a text to `take`, coded.
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
        item.stray = item.record.take_stray().map(|stray| stray.to_string());
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
        // Whoever still has something to say finds nobody listening and stops.
        drop(answers);
        let broken = reading.join().expect("reading does not panic");
        taken.map(|()| broken)
    })
}

/// Takes the batches in the turn in which they were dealt. The first worker without one is where dealing has ended.
fn collect(
    answers: &[Receiver<Vec<Item>>],
    give_back: &SyncSender<Vec<Item>>,
    take: &mut impl FnMut(&mut Item) -> Result<()>,
) -> Result<()> {
    for answer in answers.iter().cycle() {
        let Ok(mut batch) = answer.recv() else { return Ok(()) };
        batch.iter_mut().try_for_each(&mut *take)?;
        // The memory is used again, if the reader wants it.
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
            item.stray = item.record.take_stray().map(|stray| stray.to_string());
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
