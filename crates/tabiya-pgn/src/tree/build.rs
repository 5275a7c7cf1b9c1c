//! Builds a tree from a recorded game in one pass, with an explicit stack.

use std::fmt;

use tabiya::{AnyPosition, FenWarning, Variant};

use super::record::Event;
use super::{Comment, NodeId, Step, Tree, TreeRecord, tags};
use crate::reader::{decode, suffix_nags};
use crate::replay::{Fault, FaultKind, SetupTagsError, setup};
use crate::{ReadError, Reader};

/// Maximum number of faults reported for a game.
const MAX_FAULTS: usize = 32;

/// A game read as a tree.
#[derive(Clone, Debug)]
pub struct TreeRead {
    /// The tree of all playable moves.
    pub tree: Tree,
    /// The faults: a line ends before its first illegal move.
    pub faults: Vec<Fault>,
    /// Repairs of the FEN and remarks on it.
    pub notes: Vec<FenWarning>,
}

/// Why no tree could be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum TreeError {
    /// The text cannot be read.
    Read(ReadError),
    /// The start of the game is unknown.
    Setup(SetupTagsError),
    /// The text contains no game.
    NoGame,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Read(error) => error.fmt(f),
            TreeError::Setup(error) => error.fmt(f),
            TreeError::NoGame => f.write_str("no game found"),
        }
    }
}

impl std::error::Error for TreeError {}

impl Tree {
    /// Reads the first game of a text. `default_variant` is the variant of a game that does not name one.
    ///
    /// ```
    /// use tabiya::Variant;
    /// use tabiya_pgn::Tree;
    ///
    /// let read = Tree::parse("1. e4 (1. Nd3 d5) 1... e5 *", Variant::Chess)?;
    /// assert_eq!(read.tree.len(), 3);
    /// assert_eq!(read.faults[0].to_string(), "line 1: `Nd3`: illegal move: no knight can reach d3");
    /// # Ok::<(), tabiya_pgn::tree::TreeError>(())
    /// ```
    pub fn parse(text: &str, default_variant: Variant) -> Result<TreeRead, TreeError> {
        let mut record = TreeRecord::new();
        if !Reader::new(text.as_bytes()).read_game(&mut record).map_err(TreeError::Read)? {
            return Err(TreeError::NoGame);
        }
        record.tree(default_variant).map_err(TreeError::Setup)
    }
}

impl TreeRecord {
    /// The tree of the game, as far as its moves can be played.
    pub fn tree(&self, default_variant: Variant) -> Result<TreeRead, SetupTagsError> {
        let record = self.record();
        let (start, notes) = setup(record, default_variant)?;
        let mut tree = Tree::new(start);
        (tree.tags, tree.result) = (tags::of_record(record, &start), record.result());
        let faults = self.dropped_faults().chain(record.problem().map(Fault::from)).collect();
        let mut builder = Builder { tree, lines: vec![Line::new(Tree::ROOT, start)], faults };
        self.each_event(&mut |event, text| builder.handle(event, text));
        // Also for an unterminated variation: it has taken over the pending comments of the lines around it.
        builder.end_line();
        let Builder { mut tree, faults, .. } = builder;
        for index in 0..tree.nodes.len() {
            tree.normalize_comments(NodeId(index as u32));
        }
        Ok(TreeRead { tree, faults, notes })
    }
}

/// A line being read: the main line or a variation.
struct Line {
    /// The node of the last move, or where the line begins.
    node: NodeId,
    position: AnyPosition,
    /// The position before the last move, if there is one in this line.
    before: Option<AnyPosition>,
    /// A move could not be played: the rest of the line is ignored.
    is_broken: bool,
    /// Comments belong to the next move.
    is_before_move: bool,
    pending: Vec<Comment>,
    nags: Vec<u8>,
}

impl Line {
    fn new(node: NodeId, position: AnyPosition) -> Line {
        Line {
            node,
            position,
            before: None,
            is_broken: false,
            is_before_move: false,
            pending: vec![],
            nags: vec![],
        }
    }
}

struct Builder {
    tree: Tree,
    /// The main line, the variation in it, and so on.
    lines: Vec<Line>,
    faults: Vec<Fault>,
}

impl Builder {
    fn handle(&mut self, event: Event, text: &[u8]) {
        match event {
            Event::Open => self.open(),
            Event::Close => self.close(),
            _ if self.line().is_broken => {}
            Event::Move { line, .. } => self.play(&decode(text), line),
            Event::Null { line } => self.pass(line),
            Event::Nag(nag) => self.add_nag(nag),
            Event::Comment { .. } => self.add_comment(text),
        }
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the main line is never popped")
    }

    /// Begins a variation: an alternative to the last move.
    fn open(&mut self) {
        let (pending, line) = (std::mem::take(&mut self.line().pending), self.line());
        let parent = line.before.filter(|_| !line.is_broken);
        let mut variation = Line::new(line.node, parent.unwrap_or(line.position));
        (variation.is_before_move, variation.pending) = (true, pending);
        variation.is_broken = parent.is_none();
        if parent.is_some() {
            variation.node = self.tree.parent(variation.node).unwrap_or(Tree::ROOT);
        }
        self.lines.push(variation);
    }

    fn close(&mut self) {
        self.end_line();
        self.lines.pop();
        self.line().is_before_move = true;
    }

    /// Comments before a move that does not follow belong to the last one; in an empty variation, to the move it would
    /// have replaced.
    fn end_line(&mut self) {
        let is_variation = self.lines.len() > 1;
        let line = self.line();
        let pending = std::mem::take(&mut line.pending);
        let is_empty = is_variation && line.before.is_none();
        let place = if is_empty { self.lines[self.lines.len() - 2].node } else { line.node };
        self.tree.node_mut(place).after.extend(pending);
    }

    fn add_comment(&mut self, text: &[u8]) {
        let Some(comment) = Comment::new(&decode(text)) else { return };
        let line = self.line();
        if line.is_before_move {
            return line.pending.push(comment);
        }
        let node = line.node;
        self.tree.node_mut(node).after.push(comment);
    }

    fn add_nag(&mut self, nag: u8) {
        let line = self.line();
        if line.is_before_move && line.before.is_none() {
            return line.nags.push(nag);
        }
        let node = line.node;
        self.tree.node_mut(node).nags.push(nag);
    }

    fn play(&mut self, san: &str, text_line: u64) {
        match self.line().position.parse_san(san) {
            Ok(mv) => self.advance(Step::Move(mv), suffix_nags(san.as_bytes()), text_line),
            Err(error) => self.stop(text_line, FaultKind::Move { san: san.to_owned(), error }),
        }
    }

    fn pass(&mut self, text_line: u64) {
        self.advance(Step::Null, Vec::new(), text_line);
    }

    fn advance(&mut self, step: Step, marks: Vec<u8>, text_line: u64) {
        let line = self.line();
        let (parent, before) = (line.node, line.position);
        let Some(position) = step.after(&before) else {
            let error = tabiya::SanError::NullMove;
            return self.stop(text_line, FaultKind::Move { san: "--".to_owned(), error });
        };
        let (pending, mut nags) = (std::mem::take(&mut line.pending), std::mem::take(&mut line.nags));
        nags.extend(marks);
        let Some(node) = self.tree.push(parent, step) else {
            return self.stop(text_line, FaultKind::TooLarge);
        };
        let added = self.tree.node_mut(node);
        (added.before, added.nags) = (pending, nags);
        let line = self.line();
        (line.node, line.position, line.before, line.is_before_move) = (node, position, Some(before), false);
    }

    fn stop(&mut self, line: u64, kind: FaultKind) {
        let ply = (self.lines.len() == 1).then(|| self.tree.line_to(self.lines[0].node).len() + 1);
        self.line().is_broken = true;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { line, ply, kind });
        }
    }
}
