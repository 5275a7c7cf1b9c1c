use tabiya::{Chess, Makruk, Position, Reading, Rules};

use super::{Evaluate, Evaluator, LIMIT, interpolate};

fn read<R: Rules>(fen: &str) -> Position<R> {
    Position::from_fen(fen, Reading::STRICT.chess960())
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .position
}

fn value<R: Evaluate>(fen: &str) -> i32 {
    Evaluator::<R>::new().evaluate(&read(fen))
}

/// The position with colors swapped.
fn flipped<R: Rules>(position: &Position<R>) -> Position<R> {
    let fen = position.to_fen();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let board = fields[0].split('/').rev().map(swap).collect::<Vec<_>>().join("/");
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let (castling, rest) = if R::CASTLES {
        (
            swap(fields[2]),
            format!(
                "{} {}",
                fields[3].replace('3', "x").replace('6', "3").replace('x', "6"),
                fields[4..].join(" ")
            ),
        )
    } else {
        (fields[2].to_owned(), fields[3..].join(" "))
    };
    let fen = format!("{board} {turn} {castling} {rest}");
    Position::from_fen(&fen, Reading::LENIENT.chess960())
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .position
}

/// Visits the positions of random games.
fn walk<R: Rules>(games: u64, mut visit: impl FnMut(&Position<R>)) {
    for game in 0..games {
        let mut position = Position::<R>::start();
        let mut state = game.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..160 {
            visit(&position);
            let moves = position.legal_moves();
            if moves.is_empty() || R::is_dead(position.identity()) {
                break;
            }
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            position = position.play_legal(moves[(state % moves.len() as u64) as usize]);
        }
    }
}

fn changing_colors_changes_nothing<R: Evaluate>() {
    let mut evaluator = Evaluator::<R>::new();
    walk::<R>(60, |position| {
        assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&flipped(position)), "{position:?}");
    });
}

fn memory_changes_nothing<R: Evaluate>() {
    let mut evaluator = Evaluator::<R>::new();
    walk::<R>(40, |position| {
        let first = evaluator.evaluate(position);
        assert_eq!(first, evaluator.evaluate(position), "{position:?}");
        assert!(first.abs() < LIMIT, "{position:?}");
        let by_trace = evaluator.trace(position).map(|trace| trace.evaluate(R::weights()));
        let by_trace = interpolate(position, by_trace);
        let sign = if position.turn() == tabiya::Color::White { 1 } else { -1 };
        assert_eq!(first, sign * by_trace, "{position:?}");
    });
}

fn the_terms_fill_the_table<R: Evaluate>() {
    let mut next = 0;
    for term in R::TERMS {
        assert_eq!(term.at, next, "{}", term.name);
        next += term.len;
    }
    assert_eq!(next, R::weights().len());
}

#[test]
fn terms_are_contiguous() {
    the_terms_fill_the_table::<Chess>();
    the_terms_fill_the_table::<Makruk>();
}

#[test]
fn the_evaluation_is_symmetric_in_color() {
    changing_colors_changes_nothing::<Chess>();
    changing_colors_changes_nothing::<Makruk>();
}

#[test]
fn cached_structures_equal_computed_ones_and_the_trace_adds_up() {
    memory_changes_nothing::<Chess>();
    memory_changes_nothing::<Makruk>();
}

#[test]
fn the_cache_depends_on_king_squares() {
    let castled = read::<Chess>("3k4/8/8/8/8/8/5PPP/4R1K1 w - - 0 1");
    let walking = read::<Chess>("3k4/8/8/8/4K3/8/5PPP/4R3 w - - 0 1");
    let mut evaluator = Evaluator::new();
    let _ = evaluator.evaluate(&castled);
    assert_eq!(evaluator.evaluate(&walking), Evaluator::new().evaluate(&walking));
}

#[test]
fn pieces_on_the_board_count() {
    assert!(value::<Chess>("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1") > 500);
    assert!(value::<Chess>("4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1") < -500);
    assert!(value::<Makruk>("4k3/8/pppp4/8/8/PPPP4/8/3RK3 w - - 0 1") > 250);
}

#[test]
fn bishop_and_knight_drive_the_king_to_a_corner_of_the_bishops_color() {
    // A bishop on light squares mates on a8 and h1.
    let right = value::<Chess>("k7/8/2K5/8/3NB3/8/8/8 w - - 0 1");
    let wrong = value::<Chess>("7k/8/5K2/8/3NB3/8/8/8 w - - 0 1");
    assert!(right > wrong + 50, "{right} {wrong}");
}

#[test]
fn a_lone_minor_piece_is_a_draw() {
    assert!(value::<Chess>("4k3/8/8/8/8/8/8/3NK3 w - - 0 1").abs() < 120);
    assert!(value::<Chess>("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1").abs() < 200);
}

#[test]
fn the_wrong_bishop_is_a_draw() {
    let wrong = value::<Chess>("k7/8/8/P7/8/8/5B2/4K3 w - - 0 1");
    let right = value::<Chess>("k7/8/8/P7/8/8/4B3/4K3 w - - 0 1");
    assert!(wrong.abs() < 150 && right > 250, "{wrong} {right}");
}

#[test]
fn a_knight_guards_corners_of_either_color() {
    for knight in ["1N6", "2N5"] {
        let value = value::<Chess>(&format!("k7/8/1K6/P7/8/8/8/{knight} w - - 0 1"));
        assert!(value > 250, "{knight}: {value}");
    }
}

#[test]
fn an_advanced_passed_pawn_is_worth_more() {
    let far = value::<Chess>("8/8/8/8/2k5/8/2P3P1/6K1 w - - 0 1");
    let near = value::<Chess>("8/6P1/8/8/2k5/8/2P5/6K1 w - - 0 1");
    assert!(near > far + 50, "{near} {far}");
}

#[test]
fn opposite_bishops_are_drawish() {
    let same = value::<Chess>("8/3k1b2/8/8/3PP3/3K1B2/8/8 w - - 0 1");
    let opposite = value::<Chess>("8/3k2b1/8/8/3PP3/3K1B2/8/8 w - - 0 1");
    assert!(opposite < same * 3 / 4, "{opposite} {same}");
}

#[test]
fn a_lone_khun_is_driven_to_the_edge() {
    let middle = value::<Makruk>("8/8/8/4k3/8/2K5/8/R6R w - 16 0 1");
    let edge = value::<Makruk>("4k3/8/4K3/8/8/8/8/R6R w - 16 0 1");
    assert!(edge > middle + 40, "{edge} {middle}");
}

#[test]
fn an_advantage_fades_as_the_count_runs_out() {
    let early = value::<Makruk>("4k3/8/4K3/8/8/8/8/R7 w - 32 6 1");
    let late = value::<Makruk>("4k3/8/4K3/8/8/8/8/R7 w - 32 28 1");
    assert!(late * 3 < early, "{late} {early}");
}

#[test]
fn material_that_cannot_mate_a_lone_khun_is_a_draw() {
    assert!(value::<Makruk>("4k3/8/4K3/8/8/8/8/NN6 w - 64 8 1").abs() < 25);
    assert!(value::<Makruk>("4k3/8/4K3/8/8/8/8/SN6 w - 88 8 1") > 300);
}
