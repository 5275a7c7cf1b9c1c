//! Correction history: where searches of like positions have found the evaluation wrong, and by how much.

use tabiya::{ByColor, Color, Key, Position, Rules};

const SIZE: usize = 16_384;
/// Entries are kept in this fraction of a centipawn.
const GRAIN: i32 = 256;
const LIMIT: i32 = 64 * GRAIN;

type CorrectionTable = Box<[i16]>;

/// Errors by pawn shape, and by each color's other pieces.
pub(crate) struct Correction {
    pawn: ByColor<CorrectionTable>,
    non_pawn: ByColor<ByColor<CorrectionTable>>,
}

impl Correction {
    pub(crate) fn new() -> Correction {
        let table = || vec![0; SIZE].into_boxed_slice();
        let both = || ByColor([table(), table()]);
        Correction { pawn: both(), non_pawn: ByColor([both(), both()]) }
    }

    /// All there is.
    pub(crate) fn tables(&mut self) -> impl Iterator<Item = &mut [i16]> {
        let non_pawn = self.non_pawn.0.iter_mut().flat_map(|both| both.0.iter_mut());
        self.pawn.0.iter_mut().chain(non_pawn).map(|table| &mut **table)
    }

    /// What to add to the evaluation.
    pub(crate) fn of<R: Rules>(&self, position: &Position<R>) -> i32 {
        let keys = position.keys();
        let turn = position.turn();
        let by = |table: &CorrectionTable, key: Key| i32::from(table[index(key)]);
        let sum = by(&self.pawn[turn], keys.pawn)
            + by(&self.non_pawn[turn][Color::White], keys.non_pawn[Color::White])
            + by(&self.non_pawn[turn][Color::Black], keys.non_pawn[Color::Black]);
        sum * 3 / (8 * GRAIN)
    }

    /// A search to this depth found the evaluation to be off by `error`.
    pub(crate) fn learn<R: Rules>(&mut self, position: &Position<R>, error: i32, depth: i32) {
        let keys = position.keys();
        let turn = position.turn();
        let weight = (depth + 1).min(16);
        let learn = |table: &mut CorrectionTable, key: Key| {
            let entry = &mut table[index(key)];
            let drawn = (i32::from(*entry) * (GRAIN - weight) + error * GRAIN * weight) / GRAIN;
            *entry = drawn.clamp(-LIMIT, LIMIT) as i16;
        };
        learn(&mut self.pawn[turn], keys.pawn);
        learn(&mut self.non_pawn[turn][Color::White], keys.non_pawn[Color::White]);
        learn(&mut self.non_pawn[turn][Color::Black], keys.non_pawn[Color::Black]);
    }
}

fn index(key: Key) -> usize {
    key.0 as usize % SIZE
}

#[cfg(test)]
mod tests {
    use tabiya::Chess;

    use super::*;

    #[test]
    fn what_is_learned_applies_to_the_same_pawns_and_side_to_move() {
        let start = Position::<Chess>::start();
        let mut correction = Correction::new();
        for _ in 0..200 {
            correction.learn(&start, 40, 10);
        }
        assert!(correction.of(&start) > 20);
        let next = start.play_uci("g1f3").unwrap();
        assert_eq!(correction.of(&next), 0, "the other side's view is another table");
        let later = next.play_uci("g8f6").unwrap();
        assert!(correction.of(&later) > 5, "the pawns are the same");
    }
}
