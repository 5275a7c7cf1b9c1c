//! Games found by material and by patterns equal a scan of all positions.

use tabiya::keys::SplitMix64;
use tabiya::{AnyPosition, Color, Piece, Role, Square, Variant};
use tabiya_db::{BoardQuery, Database, Filter, GameId};

use crate::budget::budget;
use crate::common::{Sample, collection, pgn, test_positions};

fn piece_at(position: &AnyPosition, square: Square) -> Option<Piece> {
    position.identity().piece_at(square)
}

/// The first ply of each game at which a condition holds.
fn scan(samples: &[Sample], variant: Variant, holds: impl Fn(&AnyPosition) -> bool) -> Vec<(GameId, usize)> {
    let games = (1..).zip(samples).filter(|(_, sample)| sample.start.variant() == variant);
    games
        .filter_map(|(number, sample)| Some((GameId(number), sample.positions().iter().position(&holds)?)))
        .collect()
}

/// The letter of a piece in a FEN.
fn letter(position: &AnyPosition, piece: Piece) -> String {
    let letters = match position.variant() {
        Variant::Chess | Variant::Chess960 => ["p", "n", "b", "r", "q", "k", ""],
        Variant::Makruk => ["p", "n", "s", "r", "m", "k", "m~"],
    };
    let letter = letters[piece.role as usize];
    if piece.color == Color::White { letter.to_ascii_uppercase() } else { letter.to_owned() }
}

fn pieces(position: &AnyPosition) -> Vec<Piece> {
    let mut pieces: Vec<Piece> =
        position.identity().occupied().into_iter().filter_map(|square| piece_at(position, square)).collect();
    pieces.sort_by_key(|piece| (piece.color as u8, piece.role as u8));
    pieces
}

#[test]
fn material_equals_a_scan() {
    for seed in 0..budget(2, 10) {
        let samples = collection(seed, 120);
        let database = Database::temporary(pgn(&samples).as_bytes()).unwrap();
        let mut found_some = 0;
        for position in test_positions(&samples).iter().step_by(9) {
            let expected_pieces = pieces(position);
            let text: String = expected_pieces.iter().map(|piece| letter(position, *piece)).collect();
            let query = BoardQuery::new(position.variant()).material(&text).unwrap();
            let expected = scan(&samples, position.variant(), |reached| pieces(reached) == expected_pieces);
            for threads in [1, 2] {
                let found =
                    database.find_boards(&query, &Filter::default(), usize::MAX, threads, &|_| ()).unwrap();
                assert_eq!(found, expected, "{text}");
            }
            let exchanged: Vec<Piece> = {
                let mut pieces: Vec<Piece> =
                    expected_pieces.iter().map(|piece| Piece { color: !piece.color, ..*piece }).collect();
                pieces.sort_by_key(|piece| (piece.color as u8, piece.role as u8));
                pieces
            };
            let either = scan(&samples, position.variant(), |reached| {
                [&expected_pieces, &exchanged].contains(&&pieces(reached))
            });
            let found = database
                .find_boards(&query.either_color(), &Filter::default(), usize::MAX, 1, &|_| ())
                .unwrap();
            assert_eq!(found, either, "{text}");
            found_some += expected.len();
        }
        assert!(found_some > 100);
    }
}

/// A square and its allowed contents.
type Condition = (Square, Vec<Option<Piece>>);

/// A random pattern that a position matches, and the condition it stands for.
fn pattern(random: &mut SplitMix64, position: &AnyPosition) -> (String, Vec<Condition>) {
    let all: Vec<Option<Piece>> = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| Some(Piece { color, role })))
        .chain([None])
        .collect();
    let name =
        |content: Option<Piece>| content.map_or_else(|| ".".to_owned(), |piece| letter(position, piece));
    let (mut text, mut conditions) = (String::new(), Vec::new());
    for rank in (0..8).rev() {
        for file in 0..8 {
            let square = Square::try_from(8 * rank + file).unwrap();
            let here = piece_at(position, square);
            let other = piece_at(position, Square::try_from((random.next() % 64) as u8).unwrap());
            let allowed: Vec<Option<Piece>> = match random.next() % 12 {
                0 => {
                    text += &name(here);
                    vec![here]
                }
                1 => {
                    text += &format!("[{}{}]", name(here), name(other));
                    vec![here, other]
                }
                2 if other != here => {
                    text += &format!("!{}", name(other));
                    all.iter().copied().filter(|content| *content != other).collect()
                }
                3 if here.is_some() => {
                    let color = here.unwrap().color;
                    text += if color == Color::White { "A" } else { "a" };
                    all.iter()
                        .copied()
                        .filter(|content| content.is_some_and(|piece| piece.color == color))
                        .collect()
                }
                4 if here.is_none() => {
                    text += "1";
                    vec![None]
                }
                _ => {
                    text += "?";
                    continue;
                }
            };
            conditions.push((square, allowed));
        }
        text += if rank > 0 { "/" } else { "" };
    }
    (text, conditions)
}

#[test]
fn patterns_equal_a_scan() {
    let mut random = SplitMix64::new(11);
    for seed in 0..budget(2, 10) {
        let samples = collection(seed, 120);
        let database = Database::temporary(pgn(&samples).as_bytes()).unwrap();
        for position in test_positions(&samples).iter().step_by(11) {
            let (text, conditions) = pattern(&mut random, position);
            let holds = |reached: &AnyPosition| {
                conditions.iter().all(|(square, allowed)| allowed.contains(&piece_at(reached, *square)))
            };
            assert!(holds(position));
            let turn = position.turn();
            let side = if turn == Color::White { "w" } else { "b" };
            for (text, turn) in [(text.clone(), None), (format!("{text} {side}"), Some(turn))] {
                let query = BoardQuery::new(position.variant()).pattern(&text).unwrap();
                let expected = scan(&samples, position.variant(), |reached| {
                    holds(reached) && turn.is_none_or(|turn| reached.turn() == turn)
                });
                let found = database.find_boards(&query, &Filter::default(), usize::MAX, 1, &|_| ()).unwrap();
                assert_eq!(found, expected, "{text}");
                let first = database.find_boards(&query, &Filter::default(), 1, 1, &|_| ()).unwrap();
                assert_eq!(first, expected[..expected.len().min(1)], "{text}");
            }
        }
    }
}

#[test]
fn filters_apply() {
    let text = "[White \"Ann\"]\n\n1. e4 e5 2. f4 exf4 *\n\n[White \"Bob\"]\n\n1. e4 e5 2. f4 exf4 *\n";
    let database = Database::temporary(text.as_bytes()).unwrap();
    let query = BoardQuery::new(Variant::Chess).pattern("*/*/*/*/????Pp*/*/*/*").unwrap();
    let filter = Filter { white: Some("bob".into()), ..Filter::default() };
    assert_eq!(database.find_boards(&query, &filter, 9, 1, &|_| ()).unwrap(), [(GameId(2), 4)]);
    assert_eq!(database.first_match(GameId(1), &query).unwrap(), Some(4));
}
