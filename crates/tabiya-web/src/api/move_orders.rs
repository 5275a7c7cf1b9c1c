//! A tabiya is a position that everybody reaches, by many different roads. Which roads lead here?

use std::collections::HashMap;

use serde::Serialize;
use tabiya::{Identity, Move, Position, Rules};

use super::{GameRequest, Played, Replayed};
use crate::error::ApiError;

/// How many of the last half-moves may change places.
const MAX_PERMUTED: usize = 10;
/// How many roads are written out.
pub(crate) const MAX_MOVE_ORDERS: usize = 12;

/// The orders of the game's own last moves that lead to the same position.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct MoveOrders {
    /// After this half-move the roads part.
    from: usize,
    /// How many orders there are, the one that was played included.
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
    let mut map = Search { moves, goal: game.position().identity(), known: HashMap::new() };
    let root = game.positions()[from];
    let orders = map.ways(&root, 0);
    let mut lines = Vec::new();
    map.list(&root, 0, &mut Vec::new(), &mut lines);
    let played_line: Vec<String> =
        game.positions()[from..].iter().zip(moves).map(|(p, mv)| p.san(*mv)).collect();
    lines.retain(|line| *line != played_line);
    lines.truncate(MAX_MOVE_ORDERS);
    MoveOrders { from, orders, lines }
}

/// What is known about the ways through a set of moves. Sets are bits, one a move.
struct Search<'a> {
    moves: &'a [Move],
    goal: &'a Identity,
    /// Context to the goal by what was played and where it led. Equal sets may lead to different positions: a right to
    /// castle or an en passant capture depends on the order.
    known: HashMap<(u32, Identity), u64>,
}

impl Search<'_> {
    fn ways<R: Rules>(&mut self, position: &Position<R>, used: u32) -> u64 {
        if used.count_ones() as usize == self.moves.len() {
            return u64::from(position.identity() == self.goal);
        }
        if let Some(ways) = self.known.get(&(used, *position.identity())) {
            return *ways;
        }
        let ways = self.next(position, used).iter().map(|(_, next, used)| self.ways(next, *used)).sum();
        self.known.insert((used, *position.identity()), ways);
        ways
    }

    /// Writes out the first roads; those that lead elsewhere are not entered.
    fn list<R: Rules>(
        &mut self,
        position: &Position<R>,
        used: u32,
        line: &mut Vec<String>,
        lines: &mut Vec<Vec<String>>,
    ) {
        if lines.len() > MAX_MOVE_ORDERS || self.ways(position, used) == 0 {
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

    /// The moves of the set that can be played now. The same move twice is one road.
    fn next<R: Rules>(&self, position: &Position<R>, used: u32) -> Vec<(Move, Position<R>, u32)> {
        let mut found: Vec<(Move, Position<R>, u32)> = Vec::new();
        let legal = position.legal_moves();
        let parity = used.count_ones() as usize % 2;
        for (index, wanted) in self.moves.iter().enumerate().skip(parity).step_by(2) {
            // A capture may be a quiet move in another order, and the other way round.
            let same = |mv: &&Move| {
                (mv.from, mv.to, mv.role, mv.promotion())
                    == (wanted.from, wanted.to, wanted.role, wanted.promotion())
            };
            let Some(mv) = legal.iter().find(same).filter(|_| used >> index & 1 == 0) else { continue };
            if found.iter().all(|(other, ..)| other != mv) {
                found.push((*mv, position.play_legal(*mv), used | 1 << index));
            }
        }
        found
    }
}
