use std::hint::black_box;

use tabiya::{Chess, Makruk, MoveList, Position, Rules, perft};

use crate::peer::{Game, Peer, Run, Tree};

pub struct Tabiya;

impl Peer for Tabiya {
    fn name(&self) -> &str {
        "tabiya"
    }

    fn bulk(&self, tree: &Tree) -> Option<Run> {
        match tree.game {
            Game::Chess => bulk::<Chess>(tree),
            Game::Makruk => bulk::<Makruk>(tree),
        }
    }

    fn keyed(&self, tree: &Tree) -> Option<Run> {
        match tree.game {
            Game::Chess => keyed::<Chess>(tree),
            Game::Makruk => keyed::<Makruk>(tree),
        }
    }
}

/// Tabiya with a move list: for callers that need the moves before playing them.
///
/// The library's own perft uses `for_each_child`, which generates and plays moves together; this row shows the difference.
pub struct TabiyaByHand;

impl Peer for TabiyaByHand {
    fn name(&self) -> &str {
        "tabiya, list first"
    }

    fn bulk(&self, tree: &Tree) -> Option<Run> {
        if tree.game != Game::Chess {
            return None;
        }
        let (position, depth) = (position::<Chess>(tree)?, tree.depth);
        Some(Box::new(move || Ok(bulk_by_hand(black_box(&position), depth))))
    }

    fn keyed(&self, tree: &Tree) -> Option<Run> {
        if tree.game != Game::Chess {
            return None;
        }
        let (position, depth) = (position::<Chess>(tree)?, tree.depth);
        Some(Box::new(move || {
            let (leaves, keys) = keyed_by_hand(black_box(&position), depth);
            black_box(keys);
            Ok(leaves)
        }))
    }
}

fn bulk_by_hand(position: &Position<Chess>, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal_moves();
    }
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    moves.iter().map(|&mv| bulk_by_hand(&position.play_legal(mv), depth - 1)).sum()
}

fn keyed_by_hand(position: &Position<Chess>, depth: u32) -> (u64, u64) {
    let mut total = (0, 0);
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    for &mv in &moves {
        let child = position.play_legal(mv);
        let child = black_box(&child);
        let (leaves, keys) = if depth == 1 { (1, child.key().0) } else { keyed_by_hand(child, depth - 1) };
        total = (total.0 + leaves, total.1 ^ keys);
    }
    total
}

fn bulk<R: Rules>(tree: &Tree) -> Option<Run> {
    let (position, depth) = (position::<R>(tree)?, tree.depth);
    Some(Box::new(move || Ok(perft::count(black_box(&position), depth))))
}

fn keyed<R: Rules>(tree: &Tree) -> Option<Run> {
    let (position, depth) = (position::<R>(tree)?, tree.depth);
    Some(Box::new(move || {
        let (leaves, keys) = count_playing(black_box(&position), depth);
        black_box(keys);
        Ok(leaves)
    }))
}

/// Plays every move and XORs the keys of all leaves, like a search.
fn count_playing<R: Rules>(position: &Position<R>, depth: u32) -> (u64, u64) {
    let (mut leaves, mut keys) = (0, 0u64);
    match depth {
        0 => (leaves, keys) = (1, position.key().0),
        1 => position.for_each_child(|_, child| {
            leaves += 1;
            keys = keys.wrapping_add(black_box(child).key().0);
        }),
        _ => position.for_each_child(|_, child| {
            let (more, their_keys) = count_playing(child, depth - 1);
            leaves += more;
            keys = keys.wrapping_add(their_keys);
        }),
    }
    (leaves, keys)
}

fn position<R: Rules>(tree: &Tree) -> Option<Position<R>> {
    tree.fen.parse().ok()
}
