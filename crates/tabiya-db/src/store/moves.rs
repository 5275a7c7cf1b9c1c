//! Moves in a byte each: which of the legal moves it is, in the order in which [`Position::visit_move_sets`] shows them.
//!
//! That order is a part of the file format; a test pins it.

use std::ops::ControlFlow;

use tabiya::{Move, MoveSet, Position, Rules, SetKind};

/// Ranks from here on take a second byte, which is added. Hardly any position has so many moves.
const ESCAPE: u16 = 255;

fn size<R: Rules>(set: &MoveSet) -> u16 {
    let targets = set.targets.len() as u16;
    if set.kind == SetKind::Promotion { targets * R::PROMOTES_TO.len() as u16 } else { targets }
}

/// Which of the legal moves it is, from 0.
#[inline]
pub(crate) fn rank<R: Rules>(position: &Position<R>, mv: Move) -> Option<u16> {
    let mut before = 0;
    let mut found = None;
    let _ = position.visit_move_sets(&mut |set: MoveSet| {
        if set.role == mv.role && set.targets.contains(mv.to) && set.origin.of(mv.to) == mv.from {
            let mut index = before;
            set.for_each::<R>(&mut |candidate| {
                if candidate == mv {
                    found = Some(index);
                }
                index += 1;
            });
            if found.is_some() {
                return ControlFlow::Break(());
            }
        }
        before += size::<R>(&set);
        ControlFlow::Continue(())
    });
    found
}

/// The legal move of a rank.
#[inline]
pub(crate) fn nth<R: Rules>(position: &Position<R>, rank: u16) -> Option<Move> {
    let mut left = rank;
    let mut found = None;
    let _ = position.visit_move_sets(&mut |set: MoveSet| {
        let size = size::<R>(&set);
        if left >= size {
            left -= size;
            return ControlFlow::Continue(());
        }
        set.for_each::<R>(&mut |candidate| {
            if left == 0 && found.is_none() {
                found = Some(candidate);
            }
            left = left.wrapping_sub(1);
        });
        ControlFlow::Break(())
    });
    found
}

/// Appends a rank.
#[inline]
pub(crate) fn push(out: &mut Vec<u8>, rank: u16) {
    if rank < ESCAPE {
        out.push(rank as u8);
    } else {
        out.extend([ESCAPE as u8, (rank - ESCAPE) as u8]);
    }
}

/// The ranks of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranks<'a>(pub(crate) &'a [u8]);

impl Iterator for Ranks<'_> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        if u16::from(first) < ESCAPE {
            return Some(u16::from(first));
        }
        // Cut short it is a rank that no position has.
        let (&second, rest) = self.0.split_first().unwrap_or((&u8::MAX, &[]));
        self.0 = rest;
        Some(ESCAPE + u16::from(second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::{Chess, Makruk};

    fn every_move_has_its_rank<R: Rules>(position: &Position<R>) {
        for (index, mv) in position.legal_moves().into_iter().enumerate() {
            assert_eq!(rank(position, mv), Some(index as u16), "{position:?} {mv}");
            assert_eq!(nth(position, index as u16), Some(mv), "{position:?} {index}");
        }
        assert_eq!(nth(position, position.legal_moves().len() as u16), None);
    }

    #[test]
    fn ranks_and_moves_are_inverse() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ] {
            every_move_has_its_rank::<Chess>(
                &Position::from_fen(fen, tabiya::Reading::LENIENT).unwrap().position,
            );
        }
        every_move_has_its_rank(&Position::<Makruk>::start());
    }

    /// If this fails, databases already written would be read as other games: raise the format's version instead.
    #[test]
    fn the_order_of_moves_is_a_part_of_the_format() {
        let order = |fen: &str| {
            let position: Position<Chess> = fen.parse().unwrap();
            let all: Vec<_> = (0..).map_while(|rank| nth(&position, rank)).map(|mv| mv.to_string()).collect();
            all.join(" ")
        };
        assert_eq!(
            order("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            "a2a3 b2b3 g2g3 d5d6 g2h3 d5e6 a2a4 g2g4 c3b1 c3d1 c3a4 c3b5 e5g6 e5d7 e5f7 e5d3 e5c4 e5g4 e5c6 \
             d2c1 d2e3 d2f4 d2g5 d2h6 e2a6 e2d1 e2f1 e2d3 e2c4 e2b5 a1b1 a1c1 a1d1 h1f1 h1g1 f3h3 f3f6 f3d3 f3e3 \
             f3g3 f3f4 f3g4 f3f5 f3h5 e1a1 e1h1 e1d1 e1f1"
        );
        assert_eq!(order("rnbq1k1r/pP1Pbppp/8/2pN4/2B5/8/PPP1N1PP/RNBQK2R w KQ c6 0 1"), "PINNED-2");
    }

    #[test]
    fn high_ranks_take_two_bytes() {
        let mut bytes = Vec::new();
        let ranks = [0, 1, 254, 255, 256, 415];
        ranks.iter().for_each(|rank| push(&mut bytes, *rank));
        assert_eq!(bytes.len(), 9);
        assert_eq!(Ranks(&bytes).collect::<Vec<_>>(), ranks);
        assert_eq!(Ranks(&[255]).collect::<Vec<_>>(), [510]);
    }
}
