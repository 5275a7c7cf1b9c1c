//! Transposition tables: a probe and a store with random keys, compared with the memory latency and with hash maps.

mod limit;
mod memories;
mod work;

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::clock::Times;
use crate::options::Options;
use crate::table::Table;
use limit::Lines;
use memories::{Locked, Prefetched, Sharded, Shared};
use work::{Memory, visit_many};

/// The reference row.
const LIMIT: &str = "random lines read, prefetched: the limit";

pub fn measure(options: &Options) -> io::Result<Vec<Table>> {
    let sizes: &[usize] = if options.quick { &[16, 256] } else { &[16, 256, 1024] };
    let mut tables = Vec::new();
    for &mebibytes in sizes {
        let memories = Memories::new(mebibytes)?;
        for threads in [1, 2] {
            tables.push(memories.measure(threads, options)?);
        }
    }
    Ok(tables)
}

/// All tables of one size, filled.
struct Memories {
    mebibytes: usize,
    lines: Lines,
    table: Shared,
    sharded: Sharded,
    locked: Locked,
}

impl Memories {
    fn new(mebibytes: usize) -> io::Result<Memories> {
        Ok(Memories {
            mebibytes,
            lines: Lines::new(mebibytes)?,
            table: Shared::new(mebibytes)?,
            sharded: Sharded::new(mebibytes),
            locked: Locked::new(mebibytes),
        })
    }

    fn measure(&self, threads: u64, options: &Options) -> io::Result<Table> {
        let repetitions = options.repetitions * if options.quick { 1 } else { 3 };
        let prefetched_lines = limit::Prefetched(&self.lines);
        let written_lines = limit::Written(&self.lines);
        let prefetched = Prefetched(&self.table);
        let mut contenders = [
            contender(LIMIT, &prefetched_lines, threads),
            contender("random lines read and written, prefetched", &written_lines, threads),
            contender("random lines read", &self.lines, threads),
            contender("tabiya-table: probe and store, prefetched", &prefetched, threads),
            contender("tabiya-table: probe and store", &self.table, threads),
            contender("dashmap: get and insert", &self.sharded, threads),
            contender("Mutex<HashMap>: get and insert", &self.locked, threads),
        ];
        for round in 0..=repetitions {
            for contender in &mut contenders {
                let seconds = (contender.run)()?;
                // A first round warms the caches.
                if round > 0 {
                    contender.seconds.push(seconds);
                }
            }
        }
        let times: Vec<Times> = contenders.into_iter().map(|c| Times::of(c.name, c.seconds)).collect();
        let plural = if threads == 1 { "" } else { "s" };
        let title = format!("{} MiB, {threads} thread{plural}: nanoseconds per position", self.mebibytes);
        Ok(compare_with_limit(title, &times))
    }
}

/// A contender, measured in CPU time, which does not include other load.
struct Contender<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> io::Result<f64> + 'a>,
    seconds: Vec<f64>,
}

/// Positions visited per thread and run.
const VISITS: u64 = 400_000;

fn contender<'a, M: Memory>(name: &'static str, memory: &'a M, threads: u64) -> Contender<'a> {
    // Each run has different keys, so that none finds its memory in the cache.
    static KEYS_GIVEN: AtomicU64 = AtomicU64::new(0);
    let run = move || {
        let begin = KEYS_GIVEN.fetch_add(2 * VISITS * threads, Relaxed);
        visit_many(memory, threads, begin, VISITS)
            .ok_or_else(|| io::Error::other(format!("{name}: did not find its last entry")))
    };
    Contender { name, run: Box::new(run), seconds: Vec::new() }
}

/// Nanoseconds, and the ratio to the memory latency.
fn compare_with_limit(title: String, times: &[Times]) -> Table {
    let mut table = Table::of_calls(title, times, |_| VISITS);
    let limit = table.rows.iter().find(|(name, _)| name == LIMIT).map(|(_, figures)| figures.clone());
    let Some(limit) = limit else { return table };
    for (_, figures) in &mut table.rows {
        let shares: Vec<f64> =
            limit.iter().zip(figures.iter()).map(|(limit, figure)| limit / figure).collect();
        figures.extend(shares);
    }
    table.columns.extend(["of the limit, median", "of the limit, best"].map(String::from));
    table
}
