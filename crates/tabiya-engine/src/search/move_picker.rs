//! Move ordering: staged selection of moves, and the squares from which moves give check.

use super::history::{Context, History};
use super::see;
use crate::eval::Evaluate;
use tabiya::{Bitboard, Move, MoveKind, Position, Square, attacks};

/// A move and its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// The stages of the picker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// The table move.
    Table,
    /// Captures and promotions with SEE >= 0.
    GoodNoisy,
    /// The killer move.
    Killer,
    /// Other quiet moves, by history score.
    Quiet,
    /// Captures with SEE < 0.
    BadNoisy,
}

/// The moves of one node, generated in stages. They are stored on the thread's move stack as `[noisy | quiet]`, and removed
/// at the end of the node.
#[derive(Debug)]
pub(crate) struct Picker {
    start: usize,
    noisy_end: usize,
    next: usize,
    bad_end: usize,
    stage: Stage,
    table_move: Option<Move>,
    killer: Option<Move>,
    /// Whether quiet moves are generated at all.
    with_quiets: bool,
    has_quiets: bool,
    /// Whether quiet moves are sorted.
    is_ordered: bool,
}

/// Captures, and queen promotions (or the game's best promotion): the noisy moves of search and quiescence. The core also counts
/// underpromotions as noisy.
#[inline]
pub(crate) fn is_capture_or_best_promotion<R: Evaluate>(mv: Move) -> bool {
    match mv.kind {
        MoveKind::Capture | MoveKind::EnPassant => true,
        MoveKind::Promotion(role) => role == R::PROMOTES_TO[0],
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::Castle => false,
    }
}

impl Picker {
    /// All legal moves, the table move first; it must be legal.
    pub(crate) fn new(moves: &[Scored], table_move: Option<Move>, killer: Option<Move>) -> Picker {
        Picker { killer, with_quiets: true, ..Picker::noisy(moves, table_move) }
    }

    /// Noisy moves only, for quiescence.
    pub(crate) fn noisy(moves: &[Scored], table_move: Option<Move>) -> Picker {
        let start = moves.len();
        Picker {
            start,
            noisy_end: start,
            next: start,
            bad_end: start,
            stage: Stage::Table,
            table_move,
            killer: None,
            with_quiets: false,
            has_quiets: false,
            is_ordered: true,
        }
    }

    /// The table move.
    pub(crate) fn table_move(&self) -> Option<Move> {
        self.table_move
    }

    /// Stops sorting quiet moves: from here on only checks are searched.
    pub(crate) fn stop_ordering(&mut self) {
        self.is_ordered = false;
    }

    pub(crate) fn leave(&self, moves: &mut Vec<Scored>) {
        moves.truncate(self.start);
    }

    /// The next move and its stage.
    pub(crate) fn next<R: Evaluate>(
        &mut self,
        position: &Position<R>,
        moves: &mut Vec<Scored>,
        history: &History,
        context: &Context,
    ) -> Option<(Move, Stage)> {
        if self.stage == Stage::Table {
            self.stage = Stage::GoodNoisy;
            // Before the table move is searched: its search changes the capture history.
            self.generate_noisy(position, moves, history, context);
            if let Some(mv) = self.table_move {
                return Some((mv, Stage::Table));
            }
        }
        if self.stage == Stage::GoodNoisy {
            while self.next < self.noisy_end {
                let Scored { mv, score } = select(&mut moves[self.next..self.noisy_end]);
                // A good history allows a slightly losing capture.
                if see::wins(position, mv, -score / 32) {
                    self.next += 1;
                    return Some((mv, Stage::GoodNoisy));
                }
                // Bad captures are collected at the front, in order.
                moves.swap(self.bad_end, self.next);
                self.bad_end += 1;
                self.next += 1;
            }
            self.stage = Stage::Killer;
        }
        if self.stage == Stage::Killer {
            self.stage = Stage::Quiet;
            self.killer = self.killer.filter(|&killer| self.is_killer_here(position, killer));
            if let Some(killer) = self.killer {
                return Some((killer, Stage::Killer));
            }
        }
        if self.stage == Stage::Quiet {
            if self.with_quiets && !self.has_quiets {
                self.generate_quiets(position, moves, history, context);
                self.has_quiets = true;
            }
            if self.next < moves.len() {
                let rest = &mut moves[self.next..];
                let Scored { mv, .. } = if self.is_ordered { select(rest) } else { rest[0] };
                self.next += 1;
                return Some((mv, Stage::Quiet));
            }
            self.stage = Stage::BadNoisy;
            self.next = self.start;
        }
        if self.next < self.bad_end {
            let mv = moves[self.next].mv;
            self.next += 1;
            return Some((mv, Stage::BadNoisy));
        }
        None
    }

    /// Whether the killer is a legal quiet move here.
    fn is_killer_here<R: Evaluate>(&self, position: &Position<R>, killer: Move) -> bool {
        Some(killer) != self.table_move
            && !is_capture_or_best_promotion::<R>(killer)
            && position.is_legal(killer)
    }

    fn generate_noisy<R: Evaluate>(
        &mut self,
        position: &Position<R>,
        moves: &mut Vec<Scored>,
        history: &History,
        context: &Context,
    ) {
        position.for_each_noisy_move(|mv| {
            if is_capture_or_best_promotion::<R>(mv) && Some(mv) != self.table_move {
                moves.push(Scored { mv, score: 0 });
            }
        });
        self.noisy_end = moves.len();
        self.score_noisy(position, moves, history, context);
    }

    /// Generates quiet moves except the table move and the killer, after the noisy ones.
    fn generate_quiets<R: Evaluate>(
        &mut self,
        position: &Position<R>,
        moves: &mut Vec<Scored>,
        history: &History,
        context: &Context,
    ) {
        let mut first = self.noisy_end;
        position.for_each_legal_move(|mv| {
            if Some(mv) == self.table_move {
                return;
            }
            if !is_capture_or_best_promotion::<R>(mv) {
                moves.push(Scored { mv, score: 0 });
            } else if first < moves.len() {
                // Ties are tried in this order: each noisy move sends the first quiet one to the end.
                moves.push(moves[first]);
                first += 1;
            }
        });
        if let Some(killer) = self.killer
            && let Some(at) = moves[first..].iter().position(|scored| scored.mv == killer)
        {
            moves.swap(first, first + at);
            first += 1;
        }
        for scored in &mut moves[first..] {
            scored.score = history.quiet(context, scored.mv);
        }
        self.next = first;
    }

    fn score_noisy<R: Evaluate>(
        &self,
        position: &Position<R>,
        moves: &mut [Scored],
        history: &History,
        context: &Context,
    ) {
        for scored in &mut moves[self.start..self.noisy_end] {
            let victim = see::victim(position, scored.mv);
            // Twice the weight for the gain lost: −7 ± 11 Elo in 2,806 games at 4,000 nodes, rejected by SPRT [−6, 6].
            scored.score =
                8 * see::gain(position, scored.mv) + history.capture(context.color, scored.mv, victim) / 4;
        }
    }
}

/// Selection sort: moves the best to the front.
fn select(moves: &mut [Scored]) -> Scored {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].score > moves[best].score {
            best = i;
        }
    }
    moves.swap(0, best);
    moves[0]
}

/// Precomputed data to detect checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks {
    king: Square,
    /// Own pieces that alone block an own slider from the enemy king.
    blockers: Bitboard,
}

impl Checks {
    pub(crate) fn new<R: Evaluate>(position: &Position<R>) -> Checks {
        let us = position.turn();
        let id = position.identity();
        let (own, occupied) = (id.color(us), id.occupied());
        let king = position.king(!us);
        let mut snipers = attacks::rook(king, Bitboard::EMPTY) & R::straight_sliders(id);
        if R::DIAGONAL_SLIDERS {
            snipers |= attacks::bishop(king, Bitboard::EMPTY) & R::diagonal_sliders(id);
        }
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers & own {
            let between = attacks::between(king, sniper) & occupied;
            if !between.has_several() {
                blockers |= between & own;
            }
        }
        Checks { king, blockers }
    }

    /// Whether a move gives check. Castling and en passant are assumed not to.
    pub(crate) fn is_check<R: Evaluate>(&self, position: &Position<R>, mv: Move) -> bool {
        if matches!(mv.kind, MoveKind::Castle | MoveKind::EnPassant) {
            return false;
        }
        if self.blockers.contains(mv.from) && !attacks::line(self.king, mv.from).contains(mv.to) {
            return true;
        }
        let role = mv.promotion().unwrap_or(mv.role);
        let occupied = position.identity().occupied() & !mv.from.bitboard();
        // Our piece attacks the king from the squares that such an enemy piece on the king's square would attack.
        R::attacks(role, !position.turn(), self.king, occupied).contains(mv.to)
    }
}

#[cfg(test)]
mod picker_tests {
    use tabiya::{Chess, Makruk};

    use super::*;

    /// Every legal move is returned exactly once, whatever the table move and killer.
    fn check_complete<R: Evaluate>(fens: &[&str]) {
        for fen in fens {
            let position: Position<R> = fen.parse().unwrap();
            let legal = position.legal_moves();
            for &first in &legal {
                for killer in [None, Some(first), Some(legal[0]), legal.last().copied()] {
                    let mut moves = vec![Scored { mv: first, score: 7 }];
                    let context = Context { color: position.turn(), pawns: 0, before: [None; 3] };
                    let history = History::new();
                    let mut picker = Picker::new(&moves, Some(first), killer);
                    let mut given = Vec::new();
                    while let Some((mv, _)) = picker.next(&position, &mut moves, &history, &context) {
                        given.push(mv);
                    }
                    picker.leave(&mut moves);
                    assert_eq!(moves.len(), 1, "the parent's moves are kept");
                    assert_eq!(given[0], first);
                    let mut all: Vec<Move> = legal.to_vec();
                    all.sort();
                    given.sort();
                    assert_eq!(given, all, "{fen}");
                }
            }
        }
    }

    #[test]
    fn every_noisy_move_is_returned_once_and_no_other() {
        let position: Position<Chess> =
            "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let mut expected: Vec<Move> = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|&mv| is_capture_or_best_promotion::<Chess>(mv))
            .collect();
        let table_move = expected[1];
        let (mut moves, history) = (Vec::new(), History::new());
        let context = Context { color: position.turn(), pawns: 0, before: [None; 3] };
        let mut picker = Picker::noisy(&moves, Some(table_move));
        let mut given: Vec<Move> =
            std::iter::from_fn(|| Some(picker.next(&position, &mut moves, &history, &context)?.0)).collect();
        assert_eq!(given[0], table_move);
        given.sort();
        expected.sort();
        assert_eq!(given, expected);
    }

    #[test]
    fn every_legal_move_is_returned_once() {
        check_complete::<Chess>(&[
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/P1k5/8/8/8/8/5p2/7K b - - 0 1",
        ]);
        check_complete::<Makruk>(&["r1smks1r/3n4/pppppnpp/8/4P3/PPPP1PPP/4N3/RNSKMS1R w - - 0 1"]);
    }
}

#[cfg(test)]
mod checks_tests {
    use tabiya::{Chess, Makruk};

    use super::*;

    fn check_against_playing<R: Evaluate>(fens: &[&str]) {
        for fen in fens {
            let position: Position<R> = fen.parse().unwrap();
            let checks = Checks::new(&position);
            for &mv in &position.legal_moves() {
                if !matches!(mv.kind, MoveKind::Castle | MoveKind::EnPassant) {
                    assert_eq!(
                        checks.is_check(&position, mv),
                        position.play_legal(mv).is_check(),
                        "{fen} {mv:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn gives_check_agrees_with_playing_the_move() {
        check_against_playing::<Chess>(&[
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/4N3/8/8/1B2R3/P5q1/4K3 w - - 0 1",
            "k7/2P1P3/8/8/8/8/8/3RK3 w - - 0 1",
            "8/8/8/1k1PR2Q/8/3N4/1P6/4K2B w - - 0 1",
        ]);
        check_against_playing::<Makruk>(&[
            "4k3/8/4N3/3SM3/8/4R3/8/4K3 w - - 0 1",
            "8/8/2k5/8/1PS1M~3/2R5/8/4K3 w - - 0 1",
            "4k3/4r3/8/4s3/8/8/8/2R1K2R b - - 0 1",
        ]);
    }
}
