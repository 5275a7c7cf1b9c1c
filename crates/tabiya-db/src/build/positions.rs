//! Sorted rows become positions: those of several games with their postings, those of one game for the tail.

use std::sync::atomic::{AtomicU16, Ordering};

use tabiya::Color;

use super::rows::{PART_BITS, Row};
use crate::facts::Facts;
use crate::store::shared::{CROWDED, first_bits, mark};
use crate::store::{moves, numbers};
use crate::tally::{SAMPLES, Tally};

/// What is known of the games of a segment while its positions are sorted.
#[derive(Debug)]
pub(crate) struct Known {
    /// The facts of each game.
    pub(crate) facts: Vec<u64>,
    /// Whether black makes the first move.
    pub(crate) black_begins: Vec<bool>,
    /// How many half-moves each game has.
    pub(crate) plies: Vec<u16>,
    /// The last ply at which each game stood where another did.
    pub(crate) last_shared: Vec<AtomicU16>,
}

impl Known {
    fn mark_shared(&self, rows: &[Row]) {
        for row in rows {
            let last = &self.last_shared[row.game() as usize];
            if last.load(Ordering::Relaxed) < row.ply() {
                last.fetch_max(row.ply(), Ordering::Relaxed);
            }
        }
    }

    /// Whether the tail needs a position that stands in one game only: not if the next one is there. A game that has left
    /// the others hardly ever comes back, so it is enough to know when it left.
    pub(crate) fn is_needed(&self, single: &Single) -> bool {
        let Single { game, ply, .. } = *single;
        ply.is_multiple_of(2)
            || ply < self.last_shared[game as usize].load(Ordering::Relaxed)
            || ply == self.plies[game as usize]
    }
}

/// A position that stands in one game only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Single {
    pub(crate) key: u64,
    pub(crate) game: u32,
    pub(crate) ply: u16,
}

impl Single {
    pub(crate) const SIZE: usize = 16;

    /// As two numbers, for a file.
    pub(crate) fn words(self) -> [u64; 2] {
        [self.key, u64::from(self.game) | u64::from(self.ply) << 32]
    }

    pub(crate) fn from_words([key, rest]: [u64; 2]) -> Single {
        Single { key, game: rest as u32, ply: (rest >> 32) as u16 }
    }
}

/// What became of one part of the rows.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// Shared positions as the file has them.
    pub(crate) shared: Vec<u8>,
    /// Where in them those of each number begin that the first bits of a key can be.
    pub(crate) starts: Vec<usize>,
    pub(crate) shared_count: u64,
    pub(crate) shared_pairs: u64,
    pub(crate) singles: Vec<Single>,
}

/// Makes the positions of a part; shared ones are found by so many first bits of their keys.
pub(crate) fn part(number: usize, rows: &[Row], bits: u64, known: &Known) -> Part {
    let mut part = Part::default();
    let per_part = 1usize << (bits - u64::from(PART_BITS));
    let first = number * per_part;
    let mut coder = Coder::default();
    for group in rows.chunk_by(|a, b| a.is_same_position(*b)) {
        let head = group[0];
        let key = head.key(number);
        if group.iter().all(|row| row.game() == head.game()) {
            part.singles.push(Single { key, game: head.game(), ply: head.ply() });
            continue;
        }
        known.mark_shared(group);
        let bucket = first_bits(key, bits) - first;
        part.starts.resize(bucket + 1, part.shared.len());
        part.shared_count += 1;
        part.shared_pairs += coder.code(key, group, known, &mut part.shared);
    }
    part.starts.resize(per_part, part.shared.len());
    part
}

/// Codes shared positions; it keeps its memory from one to the next.
#[derive(Debug, Default)]
struct Coder {
    /// What each game did: once each, in order.
    postings: Vec<(u32, u16)>,
    /// How often each code occurs.
    moves: Vec<(u32, u16)>,
    body: Vec<u8>,
    statistics: Vec<u8>,
}

impl Coder {
    /// Appends a position, and says in how many games it stands.
    fn code(&mut self, key: u64, group: &[Row], known: &Known, out: &mut Vec<u8>) -> u64 {
        let games = self.collect(group);
        self.body.clear();
        numbers::push(&mut self.body, u64::from(group[0].ply()));
        numbers::push(&mut self.body, self.moves.len() as u64);
        self.moves.iter().for_each(|(_, code)| moves::push(&mut self.body, *code - 1));
        self.statistics.clear();
        if games > CROWDED {
            self.tally(group, known);
        }
        numbers::push_text(&mut self.body, &self.statistics);
        let base = self.moves.len() as u64 + 1;
        let mut before = 0;
        for &(game, index) in &self.postings {
            numbers::push(&mut self.body, u64::from(game - before) * base + u64::from(index));
            before = game;
        }
        out.extend(mark(key));
        numbers::push_text(out, &self.body);
        games as u64
    }

    /// What each game did, once, and the moves, the most frequent first. How many games there are comes back.
    fn collect(&mut self, group: &[Row]) -> usize {
        self.postings.clear();
        self.moves.clear();
        let mut games = 0;
        for rows in group.chunk_by(|a, b| a.game() == b.game()) {
            let first = self.postings.len();
            for row in rows {
                if self.postings[first..].iter().all(|(_, code)| *code != row.code()) {
                    self.postings.push((row.game(), row.code()));
                }
            }
            games += 1;
        }
        for &(_, code) in &self.postings {
            match self.moves.iter_mut().find(|(_, known)| *known == code) {
                Some((count, _)) => *count += 1,
                None if code > 0 => self.moves.push((1, code)),
                None => {}
            }
        }
        self.moves.sort_unstable_by_key(|&(count, code)| (std::cmp::Reverse(count), code));
        for (_, code) in &mut self.postings {
            *code = match *code {
                0 => 0,
                code => {
                    let index = self.moves.iter().position(|(_, known)| *known == code);
                    index.expect("every code was counted above") as u16 + 1
                }
            };
        }
        games
    }

    fn tally(&mut self, group: &[Row], known: &Known) {
        let begins = known.black_begins[group[0].game() as usize];
        let mover = if begins ^ (group[0].ply() % 2 == 1) { Color::Black } else { Color::White };
        let mut tally = Tally::new(mover, self.moves.len(), SAMPLES, SAMPLES, false);
        for &(game, code) in &self.postings {
            tally.count(u64::from(game), usize::from(code), &Facts::from_bits(known.facts[game as usize]));
        }
        tally.push(&mut self.statistics);
    }
}
