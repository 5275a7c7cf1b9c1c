use super::{Count, FenFields, Rules};
use crate::{Bitboard, ByRole, Color, Identity, Outcome, Rank, Role, Square, Variant, attacks};

/// Chess under FIDE rules, and Chess960: castling rights store the rooks' files, so only notation differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess;

impl Rules for Chess {
    const NAME: &'static str = "chess";
    const VARIANT: Variant = Variant::Chess;
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROLES: &'static [Role] =
        &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    const LETTERS: ByRole<&'static str> = ByRole(["p", "n", "b", "r", "q", "k", ""]);
    const FEN_FIELDS: FenFields = FenFields::Rights;
    const CASTLES: bool = true;
    const DIAGONAL_SLIDERS: bool = true;
    const HAS_PROMOTED_PAWNS: bool = false;
    const DOUBLE_STEP: bool = true;
    const PROMOTION_RANK: Rank = Rank::Eighth;
    const PROMOTES_TO: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const CLOCK_LIMITS: Option<(u16, u16)> = Some((100, 150));
    const REPETITION_CLAIM: Option<u32> = Some(3);
    const REPETITION_ENDS: Option<(u32, Outcome)> = Some((5, Outcome::FivefoldRepetition));

    type Count = ();

    fn piece_name(role: Role) -> &'static str {
        role.chess_name()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn attacks(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn(color, from),
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, occupied),
            Role::Rook => attacks::rook(from, occupied),
            Role::Queen => attacks::queen(from, occupied),
            Role::King => attacks::king(from),
            Role::BiaNgai => Bitboard::EMPTY,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn attacks_on_empty_board(role: Role, color: Color, from: Square) -> Bitboard {
        attacks::empty_board::CHESS[color][role][from as usize]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn straight_sliders(identity: &Identity) -> Bitboard {
        identity.role(Role::Rook) | identity.role(Role::Queen)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn diagonal_sliders(identity: &Identity) -> Bitboard {
        identity.role(Role::Bishop) | identity.role(Role::Queen)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_count((): (), _: &Identity, _: bool) {}

    fn count_has_run_out((): ()) -> bool {
        false
    }

    fn count_from(_: Option<Count>) {}

    fn running_count((): ()) -> Option<Count> {
        None
    }

    fn has_insufficient_material(identity: &Identity, color: Color) -> bool {
        let own = identity.color(color);
        let theirs = identity.color(!color);
        let bishops = identity.role(Role::Bishop);
        let majors_and_pawns =
            identity.role(Role::Pawn) | identity.role(Role::Rook) | identity.role(Role::Queen);
        if own.intersects(majors_and_pawns) {
            return false;
        }
        if own.intersects(identity.role(Role::Knight)) {
            // A lone knight mates only a king blocked by its own pieces; queens can always step aside.
            let blocking_pieces = theirs & !identity.role(Role::King) & !identity.role(Role::Queen);
            return own.len() == 2 && blocking_pieces.is_empty();
        }
        if own.intersects(bishops) {
            // Bishops of one square color mate only if another piece of either side can be on the other color.
            let one_color =
                !bishops.intersects(Bitboard::DARK_SQUARES) || !bishops.intersects(Bitboard::LIGHT_SQUARES);
            return one_color
                && identity.role(Role::Pawn).is_empty()
                && identity.role(Role::Knight).is_empty();
        }
        true
    }
}
