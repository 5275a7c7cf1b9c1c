use std::hint::black_box;
use std::sync::Barrier;
use std::thread;

use rustix::time::{ClockId, clock_gettime};
use tabiya::Key;

/// The prefetch distance in keys: about the work of an engine between making a move and probing.
const AHEAD: usize = 32;

/// A memory of positions.
pub trait Memory: Sync {
    /// The key for a random number. Maps use a limited set, so that they do not grow.
    fn key(&self, random: u64) -> Key {
        Key(random)
    }

    /// Prefetches a key.
    fn prefetch(&self, _key: Key) {}

    /// Probes and stores a position. Returns what was found as a number.
    fn visit(&self, key: Key) -> u64;

    /// Whether a position that was just visited is found.
    fn contains(&self, key: Key) -> bool;
}

/// Visits positions in each thread. Returns the maximum CPU time in seconds; `None` if a thread's last position was not found
/// afterwards.
pub fn visit_many<M: Memory>(memory: &M, threads: u64, begin: u64, visits: u64) -> Option<f64> {
    let start = Barrier::new(threads as usize);
    let work = |number| {
        start.wait();
        visit(memory, begin + number * visits, visits)
    };
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = (0..threads).map(|number| scope.spawn(move || work(number))).collect();
        workers.into_iter().try_fold(0.0, |most: f64, worker| Some(worker.join().ok()??.max(most)))
    })
}

/// The time in seconds; `None` if the last position was not found afterwards.
fn visit<M: Memory>(memory: &M, begin: u64, visits: u64) -> Option<f64> {
    // The keys between the prefetched and the visited one.
    let mut coming: [Key; AHEAD] = std::array::from_fn(|n| memory.key(random(begin + n as u64)));
    let mut found: u64 = 0;
    let mut last = coming[0];
    let start = seconds_on_a_processor();
    for n in 0..visits {
        let next = memory.key(random(begin + AHEAD as u64 + n));
        memory.prefetch(next);
        last = std::mem::replace(&mut coming[n as usize % AHEAD], next);
        found = found.wrapping_add(memory.visit(last));
    }
    let busy = seconds_on_a_processor() - start;
    black_box(found);
    // Another thread may have replaced it, but not repeatedly.
    let contains = (0..10).any(|_| {
        memory.visit(last);
        memory.contains(last)
    });
    contains.then_some(busy)
}

fn seconds_on_a_processor() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The n-th of the numbers of SplitMix64 (Steele, Lea and Flood 2014).
#[inline]
pub fn random(n: u64) -> u64 {
    let n = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}
