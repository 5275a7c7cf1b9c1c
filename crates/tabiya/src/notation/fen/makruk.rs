//! The fields of a Makruk FEN, in the notations of Fairy-Stockfish and makruk-js.

use alloc::format;

use super::LocatedSetup;
use super::alphabet::Alphabet;
use super::board::Board;
use super::error::{Diagnostics, FenField};
use super::fields::{Field, Fields, halfmove_clock, move_number, turn, u16_number};
use super::foreign;
use crate::notation::printable::quoted;
use crate::{Color, Count};

/// Fairy-Stockfish keeps the six fields of chess. The third is always `-`, the fourth the limit of the count, the
/// fifth the count, or the half-move clock while no count is running.
const FAIRY: [(FenField, &str); 6] = [
    (FenField::Board, ""),
    (FenField::Turn, "w"),
    (FenField::Castling, "-"),
    (FenField::CountLimit, "-"),
    (FenField::Count, "0"),
    (FenField::FullmoveNumber, "1"),
];

/// makruk-js uses three fields, or eight while a count is running: counting side, kind (`bp` board's honor, `pp`
/// pieces' honor), count, start and limit; or `-` five times.
const MAKRUK_JS: [(FenField, &str); 8] = [
    (FenField::Board, ""),
    (FenField::Turn, "w"),
    (FenField::FullmoveNumber, "1"),
    (FenField::CountLimit, "-"),
    (FenField::CountLimit, "-"),
    (FenField::Count, "-"),
    (FenField::CountLimit, "-"),
    (FenField::CountLimit, "-"),
];

/// Reads the fields; `None` if the board is unreadable.
pub(super) fn read(fields: &Fields<'_>, diagnostics: &mut Diagnostics) -> Option<LocatedSetup> {
    let board = fields.get(0)?;
    let third = fields.get(2).map_or("", |field| field.text);
    // Three fields ending with `-` are the first of Fairy-Stockfish's six: makruk-js has a number there.
    let is_makruk_js = match fields.len() {
        1 | 2 => {
            Alphabet::MAKRUK_JS.has_all_letters_of(board.text)
                && !Alphabet::FAIRY.has_all_letters_of(board.text)
        }
        3 => third != "-",
        8 => true,
        // Neither program uses this many; the third field decides.
        count => count > 6 && third != "-",
    };
    if foreign::is_chess(fields, is_makruk_js, diagnostics) {
        return None;
    }
    if is_makruk_js { read_makruk_js(fields, diagnostics) } else { read_fairy(fields, diagnostics) }
}

fn read_fairy(fields: &Fields<'_>, diagnostics: &mut Diagnostics) -> Option<LocatedSetup> {
    fields.expect(&FAIRY, diagnostics);
    let board = Board::read(fields.get(0)?, Alphabet::FAIRY, diagnostics);
    let turn = turn(fields.get(1), diagnostics);
    if let Some(field) = fields.get(2).filter(|field| field.text != "-") {
        let reason = format!("castling is {}: expected `-`, Makruk has no castling", quoted(field.text));
        diagnostics.refuse(field.place(FenField::Castling), reason);
    }
    let limit = fields.get(3).filter(|field| field.text != "-").and_then(|field| {
        let limit = u16_number(field, FenField::CountLimit, diagnostics)?;
        if limit == 0 {
            diagnostics.remark(field.place(FenField::CountLimit), "counting limit 0 is read as `-`");
        }
        Some(limit)
    });
    let limit = limit.unwrap_or(0);
    let plies = fields.get(4).and_then(|field| match limit {
        0 => halfmove_clock(field, diagnostics),
        _ => u16_number(field, FenField::Count, diagnostics),
    });
    let plies = plies.unwrap_or(0);
    let number = move_number(fields.get(5), diagnostics);
    let (clock, count) = if limit == 0 { (plies, None) } else { (0, Some(Count { limit, plies })) };
    Some(located(board?, turn, (clock, number), count))
}

fn read_makruk_js(fields: &Fields<'_>, diagnostics: &mut Diagnostics) -> Option<LocatedSetup> {
    if fields.len() == 7 {
        diagnostics.refuse(fields.end(), "found 7 fields: makruk-js uses 3 or 8");
    } else {
        fields.expect(if fields.len() > 3 { &MAKRUK_JS } else { &MAKRUK_JS[..3] }, diagnostics);
    }
    let board = Board::read(fields.get(0)?, Alphabet::MAKRUK_JS, diagnostics);
    let turn = turn(fields.get(1), diagnostics);
    let number = move_number(fields.get(2), diagnostics);
    let count = match (fields.get(3), fields.get(4), fields.get(5), fields.get(6), fields.get(7)) {
        (Some(counting_field), Some(kind_field), Some(count_field), Some(start_field), Some(limit_field)) => {
            count(
                [counting_field, kind_field, count_field, start_field, limit_field],
                turn.unwrap_or(Color::White),
                diagnostics,
            )
        }
        _ => None,
    };
    Some(located(board?, turn, (0, number), count))
}

fn located(
    board: Board,
    turn: Option<Color>,
    (clock, number): (u16, u32),
    count: Option<Count>,
) -> LocatedSetup {
    let setup = board.setup.turn(turn.unwrap_or(Color::White));
    let setup = setup.halfmove_clock(clock).fullmove_number(number).count(count);
    LocatedSetup { setup, board, has_turn: turn.is_some(), chess960: false }
}

/// makruk-js counts moves of the counting side; we count half-moves, an even number when that side is to move.
fn count(
    [counting_field, kind_field, count_field, start_field, limit_field]: [Field<'_>; 5],
    turn: Color,
    diagnostics: &mut Diagnostics,
) -> Option<Count> {
    let dashes = [counting_field, kind_field, count_field, start_field, limit_field]
        .iter()
        .filter(|field| field.text == "-")
        .count();
    if dashes == 5 {
        return None;
    }
    if dashes > 0 {
        let reason = "some of the five counting fields are `-` and some are not";
        diagnostics.refuse(counting_field.place(FenField::CountLimit), reason);
        return None;
    }
    let counting = match counting_field.text {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        other => {
            let reason = format!("the counting side is {}: expected `w`, `b` or `-`", quoted(other));
            diagnostics.refuse(counting_field.place(FenField::CountLimit), reason);
            None
        }
    };
    if !matches!(kind_field.text, "bp" | "pp") {
        let reason = format!("the kind of count is {}: expected `bp`, `pp` or `-`", quoted(kind_field.text));
        diagnostics.refuse(kind_field.place(FenField::CountLimit), reason);
    }
    let count_moves = u16_number(count_field, FenField::Count, diagnostics);
    let _ = u16_number(start_field, FenField::CountLimit, diagnostics);
    let limit_moves = u16_number(limit_field, FenField::CountLimit, diagnostics);
    let (counting, count_moves, limit_moves) = (counting?, count_moves?, limit_moves?);
    let plies = count_moves.checked_mul(2).and_then(|plies| plies.checked_add(u16::from(counting != turn)));
    let (Some(plies), Some(limit)) = (plies, limit_moves.checked_mul(2)) else {
        let reason =
            format!("the count {} of {} is too large", quoted(count_field.text), quoted(limit_field.text));
        diagnostics.refuse(count_field.place(FenField::Count), reason);
        return None;
    };
    Some(Count { limit, plies })
}
