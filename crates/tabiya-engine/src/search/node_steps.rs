//! What every node does, be it of the main search or of quiescence: evaluates, asks the transposition table, plays a move.

use tabiya::{Key, Move, PackedMove, Position};
use tabiya_table::{Bound, Entry};

use super::TableUse;
use super::history::PieceTo;
use super::picker::is_capture_or_best_promotion;
use super::table_key::table_key;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::to_table;

/// What was found out about a position, to be remembered.
#[derive(Clone, Copy)]
pub(super) struct Finding {
    pub(super) mv: Option<Move>,
    /// Counted from this root.
    pub(super) score: i32,
    /// The evaluation as it is, not corrected.
    pub(super) raw: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) was_pv: bool,
}

impl<R: Evaluate> Worker<'_, R> {
    /// The evaluation as the search uses it.
    pub(super) fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let raw = self.mind.evaluator.evaluate(position);
        self.corrected(position, raw)
    }

    /// What the table knows, when it may be asked.
    pub(super) fn probe(&mut self, key: Key) -> Option<Entry> {
        let table_use = self.shared.settings.table_use;
        if table_use == TableUse::Off {
            return None;
        }
        self.counts.probes += 1;
        let entry = self.shared.table.probe(key)?;
        self.counts.hits += 1;
        // Without cut-offs a remembered score says nothing.
        Some(if table_use.cuts_off() { entry } else { Entry { bound: Bound::None, ..entry } })
    }

    /// The move the table would try first, when it may order.
    #[inline]
    pub(super) fn hint(&self, entry: Option<Entry>) -> Option<PackedMove> {
        entry.and_then(|entry| entry.mv).filter(|_| self.shared.settings.table_use.orders())
    }

    /// Stores what was found at a node in the table, when it may be used.
    pub(super) fn remember(&self, key: Key, ply: usize, found: Finding) {
        if self.shared.settings.table_use == TableUse::Off {
            return;
        }
        let entry = Entry {
            mv: found.mv.map(Into::into),
            score: to_table(found.score, ply),
            eval: found.raw as i16,
            depth: found.depth.clamp(0, 255) as u8,
            bound: found.bound,
            was_pv: found.was_pv,
        };
        self.shared.table.store(key, entry);
    }

    /// Plays a move and puts it on the line.
    pub(super) fn step(&mut self, position: &Position<R>, mv: Move, ply: usize) -> Position<R> {
        let mut next = *position;
        next.advance(mv);
        self.shared.table.prefetch(table_key(&next));
        self.frame(ply).trace = Some(PieceTo::new(position.turn(), mv));
        self.frame(ply).is_quiet = !is_capture_or_best_promotion::<R>(mv);
        self.line.push(&next);
        next
    }

    /// A better move: the line goes on as its child's does.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.mind.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}

/// Whether a bound says which side of beta the score is on.
pub(super) fn settles(bound: Bound, score: i32, beta: i32) -> bool {
    match bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score < beta,
    }
}
