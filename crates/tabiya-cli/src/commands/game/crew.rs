//! Several threads replay; what they say comes in the order of the files.
//!
//! Batches are dealt to the workers in turn and collected in the same turn, so the order needs no sorting, and
//! nobody can run ahead by more than the queues hold.

use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use tabiya_pgn::Record;
use tabiya_pgn::replay::Replayer;

use super::feed::{self, FeedItem, Numbered};
use super::progress::Progress;
use super::told::Told;
use super::{Game, GameWriter};

/// What a batch holds before it is sent.
const BATCH_GAMES: usize = 64;
const BATCH_BYTES: usize = 1 << 18;
/// How many batches may wait for a worker, and how many answers for the printer.
const WAITING: usize = 2;

enum Entry {
    Game { record: Record, file: usize, number: u64 },
    Complaint(String),
}

pub(super) fn each(
    args: &Game,
    progress: &Progress,
    writer: &GameWriter<'_>,
    fresh: impl Fn() -> Replayer + Sync,
    take: &mut impl FnMut(Told) -> ControlFlow<()>,
) -> io::Result<()> {
    thread::scope(|scope| {
        let (mut desks, mut answers) = (Vec::new(), Vec::new());
        for _ in 0..args.threads {
            let (desk, batches) = sync_channel(WAITING);
            let (said, answer) = sync_channel(WAITING);
            let fresh = &fresh;
            thread::Builder::new().spawn_scoped(scope, move || work(&batches, &said, writer, fresh()))?;
            desks.push(desk);
            answers.push(answer);
        }
        thread::Builder::new().spawn_scoped(scope, move || deal(args, progress, &desks))?;
        collect(&answers, take);
        // Whoever still has something to say finds nobody listening and stops.
        drop(answers);
        Ok(())
    })
}

/// Takes the answers in turn. The first worker without one is where dealing has ended.
fn collect(answers: &[Receiver<Vec<Told>>], take: &mut impl FnMut(Told) -> ControlFlow<()>) {
    for answer in answers.iter().cycle() {
        let Ok(batch) = answer.recv() else { return };
        for told in batch {
            if take(told).is_break() {
                return;
            }
        }
    }
}

fn work(
    batches: &Receiver<Vec<Entry>>,
    said: &SyncSender<Vec<Told>>,
    writer: &GameWriter<'_>,
    mut replayer: Replayer,
) {
    for batch in batches {
        let tell = |entry: Entry| match entry {
            Entry::Complaint(text) => Told::Complaint(text),
            Entry::Game { mut record, file, number } => {
                writer.tell(&FeedItem::Game(Numbered { record: &mut record, file, number }), &mut replayer)
            }
        };
        if said.send(batch.into_iter().map(tell).collect()).is_err() {
            return;
        }
    }
}

fn deal(args: &Game, progress: &Progress, desks: &[SyncSender<Vec<Entry>>]) {
    let mut turn = desks.iter().cycle();
    let mut send = |batch: &mut Vec<Entry>| {
        let desk = turn.next().expect("there is a worker at least");
        match desk.send(mem::take(batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let (mut batch, mut bytes) = (Vec::new(), 0);
    feed::each(&args.files, progress, &mut |found| {
        match found {
            FeedItem::Complaint(text) | FeedItem::Unopened(text) => batch.push(Entry::Complaint(text)),
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
