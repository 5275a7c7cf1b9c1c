use std::io;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position as _};
use tabiya::{Chess, Game, Move, MoveKind, Position, Role};

/// A position with twenty pieces.
const MIDDLEGAME: &str = "r2q1rk1/1b3ppp/p4n2/8/8/P4N2/1B3PPP/R2Q1RK1 w - - 0 20";

/// A game without captures, pawn moves and repetitions.
pub struct Walk {
    positions: Vec<Position<Chess>>,
    moves: Vec<Move>,
}

impl Walk {
    /// Random plies, deterministic.
    pub fn take(plies: usize) -> io::Result<Walk> {
        let start = MIDDLEGAME.parse().map_err(io::Error::other)?;
        let mut game = Game::<Chess>::from_position(start);
        let mut seed = 0x0074_6162_6979_6100_u64;
        while game.ply() < plies {
            let goes_on = |mv: &Move| {
                let quiet = mv.kind == MoveKind::Normal && mv.role != Role::Pawn;
                quiet && game.occurrences_after(*mv) == 1 && game.position().play_legal(*mv).has_legal_move()
            };
            let choice: Vec<Move> = game.position().legal_moves().iter().copied().filter(goes_on).collect();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = choice.get((seed >> 33) as usize % choice.len().max(1)) else {
                return Err(io::Error::other("the walk has no move left"));
            };
            game.play_legal(mv);
        }
        Ok(Walk { positions: game.positions().to_vec(), moves: game.moves().to_vec() })
    }

    pub fn first(&self, plies: usize) -> Walk {
        Walk { positions: self.positions[..=plies].to_vec(), moves: self.moves[..plies].to_vec() }
    }

    pub fn start(&self) -> &Position<Chess> {
        &self.positions[0]
    }

    pub fn last(&self) -> &Position<Chess> {
        &self.positions[self.moves.len()]
    }

    pub fn positions(&self) -> &[Position<Chess>] {
        &self.positions
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    pub fn pieces(&self) -> u32 {
        self.last().identity().occupied().len()
    }

    pub fn game(&self) -> Game<Chess> {
        let mut game = Game::from_position(*self.start());
        for mv in &self.moves {
            game.play_legal(*mv);
        }
        game
    }

    /// The moves in UCI notation, separated by blanks.
    pub fn uci(&self) -> String {
        let texts = self.positions.iter().zip(&self.moves).map(|(position, mv)| position.uci(*mv));
        texts.collect::<Vec<_>>().join(" ")
    }

    pub fn fen(&self) -> &'static str {
        MIDDLEGAME
    }

    /// The same positions and moves in shakmaty.
    pub fn shakmaty(&self) -> io::Result<(Vec<shakmaty::Chess>, Vec<shakmaty::Move>)> {
        let fen: Fen = MIDDLEGAME.parse().map_err(io::Error::other)?;
        let start: shakmaty::Chess = fen.into_position(CastlingMode::Standard).map_err(io::Error::other)?;
        let (mut positions, mut moves) = (vec![start.clone()], Vec::new());
        let mut position = start;
        for text in self.uci().split_whitespace() {
            let uci: UciMove = text.parse().map_err(io::Error::other)?;
            let mv = uci.to_move(&position).map_err(io::Error::other)?;
            position.play_unchecked(mv);
            positions.push(position.clone());
            moves.push(mv);
        }
        Ok((positions, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_is_reversible_and_never_repeats() {
        let walk = Walk::take(100).expect("a walk of 100 plies exists");
        assert_eq!((walk.plies(), walk.pieces()), (100, 20));
        assert_eq!(walk.last().halfmove_clock(), 100);
        assert_eq!(walk.game().occurrences(), 1);
        assert!(!walk.game().has_repeated());
        assert_eq!(walk.shakmaty().expect("shakmaty agrees").0.len(), 101);
    }
}
