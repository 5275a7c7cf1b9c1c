use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Game, Position, Rules};
use tabiya_pgn::openings::{Opening, deepest_name};
use tabiya_pgn::{GameResult, Step, Tree};

use super::tree::NodesRequest;
use super::{GameRequest, Played, Replayed};
use crate::error::ApiError;

/// The request of `/api/export`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportRequest {
    game: GameRequest,
    /// The game's tree with variations and annotations, instead of its moves.
    #[serde(default)]
    tree: Option<NodesRequest>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// The result, unless the final position determines it.
    #[serde(default)]
    result: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct ExportResponse {
    pgn: String,
}

pub(super) fn answer(request: &ExportRequest) -> Result<ExportResponse, ApiError> {
    let tree = match request.game.replay()? {
        Replayed::Chess(played) => request.tree(played)?,
        Replayed::Makruk(played) => request.tree(played)?,
    };
    Ok(ExportResponse { pgn: tree.to_pgn() })
}

impl ExportRequest {
    fn tree<R: Rules>(&self, Played { game, any, .. }: Played<R>) -> Result<Tree, ApiError> {
        let start = any(*game.start());
        let (mut tree, game) = match &self.tree {
            None => (line(&game, Tree::new(start)), game),
            Some(nodes) => {
                let tree = nodes.tree(start)?;
                let game = main_line(&tree, *game.start());
                (tree, game)
            }
        };
        tree.set_tags(self.tags.iter().map(|(name, value)| (&**name, &**value)));
        tree.set_result(self.result(&game)?);
        // Programs assume the standard start position for these tags; a game may already have its own.
        let is_named = tree.tag("ECO").is_some() || tree.tag("Opening").is_some();
        if let Some(opening) = opening_of(&tree).filter(|_| !is_named) {
            tree.set_tag("ECO", opening.eco);
            tree.set_tag("Opening", opening.name);
        }
        Ok(tree)
    }

    fn result<R: Rules>(&self, game: &Game<R>) -> Result<GameResult, ApiError> {
        let given_result = self.result.as_deref().map(|text| {
            GameResult::parse(text.as_bytes())
                .ok_or_else(|| ApiError::invalid("a result is 1-0, 0-1, 1/2-1/2 or *"))
        });
        let given_result = given_result.transpose()?;
        let outcome = game.outcome();
        Ok(given_result.filter(|_| outcome.is_none()).unwrap_or_else(|| GameResult::of(outcome)))
    }
}

/// The opening of a game from the standard start position.
pub(super) fn opening_of(tree: &Tree) -> Option<Opening> {
    let start = *tree.start();
    let moves = tree.main_line().map_while(|node| match tree.step(node)? {
        Step::Move(mv) => Some(mv),
        Step::Null => None,
    });
    let next = |position: &mut AnyPosition, mv| {
        *position = position.play_legal(mv);
        Some(*position)
    };
    let positions: Vec<AnyPosition> = moves.scan(start, next).collect();
    (start == AnyPosition::start(start.variant())).then(|| deepest_name(positions.into_iter()))?
}

/// A tree with one line.
fn line<R: Rules>(game: &Game<R>, mut tree: Tree) -> Tree {
    let mut node = Tree::ROOT;
    for mv in game.moves() {
        let Ok(next) = tree.append_step(node, Step::Move(*mv)) else { break };
        node = next;
    }
    tree
}

/// The game of a tree's main line, up to a null move.
fn main_line<R: Rules>(tree: &Tree, start: Position<R>) -> Game<R> {
    let mut game = Game::from_position(start);
    for node in tree.main_line() {
        let Some(Step::Move(mv)) = tree.step(node) else { break };
        game.play_legal(mv);
    }
    game
}
