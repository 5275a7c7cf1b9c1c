//! The fields of a chess FEN.

use alloc::format;

use super::alphabet::Alphabet;
use super::board::Board;
use super::error::{Diagnostics, FenField};
use super::fields::{Field, Fields, halfmove_clock, move_number, turn};
use super::{CastlingNotation, LocatedSetup};
use super::{castling, foreign};
use crate::notation::printable::quoted;
use crate::{Color, Square};

const LAYOUT: [(FenField, &str); 6] = [
    (FenField::Board, ""),
    (FenField::Turn, "w"),
    (FenField::Castling, "-"),
    (FenField::EnPassant, "-"),
    (FenField::HalfmoveClock, "0"),
    (FenField::FullmoveNumber, "1"),
];

/// Reads the fields; `None` if the board is unreadable.
pub(super) fn read(
    fields: &Fields<'_>,
    notation: CastlingNotation,
    diagnostics: &mut Diagnostics,
) -> Option<LocatedSetup> {
    if foreign::is_makruk(fields, diagnostics) {
        return None;
    }
    fields.expect(&LAYOUT, diagnostics);
    let mut board = Board::read(fields.get(0)?, Alphabet::CHESS, diagnostics);
    let turn = turn(fields.get(1), diagnostics);
    let mut chess960 = notation == CastlingNotation::Chess960;
    if let Some(field) = fields.get(2) {
        let pieces = board.as_ref().map(|board| &board.setup.identity);
        if notation == CastlingNotation::Either {
            chess960 = castling::is_chess960(field, pieces);
        }
        if chess960 && notation == CastlingNotation::Either {
            let remark = format!("castling {} is read as Chess960", quoted(field.text));
            diagnostics.remark(field.place(FenField::Castling), remark);
        }
        let castling = castling::read(field, pieces, chess960, diagnostics);
        if let Some(board) = &mut board {
            board.setup.identity.set_castling(castling, &mut ());
        }
    }
    let en_passant = fields.get(3).and_then(|field| en_passant(field, diagnostics));
    let clock = fields.get(4).and_then(|field| halfmove_clock(field, diagnostics));
    let number = move_number(fields.get(5), diagnostics);
    let board = board?;
    let setup = board
        .setup
        .turn(turn.unwrap_or(Color::White))
        .double_step(en_passant)
        .halfmove_clock(clock.unwrap_or(0))
        .fullmove_number(number);
    Some(LocatedSetup { setup, board, has_turn: turn.is_some(), chess960 })
}

fn en_passant(field: Field<'_>, diagnostics: &mut Diagnostics) -> Option<Square> {
    if field.text == "-" {
        return None;
    }
    let square = field.text.parse().ok();
    if square.is_none() {
        let reason = format!("en passant is {}: expected a square or `-`", quoted(field.text));
        diagnostics.refuse(field.place(FenField::EnPassant), reason);
    }
    square
}
