use std::hint::black_box;
use std::sync::Barrier;
use std::thread;

use rustix::time::{ClockId, clock_gettime};
use tabiya::Key;

/// How many keys ahead a memory is told what will be asked: about what an engine does between making a move and
/// asking for the position, seen from a loop that does nothing else.
const AHEAD: usize = 32;

/// Something that remembers positions, or stands for it.
pub trait Memory: Sync {
    /// The key for a random number. A map has to choose among so many, or it would grow.
    fn key(&self, random: u64) -> Key {
        Key(random)
    }

    /// Says which key is coming.
    fn prefetch(&self, _key: Key) {}

    /// Looks for a position and stores it anew. What was found, in a form that costs nothing to add up.
    fn visit(&self, key: Key) -> u64;

    /// Whether a position that has just been visited is known.
    fn knows(&self, key: Key) -> bool;
}

/// Lets each thread visit so many positions. How many seconds a processor was busy with it, at most; or nothing, if a
/// thread's last position was not known afterwards.
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

/// How many seconds it took, if the last position was known afterwards.
fn visit<M: Memory>(memory: &M, begin: u64, visits: u64) -> Option<f64> {
    // The keys between the one that is announced and the one that is visited.
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
    // Another thread may have displaced it; not again and again.
    let knows = (0..10).any(|_| {
        memory.visit(last);
        memory.knows(last)
    });
    knows.then_some(busy)
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
