use std::hint::black_box;
use std::str::FromStr;

use chess::{Board, MoveGen};

use crate::peer::{Peer, Run, Tree};

pub struct Chess;

impl Peer for Chess {
    fn name(&self) -> &str {
        "chess 3.2.0"
    }

    fn bulk(&self, tree: &Tree) -> Option<Run> {
        let (board, depth) = (Board::from_str(tree.fen).ok()?, tree.depth);
        Some(Box::new(move || Ok(bulk(black_box(&board), depth))))
    }

    fn keyed(&self, tree: &Tree) -> Option<Run> {
        let (board, depth) = (Board::from_str(tree.fen).ok()?, tree.depth);
        Some(Box::new(move || {
            let (leaves, keys) = keyed(black_box(&board), depth);
            black_box(keys);
            Ok(leaves)
        }))
    }
}

fn bulk(board: &Board, depth: u32) -> u64 {
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| bulk(&board.make_move_new(mv), depth - 1)).sum()
}

fn keyed(board: &Board, depth: u32) -> (u64, u64) {
    let mut total = (0, 0);
    for mv in MoveGen::new_legal(board) {
        let child = board.make_move_new(mv);
        let child = black_box(&child);
        let (leaves, keys) = if depth == 1 { (1, child.get_hash()) } else { keyed(child, depth - 1) };
        total = (total.0 + leaves, total.1 ^ keys);
    }
    total
}
