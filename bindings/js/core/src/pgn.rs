use std::collections::HashMap;

use tabiya::{AnyPosition, Variant};
use tabiya_pgn::{Comment, Fed, FedReader, NodeId, Step, Tree, TreeRead, TreeRecord};
use wasm_bindgen::prelude::*;

use crate::error;

/// Reads games from pieces of text.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PgnReader {
    reader: FedReader,
    record: TreeRecord,
    unless_named: Variant,
}

#[wasm_bindgen]
impl PgnReader {
    /// A game that does not name its variant is of this one.
    #[wasm_bindgen(constructor)]
    pub fn new(unless_named: &str) -> Result<PgnReader, JsError> {
        let unless_named = unless_named.parse().map_err(error)?;
        Ok(PgnReader { reader: FedReader::new(), record: TreeRecord::new(), unless_named })
    }

    pub fn feed(&mut self, piece: &[u8]) {
        self.reader.feed(piece);
    }

    pub fn end(&mut self) {
        self.reader.end();
    }

    /// 1 if there is a game, 0 if more of it must come, -1 at the end.
    pub fn next(&mut self) -> Result<i32, JsError> {
        Ok(match self.reader.read_game(&mut self.record).map_err(error)? {
            Fed::Game => 1,
            Fed::More => 0,
            Fed::End => -1,
        })
    }

    /// What was wrong between games, before the one just read.
    pub fn stray(&mut self) -> Option<String> {
        self.record.take_stray().map(|problem| problem.to_string())
    }

    /// The game just read.
    pub fn game(&self) -> PgnGame {
        let record = self.record.record();
        let line = record.line();
        match self.record.tree(self.unless_named) {
            Ok(read) => PgnGame::of(&read, line),
            Err(error) => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let tags = record.tags().flat_map(|(name, value)| [text(name), value.text().into_owned()]);
                PgnGame {
                    tags: tags.collect(),
                    result: record.result().to_string(),
                    faults: vec![format!("line {line}: {error}")],
                    line,
                    ..PgnGame::default()
                }
            }
        }
    }
}

/// A game, ready to be taken over.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Default)]
pub struct PgnGame {
    pub line: u64,
    /// Names and values in turn.
    pub tags: Vec<String>,
    /// Empty if it is not known where the game begins.
    pub variant: String,
    pub start: String,
    pub result: String,
    pub faults: Vec<String>,
    /// A line a node, in the order of the file: the number of its parent, UCI, SAN, NAGs, comments after and before it.
    pub nodes: String,
    /// The keys of the start and of every node.
    pub keys: Vec<u64>,
    /// The game written again.
    pub text: String,
}

impl PgnGame {
    fn of(read: &TreeRead, line: u64) -> PgnGame {
        let tree = &read.tree;
        let mut positions = vec![*tree.start()];
        let mut numbers = HashMap::from([(Tree::ROOT, 0)]);
        let mut lines = vec![node_line(tree, Tree::ROOT, 0, None)];
        for (node, position) in tree.walk() {
            let parent = tree.parent(node).and_then(|parent| numbers.get(&parent)).copied().unwrap_or(0);
            lines.push(node_line(tree, node, parent, Some(&positions[parent])));
            numbers.insert(node, positions.len());
            positions.push(position);
        }
        PgnGame {
            line,
            tags: tree.tags().flat_map(|(name, value)| [name.to_owned(), value.to_owned()]).collect(),
            variant: tree.start().variant().to_string(),
            start: tree.start().to_fen(),
            result: tree.result().to_string(),
            faults: read.faults.iter().map(ToString::to_string).collect(),
            nodes: lines.join("\n"),
            keys: positions.iter().map(|position| position.key().0).collect(),
            text: tree.to_pgn(),
        }
    }
}

/// A node and its number's parent, made from the position before it; there is none before the root.
fn node_line(tree: &Tree, node: NodeId, parent: usize, before: Option<&AnyPosition>) -> String {
    let step = tree.step(node).zip(before);
    let write = |write: fn(Step, &AnyPosition) -> String| {
        step.map(|(step, from)| write(step, from)).unwrap_or_default()
    };
    let said = |comments: &[Comment]| comments.iter().map(Comment::as_str).collect::<Vec<_>>().join("\u{1f}");
    let nags: Vec<String> = tree.nags(node).iter().map(ToString::to_string).collect();
    let columns = [
        parent.to_string(),
        write(Step::uci),
        write(Step::san),
        nags.join(","),
        said(tree.comments(node)),
        said(tree.comments_before(node)),
    ];
    columns.join("\t")
}
