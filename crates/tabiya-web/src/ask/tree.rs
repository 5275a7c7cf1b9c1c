//! A game as a tree: from PGN to what a page keeps, and back.

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Game, Position, Rules, Score, Variant, with_position};
use tabiya_engine::annotate::win_percent;
use tabiya_pgn::replay::Fault;
use tabiya_pgn::{Comment, NodeId, Step, Tree, TreeBuilder, TreeRead};

use super::GameAsked;
use super::export::opening_of;
use crate::refusal::Refusal;

/// A page shows no larger tree.
const MOST_NODES: usize = 20_000;

/// Read this game, please.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeAsked {
    /// Of which the first game is read.
    pgn: String,
    /// What it is if it does not say.
    #[serde(default)]
    variant: Option<String>,
}

#[derive(Serialize)]
pub(super) struct TreeTold {
    variant: String,
    start: String,
    tags: Vec<(String, String)>,
    result: String,
    /// What is said before the game.
    after: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<EvaluationTold>,
    nodes: Vec<NodeTold>,
    /// What could not be read.
    faults: Vec<String>,
}

/// A move of a tree. Those before it in the list come before it in the tree, or are other ways to play.
#[derive(Serialize)]
struct NodeTold {
    /// Its number in the list, from 1; 0 is the start.
    parent: usize,
    uci: String,
    san: String,
    /// Our own, of the position after it.
    identity: String,
    times: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    after: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<EvaluationTold>,
}

/// What comments say of a position by `[%eval]`, as White sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EvaluationTold {
    centipawns: Option<i32>,
    mate: Option<i32>,
    white_percent: f64,
}

impl EvaluationTold {
    fn of(comments: &[Comment]) -> Option<EvaluationTold> {
        let score = comments.iter().find_map(Comment::evaluation)?;
        let (centipawns, mate) = match score {
            Score::Centipawns(value) => (Some(value), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        Some(EvaluationTold { centipawns, mate, white_percent: win_percent(score) })
    }
}

pub(super) fn answer(asked: &TreeAsked) -> Result<TreeTold, Refusal> {
    let named = asked.variant.clone().unwrap_or_else(|| Variant::Chess.to_string());
    let variant = GameAsked { variant: named, ..GameAsked::default() }.variant()?;
    let read = Tree::parse(&asked.pgn, variant).map_err(|error| Refusal::wrong(error.to_string()))?;
    let TreeRead { tree, faults, .. } = read;
    if tree.len() > MOST_NODES {
        return Err(Refusal::wrong(format!("the board shows trees of {MOST_NODES} moves at most")));
    }
    Ok(tell_tree(&tree, &faults))
}

/// A tree as a page is told it.
pub(super) fn tell_tree(tree: &Tree, faults: &[Fault]) -> TreeTold {
    TreeTold {
        variant: tree.start().variant().to_string(),
        start: tree.start().to_fen(),
        tags: told_tags(tree),
        result: tree.result().to_string(),
        after: texts(tree.comments(Tree::ROOT)),
        evaluation: EvaluationTold::of(tree.comments(Tree::ROOT)),
        nodes: with_position!(tree.start(), start => tell(tree, *start)),
        faults: faults.iter().map(ToString::to_string).collect(),
    }
}

/// The tags of a game. Those by which we name its opening go: they are written anew, for the moves it has then.
fn told_tags(tree: &Tree) -> Vec<(String, String)> {
    let opening = opening_of(tree)
        .filter(|opening| tree.tag("ECO") == Some(opening.eco) && tree.tag("Opening") == Some(opening.name));
    let is_ours = |name: &str| opening.is_some() && ["ECO", "Opening"].contains(&name);
    let kept = tree.tags().filter(|(name, _)| !is_ours(name));
    kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// A node on the way from the start to where the walk has come.
struct Visited {
    node: NodeId,
    number: usize,
    position: AnyPosition,
    /// Whether a game can come here: after a null move none can.
    is_played: bool,
}

fn tell<R: Rules>(tree: &Tree, start: Position<R>) -> Vec<NodeTold> {
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
        nodes.push(NodeTold {
            parent: parent.number,
            uci: step.uci(&parent.position),
            san: step.san(&parent.position),
            identity: position.key().to_string(),
            times: if is_played { game.occurrences() } else { 1 },
            nags: tree.nags(node).to_vec(),
            before: texts(tree.comments_before(node)),
            after: texts(tree.comments(node)),
            evaluation: EvaluationTold::of(tree.comments(node)),
        });
        line.push(Visited { node, number: nodes.len(), position, is_played });
    }
    nodes
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(ToString::to_string).collect()
}

/// A tree as a page sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NodesAsked {
    /// What is said before the game.
    #[serde(default)]
    after: Vec<String>,
    nodes: Vec<NodeAsked>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeAsked {
    /// Its number in the list, from 1; 0 is the start.
    parent: usize,
    uci: String,
    #[serde(default)]
    nags: Vec<u8>,
    #[serde(default)]
    before: Vec<String>,
    #[serde(default)]
    after: Vec<String>,
}

impl NodesAsked {
    /// The tree they are, if every move is legal.
    pub(super) fn tree(&self, start: AnyPosition) -> Result<Tree, Refusal> {
        if self.nodes.len() > MOST_NODES {
            return Err(Refusal::wrong(format!("the board shows trees of {MOST_NODES} moves at most")));
        }
        let mut builder = TreeBuilder::new(start);
        let mut ids = vec![Tree::ROOT];
        for (index, asked) in self.nodes.iter().enumerate() {
            let wrong = |why: String| Refusal::wrong(format!("move {} of the tree: {why}", index + 1));
            let parent =
                *ids.get(asked.parent).ok_or_else(|| wrong("it follows none before it".to_owned()))?;
            let step = match asked.uci.as_str() {
                "0000" => Step::Null,
                uci => {
                    let mv = builder.position(parent).parse_uci(uci);
                    Step::Move(mv.map_err(|error| wrong(error.to_string()))?)
                }
            };
            ids.push(builder.append_step(parent, step).map_err(|error| wrong(error.to_string()))?);
        }
        let mut tree = builder.finish();
        tree.set_comments(Tree::ROOT, comments(&self.after));
        // Only when all variations are there: what comments follow depends on them.
        for (asked, node) in self.nodes.iter().zip(&ids[1..]) {
            tree.set_nags(*node, asked.nags.clone());
            tree.set_comments(*node, comments(&asked.after));
            if !asked.before.is_empty() {
                tree.set_comments_before(*node, comments(&asked.before));
            }
        }
        Ok(tree)
    }
}

fn comments(texts: &[String]) -> Vec<Comment> {
    texts.iter().filter_map(|text| Comment::new(text)).collect()
}
