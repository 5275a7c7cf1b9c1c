use tabiya::AnyPosition;

use super::{EditError, NodeId, Step, Tree};

/// Builds a tree move by move and keeps the position of every node. [`Tree::append_step`] instead replays all moves that
/// lead to a node, which is slow in long games.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
/// use tabiya_pgn::{Step, Tree, TreeBuilder};
///
/// let mut builder = TreeBuilder::new(AnyPosition::start(Variant::Chess));
/// let e4 = builder.position(Tree::ROOT).parse_san("e4")?;
/// let after = builder.append_step(Tree::ROOT, Step::Move(e4))?;
/// assert!(builder.position(after).parse_san("e5").is_ok());
/// assert_eq!(builder.finish().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    tree: Tree,
    /// Positions by node.
    positions: Vec<AnyPosition>,
}

impl TreeBuilder {
    /// A tree without moves.
    #[must_use]
    pub fn new(start: AnyPosition) -> TreeBuilder {
        TreeBuilder { tree: Tree::new(start), positions: vec![start] }
    }

    /// The position at a node; the start for a node that does not exist.
    #[must_use]
    pub fn position(&self, node: NodeId) -> &AnyPosition {
        self.positions.get(node.index()).unwrap_or(&self.tree.start)
    }

    /// Adds a move or a null move after a node, like [`Tree::append_step`].
    pub fn append_step(&mut self, node: NodeId, step: Step) -> Result<NodeId, EditError> {
        let position = self.positions.get(node.index()).ok_or(EditError::NoSuchNode)?;
        step.check(position)?;
        let after = step.after(position).ok_or(EditError::NullInCheck)?;
        let added = self.tree.push(node, step).ok_or(EditError::Full)?;
        self.positions.push(after);
        Ok(added)
    }

    /// Returns the tree.
    #[must_use]
    pub fn finish(self) -> Tree {
        self.tree
    }
}
