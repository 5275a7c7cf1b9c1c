//! History heuristics (butterfly, capture, continuation and pawn history): what has worked before in this search. Moves that cut lines short are tried earlier next time.

use tabiya::{Color, Move, Role, Square};

/// Piece-to: a piece and the square it went to, what a later move remembers of an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) fn new(color: Color, mv: Move) -> PieceTo {
        let role = mv.promotion().unwrap_or(mv.role);
        PieceTo((color as u16 * 7 + role as u16) * 64 + mv.to as u16)
    }
}

const PIECE_TOS: usize = 2 * 7 * 64;

/// No entry goes beyond this; each update draws it nearer by its own share, so old experience fades.
pub(crate) const LIMIT: i32 = 16_384;

const PAWN_SHAPES: usize = 512;

/// Experience with moves, kept from search to search of a game.
pub(crate) struct History {
    /// Quiet moves by color and squares.
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    /// Captures by piece, square and victim.
    capture: Box<[[i16; 7]; PIECE_TOS]>,
    /// Quiet moves by what was played before them.
    continuation: Box<[[i16; PIECE_TOS]]>,
    /// Quiet moves by the pawns' shape.
    pawn: Box<[[i16; PIECE_TOS]]>,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: boxed([[0; 64]; 64]),
            capture: boxed([0; 7]),
            continuation: vec![[0; PIECE_TOS]; PIECE_TOS].into_boxed_slice(),
            pawn: vec![[0; PIECE_TOS]; PAWN_SHAPES].into_boxed_slice(),
        }
    }

    /// All there is.
    pub(crate) fn tables(&mut self) -> impl Iterator<Item = &mut [i16]> {
        [
            self.quiet.as_flattened_mut().as_flattened_mut(),
            self.capture.as_flattened_mut(),
            self.continuation.as_flattened_mut(),
            self.pawn.as_flattened_mut(),
        ]
        .into_iter()
    }

    /// What is known of a quiet move. `before` are the traces one, two and four plies earlier.
    pub(crate) fn quiet(&self, context: &Context, mv: Move) -> i32 {
        let here = PieceTo::new(context.color, mv).0 as usize;
        let by_squares = self.quiet[context.color as usize][square(mv.from)][square(mv.to)];
        let mut sum = i32::from(by_squares) + i32::from(self.pawn[context.pawns][here]);
        for trace in context.before.into_iter().flatten() {
            sum += i32::from(self.continuation[trace.0 as usize][here]);
        }
        sum
    }

    pub(crate) fn update_quiet(&mut self, context: &Context, mv: Move, bonus: i32) {
        let here = PieceTo::new(context.color, mv).0 as usize;
        learn(&mut self.quiet[context.color as usize][square(mv.from)][square(mv.to)], bonus);
        learn(&mut self.pawn[context.pawns][here], bonus);
        for trace in context.before.into_iter().flatten() {
            learn(&mut self.continuation[trace.0 as usize][here], bonus);
        }
    }

    /// A quiet move left the other side without a good answer: it is remembered as an answer to what came before it.
    pub(crate) fn update_answer(&mut self, answer: PieceTo, before: [Option<PieceTo>; 2], bonus: i32) {
        for trace in before.into_iter().flatten() {
            learn(&mut self.continuation[trace.0 as usize][answer.0 as usize], bonus);
        }
    }

    pub(crate) fn capture(&self, color: Color, mv: Move, victim: Option<Role>) -> i32 {
        i32::from(self.capture[PieceTo::new(color, mv).0 as usize][victim.unwrap_or(Role::King) as usize])
    }

    pub(crate) fn update_capture(&mut self, color: Color, mv: Move, victim: Option<Role>, bonus: i32) {
        let entry =
            &mut self.capture[PieceTo::new(color, mv).0 as usize][victim.unwrap_or(Role::King) as usize];
        learn(entry, bonus);
    }
}

/// Where a quiet move is judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) color: Color,
    /// The pawns' shape, as an index.
    pub(crate) pawns: usize,
    /// What was played one, two and four plies earlier.
    pub(crate) before: [Option<PieceTo>; 3],
}

impl Context {
    pub(crate) fn pawn_index(key: tabiya::Key) -> usize {
        key.0 as usize % PAWN_SHAPES
    }
}

fn square(square: Square) -> usize {
    square as usize
}

fn learn(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].try_into().unwrap_or_else(|_| unreachable!("the vector has N elements"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experience_never_leaves_its_bounds() {
        let mut entry = 0;
        for _ in 0..1000 {
            learn(&mut entry, 3000);
            assert!((0..=LIMIT).contains(&i32::from(entry)));
        }
        for _ in 0..1000 {
            learn(&mut entry, -40_000);
            assert!((-LIMIT..=LIMIT).contains(&i32::from(entry)));
        }
    }
}
