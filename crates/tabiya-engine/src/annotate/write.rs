use std::iter;

use tabiya::{Color, Move, Score};
use tabiya_pgn::{NodeId, Step, Tree, evaluation_text};

use super::{Judgment, PositionAnalysis, game_accuracy, win_percent};

/// The maximum number of half-moves of a better line.
const MAX_LINE_MOVES: usize = 10;

/// The summary of a reviewed game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// White's moves.
    pub white: Side,
    /// Black's moves.
    pub black: Side,
}

/// The summary of one side's moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Side {
    /// From 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Moves marked `?!`.
    pub inaccuracies: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
}

/// Writes the results into a game: `[%eval]` after each move of the main line, a mark for each bad move, and
/// the better line as a variation. Moves that already have a mark keep it.
///
/// `analyses` are the results of [`Analyst::analyze`](super::Analyst::analyze): one more than there are moves.
pub fn annotate(tree: &mut Tree, analyses: &[PositionAnalysis]) -> Summary {
    let evaluations: Vec<Score> = analyses.iter().map(|analysis| analysis.evaluation).collect();
    let line: Vec<NodeId> = tree.main_line().collect();
    let played = line.iter().map(|node| match tree.step(*node) {
        Some(Step::Move(mv)) => Some(mv),
        Some(Step::Null) | None => None,
    });
    let improvable: Vec<bool> = analyses
        .iter()
        .zip(played)
        .map(|(before, played)| before.line.first().is_some_and(|best| Some(*best) != played))
        .collect();
    let (summary, judgments) = summarize(&evaluations, &improvable, tree.start().turn());
    for (index, node) in line.into_iter().enumerate() {
        let (Some(before), Some(after)) = (analyses.get(index), analyses.get(index + 1)) else { break };
        if !after.is_over {
            tree.set_command(node, "eval", Some(&evaluation_text(after.evaluation)));
        }
        if let Some(judgment) = judgments[index] {
            mark(tree, node, judgment);
            add_line(tree, node, &before.line);
        }
    }
    for (tag, side) in [("WhiteAccuracy", summary.white), ("BlackAccuracy", summary.black)] {
        if let Some(accuracy) = side.accuracy {
            tree.set_tag(tag, &format!("{accuracy:.1}"));
        }
    }
    summary
}

/// The summary of a game, from White's evaluations of its positions, the start first, and whether a better move is known for
/// each move. If none is, the evaluations before and after the move differ only because the search after it saw further: the
/// move gets no mark.
#[must_use]
pub fn summarize(
    evaluations: &[Score],
    improvable: &[bool],
    first: Color,
) -> (Summary, Vec<Option<Judgment>>) {
    let percents: Vec<f64> = evaluations.iter().map(|evaluation| win_percent(*evaluation)).collect();
    let accuracy = game_accuracy(&percents, first);
    let mut summary = Summary::default();
    (summary.white.accuracy, summary.black.accuracy) = (accuracy[Color::White], accuracy[Color::Black]);
    let mut mover = first;
    let mut judgments = Vec::with_capacity(percents.len());
    for (pair, improvable) in percents.windows(2).zip(improvable.iter().chain(iter::repeat(&false))) {
        let (lost, side) = match mover {
            Color::White => (pair[0] - pair[1], &mut summary.white),
            Color::Black => (pair[1] - pair[0], &mut summary.black),
        };
        let judgment = Judgment::of(lost).filter(|_| *improvable);
        match judgment {
            Some(Judgment::Inaccuracy) => side.inaccuracies += 1,
            Some(Judgment::Mistake) => side.mistakes += 1,
            Some(Judgment::Blunder) => side.blunders += 1,
            None => {}
        }
        judgments.push(judgment);
        mover = !mover;
    }
    (summary, judgments)
}

fn mark(tree: &mut Tree, node: NodeId, judgment: Judgment) {
    let nags = tree.nags(node);
    if !nags.iter().any(|nag| (1..=6).contains(nag)) {
        let nags = std::iter::once(judgment.nag()).chain(nags.iter().copied()).collect();
        tree.set_nags(node, nags);
    }
}

/// Adds a better line as a variation.
fn add_line(tree: &mut Tree, node: NodeId, line: &[Move]) {
    let Some(mut at) = tree.parent(node) else { return };
    for (index, mv) in line.iter().take(MAX_LINE_MOVES).enumerate() {
        let Ok(next) = tree.add_move(at, *mv) else { return };
        if index == 0 && next == node {
            return;
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use tabiya::{AnyPosition, Variant};

    use super::*;

    /// The search after 2. g4 saw more than the search before it, which had also chosen 2. g4.
    #[test]
    fn the_best_move_was_marked_as_a_mistake() {
        let start = AnyPosition::start(Variant::Chess);
        let [f3, e5, g4, e4] = ["f3", "e5", "g4", "e4"].map(|san| {
            let black = san == "e5";
            let position = if black { start.play_san("f3").expect("legal") } else { start };
            position.parse_san(san).expect("legal")
        });
        let evaluated = |score, line: &[Move]| PositionAnalysis::of(Score::Centipawns(score), line.to_vec());
        for (best, nags, mistakes) in [(g4, &[][..], 0), (e4, &[4][..], 1)] {
            let mut tree = Tree::parse("1. f3 e5 2. g4 *", Variant::Chess).expect("PGN").tree;
            let analyses =
                [evaluated(0, &[f3]), evaluated(0, &[e5]), evaluated(0, &[best]), evaluated(-600, &[])];
            let summary = annotate(&mut tree, &analyses);
            let last = tree.main_line().last().expect("three moves");
            assert_eq!((tree.nags(last), summary.white.blunders), (nags, mistakes), "{}", tree.to_pgn());
            let moves = tree.children(tree.parent(last).expect("a move before")).len();
            assert_eq!(moves, 1 + mistakes, "a mark has a better line");
        }
    }
}
