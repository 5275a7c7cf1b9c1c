use std::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use crate::peer::{Peer, Run, Tree};

/// GPL-3: used only in this benchmark.
pub struct Shakmaty;

impl Peer for Shakmaty {
    fn name(&self) -> &str {
        "shakmaty 0.30.1"
    }

    fn bulk(&self, tree: &Tree) -> Option<Run> {
        let (position, depth) = (position(tree)?, tree.depth);
        Some(Box::new(move || Ok(shakmaty::perft(black_box(&position), depth))))
    }

    fn keyed(&self, tree: &Tree) -> Option<Run> {
        let (position, depth) = (position(tree)?, tree.depth);
        let key = position.zobrist_hash(EnPassantMode::Legal);
        Some(Box::new(move || {
            let (leaves, keys) = keyed(black_box(&position), key, depth);
            black_box(keys);
            Ok(leaves)
        }))
    }
}

fn position(tree: &Tree) -> Option<Chess> {
    tree.fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

fn keyed(position: &Chess, key: Zobrist64, depth: u32) -> (u64, u64) {
    let mut total = (0, 0);
    for mv in position.legal_moves() {
        // The position has no key. The incremental update does not support some moves, which compute the key from scratch.
        let edited = position.update_zobrist_hash(key, mv, EnPassantMode::Legal);
        let mut child = position.clone();
        child.play_unchecked(mv);
        let child = black_box(&child);
        let key = edited.unwrap_or_else(|| child.zobrist_hash(EnPassantMode::Legal));
        let (leaves, keys) = if depth == 1 { (1, key.0) } else { keyed(child, key, depth - 1) };
        total = (total.0 + leaves, total.1 ^ keys);
    }
    total
}
