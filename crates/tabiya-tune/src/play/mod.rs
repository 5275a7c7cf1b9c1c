//! Self-play games in parallel, into one file.

mod record;
mod selfplay;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use tabiya::{Chess, Makruk, Position, Variant};
use tabiya_engine::STACK;
use tabiya_engine::eval::Evaluate;

use crate::PlayArgs;
use record::Record;
use selfplay::Player;
use tabiya::keys::SplitMix64;

/// A variant with a choice of start positions.
pub(crate) trait Starts: Evaluate {
    fn start(variant: Variant, random: &mut SplitMix64) -> Position<Self>;
}

impl Starts for Chess {
    fn start(variant: Variant, random: &mut SplitMix64) -> Position<Chess> {
        let number = if variant == Variant::Chess960 { random.below(960) as u16 } else { 518 };
        Position::start_960(number).unwrap_or_default()
    }
}

impl Starts for Makruk {
    fn start(_: Variant, _: &mut SplitMix64) -> Position<Makruk> {
        Position::start()
    }
}

pub(crate) fn run<R: Starts>(args: &PlayArgs) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", args.out.display());
    let record = Record::open(&args.out).map_err(problem)?;
    // Threads finish in any order, so that an interrupted run may lack any game.
    let done = record.games().clone();
    let bar = ProgressBar::new(args.games).with_position(done.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left, {msg}")
            .map_err(|error| error.to_string())?,
    );
    let record = Mutex::new(record);
    let next = AtomicU64::new(0);
    let failure = Mutex::new(None);
    let fail = |problem: String| {
        if let Ok(mut failure) = failure.lock() {
            *failure = Some(problem);
        }
    };
    thread::scope(|scope| {
        for _ in 0..args.threads.clamp(1, 256) {
            let work = || {
                let play_all = || -> Result<(), String> {
                    let mut player = Player::<R>::new(args.nodes)?;
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= args.games {
                            return Ok(());
                        }
                        if done.contains(&number) {
                            continue;
                        }
                        let mut random =
                            SplitMix64::new(args.seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
                        let samples = player.play(args.variant, &mut random);
                        let mut record = record.lock().map_err(|_| "another thread failed")?;
                        record.add(number, &samples).map_err(problem)?;
                        bar.set_message(format!("{} positions", record.positions()));
                        bar.inc(1);
                    }
                };
                play_all().unwrap_or_else(fail);
            };
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            if let Err(error) = started {
                fail(format!("no thread: {error}"));
            }
        }
    });
    bar.finish();
    match failure.into_inner() {
        Ok(Some(problem)) => Err(problem),
        _ => Ok(()),
    }
}
