use tabiya::{EnPassant, Variant};
use tabiya_pgn::{Comment, NodeId, PushReader, PushStatus, Step, Tree, TreeRead, TreeRecord};
use wasm_bindgen::prelude::*;

use crate::error;
use crate::move_code::{NULL, code};

/// Separates the comments of a move; comments cannot contain it.
pub(crate) const COMMENT_SEPARATOR: char = '\u{1f}';

/// Reads games from chunks of text.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PgnReader {
    reader: PushReader,
    record: TreeRecord,
    default_variant: Variant,
    parts: Parts,
}

/// A game in three parts, which JavaScript takes in three calls.
#[derive(Debug, Default)]
struct Parts {
    /// The line it begins on, the number of texts of tags, the number of faults, the lengths of the texts in UTF-16 units,
    /// then for each node its parent and its code, the root first.
    numbers: Vec<u32>,
    /// Variant, start, result, notes; alternating names and values of tags; faults. Variant and start are empty if the start position
    /// is unknown.
    texts: String,
    lengths: Vec<u32>,
    /// For each node, the root first.
    keys: Vec<u64>,
}

#[wasm_bindgen]
impl PgnReader {
    /// `default_variant`: for games without a variant tag.
    #[wasm_bindgen(constructor)]
    pub fn new(default_variant: &str) -> Result<PgnReader, JsError> {
        let default_variant = default_variant.parse().map_err(error)?;
        let (reader, record) = (PushReader::new(), TreeRecord::new());
        Ok(PgnReader { reader, record, default_variant, parts: Parts::default() })
    }

    pub fn feed(&mut self, chunk: &[u8]) {
        self.reader.push(chunk);
    }

    pub fn end(&mut self) {
        self.reader.end();
    }

    /// 1 if there is a game, 0 if more text is needed, -1 at the end.
    pub fn next(&mut self) -> Result<i32, JsError> {
        Ok(match self.reader.read_game(&mut self.record).map_err(error)? {
            PushStatus::Game => 1,
            PushStatus::NeedMore => 0,
            PushStatus::End => -1,
        })
    }

    /// A problem between the previous game and this one.
    pub fn stray(&mut self) -> Option<String> {
        self.record.take_stray_problem().map(|problem| problem.to_string())
    }

    /// The numbers of the current game; `texts` and `keys` return its other parts afterwards.
    pub fn game(&mut self) -> Vec<u32> {
        let record = self.record.record();
        let line = record.line();
        self.parts = match self.record.tree(self.default_variant) {
            Ok(read) => Parts::of(&read, line),
            Err(error) => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let tags = record.tags().flat_map(|(name, value)| [text(name), value.text().into_owned()]);
                let tags: Vec<String> = tags.collect();
                let mut parts = Parts::default();
                parts.write(["", "", &record.result().to_string(), ""]);
                parts.write(tags.iter().map(String::as_str));
                parts.write([format!("line {line}: {error}").as_str()]);
                parts.count(line, tags.len(), 1);
                parts
            }
        };
        std::mem::take(&mut self.parts.numbers)
    }

    pub fn texts(&mut self) -> String {
        std::mem::take(&mut self.parts.texts)
    }

    pub fn keys(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.parts.keys)
    }
}

impl Parts {
    fn of(read: &TreeRead, line: u64) -> Parts {
        let (tree, mut parts) = (&read.tree, Parts::default());
        let mut notes = String::new();
        let nodes = parts.walk(tree, &mut notes);
        let (start, result) = (tree.start(), tree.result().to_string());
        // Like `Positions::full_fen`.
        let fen = start.to_fen_with(EnPassant::Always);
        parts.write([start.variant().to_string().as_str(), &fen, &result, &notes]);
        parts.write(tree.tags().flat_map(|(name, value)| [name, value]));
        let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
        parts.write(faults.iter().map(String::as_str));
        parts.count(line, 2 * tree.tags().len(), faults.len());
        parts.numbers.extend(nodes);
        parts
    }

    /// The parents and codes of all nodes, in file order.
    fn walk(&mut self, tree: &Tree, notes: &mut String) -> Vec<u32> {
        let mut positions = vec![*tree.start()];
        // Indexed by node index, which differs from the order of the walk.
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

/// Appends a line for a node with annotations: its place, NAGs, comments after and before it.
fn note(tree: &Tree, node: NodeId, place: u32, notes: &mut String) {
    let (nags, after, before) = (tree.nags(node), tree.comments(node), tree.comments_before(node));
    if nags.is_empty() && after.is_empty() && before.is_empty() {
        return;
    }
    let separator = COMMENT_SEPARATOR.to_string();
    let text_of =
        |comments: &[Comment]| comments.iter().map(Comment::as_str).collect::<Vec<_>>().join(&separator);
    let nags: Vec<String> = nags.iter().map(ToString::to_string).collect();
    if !notes.is_empty() {
        notes.push('\n');
    }
    *notes += &[place.to_string(), nags.join(","), text_of(after), text_of(before)].join("\t");
}
