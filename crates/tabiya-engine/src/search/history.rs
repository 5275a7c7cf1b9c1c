//! History heuristics (butterfly, capture, continuation and pawn history), correction history, and their updates.

use super::alpha_beta::Node;
use super::alpha_beta::StaticEval;
use super::move_picker::is_capture_or_best_promotion;
use super::report::ReportBound;
use super::see;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE_FOUND};
use tabiya::{ByColor, Color, Key, Move, Position, Role, Rules, Square};
use tabiya_table::Bound;

/// A piece and its target square: the index of continuation history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) fn new(color: Color, mv: Move) -> PieceTo {
        let role = mv.promotion().unwrap_or(mv.role);
        PieceTo((color as u16 * 7 + role as u16) * 64 + mv.to as u16)
    }
}

const PIECE_TOS: usize = 2 * 7 * 64;

/// The maximum of an entry; updates pull entries toward it in proportion to the distance (history gravity).
pub(crate) const LIMIT: i32 = 16_384;

const PAWN_STRUCTURES: usize = 512;

/// History tables, kept from search to search within a game.
pub(crate) struct History {
    /// Butterfly history: quiet moves by color, from and to.
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    /// Capture history: by piece, target and victim.
    capture: Box<[[i16; 7]; PIECE_TOS]>,
    /// Continuation history: quiet moves by an earlier move's piece and target.
    continuation: Box<[[i16; PIECE_TOS]]>,
    /// Pawn history: quiet moves by pawn structure.
    pawn: Box<[[i16; PIECE_TOS]]>,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: boxed([[0; 64]; 64]),
            capture: boxed([0; 7]),
            continuation: vec![[0; PIECE_TOS]; PIECE_TOS].into_boxed_slice(),
            pawn: vec![[0; PIECE_TOS]; PAWN_STRUCTURES].into_boxed_slice(),
        }
    }

    /// All tables.
    pub(crate) fn tables(&mut self) -> impl Iterator<Item = &mut [i16]> {
        [
            self.quiet.as_flattened_mut().as_flattened_mut(),
            self.capture.as_flattened_mut(),
            self.continuation.as_flattened_mut(),
            self.pawn.as_flattened_mut(),
        ]
        .into_iter()
    }

    /// The history score of a quiet move.
    pub(crate) fn quiet(&self, context: &Context, mv: Move) -> i32 {
        let here = PieceTo::new(context.color, mv).0 as usize;
        let by_squares = self.quiet[context.color as usize][square(mv.from)][square(mv.to)];
        let mut sum = i32::from(by_squares) + i32::from(self.pawn[context.pawns][here]);
        for piece_to in context.before.into_iter().flatten() {
            sum += i32::from(self.continuation[piece_to.0 as usize][here]);
        }
        sum
    }

    pub(crate) fn update_quiet(&mut self, context: &Context, mv: Move, bonus: i32) {
        let here = PieceTo::new(context.color, mv).0 as usize;
        learn(&mut self.quiet[context.color as usize][square(mv.from)][square(mv.to)], bonus);
        learn(&mut self.pawn[context.pawns][here], bonus);
        for piece_to in context.before.into_iter().flatten() {
            learn(&mut self.continuation[piece_to.0 as usize][here], bonus);
        }
    }

    /// The previous quiet move left this side without a good reply: raises it as a continuation of the moves before it.
    pub(crate) fn update_answer(&mut self, answer: PieceTo, before: [Option<PieceTo>; 2], bonus: i32) {
        for piece_to in before.into_iter().flatten() {
            learn(&mut self.continuation[piece_to.0 as usize][answer.0 as usize], bonus);
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

/// What the history of a quiet move depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) color: Color,
    /// The index of the pawn structure.
    pub(crate) pawns: usize,
    /// The moves one, two and four plies earlier.
    pub(crate) before: [Option<PieceTo>; 3],
}

impl Context {
    pub(crate) fn pawn_index(key: tabiya::Key) -> usize {
        key.0 as usize % PAWN_STRUCTURES
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

const SIZE: usize = 16_384;
/// Entries are in units of 1/256 centipawn.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_GRAIN;

type CorrectionTable = Box<[i16]>;

/// Average differences between search and static evaluation, by pawn key and by each color's non-pawn key.
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

    /// All tables.
    pub(crate) fn tables(&mut self) -> impl Iterator<Item = &mut [i16]> {
        let non_pawn = self.non_pawn.0.iter_mut().flat_map(|both| both.0.iter_mut());
        self.pawn.0.iter_mut().chain(non_pawn).map(|table| &mut **table)
    }

    /// The correction in centipawns.
    pub(crate) fn of<R: Rules>(&self, position: &Position<R>) -> i32 {
        let keys = position.keys();
        let turn = position.turn();
        let by = |table: &CorrectionTable, key: Key| i32::from(table[index(key)]);
        let sum = by(&self.pawn[turn], keys.pawn)
            + by(&self.non_pawn[turn][Color::White], keys.non_pawn[Color::White])
            + by(&self.non_pawn[turn][Color::Black], keys.non_pawn[Color::Black]);
        sum * 3 / (8 * CORRECTION_GRAIN)
    }

    /// Records that a search to this depth differed from the static evaluation by `error`.
    pub(crate) fn learn<R: Rules>(&mut self, position: &Position<R>, error: i32, depth: i32) {
        let keys = position.keys();
        let turn = position.turn();
        let weight = (depth + 1).min(16);
        let learn = |table: &mut CorrectionTable, key: Key| {
            let entry = &mut table[index(key)];
            let updated = (i32::from(*entry) * (CORRECTION_GRAIN - weight)
                + error * CORRECTION_GRAIN * weight)
                / CORRECTION_GRAIN;
            *entry = updated.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        };
        learn(&mut self.pawn[turn], keys.pawn);
        learn(&mut self.non_pawn[turn][Color::White], keys.non_pawn[Color::White]);
        learn(&mut self.non_pawn[turn][Color::Black], keys.non_pawn[Color::Black]);
    }
}

fn index(key: Key) -> usize {
    key.0 as usize % SIZE
}

/// Moves searched without raising alpha.
#[derive(Default)]
pub(super) struct TriedMoves {
    quiet: FirstMoves,
    noisy: FirstMoves,
}

impl TriedMoves {
    #[inline]
    pub(super) fn push(&mut self, mv: Move, is_quiet: bool) {
        if is_quiet { self.quiet.push(mv) } else { self.noisy.push(mv) }
    }
}

/// The first 32 moves; later ones are not recorded.
#[derive(Default)]
struct FirstMoves {
    moves: [Option<Move>; 32],
    len: usize,
}

impl FirstMoves {
    fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = Some(mv);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied().flatten()
    }
}

/// The history bonus for a cutoff at this depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (150 * depth - 60).min(1600)
}

impl<R: Evaluate> Worker<'_, R> {
    /// After a beta cutoff: raises the history of the move and lowers that of the moves tried before it.
    pub(super) fn update_on_cutoff(
        &mut self,
        position: &Position<R>,
        mv: Move,
        node: Node,
        context: &Context,
        tried: &TriedMoves,
    ) {
        let bonus = bonus(node.depth);
        if is_capture_or_best_promotion::<R>(mv) {
            self.data.history.update_capture(context.color, mv, see::victim(position, mv), bonus);
        } else {
            self.frame(node.ply).killer = Some(mv);
            self.data.history.update_quiet(context, mv, bonus);
            for other in tried.quiet.iter() {
                self.data.history.update_quiet(context, other, -bonus);
            }
        }
        for other in tried.noisy.iter() {
            self.data.history.update_capture(context.color, other, see::victim(position, other), -bonus);
        }
    }

    /// After failing low: the opponent's last move was good.
    pub(super) fn update_on_fail_low(&mut self, Node { depth, ply, .. }: Node) {
        let last = *self.frame_before(ply, 1);
        if let Some(answer) = last.piece_to.filter(|_| last.is_quiet) {
            let before = [2, 3].map(|back| self.frame_before(ply, back).piece_to);
            self.data.history.update_answer(answer, before, bonus(depth) / 2);
        }
    }

    /// Records the difference between search result and static evaluation in the correction history.
    pub(super) fn update_correction(
        &mut self,
        position: &Position<R>,
        best: i32,
        best_move: Option<Move>,
        bound: Bound,
        depth: i32,
        static_eval: &StaticEval,
    ) {
        let is_new = match bound {
            Bound::Exact => true,
            Bound::Lower => best > static_eval.eval,
            Bound::Upper => best < static_eval.eval,
            Bound::None => false,
        };
        let from_capture = best_move.is_some_and(is_capture_or_best_promotion::<R>);
        if is_new && !static_eval.in_check && !from_capture && best.abs() < MATE_FOUND && self.shared.prunes {
            self.data.correction.learn(position, (best - static_eval.raw_eval).clamp(-300, 300), depth);
        }
    }

    /// Records the result of a root move for its window.
    pub(super) fn record_root_move(
        &mut self,
        mv: Move,
        score: i32,
        (alpha, beta): (i32, i32),
        is_first: bool,
        nodes_before: u64,
    ) {
        let nodes = self.nodes - nodes_before;
        let selective_depth = self.selective_depth;
        let Some(root) = self.root.open_mut(mv) else { return };
        root.nodes += nodes;
        if score <= alpha && !is_first {
            // Only known not to be better; sorting keeps the order of the last iteration.
            root.score = -INFINITE;
            return;
        }
        root.score = score;
        root.bound = match score {
            _ if score <= alpha => ReportBound::Upper,
            _ if score >= beta => ReportBound::Lower,
            _ => ReportBound::Exact,
        };
        root.selective_depth = selective_depth;
        root.line.clear();
        root.line.push(mv);
        root.line.extend_from_slice(&self.data.pv[1]);
    }
}

#[cfg(test)]
mod history_tests {
    use super::*;

    #[test]
    fn history_scores_stay_within_the_limit() {
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

#[cfg(test)]
mod correction_tests {
    use tabiya::Chess;

    use super::*;

    #[test]
    fn corrections_apply_to_equal_pawns_and_side_to_move() {
        let start = Position::<Chess>::start();
        let mut correction = Correction::new();
        for _ in 0..200 {
            correction.learn(&start, 40, 10);
        }
        assert!(correction.of(&start) > 20);
        let next = start.play_uci("g1f3").unwrap();
        assert_eq!(correction.of(&next), 0, "each side to move has its own table");
        let later = next.play_uci("g8f6").unwrap();
        assert!(correction.of(&later) > 5, "the pawns are the same");
    }
}
