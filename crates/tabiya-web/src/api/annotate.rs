//! Adds the findings of a game review to its tree.

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Color, Game, Move, Position, Rules, Score};
use tabiya_engine::annotate::{PositionAnalysis, Side, annotate};
use tabiya_pgn::{Step, Tree};

use super::tree::{NodesRequest, TreeResponse, tree_response};
use super::{GameRequest, Replayed};
use crate::error::ApiError;

/// The request of `/api/annotate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnotateRequest {
    /// Its variant and its start position.
    game: GameRequest,
    tree: NodesRequest,
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// By the positions of the main line, the start first; null where the game is over.
    findings: Vec<Option<FindingRequest>>,
}

/// The result of a search, from the side to move's view.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindingRequest {
    centipawns: Option<i32>,
    mate: Option<i32>,
    /// The best line in UCI notation.
    uci: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct AnnotateResponse {
    tree: TreeResponse,
    white: SideSummary,
    black: SideSummary,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct SideSummary {
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl From<Side> for SideSummary {
    fn from(Side { accuracy, inaccuracies, mistakes, blunders }: Side) -> SideSummary {
        SideSummary { accuracy, inaccuracies, mistakes, blunders }
    }
}

pub(super) fn answer(request: &AnnotateRequest) -> Result<AnnotateResponse, ApiError> {
    match request.game.replay()? {
        Replayed::Chess(played) => request.annotate(*played.game.start(), played.any),
        Replayed::Makruk(played) => request.annotate(*played.game.start(), played.any),
    }
}

impl AnnotateRequest {
    fn annotate<R: Rules>(
        &self,
        start: Position<R>,
        any: fn(Position<R>) -> AnyPosition,
    ) -> Result<AnnotateResponse, ApiError> {
        let mut tree = self.tree.tree(any(start))?;
        tree.set_tags(self.tags.iter().map(|(name, value)| (&**name, &**value)));
        let findings = self.findings(&tree, start)?;
        let summary = annotate(&mut tree, &findings);
        Ok(AnnotateResponse {
            tree: tree_response(&tree, &[]),
            white: summary.white.into(),
            black: summary.black.into(),
        })
    }

    /// The findings from White's view.
    fn findings<R: Rules>(&self, tree: &Tree, start: Position<R>) -> Result<Vec<PositionAnalysis>, ApiError> {
        let mut game = Game::from_position(start);
        let mut line = tree.main_line();
        let mut findings = Vec::with_capacity(self.findings.len());
        for (ply, request) in self.findings.iter().enumerate() {
            findings.push(match (request, game.outcome()) {
                (_, Some(outcome)) => PositionAnalysis::over(outcome),
                (Some(request), None) => request.read(game.position()),
                (None, None) => {
                    return Err(ApiError::invalid(format!("no finding for the position after ply {ply}")));
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

impl FindingRequest {
    fn read<R: Rules>(&self, position: &Position<R>) -> PositionAnalysis {
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
        PositionAnalysis::of(score, line)
    }
}
