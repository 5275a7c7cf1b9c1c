//! A game as a tree: from PGN to JSON and back.

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Game, Position, Rules, Score, Variant, with_position};
use tabiya_engine::annotate::win_percent;
use tabiya_pgn::replay::Fault;
use tabiya_pgn::{Comment, NodeId, Step, Tree, TreeBuilder, TreeRead};

use super::GameRequest;
use super::export::opening_of;
use crate::error::ApiError;

/// The maximum size of a tree.
const MAX_NODES: usize = 20_000;

/// The request of `/api/tree`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeRequest {
    /// Only its first game is read.
    pgn: String,
    /// The variant of a game without a Variant tag.
    #[serde(default)]
    variant: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TreeResponse {
    #[cfg_attr(test, ts(type = "Variant"))]
    variant: String,
    start: String,
    tags: Vec<(String, String)>,
    result: String,
    /// Comments before the game.
    after: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    evaluation: Option<EvaluationDetails>,
    nodes: Vec<NodeDetails>,
    /// Errors in the PGN.
    faults: Vec<String>,
}

/// A node of a tree. Nodes are listed in the order of a walk.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct NodeDetails {
    /// The parent's number in the list, from 1; 0 is the start.
    parent: usize,
    uci: String,
    san: String,
    /// Tabiya's key of the position after the move.
    identity: String,
    times: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    after: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    evaluation: Option<EvaluationDetails>,
}

/// The evaluation in a `[%eval]` command, from White's view.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct EvaluationDetails {
    centipawns: Option<i32>,
    mate: Option<i32>,
    white_percent: f64,
}

impl EvaluationDetails {
    fn of(comments: &[Comment]) -> Option<EvaluationDetails> {
        let score = comments.iter().find_map(Comment::evaluation)?;
        let (centipawns, mate) = match score {
            Score::Centipawns(value) => (Some(value), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        Some(EvaluationDetails { centipawns, mate, white_percent: win_percent(score) })
    }
}

pub(super) fn answer(request: &TreeRequest) -> Result<TreeResponse, ApiError> {
    let named = request.variant.clone().unwrap_or_else(|| Variant::Chess.to_string());
    let variant = GameRequest { variant: named, ..GameRequest::default() }.variant()?;
    let read = Tree::parse(&request.pgn, variant).map_err(|error| ApiError::invalid(error.to_string()))?;
    let TreeRead { tree, faults, .. } = read;
    if tree.len() > MAX_NODES {
        return Err(ApiError::invalid(format!("the tree has more than {MAX_NODES} moves")));
    }
    Ok(tree_response(&tree, &faults))
}

/// A tree as JSON.
pub(super) fn tree_response(tree: &Tree, faults: &[Fault]) -> TreeResponse {
    TreeResponse {
        variant: tree.start().variant().to_string(),
        start: tree.start().to_fen(),
        tags: tags_of(tree),
        result: tree.result().to_string(),
        after: texts(tree.comments(Tree::ROOT)),
        evaluation: EvaluationDetails::of(tree.comments(Tree::ROOT)),
        nodes: with_position!(tree.start(), start => node_list(tree, *start)),
        faults: faults.iter().map(ToString::to_string).collect(),
    }
}

/// The tags of a game, without opening tags that match our names: they are added again on export, for the moves of then.
fn tags_of(tree: &Tree) -> Vec<(String, String)> {
    let opening = opening_of(tree)
        .filter(|opening| tree.tag("ECO") == Some(opening.eco) && tree.tag("Opening") == Some(opening.name));
    let is_own_host = |name: &str| opening.is_some() && ["ECO", "Opening"].contains(&name);
    let kept = tree.tags().filter(|(name, _)| !is_own_host(name));
    kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// A node on the path from the start to the current node of a walk.
struct Visited {
    node: NodeId,
    number: usize,
    position: AnyPosition,
    /// Whether a game can reach it; not after a null move.
    is_played: bool,
}

fn node_list<R: Rules>(tree: &Tree, start: Position<R>) -> Vec<NodeDetails> {
    let mut game = Game::from_position(start);
    let root = Visited { node: Tree::ROOT, number: 0, position: *tree.start(), is_played: true };
    let mut line = vec![root];
    let mut nodes = Vec::new();
    for (node, position) in tree.walk() {
        while line.last().is_some_and(|last| Some(last.node) != tree.parent(node)) {
            if line.pop().is_some_and(|left| left.is_played) {
                game.undo();
            }
        }
        let (Some(parent), Some(step)) = (line.last(), tree.step(node)) else { break };
        let is_played = parent.is_played && step != Step::Null;
        if let Step::Move(mv) = step
            && is_played
        {
            game.play_legal(mv);
        }
        nodes.push(NodeDetails {
            parent: parent.number,
            uci: step.uci(&parent.position),
            san: step.san(&parent.position),
            identity: position.key().to_string(),
            times: if is_played { game.occurrences() } else { 1 },
            nags: tree.nags(node).to_vec(),
            before: texts(tree.comments_before(node)),
            after: texts(tree.comments(node)),
            evaluation: EvaluationDetails::of(tree.comments(node)),
        });
        line.push(Visited { node, number: nodes.len(), position, is_played });
    }
    nodes
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(ToString::to_string).collect()
}

/// A tree in a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NodesRequest {
    /// Comments before the game.
    #[serde(default)]
    after: Vec<String>,
    nodes: Vec<NodeRequest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeRequest {
    /// The parent's number in the list, from 1; 0 is the start.
    parent: usize,
    uci: String,
    #[serde(default)]
    nags: Vec<u8>,
    #[serde(default)]
    before: Vec<String>,
    #[serde(default)]
    after: Vec<String>,
}

impl NodesRequest {
    /// Builds the tree, if every move is legal.
    pub(super) fn tree(&self, start: AnyPosition) -> Result<Tree, ApiError> {
        if self.nodes.len() > MAX_NODES {
            return Err(ApiError::invalid(format!("the tree has more than {MAX_NODES} moves")));
        }
        let mut builder = TreeBuilder::new(start);
        let mut ids = vec![Tree::ROOT];
        for (index, request) in self.nodes.iter().enumerate() {
            let invalid = |why: String| ApiError::invalid(format!("move {} of the tree: {why}", index + 1));
            let parent = *ids
                .get(request.parent)
                .ok_or_else(|| invalid("its parent must come before it".to_owned()))?;
            let step = match request.uci.as_str() {
                "0000" => Step::Null,
                uci => {
                    let mv = builder.position(parent).parse_uci(uci);
                    Step::Move(mv.map_err(|error| invalid(error.to_string()))?)
                }
            };
            ids.push(builder.append_step(parent, step).map_err(|error| invalid(error.to_string()))?);
        }
        let mut tree = builder.finish();
        tree.set_comments(Tree::ROOT, comments(&self.after));
        // After all variations are there, because the place of a comment depends on them.
        for (request, node) in self.nodes.iter().zip(&ids[1..]) {
            tree.set_nags(*node, request.nags.clone());
            tree.set_comments(*node, comments(&request.after));
            if !request.before.is_empty() {
                tree.set_comments_before(*node, comments(&request.before));
            }
        }
        Ok(tree)
    }
}

fn comments(texts: &[String]) -> Vec<Comment> {
    texts.iter().filter_map(|text| Comment::new(text)).collect()
}
