//! Replaying games on several threads, with output in the order of the files.
//!
//! Batches are assigned to the workers round-robin and collected in the same order, so nothing needs sorting, and
//! the queues limit how far ahead a worker can get.

use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use tabiya_pgn::Record;
use tabiya_pgn::replay::Replayer;

use super::feed::{self, FeedItem, Numbered};
use super::progress::Progress;
use super::report::GameReport;
use super::{Game, GameWriter};

/// The number of games in a batch.
const BATCH_GAMES: usize = 64;
const BATCH_BYTES: usize = 1 << 18;
/// The number of batches queued for a worker, and of results queued for the printer.
const QUEUE_LENGTH: usize = 2;

enum Entry {
    Game { record: Record, file: usize, number: u64 },
    Problem(String),
}

pub(super) fn each(
    args: &Game,
    progress: &Progress,
    writer: &GameWriter<'_>,
    new_replayer: impl Fn() -> Replayer + Sync,
    take: &mut impl FnMut(GameReport) -> ControlFlow<()>,
) -> io::Result<()> {
    thread::scope(|scope| {
        let (mut workers, mut answers) = (Vec::new(), Vec::new());
        for _ in 0..args.threads {
            let (worker, batches) = sync_channel(QUEUE_LENGTH);
            let (results, answer) = sync_channel(QUEUE_LENGTH);
            let new_replayer = &new_replayer;
            thread::Builder::new()
                .spawn_scoped(scope, move || work(&batches, &results, writer, new_replayer()))?;
            workers.push(worker);
            answers.push(answer);
        }
        thread::Builder::new().spawn_scoped(scope, move || distribute(args, progress, &workers))?;
        collect(&answers, take);
        // Workers with results left find the channel closed and stop.
        drop(answers);
        Ok(())
    })
}

/// Collects the results in order, until the worker whose turn it is has finished.
fn collect(answers: &[Receiver<Vec<GameReport>>], take: &mut impl FnMut(GameReport) -> ControlFlow<()>) {
    for answer in answers.iter().cycle() {
        let Ok(batch) = answer.recv() else { return };
        for report in batch {
            if take(report).is_break() {
                return;
            }
        }
    }
}

fn work(
    batches: &Receiver<Vec<Entry>>,
    results: &SyncSender<Vec<GameReport>>,
    writer: &GameWriter<'_>,
    mut replayer: Replayer,
) {
    for batch in batches {
        let report = |entry: Entry| match entry {
            Entry::Problem(text) => GameReport::Problem(text),
            Entry::Game { mut record, file, number } => {
                writer.report(&FeedItem::Game(Numbered { record: &mut record, file, number }), &mut replayer)
            }
        };
        if results.send(batch.into_iter().map(report).collect()).is_err() {
            return;
        }
    }
}

fn distribute(args: &Game, progress: &Progress, workers: &[SyncSender<Vec<Entry>>]) {
    let mut turn = workers.iter().cycle();
    let mut send = |batch: &mut Vec<Entry>| {
        let worker = turn.next().expect("there is at least one worker");
        match worker.send(mem::take(batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let (mut batch, mut bytes) = (Vec::new(), 0);
    feed::each(&args.files, progress, &mut |found| {
        match found {
            FeedItem::Problem(text) | FeedItem::NotOpened(text) => batch.push(Entry::Problem(text)),
            FeedItem::Game(Numbered { record, file, number }) => {
                bytes += record.size();
                batch.push(Entry::Game { record: mem::take(record), file, number });
            }
        }
        if batch.len() < BATCH_GAMES && bytes < BATCH_BYTES {
            return ControlFlow::Continue(());
        }
        bytes = 0;
        send(&mut batch)
    });
    if !batch.is_empty() {
        let _ = send(&mut batch);
    }
}
