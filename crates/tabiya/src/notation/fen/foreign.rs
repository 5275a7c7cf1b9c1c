//! Recognizes FENs of other games by their letters and fields, to report one hint instead of many problems.

use super::alphabet::Alphabet;
use super::error::{Diagnostics, FenField};
use super::fields::{Field, Fields};

/// Whether a Makruk FEN is read as chess; if so, reports it.
pub(super) fn is_makruk(fields: &Fields<'_>, diagnostics: &mut Diagnostics) -> bool {
    let Some(board) = fields.get(0) else { return false };
    if let Some(hint) = hint_of_another_game(board.text) {
        return refuse(board, FenField::Board, hint, diagnostics);
    }
    let is_makruk =
        Alphabet::FAIRY.has_all_letters_of(board.text) || Alphabet::MAKRUK_JS.has_all_letters_of(board.text);
    if Alphabet::CHESS.has_all_letters_of(board.text) {
        if !is_makruk || !has_turn(fields) {
            return false;
        }
        // The letters also occur in chess; a number instead of castling rights or a square does not.
        return match (fields.get(2), fields.get(3)) {
            (Some(number), _) if is_number(number) && matches!(fields.len(), 3 | 8) => refuse(
                number,
                FenField::Castling,
                "the castling field is a number, as in Makruk",
                diagnostics,
            ),
            (Some(none), Some(limit)) if none.text == "-" && is_number(limit) => refuse(
                limit,
                FenField::EnPassant,
                "the en passant field is a number, as in Makruk",
                diagnostics,
            ),
            _ => false,
        };
    }
    is_makruk && refuse(board, FenField::Board, "the board looks like Makruk", diagnostics)
}

/// Whether a chess FEN is read as Makruk, or the two Makruk notations are mixed; if so, reports it.
pub(super) fn is_chess(fields: &Fields<'_>, as_makruk_js: bool, diagnostics: &mut Diagnostics) -> bool {
    let Some(board) = fields.get(0) else { return false };
    if let Some(hint) = hint_of_another_game(board.text) {
        return refuse(board, FenField::Board, hint, diagnostics);
    }
    let (alphabet, other) = if as_makruk_js {
        (Alphabet::MAKRUK_JS, Alphabet::FAIRY)
    } else {
        (Alphabet::FAIRY, Alphabet::MAKRUK_JS)
    };
    if alphabet.has_all_letters_of(board.text) {
        if !has_turn(fields) {
            return false;
        }
        return match (fields.get(2), fields.get(3)) {
            (Some(rights), _) if is_castling(rights) => {
                refuse(rights, FenField::Castling, "castling rights look like chess", diagnostics)
            }
            (Some(none), Some(square))
                if none.text == "-" && square.text.parse::<crate::Square>().is_ok() =>
            {
                refuse(square, FenField::EnPassant, "an en passant square looks like chess", diagnostics)
            }
            _ => false,
        };
    }
    if Alphabet::CHESS.has_all_letters_of(board.text) {
        return refuse(board, FenField::Board, "the board looks like chess", diagnostics);
    }
    let hint = if as_makruk_js {
        "the letters are Fairy-Stockfish's, which uses 4 to 6 fields"
    } else {
        "the letters are makruk-js's, which uses 3 or 8 fields"
    };
    other.has_all_letters_of(board.text) && refuse(board, FenField::Board, hint, diagnostics)
}

/// A hint for boards of other games that are written as FEN.
fn hint_of_another_game(board: &str) -> Option<&'static str> {
    let has_any = |letters: &[u8]| board.bytes().any(|byte| letters.contains(&byte.to_ascii_lowercase()));
    match board.split('/').count() {
        9 if has_any(b"lgs+") => Some("the board looks like shogi"),
        10 if has_any(b"aceh") => Some("the board looks like xiangqi"),
        _ if board.ends_with(']') && board.contains('[') => Some("pieces in brackets look like crazyhouse"),
        _ => None,
    }
}

fn refuse(field: Field<'_>, name: FenField, hint: &str, diagnostics: &mut Diagnostics) -> bool {
    diagnostics.refuse(field.place(name), hint);
    true
}

/// Without a side to move the other fields are shifted and cannot be interpreted.
fn has_turn(fields: &Fields<'_>) -> bool {
    fields.get(1).is_some_and(|field| matches!(field.text, "w" | "b"))
}

fn is_number(field: Field<'_>) -> bool {
    field.text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_castling(field: Field<'_>) -> bool {
    field.text.bytes().all(|byte| matches!(byte, b'K' | b'Q' | b'k' | b'q'))
}
