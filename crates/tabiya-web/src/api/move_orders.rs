//! Other orders of a game's last moves that lead to the same position.

use std::collections::HashMap;

use serde::Serialize;
use tabiya::{Identity, Move, Position, Rules};

use super::{GameRequest, Played, Replayed};
use crate::error::ApiError;

/// The number of last half-moves that are permuted.
const MAX_PERMUTED: usize = 10;
/// The maximum number of move orders that are listed.
pub(crate) const MAX_MOVE_ORDERS: usize = 12;

/// The orders of a game's last moves that lead to the same position.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct MoveOrders {
    /// The half-move after which the orders differ.
    from: usize,
    /// The number of orders, including the one played.
    orders: u64,
    /// Some of the others, in SAN.
    lines: Vec<Vec<String>>,
}

pub(super) fn answer(request: &GameRequest) -> Result<MoveOrders, ApiError> {
    Ok(match request.replay()? {
        Replayed::Chess(played) => find(played),
        Replayed::Makruk(played) => find(played),
    })
}

fn find<R: Rules>(mut played: Played<R>) -> MoveOrders {
    played.rewind();
    let game = &played.game;
    let from = game.ply().saturating_sub(MAX_PERMUTED);
    let moves = &game.moves()[from..];
    let mut search = Search { moves, target: game.position().identity(), cache: HashMap::new() };
    let root = game.positions()[from];
    let orders = search.count(&root, 0);
    let mut lines = Vec::new();
    search.list(&root, 0, &mut Vec::new(), &mut lines);
    let played_line: Vec<String> =
        game.positions()[from..].iter().zip(moves).map(|(p, mv)| p.san(*mv)).collect();
    lines.retain(|line| *line != played_line);
    lines.truncate(MAX_MOVE_ORDERS);
    MoveOrders { from, orders, lines }
}

/// A memoized search over the orders of a set of moves. Sets are bit masks, one bit for each move.
struct Search<'a> {
    moves: &'a [Move],
    target: &'a Identity,
    /// The number of orders that reach the goal, by the moves played and the position. Equal sets may lead to different positions: castling
    /// rights and en passant captures depend on the order.
    cache: HashMap<(u32, Identity), u64>,
}

impl Search<'_> {
    fn count<R: Rules>(&mut self, position: &Position<R>, used: u32) -> u64 {
        if used.count_ones() as usize == self.moves.len() {
            return u64::from(position.identity() == self.target);
        }
        if let Some(count) = self.cache.get(&(used, *position.identity())) {
            return *count;
        }
        let count = self.next(position, used).iter().map(|(_, next, used)| self.count(next, *used)).sum();
        self.cache.insert((used, *position.identity()), count);
        count
    }

    /// Lists the first orders; subtrees that do not reach the goal are skipped.
    fn list<R: Rules>(
        &mut self,
        position: &Position<R>,
        used: u32,
        line: &mut Vec<String>,
        lines: &mut Vec<Vec<String>>,
    ) {
        if lines.len() > MAX_MOVE_ORDERS || self.count(position, used) == 0 {
            return;
        }
        if used.count_ones() as usize == self.moves.len() {
            lines.push(line.clone());
            return;
        }
        for (mv, next, used) in self.next(position, used) {
            line.push(position.san(mv));
            self.list(&next, used, line, lines);
            line.pop();
        }
    }

    /// The remaining moves that are legal now. Equal moves count once.
    fn next<R: Rules>(&self, position: &Position<R>, used: u32) -> Vec<(Move, Position<R>, u32)> {
        let mut found: Vec<(Move, Position<R>, u32)> = Vec::new();
        let legal = position.legal_moves();
        let parity = used.count_ones() as usize % 2;
        for (index, remaining) in self.moves.iter().enumerate().skip(parity).step_by(2) {
            // A capture may be a quiet move in another order, and vice versa.
            let same = |mv: &&Move| {
                (mv.from, mv.to, mv.role, mv.promotion())
                    == (remaining.from, remaining.to, remaining.role, remaining.promotion())
            };
            let Some(mv) = legal.iter().find(same).filter(|_| used >> index & 1 == 0) else { continue };
            if found.iter().all(|(other, ..)| other != mv) {
                found.push((*mv, position.play_legal(*mv), used | 1 << index));
            }
        }
        found
    }
}
