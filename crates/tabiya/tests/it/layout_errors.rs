//! Unusable layouts are errors with a reason, not panics.

use tabiya::Square;
use tabiya::keys::{
    CastlingNumbers, EnPassantNumbers, Generator, Layout, Numbers, Right, Scheme, Section, schemes,
};

const SEED: Numbers = Numbers::Generated(Generator::SplitMix64 { seed: 1 });

fn why(layout: Layout) -> String {
    Scheme::new("mine", "mine", layout, SEED).expect_err("the layout is wrong").to_string()
}

fn polyglot() -> Layout {
    *schemes::POLYGLOT.layout()
}

#[test]
fn a_board_that_is_too_small_is_refused() {
    let mut layout = polyglot();
    (layout.squares.files, layout.squares.ranks) = (4, 4);
    assert_eq!(why(layout), "the board has 4x4 squares: each side must have 8 to 16");
    (layout.squares.files, layout.squares.ranks) = (8, 7);
    assert_eq!(why(layout), "the board has 8x7 squares: each side must have 8 to 16");
    (layout.squares.files, layout.squares.ranks) = (17, 8);
    assert_eq!(why(layout), "the board has 17x8 squares: each side must have 8 to 16");
    (layout.squares.files, layout.squares.ranks) = (255, 255);
    assert_eq!(why(layout), "the board has 255x255 squares: each side must have 8 to 16");
}

#[test]
fn a_section_that_is_listed_five_times_is_refused() {
    let mut layout = polyglot();
    layout.sections = [Section::Pieces; 5];
    assert_eq!(why(layout), "the section Pieces is listed twice");
}

#[test]
fn a_duplicate_right_is_refused() {
    let mut layout = polyglot();
    layout.castling = CastlingNumbers::Four([Right::WhiteKingSide; 4]);
    assert_eq!(why(layout), "the castling right K is listed twice");
}

#[test]
fn a_material_offset_that_is_too_large_is_refused() {
    let mut layout = polyglot();
    layout.parts.material = Some(49);
    assert_eq!(why(layout), "the material numbers start at number 49; the last possible start is 48");
    layout.parts.material = Some(48);
    assert!(Scheme::new("mine", "mine", layout, SEED).is_ok());
}

#[test]
fn a_name_that_toml_cannot_hold_is_refused() {
    for name in ["", "my engine", "a:b", "é", &"x".repeat(65)] {
        let error = Scheme::new(name, "mine", polyglot(), SEED).expect_err("the name is wrong");
        assert_eq!(
            error.to_string(),
            "the name of a dialect must have 1 to 64 letters, digits, `-`, `.` or `_`"
        );
    }
}

#[test]
fn a_generator_of_zeros_is_refused() {
    let generators = [
        Generator::XorShift64Star { seed: 0 },
        Generator::XorShift64StarMultiplied { seed: 0 },
        Generator::XorShift64StarUnbounded { seed: 0 },
    ];
    for generator in generators {
        let error = Scheme::new("mine", "mine", polyglot(), Numbers::Generated(generator));
        assert_eq!(error.expect_err("zeros").to_string(), "this generator gives only zeros with seed 0");
    }
    let stream = Numbers::Generated(Generator::Pcg64 { seed: 1, stream: 1 << 127 });
    let error = Scheme::new("mine", "mine", polyglot(), stream).expect_err("the stream has 128 bits");
    assert_eq!(error.to_string(), "a PCG stream number has at most 127 bits");
    let stream = Numbers::Generated(Generator::Pcg64 { seed: 1, stream: u128::MAX >> 1 });
    assert!(Scheme::new("mine", "mine", polyglot(), stream).is_ok());
}

#[test]
fn the_maximum_offset_is_out_of_range() {
    assert_eq!(Square::H1.offset(i8::MAX, 0), None);
    assert_eq!(Square::A8.offset(0, i8::MAX), None);
    assert_eq!(Square::A1.offset(i8::MIN, i8::MIN), None);
}

#[test]
fn a_number_for_no_en_passant_needs_one_more_entry() {
    let mut layout = polyglot();
    layout.en_passant = EnPassantNumbers::ByFile { or_none: false };
    let without = layout.len();
    layout.en_passant = EnPassantNumbers::ByFile { or_none: true };
    assert_eq!(layout.len(), without + 1);
    assert_eq!(layout.section_len(Section::EnPassant), 9);
}

#[test]
fn a_missing_section_begins_at_the_end() {
    let mut layout = polyglot();
    layout.sections = [Section::Side; 5];
    assert_eq!(layout.section_start(Section::Pieces), layout.len());
}
