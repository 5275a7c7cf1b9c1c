//! ProbCut: a capture that stays far above beta in a shallow search would surely do so in a deep one (Buro, 1995).

use tabiya::Position;
use tabiya_table::Bound;

use super::node::Node;
use super::node_steps::Finding;
use super::outlook::Outlook;
use super::picker::{Picker, Stage, is_capture_or_best_promotion};
use super::see;
use super::table_key::table_key;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::MATE_FOUND;

/// How many plies shallower the captures are searched.
const SHALLOWER: i32 = 4;

impl<R: Evaluate> Worker<'_, R> {
    pub(super) fn probcut(&mut self, position: &Position<R>, node: Node, outlook: &Outlook) -> Option<i32> {
        let Node { beta, depth, ply, cut_node, .. } = node;
        let goal = beta + 180 - 50 * i32::from(outlook.improving);
        if depth <= SHALLOWER || beta.abs() >= MATE_FOUND || is_out_of_reach(outlook, goal, depth) {
            return None;
        }
        let table_move = self.hint(outlook.entry).and_then(|hint| hint.unpack(position));
        let mut picker =
            Picker::noisy(&self.mind.moves, table_move.filter(|&mv| is_capture_or_best_promotion::<R>(mv)));
        let context = self.context(position, ply);
        let asked = node.null_window(goal);
        let mut answer = None;
        while let Some((mv, stage)) =
            picker.next(position, &mut self.mind.moves, &self.mind.history, &context)
        {
            if stage == Stage::BadNoisy {
                break;
            }
            if !see::wins(position, mv, goal - outlook.eval) {
                continue;
            }
            let next = self.step(position, mv, ply);
            let mut score = -self.quiesce::<false>(&next, asked.child(0, false));
            if score >= goal {
                score = -self.search::<false>(&next, asked.child(depth - SHALLOWER, !cut_node));
            }
            self.line.pop();
            if self.stopped {
                answer = Some(0);
                break;
            }
            if score >= goal {
                let (mv, depth, bound) = (Some(mv), depth - SHALLOWER + 1, Bound::Lower);
                let found = Finding { mv, score, raw: outlook.raw, depth, bound, was_pv: outlook.was_pv };
                self.remember(table_key(position), ply, found);
                answer = Some(score);
                break;
            }
        }
        picker.leave(&mut self.mind.moves);
        answer
    }
}

/// Whether the table already knows that the goal will not be reached.
fn is_out_of_reach(outlook: &Outlook, goal: i32, depth: i32) -> bool {
    outlook.entry.is_some_and(|entry| {
        entry.bound != Bound::None && i32::from(entry.depth) > depth - SHALLOWER && outlook.known < goal
    })
}
