//! What an engine found in a game, written into its tree.

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Color, Game, Move, Position, Rules, Score};
use tabiya_engine::annotate::{Finding, Side, annotate};
use tabiya_pgn::{Step, Tree};

use super::tree::{NodesAsked, TreeTold, tell_tree};
use super::{GameAsked, Replayed};
use crate::refusal::Refusal;

/// Write this into the game, please.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnotateAsked {
    /// Its variant and its start.
    game: GameAsked,
    tree: NodesAsked,
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// Of each position of the main line, the start first; nothing where the game is over.
    findings: Vec<Option<FindingAsked>>,
}

/// What the engine said last of a position, as the side to move sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindingAsked {
    centipawns: Option<i32>,
    mate: Option<i32>,
    /// The best line, as UCI has it.
    uci: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Annotated {
    tree: TreeTold,
    white: SideTold,
    black: SideTold,
}

#[derive(Serialize)]
struct SideTold {
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl From<Side> for SideTold {
    fn from(Side { accuracy, inaccuracies, mistakes, blunders }: Side) -> SideTold {
        SideTold { accuracy, inaccuracies, mistakes, blunders }
    }
}

pub(super) fn answer(asked: &AnnotateAsked) -> Result<Annotated, Refusal> {
    match asked.game.replay()? {
        Replayed::Chess(played) => asked.annotated(*played.game.start(), played.any),
        Replayed::Makruk(played) => asked.annotated(*played.game.start(), played.any),
    }
}

impl AnnotateAsked {
    fn annotated<R: Rules>(
        &self,
        start: Position<R>,
        any: fn(Position<R>) -> AnyPosition,
    ) -> Result<Annotated, Refusal> {
        let mut tree = self.tree.tree(any(start))?;
        tree.set_tags(self.tags.iter().map(|(name, value)| (&**name, &**value)));
        let findings = self.findings(&tree, start)?;
        let summary = annotate(&mut tree, &findings);
        Ok(Annotated {
            tree: tell_tree(&tree, &[]),
            white: summary.white.into(),
            black: summary.black.into(),
        })
    }

    /// As White sees them.
    fn findings<R: Rules>(&self, tree: &Tree, start: Position<R>) -> Result<Vec<Finding>, Refusal> {
        let mut game = Game::from_position(start);
        let mut line = tree.main_line();
        let mut findings = Vec::with_capacity(self.findings.len());
        for (ply, asked) in self.findings.iter().enumerate() {
            findings.push(match (asked, game.outcome()) {
                (_, Some(outcome)) => Finding::over(outcome),
                (Some(asked), None) => asked.read(game.position()),
                (None, None) => {
                    return Err(Refusal::wrong(format!("nothing is said of the position after ply {ply}")));
                }
            });
            match line.next().and_then(|node| tree.step(node)) {
                Some(Step::Move(mv)) => game.play_legal(mv),
                Some(Step::Null) | None => break,
            }
        }
        Ok(findings)
    }
}

impl FindingAsked {
    fn read<R: Rules>(&self, position: &Position<R>) -> Finding {
        let score = match self.mate {
            Some(moves) => Score::Mate(moves),
            None => Score::Centipawns(self.centipawns.unwrap_or_default()),
        };
        let score = if position.turn() == Color::White { score } else { score.reversed() };
        let mut line: Vec<Move> = Vec::new();
        let mut at = *position;
        for uci in &self.uci {
            let Ok(mv) = at.parse_uci(uci) else { break };
            line.push(mv);
            at = at.play_legal(mv);
        }
        Finding::of(score, line)
    }
}
