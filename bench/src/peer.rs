use std::io;

use crate::peers::{chess, cozy, engine, shakmaty, tabiya};

/// A game tree to count, with the expected result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    pub game: Game,
    pub name: &'static str,
    pub fen: &'static str,
    pub depth: u32,
    pub leaves: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    Chess,
    Makruk,
}

/// Prepared work, with the position set up. Returns the number of leaves.
pub type Run = Box<dyn FnMut() -> io::Result<u64>>;

/// A library or program that can count the leaves of a tree.
///
/// `None` means that the peer does not support this: it lacks the variant, or has no key.
pub trait Peer {
    fn name(&self) -> &str;

    /// Bulk counting: moves of the last ply are counted, not played.
    fn bulk(&self, tree: &Tree) -> Option<Run>;

    /// Plays every move, including the last ply, and reads the key of every leaf.
    fn keyed(&self, tree: &Tree) -> Option<Run>;
}

/// All installed peers, Tabiya first.
pub fn all() -> Vec<Box<dyn Peer>> {
    let mut peers: Vec<Box<dyn Peer>> = vec![
        Box::new(tabiya::Tabiya),
        Box::new(tabiya::TabiyaByHand),
        Box::new(cozy::Cozy),
        Box::new(chess::Chess),
        Box::new(shakmaty::Shakmaty),
    ];
    for (program, game) in [("stockfish", Game::Chess), ("fairy-stockfish", Game::Makruk)] {
        match engine::Engine::find(program, game) {
            Some(engine) => peers.push(Box::new(engine)),
            None => eprintln!("{program} is not installed: its row is left out"),
        }
    }
    peers
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MAKRUK_START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

/// The trees by name and depth, with published counts.
pub const TREES: &[Tree] = &[
    Tree { game: Game::Chess, name: "start", fen: START, depth: 4, leaves: 197_281 },
    Tree { game: Game::Chess, name: "start", fen: START, depth: 5, leaves: 4_865_609 },
    Tree { game: Game::Chess, name: "start", fen: START, depth: 6, leaves: 119_060_324 },
    Tree { game: Game::Chess, name: "kiwipete", fen: KIWIPETE, depth: 3, leaves: 97_862 },
    Tree { game: Game::Chess, name: "kiwipete", fen: KIWIPETE, depth: 4, leaves: 4_085_603 },
    Tree { game: Game::Chess, name: "kiwipete", fen: KIWIPETE, depth: 5, leaves: 193_690_690 },
    Tree { game: Game::Makruk, name: "makruk", fen: MAKRUK_START, depth: 4, leaves: 273_026 },
    Tree { game: Game::Makruk, name: "makruk", fen: MAKRUK_START, depth: 5, leaves: 6_223_994 },
];

/// The tree with this name and depth.
pub fn tree(name: &str, depth: u32) -> Option<&'static Tree> {
    TREES.iter().find(|tree| tree.name == name && tree.depth == depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_finds_every_leaf_of_the_small_trees() {
        for tree in TREES.iter().filter(|tree| tree.leaves < 1_000_000) {
            for peer in all() {
                for mut run in [peer.bulk(tree), peer.keyed(tree)].into_iter().flatten() {
                    assert_eq!(run().expect("the peer answers"), tree.leaves, "{} {tree:?}", peer.name());
                }
            }
        }
    }
}
