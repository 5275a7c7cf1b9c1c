//! The fields of a chess FEN.

use alloc::format;

use super::alphabet::Alphabet;
use super::board::Board;
use super::error::{FenField, Findings};
use super::fields::{Field, Fields, move_number, small_number, turn};
use super::{CastlingNotation, Draft};
use super::{castling, foreign};
use crate::Square;
use crate::notation::printable::quoted;

const LAYOUT: [(FenField, &str); 6] = [
    (FenField::Board, ""),
    (FenField::Turn, "w"),
    (FenField::Castling, "-"),
    (FenField::EnPassant, "-"),
    (FenField::HalfmoveClock, "0"),
    (FenField::FullmoveNumber, "1"),
];

/// Reads what the fields say; nothing if the board cannot be read.
pub(super) fn read<'a>(
    fields: &Fields<'a>,
    notation: CastlingNotation,
    findings: &mut Findings,
) -> Option<Draft<'a>> {
    if foreign::is_makruk(fields, findings) {
        return None;
    }
    fields.expect(&LAYOUT, findings);
    let mut board = Board::read(fields.get(0)?, Alphabet::CHESS, findings);
    let turn = turn(fields.get(1), findings);
    let mut chess960 = notation == CastlingNotation::Chess960;
    if let Some(field) = fields.get(2) {
        if notation == CastlingNotation::Either {
            chess960 = castling::is_chess960s(field, board.as_ref().map(|it| &it.identity));
        }
        if chess960 && notation == CastlingNotation::Either {
            let remark = format!("castling {} is read as Chess960's", quoted(field.text));
            findings.remark(field.place(FenField::Castling), remark);
        }
        let castling = castling::read(field, board.as_ref().map(|it| &it.identity), chess960, findings);
        if let Some(board) = &mut board {
            board.identity.set_castling(castling, &mut ());
        }
    }
    let en_passant = fields.get(3).and_then(|field| en_passant(field, findings));
    let clock = fields.get(4).and_then(|it| small_number(it, FenField::HalfmoveClock, findings));
    let number = move_number(fields.get(5), findings);
    Some(Draft {
        board: board?,
        turn,
        chess960,
        en_passant,
        clocks: (clock.unwrap_or(0), number),
        count: None,
    })
}

fn en_passant<'a>(field: Field<'a>, findings: &mut Findings) -> Option<(Square, Field<'a>)> {
    if field.text == "-" {
        return None;
    }
    let Ok(square) = field.text.parse() else {
        let reason = format!("en passant is {} instead of a square or `-`", quoted(field.text));
        findings.refuse(field.place(FenField::EnPassant), reason);
        return None;
    };
    Some((square, field))
}
