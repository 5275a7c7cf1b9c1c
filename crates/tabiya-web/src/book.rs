//! A Polyglot book beside the board: its moves here, and its other roads to here.

use std::collections::{HashMap, VecDeque};
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tabiya::{Chess, Key, Move, Position};
use tabiya_pgn::book::{Book, Share, shares};

use crate::ask::{GameAsked, MOST_ROADS, Played, Replayed};
use crate::refusal::Refusal;

/// The largest book a page may bring.
pub(crate) const MOST_BYTES: usize = 32 << 20;
/// How much of the book's tree is drawn as a map: so many positions, so deep.
const MOST_PLACES: usize = 60_000;
const MAX_DEPTH: u16 = 40;

/// A book in memory, with a map of the roads in it.
#[derive(Debug)]
pub(crate) struct PageBook {
    book: Mutex<Book<Cursor<Vec<u8>>>>,
    bytes: usize,
    entries: u64,
    /// From where, by which move, each position of the book is reached from the start of chess.
    roads: HashMap<Key, Vec<(Key, Move)>>,
}

/// What the book has for a position.
#[derive(Serialize, Debug)]
pub(crate) struct BookTold {
    entries: u64,
    moves: Vec<BookMoveTold>,
    /// Entries under this key that are no moves here.
    wrong: usize,
    /// Other move orders in the book that lead here, in SAN.
    roads: Vec<Vec<String>>,
}

#[derive(Serialize, Debug)]
struct BookMoveTold {
    uci: String,
    san: String,
    weight: u16,
    /// Of the weights of all legal moves here, between 0 and 1.
    share: f64,
    learn: u32,
}

impl PageBook {
    /// Checks the book and draws its map.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<PageBook, Refusal> {
        let file_size = bytes.len();
        let mut book = Book::new(Cursor::new(bytes)).map_err(|error| Refusal::wrong(error.to_string()))?;
        let roads = draw_map(&mut book);
        let bytes = file_size + map_size(&roads);
        Ok(PageBook { entries: book.entries(), book: Mutex::new(book), bytes, roads })
    }

    /// The memory it takes, its map included.
    #[cfg_attr(
        not(any(feature = "server", test)),
        expect(dead_code, reason = "only a server keeps books of several pages")
    )]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// The moves for the position a page looks at, the heaviest first.
    pub(crate) fn tell(&self, asked: &GameAsked) -> Result<BookTold, Refusal> {
        let mut played = match asked.replay()? {
            Replayed::Chess(played) => played,
            Replayed::Makruk(_) => {
                return Err(Refusal::wrong("Polyglot books know chess and Chess960, not Makruk"));
            }
        };
        played.go_back();
        let position = played.game.position();
        let any = (played.any)(*position);
        let found = self.book.lock().unwrap_or_else(PoisonError::into_inner).probe(position);
        let found = found.map_err(|error| Refusal::wrong(error.to_string()))?;
        let tell = |Share { entry, mv, share }| BookMoveTold {
            uci: any.uci(mv),
            san: position.san(mv),
            weight: entry.weight,
            share,
            learn: entry.learn,
        };
        let mut moves: Vec<BookMoveTold> = shares(&found).into_iter().map(tell).collect();
        moves.sort_by_key(|told| std::cmp::Reverse(told.weight));
        let wrong = found.len() - moves.len();
        Ok(BookTold { entries: self.entries, wrong, roads: self.roads_to(&played), moves })
    }

    /// The roads from the start of chess to here that were not taken.
    fn roads_to(&self, played: &Played<Chess>) -> Vec<Vec<String>> {
        let game = &played.game;
        let mut found = Vec::new();
        let mut walk = RoadSearch { roads: &self.roads, found: &mut found, steps: 0 };
        walk.back_from(game.position().key(), &mut Vec::new(), &mut Vec::new());
        let start = Position::<Chess>::start();
        let is_taken = |line: &[Move]| *game.start() == start && line == game.moves();
        let others = found.iter().filter(|line| !is_taken(line)).take(MOST_ROADS);
        others.map(|line| write_line(line)).collect()
    }
}

/// Walks the map from a position back to the start.
struct RoadSearch<'a> {
    roads: &'a HashMap<Key, Vec<(Key, Move)>>,
    found: &'a mut Vec<Vec<Move>>,
    steps: usize,
}

impl RoadSearch<'_> {
    fn back_from(&mut self, key: Key, passed: &mut Vec<Key>, moves: &mut Vec<Move>) {
        self.steps += 1;
        if self.found.len() > MOST_ROADS
            || self.steps > 20_000
            || passed.len() > MAX_DEPTH.into()
            || passed.contains(&key)
        {
            return;
        }
        let Some(ways) = self.roads.get(&key) else { return };
        if key == Position::<Chess>::start().key() {
            self.found.push(moves.iter().rev().copied().collect());
            return;
        }
        passed.push(key);
        for (before, mv) in ways {
            moves.push(*mv);
            self.back_from(*before, passed, moves);
            moves.pop();
        }
        passed.pop();
    }
}

/// Breadth first from the start of chess, along the book's moves.
fn draw_map(book: &mut Book<Cursor<Vec<u8>>>) -> HashMap<Key, Vec<(Key, Move)>> {
    let start = Position::<Chess>::start();
    let mut roads = HashMap::from([(start.key(), Vec::new())]);
    let mut waiting = VecDeque::from([(start, 0)]);
    while let Some((position, depth)) = waiting.pop_front() {
        if depth == MAX_DEPTH {
            continue;
        }
        let Ok(found) = book.probe(&position) else { continue };
        for mv in found.iter().filter_map(|found| found.mv.ok()) {
            let next = position.play_legal(mv);
            if !roads.contains_key(&next.key()) {
                if roads.len() >= MOST_PLACES {
                    continue;
                }
                waiting.push_back((next, depth + 1));
            }
            let ways: &mut Vec<(Key, Move)> = roads.entry(next.key()).or_default();
            if !ways.contains(&(position.key(), mv)) {
                ways.push((position.key(), mv));
            }
        }
    }
    roads
}

/// The memory a map takes: the slots of the table, each with a byte of its own, and the ways of each place.
fn map_size(roads: &HashMap<Key, Vec<(Key, Move)>>) -> usize {
    let slots = roads.capacity() * (size_of::<(Key, Vec<(Key, Move)>)>() + 1);
    let ways: usize = roads.values().map(Vec::capacity).sum();
    slots + ways * size_of::<(Key, Move)>()
}

/// Moves from the start of chess in SAN; a road on the map is legal.
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
    fn a_file_without_a_book_is_refused() {
        let refusal = PageBook::new(Vec::new()).expect_err("there is nothing in it");
        assert_eq!((refusal.status, refusal.error.as_str()), (422, "the file is empty"));
    }

    /// A book of these lines, every move with a weight of its own.
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

    fn asked(moves: &str) -> GameAsked {
        GameAsked { variant: "chess".into(), moves: moves.into(), ..GameAsked::default() }
    }

    #[test]
    fn the_heaviest_move_comes_first() {
        let told = book_of(&["e2e4", "d2d4"]).tell(&asked("")).unwrap();
        let read: Vec<_> = told.moves.iter().map(|told| (told.san.as_str(), told.weight)).collect();
        assert_eq!(read, [("d4", 2), ("e4", 1)]);
    }

    #[test]
    fn entries_that_are_no_moves_have_no_share_of_the_weights() {
        let start = Position::<Chess>::start();
        let key = tabiya::keys::schemes::POLYGLOT.key(&start);
        let legal = BookMove::of(start.parse_uci("e2e4").unwrap());
        let illegal = BookMove::of(start.play_uci("e2e4").unwrap().parse_uci("e7e5").unwrap());
        let entries = [(legal, 3), (illegal, 9)].map(|(mv, weight)| BookEntry { key, mv, weight, learn: 0 });
        let book = PageBook::new(entries.iter().flat_map(|entry| entry.to_bytes()).collect()).unwrap();
        let told = book.tell(&asked("")).unwrap();
        assert_eq!((told.wrong, told.moves.len(), told.moves[0].share), (1, 1, 1.0));
    }

    #[test]
    fn other_roads_in_the_book_are_told_and_the_one_taken_is_not() {
        let book = book_of(&["d2d4 g8f6 c2c4", "c2c4 g8f6 d2d4"]);
        let told = book.tell(&asked("d2d4 g8f6 c2c4")).unwrap();
        assert_eq!(told.roads, [["c4", "Nf6", "d4"]]);
    }

    #[test]
    fn a_book_that_goes_in_circles_has_roads_without_end_and_is_read_all_the_same() {
        let book = book_of(&["g1f3 g8f6 f3g1 f6g8", "b1c3 g8f6 c3b1 f6g8"]);
        assert_eq!(book.tell(&asked("g1f3 g8f6 f3g1")).unwrap().roads.len(), 1);
    }

    #[test]
    fn the_map_of_a_book_counts_as_the_book_itself_does() {
        let book = book_of(&["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"]);
        // Each of the seven positions has a slot, and all but the start at least one way to it.
        let map = 7 * size_of::<Key>() + 6 * size_of::<(Key, Move)>();
        assert!(book.bytes() >= 6 * 16 + map, "{}", book.bytes());
    }

    #[test]
    fn what_is_no_book_is_refused() {
        assert_eq!(PageBook::new(vec![0; 17]).unwrap_err().status, 422);
        assert_eq!(PageBook::new(Vec::new()).unwrap_err().status, 422);
        let makruk = GameAsked { variant: "makruk".into(), ..GameAsked::default() };
        assert_eq!(book_of(&["e2e4"]).tell(&makruk).unwrap_err().status, 422);
    }
}
