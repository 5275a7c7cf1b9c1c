//! Counts of games by move order equal a scan.

use crate::common::{collection, pgn};
use tabiya_db::{Database, Filter};

#[test]
fn move_orders_equal_a_scan() {
    let samples = collection(5, 200);
    let database = Database::temporary(pgn(&samples).as_bytes()).unwrap();
    for sample in samples.iter().step_by(5) {
        for ply in (0..=sample.moves.len()).step_by(1 + sample.moves.len() / 12) {
            let line = &sample.moves[..ply];
            let is_same = |other: &&crate::common::Sample| {
                other.start.variant() == sample.start.variant()
                    && other.start.identity() == sample.start.identity()
                    && other.moves.starts_with(line)
            };
            let expected = samples.iter().filter(is_same).count() as u64;
            let move_order =
                |filter| database.games_by_move_order(&sample.start, line, &filter, usize::MAX).unwrap();
            assert_eq!(move_order(Filter::default()), Some(expected), "{sample:?} {ply}");
            let white = sample.tag("White").map(str::to_owned);
            if let Some(name) = &white {
                let of_player =
                    samples.iter().filter(is_same).filter(|other| other.tag("White") == Some(name)).count();
                let filter = Filter { white: white.clone(), ..Filter::default() };
                assert_eq!(move_order(filter), Some(of_player as u64), "{sample:?} {ply}");
            }
        }
    }
}
