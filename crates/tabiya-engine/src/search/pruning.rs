//! Nodes that need no search, and moves that need more.

use tabiya::{Move, Position, Role};
use tabiya_table::Bound;

use super::node::Node;
use super::outlook::Outlook;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::MATE_FOUND;

impl<R: Evaluate> Worker<'_, R> {
    /// A score, when the node is so good or so bad that its moves need not be tried one by one.
    pub(super) fn prune_node(
        &mut self,
        position: &Position<R>,
        node: Node,
        outlook: &Outlook,
    ) -> Option<i32> {
        let Node { alpha, beta, depth, .. } = node;
        let estimate = outlook.estimate;
        // Reverse futility pruning (static null move): far above beta, and too shallow for that to change.
        let margin = 78 * depth - 70 * i32::from(outlook.improving);
        if depth <= 9 && estimate - margin >= beta && estimate.abs() < MATE_FOUND && beta > -MATE_FOUND {
            return Some(beta + (estimate - beta) / 3);
        }
        // Razoring: far below alpha; see whether captures help.
        if depth <= 4 && estimate + 260 * depth < alpha && alpha.abs() < 2000 {
            let score = self.quiesce::<false>(position, node.null_window(alpha + 1));
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        self.null_move(position, node, outlook).or_else(|| self.probcut(position, node, outlook))
    }

    /// Null move: if even passing keeps us above beta, some move surely does. Not where passing may be the best
    /// move of all: with only pawns left.
    fn null_move(&mut self, position: &Position<R>, node: Node, outlook: &Outlook) -> Option<i32> {
        let Node { beta, depth, ply, cut_node, .. } = node;
        let passed_before = ply > 0 && self.frame_before(ply, 1).trace.is_none();
        if depth < 3
            || outlook.estimate < beta
            || outlook.eval + 24 * depth < beta + 160
            || beta <= -MATE_FOUND
            || passed_before
            || ply < self.no_pass_before
            || !has_pieces(position)
        {
            return None;
        }
        let reduction = 4 + depth / 4 + ((outlook.estimate - beta) / 180).min(3);
        let next = position.pass()?;
        self.frame(ply).trace = None;
        self.line.push_null_move(&next);
        let asked = node.null_window(beta);
        let score = -self.search::<false>(&next, asked.child(depth - reduction, !cut_node));
        self.line.pop();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= MATE_FOUND { beta } else { score };
        if depth < 14 || self.no_pass_before > 0 {
            return Some(score);
        }
        // Deep down a wrong guess is dear: search again without passing.
        self.no_pass_before = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified =
            self.search::<false>(position, Node { depth: depth - reduction, cut_node: false, ..asked });
        self.no_pass_before = 0;
        (verified >= beta || self.stopped).then_some(score)
    }

    /// How much deeper to search the table's move: more when no other move comes near it. `Err` is a score that
    /// settles the node, when many moves beat beta.
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        node: Node,
        outlook: &Outlook,
    ) -> Result<i32, i32> {
        let Node { alpha, beta, depth, ply, cut_node } = node;
        let Some(entry) = outlook.entry else { return Ok(0) };
        let trusted = i32::from(entry.depth) >= depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && outlook.known.abs() < MATE_FOUND;
        if depth < 6 || !trusted || ply >= 2 * self.root_depth as usize {
            return Ok(0);
        }
        let known = outlook.known;
        let near = known - depth - depth * i32::from(outlook.was_pv && !PV) / 2;
        self.frame(ply).excluded = Some(mv);
        let score = self.search::<false>(position, Node { depth: (depth - 1) / 2, ..node.null_window(near) });
        self.frame(ply).excluded = None;
        if self.stopped {
            return Ok(0);
        }
        if score < near {
            let far_ahead = !PV && score < near - 18 && self.frame(ply).doubled <= 8;
            return Ok(1 + i32::from(far_ahead));
        }
        if near >= beta && !PV {
            return Err(near);
        }
        Ok(if known >= beta {
            -2
        } else if cut_node || known <= alpha {
            -1
        } else {
            0
        })
    }
}

/// Whether the side to move has more than pawns.
fn has_pieces<R: Evaluate>(position: &Position<R>) -> bool {
    let own = position.identity().color(position.turn());
    let simple = position.identity().role(Role::Pawn) | position.identity().role(Role::King);
    !(own & !simple).is_empty()
}
