//! A Polyglot opening book: its moves in a position, and other move orders in the book that lead to the position.

use std::collections::{HashMap, VecDeque};
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tabiya::{Chess, Key, Move, Position};
use tabiya_pgn::book::{Book, Share, shares};

use crate::api::{GameRequest, MAX_MOVE_ORDERS, Played, Replayed};
use crate::error::ApiError;

/// The maximum size of a book.
pub(crate) const MAX_BYTES: usize = 32 << 20;
/// Limits of the graph of a book's positions: positions and depth.
const MAX_POSITIONS: usize = 60_000;
const MAX_DEPTH: u16 = 40;

/// A book in memory, with a graph of its positions.
#[derive(Debug)]
pub(crate) struct PageBook {
    book: Mutex<Book<Cursor<Vec<u8>>>>,
    bytes: usize,
    entries: u64,
    /// For each position of the book, the positions and moves that lead to it from the start position.
    parents: HashMap<Key, Vec<(Key, Move)>>,
}

/// The book's data of a position.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookResponse {
    entries: u64,
    moves: Vec<BookMoveDetails>,
    /// Entries under this key that are not legal moves.
    illegal: usize,
    /// Other move orders in the book that lead to this position, in SAN.
    move_orders: Vec<Vec<String>>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BookMoveDetails {
    uci: String,
    san: String,
    weight: u16,
    /// The share of the weights of all legal moves, between 0 and 1.
    share: f64,
    learn: u32,
}

impl PageBook {
    /// Validates the book and builds its graph.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<PageBook, ApiError> {
        let file_size = bytes.len();
        let mut book = Book::new(Cursor::new(bytes)).map_err(|error| ApiError::invalid(error.to_string()))?;
        let parents = build_graph(&mut book);
        let bytes = file_size + graph_bytes(&parents);
        Ok(PageBook { entries: book.entries(), book: Mutex::new(book), bytes, parents })
    }

    /// The memory it takes, including its graph.
    #[cfg_attr(
        not(any(feature = "server", test)),
        expect(dead_code, reason = "only the server limits the memory of all books")
    )]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// The moves for the position shown, the heaviest first.
    pub(crate) fn look_up(&self, request: &GameRequest) -> Result<BookResponse, ApiError> {
        let mut played = match request.replay()? {
            Replayed::Chess(played) => played,
            Replayed::Makruk(_) => {
                return Err(ApiError::invalid("Polyglot books are for chess and Chess960, not for Makruk"));
            }
        };
        played.rewind();
        let position = played.game.position();
        let any = (played.any)(*position);
        let found = self.book.lock().unwrap_or_else(PoisonError::into_inner).probe(position);
        let found = found.map_err(|error| ApiError::invalid(error.to_string()))?;
        let details = |Share { entry, mv, share }| BookMoveDetails {
            uci: any.uci(mv),
            san: position.san(mv),
            weight: entry.weight,
            share,
            learn: entry.learn,
        };
        let mut moves: Vec<BookMoveDetails> = shares(&found).into_iter().map(details).collect();
        moves.sort_by_key(|details| std::cmp::Reverse(details.weight));
        let illegal = found.len() - moves.len();
        Ok(BookResponse { entries: self.entries, illegal, move_orders: self.move_orders_to(&played), moves })
    }

    /// The move orders from the start position that were not played.
    fn move_orders_to(&self, played: &Played<Chess>) -> Vec<Vec<String>> {
        let game = &played.game;
        let mut found = Vec::new();
        let mut walk = PathSearch { parents: &self.parents, found: &mut found, steps: 0 };
        walk.back_from(game.position().key(), &mut Vec::new(), &mut Vec::new());
        let start = Position::<Chess>::start();
        let is_taken = |line: &[Move]| *game.start() == start && line == game.moves();
        let others = found.iter().filter(|line| !is_taken(line)).take(MAX_MOVE_ORDERS);
        others.map(|line| write_line(line)).collect()
    }
}

/// Searches the graph from a position back to the start.
struct PathSearch<'a> {
    parents: &'a HashMap<Key, Vec<(Key, Move)>>,
    found: &'a mut Vec<Vec<Move>>,
    steps: usize,
}

impl PathSearch<'_> {
    fn back_from(&mut self, key: Key, passed: &mut Vec<Key>, moves: &mut Vec<Move>) {
        self.steps += 1;
        if self.found.len() > MAX_MOVE_ORDERS
            || self.steps > 20_000
            || passed.len() > MAX_DEPTH.into()
            || passed.contains(&key)
        {
            return;
        }
        let Some(edges) = self.parents.get(&key) else { return };
        if key == Position::<Chess>::start().key() {
            self.found.push(moves.iter().rev().copied().collect());
            return;
        }
        passed.push(key);
        for (before, mv) in edges {
            moves.push(*mv);
            self.back_from(*before, passed, moves);
            moves.pop();
        }
        passed.pop();
    }
}

/// Builds the graph: breadth first from the start position, along the book's moves.
fn build_graph(book: &mut Book<Cursor<Vec<u8>>>) -> HashMap<Key, Vec<(Key, Move)>> {
    let start = Position::<Chess>::start();
    let mut parents = HashMap::from([(start.key(), Vec::new())]);
    let mut waiting = VecDeque::from([(start, 0)]);
    while let Some((position, depth)) = waiting.pop_front() {
        if depth == MAX_DEPTH {
            continue;
        }
        let Ok(found) = book.probe(&position) else { continue };
        for mv in found.iter().filter_map(|found| found.mv.ok()) {
            let next = position.play_legal(mv);
            if !parents.contains_key(&next.key()) {
                if parents.len() >= MAX_POSITIONS {
                    continue;
                }
                waiting.push_back((next, depth + 1));
            }
            let edges: &mut Vec<(Key, Move)> = parents.entry(next.key()).or_default();
            if !edges.contains(&(position.key(), mv)) {
                edges.push((position.key(), mv));
            }
        }
    }
    parents
}

/// The memory of a graph: the slots of the hash map, each with a control byte, and the edges.
fn graph_bytes(parents: &HashMap<Key, Vec<(Key, Move)>>) -> usize {
    let slots = parents.capacity() * (size_of::<(Key, Vec<(Key, Move)>)>() + 1);
    let edges: usize = parents.values().map(Vec::capacity).sum();
    slots + edges * size_of::<(Key, Move)>()
}

/// Moves from the start position in SAN; the moves of the graph are legal.
fn write_line(line: &[Move]) -> Vec<String> {
    let mut position = Position::<Chess>::start();
    let mut sans = Vec::with_capacity(line.len());
    for mv in line {
        sans.push(position.san(*mv));
        position = position.play_legal(*mv);
    }
    sans
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_pgn::book::{BookEntry, BookMove};

    #[test]
    fn empty_file_is_rejected() {
        let error = PageBook::new(Vec::new()).expect_err("the file is empty");
        assert_eq!((error.status, error.message.as_str()), (422, "the file is empty"));
    }

    /// A book of these lines, each with its own weight.
    fn book_of(lines: &[&str]) -> PageBook {
        let mut entries = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let mut position = Position::<Chess>::start();
            for uci in line.split_ascii_whitespace() {
                let mv = position.parse_uci(uci).unwrap();
                let key = tabiya::keys::schemes::POLYGLOT.key(&position);
                entries.push(BookEntry { key, mv: BookMove::of(mv), weight: 1 + number as u16, learn: 0 });
                position = position.play_legal(mv);
            }
        }
        entries.sort_by_key(|entry| entry.key);
        PageBook::new(entries.iter().flat_map(|entry| entry.to_bytes()).collect()).unwrap()
    }

    fn request(moves: &str) -> GameRequest {
        GameRequest { variant: "chess".into(), moves: moves.into(), ..GameRequest::default() }
    }

    #[test]
    fn heaviest_move_comes_first() {
        let response = book_of(&["e2e4", "d2d4"]).look_up(&request("")).unwrap();
        let read: Vec<_> =
            response.moves.iter().map(|response| (response.san.as_str(), response.weight)).collect();
        assert_eq!(read, [("d4", 2), ("e4", 1)]);
    }

    #[test]
    fn illegal_entries_have_no_share_of_the_weights() {
        let start = Position::<Chess>::start();
        let key = tabiya::keys::schemes::POLYGLOT.key(&start);
        let legal = BookMove::of(start.parse_uci("e2e4").unwrap());
        let illegal = BookMove::of(start.play_uci("e2e4").unwrap().parse_uci("e7e5").unwrap());
        let entries = [(legal, 3), (illegal, 9)].map(|(mv, weight)| BookEntry { key, mv, weight, learn: 0 });
        let book = PageBook::new(entries.iter().flat_map(|entry| entry.to_bytes()).collect()).unwrap();
        let response = book.look_up(&request("")).unwrap();
        assert_eq!((response.illegal, response.moves.len(), response.moves[0].share), (1, 1, 1.0));
    }

    #[test]
    fn other_move_orders_in_the_book_are_listed() {
        let book = book_of(&["d2d4 g8f6 c2c4", "c2c4 g8f6 d2d4"]);
        let response = book.look_up(&request("d2d4 g8f6 c2c4")).unwrap();
        assert_eq!(response.move_orders, [["c4", "Nf6", "d4"]]);
    }

    #[test]
    fn book_with_cycles_is_read() {
        let book = book_of(&["g1f3 g8f6 f3g1 f6g8", "b1c3 g8f6 c3b1 f6g8"]);
        assert_eq!(book.look_up(&request("g1f3 g8f6 f3g1")).unwrap().move_orders.len(), 1);
    }

    #[test]
    fn graph_counts_as_memory_of_the_book() {
        let book = book_of(&["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"]);
        // Each of the seven positions has a slot, and all but the start at least one edge.
        let map = 7 * size_of::<Key>() + 6 * size_of::<(Key, Move)>();
        assert!(book.bytes() >= 6 * 16 + map, "{}", book.bytes());
    }

    #[test]
    fn invalid_books_are_rejected() {
        assert_eq!(PageBook::new(vec![0; 17]).unwrap_err().status, 422);
        assert_eq!(PageBook::new(Vec::new()).unwrap_err().status, 422);
        let makruk = GameRequest { variant: "makruk".into(), ..GameRequest::default() };
        assert_eq!(book_of(&["e2e4"]).look_up(&makruk).unwrap_err().status, 422);
    }
}
