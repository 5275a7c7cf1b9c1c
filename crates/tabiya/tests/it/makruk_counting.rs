//! Makruk's count toward a draw equals Fairy-Stockfish's, ply by ply.

use tabiya::{Makruk, Outcome, Position};

fn position(fen: &str) -> Position<Makruk> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// `limit/count`, or `-/clock` while no count is running: the two fields of a Fairy-Stockfish FEN.
fn fields(position: &Position<Makruk>) -> String {
    let count = position.count();
    if count.is_running() { count.to_string() } else { format!("-/{}", position.halfmove_clock()) }
}

/// Columns: FEN, moves, the fields after each move as printed by Fairy-Stockfish and by pyffish, the outcome.
#[test]
fn counts_equal_fairy_stockfishs() {
    for line in include_str!("../../testdata/makruk/counting-games.tsv").lines() {
        let columns = line.split('\t').collect::<Vec<_>>();
        let [start, moves, expected, _, end] = columns[..] else { panic!("five columns: {line}") };
        let mut position = position(start);
        let mut counted = Vec::new();
        for uci in moves.split(' ') {
            position = position.play_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}: {line}"));
            counted.push(fields(&position));
        }
        assert_eq!(counted.join(" "), expected, "{line}");
        // Only the pieces: the file writes promoted bia as mets.
        let board = |fen: &str| fen.split(' ').next().unwrap_or("").replace('~', "");
        assert_eq!(board(&position.to_fen()), board(end));
    }
}

/// Columns 6 to 8: a FEN, and the limit and count that began with the move of the white khun to c1.
#[test]
fn a_count_begins_where_the_rules_say() {
    for line in include_str!("../../testdata/makruk/counting-table.tsv").lines().skip(1) {
        let columns = line.split('\t').collect::<Vec<_>>();
        let (fen, limit, count) = (columns[5], columns[6], columns[7]);
        let board = fen.split(' ').next().unwrap_or("");
        let before = board.strip_suffix("2K5").expect("the khun is on c1").to_owned() + "1K6 w - - 0 1";
        let after = position(&before).play_uci("b1c1").unwrap_or_else(|error| panic!("{before}: {error}"));
        assert_eq!(after.count().to_string(), format!("{limit}/{count}"), "{before}");
        // The FEN contains the same count.
        assert_eq!(position(fen).count(), after.count(), "{fen}");
    }
}

#[test]
fn the_game_is_drawn_when_the_count_passes_its_limit() {
    // A lone khun against two rua: eight moves, sixteen plies, minus the four pieces on the board.
    let mut position = position("7k/8/8/8/8/8/R2R4/2K5 b - 16 14 1");
    for (uci, ends) in [("h8g8", None), ("c1b1", None), ("g8h8", Some(Outcome::CountRunOut))] {
        assert_eq!(position.outcome(), None);
        position = position.play_uci(uci).unwrap();
        assert_eq!(position.outcome(), ends, "{uci}");
    }
}

#[test]
fn mate_precedes_the_count() {
    let position = position("7k/R7/8/8/8/8/3R4/2K5 w - 16 16 1").play_uci("d2d8").unwrap();
    assert_eq!(position.count().to_string(), "16/17");
    assert!(matches!(position.outcome(), Some(Outcome::Checkmate { .. })));
}

#[test]
fn a_null_move_does_not_change_the_count() {
    let position = position("7k/8/8/8/8/8/R2R4/2K5 b - 16 10 1");
    assert_eq!(position.null_move().unwrap().count(), position.count());
}
