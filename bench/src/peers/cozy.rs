use std::hint::black_box;

use cozy_chess::Board;

use crate::peer::{Peer, Run, Tree};

pub struct Cozy;

impl Peer for Cozy {
    fn name(&self) -> &str {
        "cozy-chess 0.3.4"
    }

    fn bulk(&self, tree: &Tree) -> Option<Run> {
        let (board, depth) = (tree.fen.parse::<Board>().ok()?, tree.depth);
        Some(Box::new(move || Ok(bulk(black_box(&board), depth))))
    }

    fn keyed(&self, tree: &Tree) -> Option<Run> {
        let (board, depth) = (tree.fen.parse::<Board>().ok()?, tree.depth);
        Some(Box::new(move || {
            let (leaves, keys) = keyed(black_box(&board), depth);
            black_box(keys);
            Ok(leaves)
        }))
    }
}

fn bulk(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    // Two closures, as in its own perft: testing the depth at each move set would make it a third slower.
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += bulk(&child, depth - 1);
        }
        false
    });
    leaves
}

fn keyed(board: &Board, depth: u32) -> (u64, u64) {
    let mut total = (0, 0);
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            let child = black_box(&child);
            let (leaves, keys) = if depth == 1 { (1, child.hash()) } else { keyed(child, depth - 1) };
            total = (total.0 + leaves, total.1 ^ keys);
        }
        false
    });
    total
}
