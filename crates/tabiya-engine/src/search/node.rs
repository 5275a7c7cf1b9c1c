//! What a node of the tree is asked.

/// What a node is asked: a score between alpha and beta, so deep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    /// How far from the root it is.
    pub(super) ply: usize,
    /// Whether some move is expected to refute the other side's last.
    pub(super) cut_node: bool,
}

impl Node {
    /// The root, asked for a score in this window.
    pub(super) fn root(alpha: i32, beta: i32, depth: i32) -> Node {
        Node { alpha, beta, depth, ply: 0, cut_node: false }
    }

    #[inline]
    pub(super) fn is_root(self) -> bool {
        self.ply == 0
    }

    /// The same node, asked only whether it reaches a score (null window).
    #[inline]
    pub(super) fn null_window(self, score: i32) -> Node {
        Node { alpha: score - 1, beta: score, ..self }
    }

    /// The node after a move: the same window as the other side sees it.
    #[inline]
    pub(super) fn child(self, depth: i32, cut_node: bool) -> Node {
        Node { alpha: -self.beta, beta: -self.alpha, depth, ply: self.ply + 1, cut_node }
    }
}
