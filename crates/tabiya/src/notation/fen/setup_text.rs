//! Setups as FEN, legal or not.

use alloc::string::String;

use super::error::Diagnostics;
use super::write::EnPassant;
use super::{FenError, Reading, read_located};
use crate::{Bitboard, Color, Identity, ParsedFen, Piece, Position, Role, Rules, Setup};

/// Reads a FEN of this game as a setup.
pub(crate) fn read_setup<R: Rules>(text: &str, reading: Reading) -> Result<ParsedFen<Setup>, FenError> {
    let mut diagnostics = Diagnostics::new();
    let read = read_located::<R>(text, reading, &mut diagnostics);
    let notes = diagnostics.finish(reading.strict)?;
    let (read, _) = read.expect("a text without a setup has been rejected");
    Ok(ParsedFen { position: read.setup, notes, chess960: read.chess960 })
}

/// Writes the FEN of this game; `by_files` names rooks by their files.
pub(crate) fn write_setup<R: Rules>(setup: &Setup, by_files: bool) -> String {
    let is_foreign = |piece: Piece| !R::ROLES.contains(&piece.role);
    let foreign = Bitboard::FULL.into_iter().filter(|&square| setup.piece_at(square).is_some_and(is_foreign));
    let setup = foreign.fold(*setup, Setup::without);
    let by_files = by_files || has_chess960_rights(&setup.identity);
    let position: Position<R> = setup.unchecked();
    let castling = if by_files { position.rook_files() } else { position.chess_castling_letters() };
    position.fen_with(&castling, EnPassant::Always)
}

/// Like that of a position, but a king may be missing.
fn has_chess960_rights(identity: &Identity) -> bool {
    Color::ALL.into_iter().any(|color| {
        let king = identity.piece(Piece { color, role: Role::King }).first();
        king.is_none_or(|king| identity.castling().is_chess960(color, king))
            && !identity.castling().rooks_of(color).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Makruk, Square, Variant};

    #[test]
    fn pieces_that_the_game_does_not_have_are_left_out() {
        let promoted_bia = Piece { color: Color::White, role: Makruk::BIA_NGAI };
        let setup = Setup::new().with(Square::E5, promoted_bia);
        assert_eq!(setup.to_fen(Variant::Makruk), "8/8/8/4M~3/8/8/8/8 w - - 0 1");
        assert_eq!(setup.to_fen(Variant::Chess), "8/8/8/8/8/8/8/8 w - - 0 1");
    }

    #[test]
    fn rights_are_written_even_if_a_king_is_missing() {
        let read = |text| Setup::from_fen(Variant::Chess, text, Reading::LENIENT).unwrap().position;
        let setup = read("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
        assert_eq!(setup.to_fen(Variant::Chess), "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
        assert_eq!(setup.to_fen(Variant::Chess960), "4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1");
        assert_eq!(setup.without(Square::E1).to_fen(Variant::Chess), "4k2r/8/8/8/8/8/8/7R w Hh - 0 1");
    }
}
