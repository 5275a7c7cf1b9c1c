use tabiya::AnyPosition;

use super::{NodeId, Tree};

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
    pub(super) fn new(tree: &'a Tree) -> Walk<'a> {
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
