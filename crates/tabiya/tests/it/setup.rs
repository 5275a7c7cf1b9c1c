//! Setups are validated like FENs.

use tabiya::keys::SplitMix64;
use tabiya::{
    AnyPosition, Castling, Chess, Color, Count, FenProblem, File, Makruk, Piece, Position, Reading, Role,
    Setup, SetupProblem, Square, Variant,
};

fn pieces(text: &[(Square, char)]) -> Setup {
    text.iter().fold(Setup::new(), |setup, &(square, piece)| {
        setup.with(square, Piece::from_char(piece).expect("a letter of a piece"))
    })
}

fn walk(variant: Variant, random: &mut SplitMix64) -> Vec<AnyPosition> {
    let mut positions = vec![AnyPosition::start(variant)];
    for _ in 0..120 {
        let last = positions[positions.len() - 1];
        let moves = last.legal_moves();
        if moves.is_empty() {
            break;
        }
        positions.push(last.play_legal(moves[random.below(moves.len())]));
    }
    positions
}

#[test]
fn positions_round_trip_through_setups() {
    let mut random = SplitMix64::new(1);
    for variant in Variant::ALL {
        for position in (0..8).flat_map(|_| walk(variant, &mut random)) {
            let again = AnyPosition::from_setup(variant, &position.setup(), Reading::STRICT);
            assert_eq!(again, Ok(position));
        }
    }
}

#[test]
fn setups_and_fens_have_the_same_problems() {
    let mut random = SplitMix64::new(2);
    let (mut refused, mut accepted) = (0, 0);
    for variant in [Variant::Chess, Variant::Makruk] {
        let positions: Vec<AnyPosition> = (0..6).flat_map(|_| walk(variant, &mut random)).collect();
        for position in positions {
            let mut setup = position.setup().castling(Castling::NONE).double_step(None).count(None);
            if variant == Variant::Makruk {
                setup = setup.halfmove_clock(0);
            }
            for _ in 0..=random.below(3) {
                let square = |random: &mut SplitMix64| Square::try_from(random.below(64) as u8).unwrap();
                let (from, to) = (square(&mut random), square(&mut random));
                setup = match setup.piece_at(from) {
                    Some(piece) if random.below(2) == 0 => setup.without(from).with(to, piece),
                    _ => setup.without(from),
                };
            }
            let fen = fen_of(&setup, &position);
            let read = AnyPosition::from_fen(variant, &fen, Reading::STRICT).map(|parsed| parsed.position);
            let made = AnyPosition::from_setup(variant, &setup, Reading::STRICT);
            match (read, made) {
                (Ok(read), Ok(made)) => {
                    accepted += 1;
                    assert_eq!(read, made);
                }
                (Err(read), Err(made)) => {
                    refused += 1;
                    let mut read: Vec<&str> = read.problems().iter().map(FenProblem::reason).collect();
                    let mut made: Vec<&str> = made.problems().iter().map(SetupProblem::reason).collect();
                    read.sort_unstable();
                    made.sort_unstable();
                    assert_eq!(read, made, "{fen}");
                }
                other => panic!("{fen}: {other:?}"),
            }
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} {accepted}");
}

/// The FEN of any setup without rights, legal or not, with this position's side to move.
fn fen_of(setup: &Setup, position: &AnyPosition) -> String {
    let variant = position.variant();
    let letter = |square: Square| {
        let Some(piece) = setup.piece_at(square) else { return "1".to_string() };
        let letter = match (variant, piece.role) {
            (Variant::Makruk, Role::Bishop) => "s",
            (Variant::Makruk, Role::Queen) => "m",
            (Variant::Makruk, Role::BiaNgai) => "m~",
            (_, role) => &role.char().to_string(),
        };
        if piece.color == Color::White { letter.to_uppercase() } else { letter.to_string() }
    };
    let rank = |rank: u8| {
        let row: String = (0..8).map(|file| letter(Square::try_from(8 * rank + file).unwrap())).collect();
        (2..=8).rev().fold(row, |row, run| row.replace(&"1".repeat(run), &run.to_string()))
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let turn = if position.turn() == Color::White { "w" } else { "b" };
    format!("{} {turn} - - {} {}", ranks.join("/"), setup_clock(position), position.fullmove_number())
}

/// A Makruk FEN without a running count.
fn setup_clock(position: &AnyPosition) -> u16 {
    if position.variant() == Variant::Makruk { 0 } else { position.halfmove_clock() }
}

/// Regression: this was refused with "makruk has no count".
#[test]
fn a_count_without_a_limit_is_none() {
    let setup = Setup::of(&Position::<Makruk>::start()).count(Some(Count { limit: 0, plies: 7 }));
    assert_eq!(setup.running_count(), None);
    assert_eq!(setup.position::<Makruk>().unwrap(), Position::start());
    let setup = Setup::of(&Position::<Chess>::start()).count(Some(Count::default()));
    assert_eq!(setup.position::<Chess>().unwrap(), Position::start());
}

#[test]
fn all_problems_are_reported() {
    let mut castling = Castling::NONE;
    castling.insert(Color::White, File::B);
    castling.insert(Color::Black, File::H);
    let setup = pieces(&[(Square::E4, 'K'), (Square::A1, 'P'), (Square::B1, 'R'), (Square::C3, 'm')])
        .castling(castling)
        .double_step(Some(Square::E6))
        .count(Some(Count { limit: 32, plies: 6 }));
    let error = setup.position::<Chess>().unwrap_err();
    let reasons: Vec<&str> = error.problems().iter().map(SetupProblem::reason).collect();
    assert_eq!(
        reasons,
        [
            "c3 has a promoted bia, which chess does not have",
            "chess has no count",
            "the white king on e4 cannot castle",
            "castling needs a black rook on h8",
            "a white pawn is on a1",
            "black has no king",
        ]
    );
    assert_eq!(error.problems()[0].square(), Some(Square::C3));
    let error = setup.position::<Makruk>().unwrap_err();
    let reasons: Vec<&str> = error.problems().iter().map(SetupProblem::reason).collect();
    assert_eq!(
        reasons,
        ["makruk has no castling", "makruk has no double step", "a white bia is on a1", "black has no khun"]
    );
}

#[test]
fn rights_of_other_rooks_need_chess960() {
    let setup = Setup::of(&Position::<Chess>::start_960(0).expect("the first"));
    let read = |variant, reading| AnyPosition::from_setup(variant, &setup, reading);
    let error = read(Variant::Chess, Reading::STRICT).unwrap_err();
    assert_eq!(
        error.to_string(),
        "illegal position: white's castling rights belong to Chess960, black's castling rights belong to Chess960"
    );
    let other = read(Variant::Chess, Reading::STRICT.either());
    assert!(matches!(other, Ok(AnyPosition::Chess960(_))));
    assert_eq!(read(Variant::Chess960, Reading::STRICT), other);
}

#[test]
fn an_impossible_en_passant_square_is_refused_and_an_unusable_one_kept() {
    let setup = pieces(&[(Square::E1, 'K'), (Square::E8, 'k'), (Square::D4, 'P')]).turn(Color::Black);
    let stepped = setup.double_step(Some(Square::D3)).position::<Chess>().expect("d2d4 was played");
    assert_eq!((stepped.double_step(), stepped.en_passant()), (Some(Square::D3), None));
    let error = setup.double_step(Some(Square::C3)).position::<Chess>().unwrap_err();
    assert_eq!(error.to_string(), "illegal position: en passant on c3 is impossible: no pawn has passed it");
}

#[test]
fn move_number_and_running_count_are_kept() {
    let kings = pieces(&[(Square::E1, 'K'), (Square::E8, 'k')]);
    let number = |setup: Setup| setup.position::<Chess>().map(|position| position.fullmove_number());
    assert_eq!(number(kings.fullmove_number(7)), Ok(7));
    assert_eq!(number(kings.fullmove_number(0)), Ok(1));
    let counting: Position<Makruk> = "8/8/8/1k6/8/8/8/1K3R2 w - 32 25 11".parse().expect("a legal FEN");
    let again = Setup::of(&counting).position::<Makruk>().expect("the same position");
    assert_eq!((again, again.count()), (counting, counting.count()));
}

#[test]
fn getters_return_the_values_set() {
    let fen = "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 12";
    let chess = Setup::of(&fen.parse::<Position<Chess>>().expect("a legal FEN")).halfmove_clock(3);
    assert_eq!(
        (chess.passed_square(), chess.clocks(), chess.running_count()),
        (Some(Square::D3), (3, 12), None)
    );
    let counting: Position<Makruk> = "8/8/8/1k6/8/8/8/1K3R2 w - 32 25 11".parse().expect("a legal FEN");
    let makruk = Setup::of(&counting);
    assert_eq!((makruk.running_count(), makruk.passed_square()), (Some(counting.count()), None));
}
