//! Games as counted by other programs. See `testdata/games/README.md` for the columns.

use tabiya::{Chess, Game, Makruk, Outcome, Position, Reading, Rules};

/// The numbers of occurrences after each move.
fn replay<R: Rules>(fen: &str, moves: &str) -> (Game<R>, Vec<u32>) {
    let start = Position::from_fen(fen, Reading::STRICT.chess960());
    let mut game = Game::from_position(start.unwrap_or_else(|error| panic!("{fen}: {error}")).position);
    let mut occurrences = Vec::new();
    for uci in moves.split(' ') {
        game.play_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error} in {fen}"));
        occurrences.push(game.occurrences());
    }
    (game, occurrences)
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(' ').map(|number| number.parse().expect("a number")).collect()
}

fn columns<const N: usize>(line: &str) -> [&str; N] {
    line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{N} columns: {line}"))
}

fn counts_are_those_of(table: &str) {
    for line in table.lines() {
        let [fen, moves, _, occurrences] = columns(line);
        assert_eq!(replay::<Chess>(fen, moves).1, numbers(occurrences), "{line}");
    }
}

#[test]
fn chess_games_are_counted_by_fide_rules() {
    counts_are_those_of(include_str!("../../testdata/games/chess.tsv"));
}

#[test]
fn chess960_games_are_counted_by_fide_rules() {
    counts_are_those_of(include_str!("../../testdata/games/chess960.tsv"));
}

/// The game after this many plies.
fn taken_back_to<R: Rules>(ply: usize, game: &Game<R>) -> Game<R> {
    let mut game = game.clone();
    while game.ply() > ply {
        game.undo();
    }
    game
}

/// chess-master hashes every double step, so it counts some second occurrences as first, never the reverse.
#[test]
fn chess_master_counts_less_only_after_double_steps() {
    let mut differing = 0;
    for line in include_str!("../../testdata/games/chess-master.tsv").lines() {
        let [fen, moves, _, theirs] = columns(line);
        let (game, ours) = replay::<Chess>(fen, moves);
        for (ply, (ours, theirs)) in (1..).zip(ours.into_iter().zip(numbers(theirs))) {
            if ours == theirs {
                continue;
            }
            let double_step = |visit: usize| game.positions()[visit].double_step().is_some();
            assert!(ours > theirs, "ply {ply}: {line}");
            assert!(taken_back_to(ply, &game).occurrence_plies().any(double_step), "ply {ply}: {line}");
            differing += 1;
        }
    }
    assert!(differing > 0);
}

/// makruk-js counts correctly, but reports a draw for every ply after the first third occurrence, whatever the position;
/// we report it only for the position that occurs for the third time or more often.
#[test]
fn makruk_games_are_counted_as_makruk_js_counts() {
    let mut not_drawn_any_more = 0;
    for line in include_str!("../../testdata/games/makruk-js.tsv").lines() {
        let [moves, _, occurrences, drawn_from] = columns(line);
        let (game, ours) = replay::<Makruk>(Makruk::START, moves);
        assert_eq!(ours, numbers(occurrences), "{line}");
        let drawn = (1..=game.ply())
            .filter(|&ply| taken_back_to(ply, &game).outcome() == Some(Outcome::ThreefoldRepetition))
            .collect::<Vec<_>>();
        assert_eq!(drawn.first().copied(), drawn_from.parse().ok(), "{line}");
        not_drawn_any_more += drawn.first().map_or(0, |first| game.ply() + 1 - first - drawn.len());
    }
    assert_eq!(not_drawn_any_more, 500);
}

#[test]
fn makruk_counting_games_show_the_count_and_end_when_it_has_run_out() {
    for line in include_str!("../../testdata/makruk/counting-games.tsv").lines() {
        let [fen, moves, fields, ..] = columns::<5>(line);
        let mut game = Game::<Makruk>::from_position(fen.parse().expect("a good FEN"));
        for (uci, field) in moves.split(' ').zip(fields.split(' ')) {
            game.play_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}: {line}"));
            let shown = game.count().map(|count| count.to_string());
            assert_eq!(shown, (!field.starts_with('-')).then(|| field.to_owned()), "{line}");
            assert_eq!(game.count_kind().is_some(), shown.is_some(), "{line}");
            let has_run_out = game.count().is_some_and(|count| count.plies > count.limit);
            assert!(!has_run_out || game.outcome().is_some(), "{line}");
        }
    }
}
