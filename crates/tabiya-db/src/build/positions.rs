//! Converts sorted rows to positions: shared ones with their postings, and single ones for the tail.

use std::sync::atomic::{AtomicU16, Ordering};

use tabiya::Color;

use super::rows::{PART_BITS, Row};
use crate::facts::Facts;
use crate::store::shared::{STATISTICS_THRESHOLD, first_bits, key_tag};
use crate::store::{moves, numbers};
use crate::tally::{SAMPLES, Tally};

/// Data of the games of a segment, needed while positions are built.
#[derive(Debug)]
pub(crate) struct SegmentGames {
    /// The facts of each game, as bits.
    pub(crate) facts: Vec<u64>,
    /// Whether Black makes the first move.
    pub(crate) black_begins: Vec<bool>,
    /// The number of half-moves of each game.
    pub(crate) plies: Vec<u16>,
    /// The last ply at which each game was in a shared position.
    pub(crate) last_shared: Vec<AtomicU16>,
}

impl SegmentGames {
    fn mark_shared(&self, rows: &[Row]) {
        for row in rows {
            let last = &self.last_shared[row.game() as usize];
            if last.load(Ordering::Relaxed) < row.ply() {
                last.fetch_max(row.ply(), Ordering::Relaxed);
            }
        }
    }

    /// Whether the tail needs a position of a single game: not if its successor is in the tail. A game that has left the shared
    /// positions rarely returns to them, so the ply of the last shared position is sufficient.
    pub(crate) fn is_needed(&self, single: &Single) -> bool {
        let Single { game, ply, .. } = *single;
        ply.is_multiple_of(2)
            || ply < self.last_shared[game as usize].load(Ordering::Relaxed)
            || ply == self.plies[game as usize]
    }
}

/// A position that occurs in one game only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Single {
    pub(crate) key: u64,
    pub(crate) game: u32,
    pub(crate) ply: u16,
}

impl Single {
    pub(crate) const SIZE: usize = 16;

    /// Encodes it as two numbers.
    pub(crate) fn words(self) -> [u64; 2] {
        [self.key, u64::from(self.game) | u64::from(self.ply) << 32]
    }

    pub(crate) fn from_words([key, rest]: [u64; 2]) -> Single {
        Single { key, game: rest as u32, ply: (rest >> 32) as u16 }
    }
}

/// The positions of one partition of the rows.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// Encoded shared positions.
    pub(crate) shared: Vec<u8>,
    /// The offset in `shared` for each value of the index bits.
    pub(crate) starts: Vec<usize>,
    pub(crate) shared_count: u64,
    pub(crate) shared_pairs: u64,
    pub(crate) singles: Vec<Single>,
}

/// Builds the positions of a partition; `bits` is the number of index bits for shared positions.
pub(crate) fn part(number: usize, rows: &[Row], bits: u64, known: &SegmentGames) -> Part {
    let mut part = Part::default();
    let per_part = 1usize << (bits - u64::from(PART_BITS));
    let first = number * per_part;
    let mut encoder = SharedEncoder::default();
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
        part.shared_pairs += encoder.encode(key, group, known, &mut part.shared);
    }
    part.starts.resize(per_part, part.shared.len());
    part
}

/// Encodes shared positions, reusing its memory.
#[derive(Debug, Default)]
struct SharedEncoder {
    /// Each move of each game, once and in order.
    postings: Vec<(u32, u16)>,
    /// The number of occurrences of each code.
    moves: Vec<(u32, u16)>,
    body: Vec<u8>,
    statistics: Vec<u8>,
}

impl SharedEncoder {
    /// Appends a position; returns its number of games.
    fn encode(&mut self, key: u64, group: &[Row], known: &SegmentGames, out: &mut Vec<u8>) -> u64 {
        let games = self.collect(group);
        self.body.clear();
        numbers::push(&mut self.body, u64::from(group[0].ply()));
        numbers::push(&mut self.body, self.moves.len() as u64);
        self.moves.iter().for_each(|(_, code)| moves::push(&mut self.body, *code - 1));
        self.statistics.clear();
        if games > STATISTICS_THRESHOLD {
            self.tally(group, known);
        }
        numbers::push_text(&mut self.body, &self.statistics);
        let base = self.moves.len() as u64 + 1;
        let mut before = 0;
        for &(game, index) in &self.postings {
            numbers::push(&mut self.body, u64::from(game - before) * base + u64::from(index));
            before = game;
        }
        out.extend(key_tag(key));
        numbers::push_text(out, &self.body);
        games as u64
    }

    /// Collects the postings and the moves, most frequent first; returns the number of games.
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

    fn tally(&mut self, group: &[Row], known: &SegmentGames) {
        let begins = known.black_begins[group[0].game() as usize];
        let mover = if begins ^ (group[0].ply() % 2 == 1) { Color::Black } else { Color::White };
        let mut tally = Tally::new(mover, self.moves.len(), SAMPLES, SAMPLES, false);
        for &(game, code) in &self.postings {
            tally.count(u64::from(game), usize::from(code), &Facts::from_bits(known.facts[game as usize]));
        }
        tally.push(&mut self.statistics);
    }
}
