//! What is known of a node before its moves are tried.

use tabiya::{Key, Position};
use tabiya_table::{Bound, Entry};

use super::node_steps::{Finding, settles};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::MATE_FOUND;

/// The static evaluation of a node, and what the table adds to it.
pub(super) struct Outlook {
    pub(super) in_check: bool,
    /// The evaluation as it is; 0 in check.
    pub(super) raw: i32,
    /// The evaluation, corrected; 0 in check.
    pub(super) eval: i32,
    /// The evaluation, or a better estimate from the table.
    pub(super) estimate: i32,
    /// Whether things look better than two plies ago.
    pub(super) improving: bool,
    pub(super) was_pv: bool,
    pub(super) entry: Option<Entry>,
    /// The table's score, counted from this root.
    pub(super) known: i32,
}

impl<R: Evaluate> Worker<'_, R> {
    pub(super) fn look<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        key: Key,
        entry: Option<Entry>,
        known: i32,
    ) -> Outlook {
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        let in_check = position.is_check();
        let mut outlook =
            Outlook { in_check, raw: 0, eval: 0, estimate: 0, improving: false, was_pv, entry, known };
        if in_check {
            self.frame(ply).eval = None;
            return outlook;
        }
        if self.frame(ply).excluded.is_some() {
            // The same node again, without one of its moves.
            outlook.eval = self.frame(ply).eval.unwrap_or_default();
            outlook.estimate = outlook.eval;
        } else {
            outlook.raw = match entry {
                Some(entry) => i32::from(entry.eval),
                None => self.mind.evaluator.evaluate(position),
            };
            outlook.eval = self.corrected(position, outlook.raw);
            outlook.estimate = outlook.eval;
            match entry {
                None => {
                    let raw = outlook.raw;
                    let found = Finding { mv: None, score: 0, raw, depth: 0, bound: Bound::None, was_pv };
                    self.remember(key, ply, found);
                }
                Some(entry) if settles(entry.bound, known, outlook.eval + 1) && known.abs() < MATE_FOUND => {
                    outlook.estimate = known;
                }
                Some(_) => {}
            }
        }
        self.frame(ply).eval = Some(outlook.eval);
        let earlier = if ply < 2 { None } else { self.frame_before(ply, 2).eval };
        let earlier = earlier.or(if ply < 4 { None } else { self.frame_before(ply, 4).eval });
        outlook.improving = earlier.is_none_or(|earlier| outlook.eval > earlier);
        outlook
    }
}
