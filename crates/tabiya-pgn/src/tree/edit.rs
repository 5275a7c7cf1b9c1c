//! Edits of a tree. Comments of moves that are kept are never lost.

use std::fmt;

use tabiya::{AnyPosition, IllegalMove, Move};

use super::comment::command_text;
use super::{Comment, MAX_NODES, Node, NodeId, Step, Tree};

/// Why a move cannot be added to a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The move is illegal in the position.
    Illegal(IllegalMove),
    /// A null move in check.
    NullInCheck,
    /// The tree already has [`MAX_NODES`] moves.
    Full,
    /// The node does not exist in this tree.
    NoSuchNode,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Illegal(error) => error.fmt(f),
            EditError::NullInCheck => f.write_str("illegal move: null move in check"),
            EditError::Full => write!(f, "a tree has at most {MAX_NODES} moves"),
            EditError::NoSuchNode => f.write_str("the tree has no such node"),
        }
    }
}

impl std::error::Error for EditError {}

impl Step {
    /// Checks that the step can be played.
    pub(super) fn check(self, position: &AnyPosition) -> Result<(), EditError> {
        match self {
            Step::Move(mv) if !position.is_legal(mv) => Err(EditError::Illegal(IllegalMove(mv))),
            Step::Null if position.is_check() => Err(EditError::NullInCheck),
            Step::Move(_) | Step::Null => Ok(()),
        }
    }
}

impl Tree {
    /// Adds a move after a node. If the node already has this move, the existing node is returned. The first move added
    /// becomes the main continuation, further ones become variations.
    ///
    /// ```
    /// use tabiya::Variant;
    /// use tabiya_pgn::Tree;
    ///
    /// let mut tree = Tree::parse("1. e4 e5 *", Variant::Chess)?.tree;
    /// let e4 = tree.main_line().next().expect("a move");
    /// let c5 = tree.position(e4).parse_san("c5")?;
    /// let sicilian = tree.add_move(e4, c5)?;
    /// assert_eq!(tree.add_move(e4, c5)?, sicilian);
    /// assert_eq!(tree.children(e4).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_move(&mut self, node: NodeId, mv: Move) -> Result<NodeId, EditError> {
        self.add_step(node, Step::Move(mv))
    }

    /// Adds a move or a null move after a node, like [`Tree::add_move`].
    pub fn add_step(&mut self, node: NodeId, step: Step) -> Result<NodeId, EditError> {
        match self.children(node).iter().find(|child| self.step(**child) == Some(step)) {
            Some(child) => Ok(*child),
            None => self.append_step(node, step),
        }
    }

    /// Adds a move or a null move after a node even if it is already there: in some files a variation begins with the move it
    /// replaces.
    pub fn append_step(&mut self, node: NodeId, step: Step) -> Result<NodeId, EditError> {
        if !self.has(node) {
            return Err(EditError::NoSuchNode);
        }
        step.check(&self.position(node))?;
        self.push(node, step).ok_or(EditError::Full)
    }

    /// Moves a variation one place up; the first variation becomes the main continuation.
    pub fn promote(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        let siblings = &mut self.node_mut(parent).children;
        if let Some(place) = siblings.iter().position(|sibling| *sibling == node).filter(|place| *place > 0) {
            siblings.swap(place, place - 1);
            self.normalize_comments_around(parent);
        }
    }

    /// Makes the line that leads to a node the main line, from the start on. Does nothing if one of its moves was deleted.
    pub fn make_main_line(&mut self, node: NodeId) {
        let line = self.line_to(node);
        let place_of = |node: &NodeId| {
            let parent = self.parent(*node)?;
            Some((parent, self.children(parent).iter().position(|sibling| sibling == node)?))
        };
        let Some(places) = line.iter().map(place_of).collect::<Option<Vec<_>>>() else { return };
        for (parent, place) in places {
            self.node_mut(parent).children[..=place].rotate_right(1);
            self.normalize_comments_around(parent);
        }
    }

    /// Deletes a move and everything after it. Does nothing for the root.
    pub fn delete(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        self.node_mut(parent).children.retain(|child| *child != node);
        self.normalize_comments_around(parent);
    }

    /// Replaces the comments after a move.
    pub fn set_comments(&mut self, node: NodeId, comments: Vec<Comment>) {
        if let Some(node) = self.nodes.get_mut(node.index()) {
            node.after = comments;
        }
    }

    /// Replaces the comments before a move. If the move directly follows another, they belong to that move.
    pub fn set_comments_before(&mut self, node: NodeId, comments: Vec<Comment>) {
        if let Some(parent) = self.parent(node) {
            self.node_mut(node).before = comments;
            self.normalize_comments(parent);
        }
    }

    /// Replaces the NAGs of a move.
    pub fn set_nags(&mut self, node: NodeId, nags: Vec<u8>) {
        if let Some(node) = self.nodes.get_mut(node.index()) {
            node.nags = nags;
        }
    }

    /// Sets a command such as `eval` after a move, in the comment that has it or else in front of the first. Without a value
    /// the command is removed.
    ///
    /// ```
    /// use tabiya::Variant;
    /// use tabiya_pgn::Tree;
    ///
    /// let mut tree = Tree::parse("1. e4 {first} {[%eval 0.1]} *", Variant::Chess)?.tree;
    /// let e4 = tree.main_line().next().expect("a move");
    /// tree.set_command(e4, "eval", Some("0.25"));
    /// tree.set_command(e4, "clk", Some("0:01:00"));
    /// assert!(tree.to_pgn().ends_with("1. e4 {[%clk 0:01:00] first} {[%eval 0.25]} *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_command(&mut self, node: NodeId, name: &str, value: Option<&str>) {
        let Some(Node { after: comments, .. }) = self.nodes.get_mut(node.index()) else { return };
        let has_it = comments.iter().position(|comment| comment.command(name).is_some());
        match (comments.get(has_it.unwrap_or_default()), value) {
            (None, None) => {}
            (None, Some(value)) => comments.extend(Comment::new(&command_text(name, value))),
            (Some(comment), value) => {
                let place = has_it.unwrap_or_default();
                match comment.with_command(name, value) {
                    Some(changed) => comments[place] = changed,
                    None => drop(comments.remove(place)),
                }
            }
        }
    }

    /// Appends a node, even if the same step exists already.
    pub(super) fn push(&mut self, parent: NodeId, step: Step) -> Option<NodeId> {
        if self.nodes.len() > MAX_NODES {
            return None;
        }
        let node = NodeId(u32::try_from(self.nodes.len()).ok()?);
        self.nodes.push(Node { step: Some(step), parent: Some(parent), ..Node::default() });
        self.node_mut(parent).children.push(node);
        Some(node)
    }

    /// Normalizes every node that a change among the children of this node can affect.
    fn normalize_comments_around(&mut self, node: NodeId) {
        self.normalize_comments(node);
        for child in self.children(node).to_vec() {
            self.normalize_comments(child);
        }
    }

    /// Comments before a move that directly follows another belong to that move: PGN cannot distinguish them.
    pub(super) fn normalize_comments(&mut self, node: NodeId) {
        if self.is_followed_by_variations(node) {
            return;
        }
        if let Some(next) = self.children(node).first().copied() {
            let comments = std::mem::take(&mut self.node_mut(next).before);
            self.node_mut(node).after.extend(comments);
        }
    }
}
