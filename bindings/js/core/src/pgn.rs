use tabiya::{EnPassant, Variant};
use tabiya_pgn::{Comment, NodeId, PushReader, PushStatus, Step, Tree, TreeRead, TreeRecord};
use wasm_bindgen::prelude::*;

use crate::error;
use crate::move_code::{NULL, code};

/// Between comments of one move; none can have it inside.
pub(crate) const BETWEEN_COMMENTS: char = '\u{1f}';

/// Reads games from pieces of text.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PgnReader {
    reader: PushReader,
    record: TreeRecord,
    unless_named: Variant,
    found: Found,
}

/// A game in three parts, so that it is taken over in three calls.
#[derive(Debug, Default)]
struct Found {
    /// The line it begins on; how many texts of tags and how many faults there are; the lengths of the texts, as JavaScript counts them;
    /// then the number of each node's parent and its code, the start first.
    numbers: Vec<u32>,
    /// Variant, start, result, notes; names and values of the tags in turn; faults. Variant and start are empty if it is not known where
    /// the game begins.
    texts: String,
    lengths: Vec<u32>,
    /// Of the start and of every node.
    keys: Vec<u64>,
}

#[wasm_bindgen]
impl PgnReader {
    /// A game that does not name its variant is of this one.
    #[wasm_bindgen(constructor)]
    pub fn new(unless_named: &str) -> Result<PgnReader, JsError> {
        let unless_named = unless_named.parse().map_err(error)?;
        let (reader, record) = (PushReader::new(), TreeRecord::new());
        Ok(PgnReader { reader, record, unless_named, found: Found::default() })
    }

    pub fn feed(&mut self, piece: &[u8]) {
        self.reader.push(piece);
    }

    pub fn end(&mut self) {
        self.reader.end();
    }

    /// 1 if there is a game, 0 if more of it must come, -1 at the end.
    pub fn next(&mut self) -> Result<i32, JsError> {
        Ok(match self.reader.read_game(&mut self.record).map_err(error)? {
            PushStatus::Game => 1,
            PushStatus::NeedMore => 0,
            PushStatus::End => -1,
        })
    }

    /// What was wrong between games, before the one just read.
    pub fn stray(&mut self) -> Option<String> {
        self.record.take_stray_problem().map(|problem| problem.to_string())
    }

    /// The numbers of the game just read; its texts and keys are there then.
    pub fn game(&mut self) -> Vec<u32> {
        let record = self.record.record();
        let line = record.line();
        self.found = match self.record.tree(self.unless_named) {
            Ok(read) => Found::of(&read, line),
            Err(error) => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let tags = record.tags().flat_map(|(name, value)| [text(name), value.text().into_owned()]);
                let tags: Vec<String> = tags.collect();
                let mut found = Found::default();
                found.write(["", "", &record.result().to_string(), ""]);
                found.write(tags.iter().map(String::as_str));
                found.write([format!("line {line}: {error}").as_str()]);
                found.count(line, tags.len(), 1);
                found
            }
        };
        std::mem::take(&mut self.found.numbers)
    }

    pub fn texts(&mut self) -> String {
        std::mem::take(&mut self.found.texts)
    }

    pub fn keys(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.found.keys)
    }
}

impl Found {
    fn of(read: &TreeRead, line: u64) -> Found {
        let (tree, mut found) = (&read.tree, Found::default());
        let mut notes = String::new();
        let nodes = found.walk(tree, &mut notes);
        let (start, result) = (tree.start(), tree.result().to_string());
        // As `Positions::whole` has it: read again, it is the same to every dialect.
        let whole = start.to_fen_with(EnPassant::Always);
        found.write([start.variant().to_string().as_str(), &whole, &result, &notes]);
        found.write(tree.tags().flat_map(|(name, value)| [name, value]));
        let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
        found.write(faults.iter().map(String::as_str));
        found.count(line, 2 * tree.tags().len(), faults.len());
        found.numbers.extend(nodes);
        found
    }

    /// The parents and codes of all nodes, in the order of the file.
    fn walk(&mut self, tree: &Tree, notes: &mut String) -> Vec<u32> {
        let mut positions = vec![*tree.start()];
        // By the index of a node, which is not its place in the walk.
        let mut places: Vec<u32> = vec![0];
        let mut nodes = vec![0, NULL];
        note(tree, Tree::ROOT, 0, notes);
        for (node, position) in tree.walk() {
            let place = positions.len() as u32;
            let parent = tree.parent(node).map_or(0, |parent| places[parent.index()]);
            let from = &positions[parent as usize];
            let step = match tree.step(node) {
                Some(Step::Move(mv)) => code(from, mv),
                Some(Step::Null) | None => NULL,
            };
            nodes.extend([parent, step]);
            places.resize(places.len().max(node.index() + 1), 0);
            places[node.index()] = place;
            note(tree, node, place, notes);
            positions.push(position);
        }
        self.keys = positions.iter().map(|position| position.key().0).collect();
        nodes
    }

    fn write<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) {
        for text in texts {
            let length = if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
            self.lengths.push(length as u32);
            self.texts.push_str(text);
        }
    }

    fn count(&mut self, line: u64, tags: usize, faults: usize) {
        self.numbers = vec![u32::try_from(line).unwrap_or(u32::MAX), tags as u32, faults as u32];
        self.numbers.append(&mut self.lengths);
    }
}

/// A line for a node that has more than its move: its place, NAGs, comments after and before it.
fn note(tree: &Tree, node: NodeId, place: u32, notes: &mut String) {
    let (nags, after, before) = (tree.nags(node), tree.comments(node), tree.comments_before(node));
    if nags.is_empty() && after.is_empty() && before.is_empty() {
        return;
    }
    let between = BETWEEN_COMMENTS.to_string();
    let said = |comments: &[Comment]| comments.iter().map(Comment::as_str).collect::<Vec<_>>().join(&between);
    let nags: Vec<String> = nags.iter().map(ToString::to_string).collect();
    if !notes.is_empty() {
        notes.push('\n');
    }
    *notes += &[place.to_string(), nags.join(","), said(after), said(before)].join("\t");
}
