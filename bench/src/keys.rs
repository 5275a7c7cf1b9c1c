//! The cost of keys alone: before the move is played, with the move, and from scratch.

use std::hint::black_box;
use std::io;

use tabiya::{Chess, Move, MoveKind, Position, Reading};

use crate::clock::{Contender, interleaved};
use crate::options::Options;
use crate::table::Table;

/// Start positions of random games: the standard one, middlegames, Chess960 with unusual castling, pawns that can or almost can be
/// captured en passant.
const START_POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
    "rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w GAga - 0 1",
    "3rkr2/8/8/8/8/8/8/3RKR2 w FDfd - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 3",
];
const VISITS: usize = 5;
const PLIES_BETWEEN: usize = 6;

/// Positions and their legal moves.
pub struct Collection {
    positions: Vec<(Position<Chess>, Vec<Move>)>,
}

impl Collection {
    /// Five positions of a random game from each start, deterministic.
    pub fn gather() -> io::Result<Collection> {
        let mut seed = 0x0074_6162_6979_6100;
        let mut positions = Vec::new();
        for fen in START_POSITIONS {
            let parsed = Position::<Chess>::from_fen(fen, Reading::LENIENT.chess960());
            let mut position =
                parsed.map_err(|problem| io::Error::other(format!("{fen}: {problem}")))?.position;
            for ply in 0..VISITS * PLIES_BETWEEN {
                let moves = position.legal_moves().to_vec();
                let Some(&mv) = moves.get(random(&mut seed) as usize % moves.len().max(1)) else { break };
                if ply % PLIES_BETWEEN == 0 {
                    positions.push((position, moves));
                }
                position = position.play_legal(mv);
            }
        }
        Ok(Collection { positions })
    }

    fn count(&self, is_counted: impl Fn(&Move) -> bool) -> u64 {
        self.positions.iter().flat_map(|(_, moves)| moves).filter(|mv| is_counted(mv)).count() as u64
    }

    /// Calls a function for every move of every position and XORs the results. Position and move go through `black_box`, so
    /// that calls cannot be combined.
    #[inline(always)]
    fn each_move(&self, function: impl Fn(&Position<Chess>, Move) -> u64) -> u64 {
        let mut sum = 0;
        for (position, moves) in &self.positions {
            for mv in moves {
                sum ^= black_box(function(black_box(position), *black_box(mv)));
            }
        }
        sum
    }

    #[inline(always)]
    fn each_position(&self, function: impl Fn(&Position<Chess>) -> u64) -> u64 {
        self.positions.iter().fold(0, |sum, (position, _)| sum ^ black_box(function(black_box(position))))
    }
}

/// A function measured over all positions.
pub struct KeyFunction {
    pub name: &'static str,
    subject: Subject,
    function: fn(&Collection) -> u64,
}

enum Subject {
    EachMove,
    EachPosition,
}

pub const FUNCTIONS: &[KeyFunction] = &[
    KeyFunction {
        name: "the loop alone",
        subject: Subject::EachMove,
        function: |all| all.each_move(|_, mv| mv.from as u64 ^ mv.to as u64),
    },
    KeyFunction {
        name: "key_after",
        subject: Subject::EachMove,
        function: |all| all.each_move(|position, mv| position.key_after(mv).0),
    },
    KeyFunction {
        name: "play_legal and key",
        subject: Subject::EachMove,
        function: |all| all.each_move(|position, mv| black_box(&position.play_legal(mv)).key().0),
    },
    KeyFunction {
        name: "keys_from_scratch",
        subject: Subject::EachPosition,
        function: |all| all.each_position(|position| position.identity().keys_from_scratch().full.0),
    },
    KeyFunction {
        name: "key_128",
        subject: Subject::EachPosition,
        function: |all| all.each_position(|position| position.key_128().0 as u64),
    },
];

impl KeyFunction {
    pub fn named(name: &str) -> Option<&'static KeyFunction> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// Calls it once for every move.
    pub fn run(&self, all: &Collection) -> u64 {
        (self.function)(black_box(all))
    }

    /// The number of calls.
    pub fn calls(&self, all: &Collection) -> u64 {
        match self.subject {
            Subject::EachMove => all.count(|_| true),
            Subject::EachPosition => all.positions.len() as u64,
        }
    }
}

pub fn measure(options: &Options) -> io::Result<Vec<Table>> {
    let all = Collection::gather()?;
    check(&all)?;
    let passes = if options.quick { 100 } else { 1000 };
    let contender = |function: &'static KeyFunction| Contender {
        name: function.name.to_owned(),
        run: Box::new(|| Ok((0..passes).fold(0, |_, _| function.run(&all)))),
        expected: function.run(&all),
    };
    let mut contenders: Vec<Contender> = FUNCTIONS.iter().map(contender).collect();
    let times = interleaved(&mut contenders, options.repetitions)?;
    let title = format!(
        "Keys: {} moves of {} positions, among them {} castling moves, {} en passant captures, {} double steps",
        all.count(|_| true),
        all.positions.len(),
        all.count(|mv| mv.kind == MoveKind::Castle),
        all.count(|mv| mv.kind == MoveKind::EnPassant),
        all.count(|mv| mv.kind == MoveKind::DoubleStep),
    );
    Ok(vec![Table::of_calls(title, &times, |name| {
        passes * KeyFunction::named(name).map_or(0, |function| function.calls(&all))
    })])
}

/// Checks that the measured keys are correct.
fn check(all: &Collection) -> io::Result<()> {
    for (position, moves) in &all.positions {
        let right = |mv: &&Move| position.key_after(**mv) == position.play_legal(**mv).key();
        if let Some(mv) = moves.iter().find(|mv| !right(mv)) {
            return Err(io::Error::other(format!("{position:?}: key_after({mv:?}) is wrong")));
        }
        if position.identity().keys_from_scratch() != *position.keys() {
            return Err(io::Error::other(format!("{position:?}: the keys differ from those from scratch")));
        }
    }
    Ok(())
}

/// Marsaglia's xorshift64: portable and sufficient for choosing moves.
fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_collection_has_every_kind_of_move() {
        let all = Collection::gather().expect("the beginnings are legal");
        let odd_castling = |mv: &Move| mv.kind == MoveKind::Castle && !matches!(mv.from as u8, 4 | 60);
        assert!(all.positions.len() >= 45);
        assert!(all.count(odd_castling) > 0);
        assert!(all.count(|mv| mv.kind == MoveKind::EnPassant) > 0);
        assert!(all.count(|mv| mv.kind == MoveKind::DoubleStep) > 0);
        assert!(all.count(|mv| mv.promotion().is_some()) > 0);
        assert!(check(&all).is_ok());
    }
}
