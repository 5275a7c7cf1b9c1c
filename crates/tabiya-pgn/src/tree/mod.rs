//! Game trees: variations, comments, NAGs, arrows, clock times and evaluations.

mod build;
mod builder;
mod comment;
mod edit;
mod record;
mod shape;
mod tags;
mod write;

use tabiya::{AnyPosition, Move, with_position};

pub use build::{TreeError, TreeRead};
pub use builder::TreeBuilder;
pub use comment::{Comment, clock_text, evaluation_text, parse_evaluation};
pub use edit::EditError;
pub use record::{MAX_DEPTH, MAX_NODES, MAX_TEXT_BYTES, TreeRecord};
pub use shape::{BadShape, Brush, Shape};

use crate::GameResult;

/// A game as a tree of moves: the main line and variations.
///
/// Every move in it is legal, or a null move. A node represents the position after a move; [`Tree::ROOT`] is the start.
/// The first child of a node continues its line, the others are variations.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::Tree;
///
/// let read = Tree::parse("1. e4 {best by test} (1. d4 d5) 1... e5 $1 *", Variant::Chess)?;
/// let mut tree = read.tree;
/// let [e4, d4] = *tree.children(Tree::ROOT) else { panic!("two first moves") };
/// assert_eq!(tree.comments(e4)[0].text(), "best by test");
/// tree.promote(d4);
/// assert!(tree.to_pgn().ends_with("\n\n1. d4 (1. e4 {best by test} 1... e5 $1) 1... d5 *\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// The seven tags of the roster first.
    tags: Vec<(String, String)>,
    start: AnyPosition,
    result: GameResult,
    /// The root first. Deleted nodes stay here, unreachable.
    nodes: Vec<Node>,
}

/// A node of a [`Tree`]. It stays valid when other parts of the tree change.
///
/// It belongs to the tree that returned it. For a node that does not exist in a tree, queries return what they return for
/// an empty root, and edits do nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// A small number, unique among the nodes of a tree; 0 for the root.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move or null move from one node to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// A null move, which annotators use to show a threat: the side to move passes. Not allowed in check.
    Null,
}

impl Step {
    /// The position after the step. The legality of a move is not checked; a null move in check returns `None`.
    pub(crate) fn after(self, position: &AnyPosition) -> Option<AnyPosition> {
        match self {
            Step::Move(mv) => Some(position.play_legal(mv)),
            Step::Null => with_position!(position, inner, wrap => inner.null_move().map(wrap)),
        }
    }

    /// The step in SAN.
    #[must_use]
    pub fn san(self, position: &AnyPosition) -> String {
        match self {
            Step::Move(mv) => position.san(mv),
            Step::Null => "--".to_owned(),
        }
    }

    /// The step in UCI notation.
    #[must_use]
    pub fn uci(self, position: &AnyPosition) -> String {
        match self {
            Step::Move(mv) => position.uci(mv),
            Step::Null => "0000".to_owned(),
        }
    }
}

/// Returned for nodes that do not exist.
static MISSING_NODE: Node = Node {
    step: None,
    parent: None,
    children: Vec::new(),
    nags: Vec::new(),
    before: Vec::new(),
    after: Vec::new(),
};

#[derive(Clone, Debug, Default)]
struct Node {
    /// `None` for the root.
    step: Option<Step>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    nags: Vec<u8>,
    before: Vec<Comment>,
    after: Vec<Comment>,
}

impl Tree {
    /// The root: the start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// A game without moves.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    /// use tabiya_pgn::Tree;
    ///
    /// let tree = Tree::new(AnyPosition::start(Variant::Makruk));
    /// assert_eq!(tree.tag("Variant"), Some("Makruk"));
    /// ```
    #[must_use]
    pub fn new(start: AnyPosition) -> Tree {
        let result = GameResult::Unknown;
        Tree { tags: tags::of_start(&start), start, result, nodes: vec![Node::default()] }
    }

    /// All tag pairs, those of the roster first.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag, ignoring the case of its name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The result of the game.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// The step that leads to a node; `None` for the root.
    #[must_use]
    pub fn step(&self, node: NodeId) -> Option<Step> {
        self.node(node).step
    }

    /// The node before.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The nodes after it: the main continuation, then the variations.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).children
    }

    /// The NAGs of the move: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    #[must_use]
    pub fn nags(&self, node: NodeId) -> &[u8] {
        &self.node(node).nags
    }

    /// The comments before the move. Only the first move of a variation and a move after variations can have any:
    /// elsewhere they belong to the move before.
    #[must_use]
    pub fn comments_before(&self, node: NodeId) -> &[Comment] {
        &self.node(node).before
    }

    /// The comments after the move; for the root, before the first move.
    #[must_use]
    pub fn comments(&self, node: NodeId) -> &[Comment] {
        &self.node(node).after
    }

    /// The nodes from the start to a node, without the root.
    #[must_use]
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(node), |node| self.parent(*node));
        let mut line: Vec<NodeId> = up.take_while(|node| self.step(*node).is_some()).collect();
        line.reverse();
        line
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.children(Tree::ROOT).first(), |node| self.children(**node).first())
            .copied()
    }

    /// The position at a node. Replays all moves that lead there.
    #[must_use]
    pub fn position(&self, node: NodeId) -> AnyPosition {
        self.line_to(node).iter().fold(self.start, |position, node| self.after(&position, *node))
    }

    /// The number of nodes, including the root.
    #[expect(clippy::len_without_is_empty, reason = "there is always a root")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.walk().count() + 1
    }

    /// Iterates over all nodes but the root with their positions: a move, its continuation, then its alternatives.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }

    fn has(&self, node: NodeId) -> bool {
        node.index() < self.nodes.len()
    }

    fn node(&self, node: NodeId) -> &Node {
        self.nodes.get(node.index()).unwrap_or(&MISSING_NODE)
    }

    /// A node that is known to exist in this tree.
    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    /// The position after a node's step, from the one before it.
    fn after(&self, before: &AnyPosition, node: NodeId) -> AnyPosition {
        let step = self.step(node);
        step.and_then(|step| step.after(before)).expect("a tree holds only playable steps")
    }

    /// Whether variations are written directly after the move of a node.
    fn is_followed_by_variations(&self, node: NodeId) -> bool {
        let siblings = self.parent(node).map_or(&[][..], |parent| self.children(parent));
        siblings.len() > 1 && siblings[0] == node
    }
}

/// Compares tags, moves, NAGs and comments in order; node numbers and deleted nodes do not matter.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut pairs = vec![(Tree::ROOT, Tree::ROOT)];
        while let Some((left, right)) = pairs.pop() {
            let (ours, theirs) = (self.node(left), other.node(right));
            let content = |node: &Node| (node.step, node.children.len());
            let same = content(ours) == content(theirs)
                && (&ours.nags, &ours.before, &ours.after) == (&theirs.nags, &theirs.before, &theirs.after);
            if !same {
                return false;
            }
            pairs.extend(ours.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        (&self.tags, self.start, self.result) == (&other.tags, other.start, other.result)
    }
}

impl Eq for Tree {}

/// The nodes of a tree with their positions; see [`Tree::walk`].
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::Tree;
///
/// let tree = Tree::parse("1. Nf3 Nf6 2. c4 (2. d4 c5) *", Variant::Chess)?.tree;
/// let keys: Vec<_> = tree.walk().map(|(_, position)| position.key()).collect();
/// assert_eq!(keys.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a Tree,
    /// Nodes to visit, each with the position before it.
    ahead: Vec<(NodeId, AnyPosition)>,
}

impl<'a> Walk<'a> {
    fn new(tree: &'a Tree) -> Walk<'a> {
        let mut walk = Walk { tree, ahead: Vec::new() };
        walk.push_children(Tree::ROOT, tree.start);
        walk
    }

    fn push_children(&mut self, node: NodeId, position: AnyPosition) {
        self.ahead.extend(self.tree.children(node).iter().rev().map(|child| (*child, position)));
    }
}

impl Iterator for Walk<'_> {
    type Item = (NodeId, AnyPosition);

    fn next(&mut self) -> Option<(NodeId, AnyPosition)> {
        let (node, before) = self.ahead.pop()?;
        let position = self.tree.after(&before, node);
        self.push_children(node, position);
        Some((node, position))
    }
}
