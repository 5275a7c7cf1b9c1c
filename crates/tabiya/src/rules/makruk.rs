use super::{FenFields, Rules};
use crate::{Bitboard, ByRole, Color, Identity, Outcome, Piece, Rank, Role, Square, Variant, attacks};

/// Makruk, Thai chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Makruk;

impl Makruk {
    /// The pawn: one step forward, captures one step diagonally forward, promotes on the sixth rank.
    pub const BIA: Role = Role::Pawn;
    /// The knight.
    pub const MA: Role = Role::Knight;
    /// One step diagonally or straight forward.
    pub const KHON: Role = Role::Bishop;
    /// The rook.
    pub const RUA: Role = Role::Rook;
    /// One step diagonally; starts beside the khun.
    pub const MET: Role = Role::Queen;
    /// The king.
    pub const KHUN: Role = Role::King;
    /// The promoted bia; moves like a met.
    pub const BIA_NGAI: Role = Role::BiaNgai;
}

/// A count toward a draw, in half-moves as Fairy-Stockfish counts.
///
/// ```
/// use tabiya::{Makruk, Position};
///
/// // Black's lone khun against a rua: 16 moves, counted from the three pieces on the board.
/// let before: Position<Makruk> = "2k5/8/3p4/8/8/3R4/8/3K4 w - - 0 1".parse()?;
/// let after = before.play(before.parse_uci("d3d6")?)?;
/// assert_eq!(after.count().to_string(), "32/6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// The position is drawn once the count passes this; 0 if no count is running.
    pub limit: u16,
    /// The count so far.
    pub plies: u16,
}

impl Count {
    /// Whether a count is running.
    #[must_use]
    pub const fn is_running(self) -> bool {
        self.limit != 0
    }
}

impl core::fmt::Display for Count {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.is_running() { write!(f, "{}/{}", self.limit, self.plies) } else { f.write_str("-") }
    }
}

impl Rules for Makruk {
    const NAME: &'static str = "makruk";
    const VARIANT: Variant = Variant::Makruk;
    const START: &'static str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    const ROLES: &'static [Role] =
        &[Self::BIA, Self::BIA_NGAI, Self::MA, Self::KHON, Self::MET, Self::RUA, Self::KHUN];
    /// Fairy-Stockfish's letters: a promoted bia is a met followed by `~`.
    const LETTERS: ByRole<&'static str> = ByRole(["p", "n", "s", "r", "m", "k", "m~"]);
    const FEN_FIELDS: FenFields = FenFields::Count;
    const CASTLES: bool = false;
    const DIAGONAL_SLIDERS: bool = false;
    const HAS_PROMOTED_PAWNS: bool = true;
    const DOUBLE_STEP: bool = false;
    const PROMOTION_RANK: Rank = Rank::Sixth;
    const PROMOTES_TO: &'static [Role] = &[Self::BIA_NGAI];
    const CLOCK_LIMITS: Option<(u16, u16)> = None;
    const REPETITION_CLAIM: Option<u32> = None;
    const REPETITION_ENDS: Option<(u32, Outcome)> = Some((3, Outcome::ThreefoldRepetition));

    type Count = Count;

    fn piece_name(role: Role) -> &'static str {
        role.makruk_name()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn attacks(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        match role {
            Self::BIA => attacks::pawn(color, from),
            Self::MA => attacks::knight(from),
            Self::KHON => attacks::khon(color, from),
            Self::RUA => attacks::rook(from, occupied),
            Self::MET | Self::BIA_NGAI => attacks::met(from),
            Self::KHUN => attacks::king(from),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn attacks_on_empty_board(role: Role, color: Color, from: Square) -> Bitboard {
        attacks::empty_board::MAKRUK[color][role][from as usize]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn straight_sliders(identity: &Identity) -> Bitboard {
        identity.role(Self::RUA)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn diagonal_sliders(_: &Identity) -> Bitboard {
        Bitboard::EMPTY
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_count(count: Count, position: &Identity, was_capture: bool) -> Count {
        // Nearly every position has a bia and no running count: return early.
        if !count.is_running() && !position.role(Self::BIA).is_empty() {
            return count;
        }
        next_running_count(count, position, was_capture)
    }

    fn count_has_run_out(count: Count) -> bool {
        count.is_running() && count.plies > count.limit
    }

    fn count_from(running: Option<Count>) -> Count {
        running.unwrap_or_default()
    }

    fn running_count(count: Count) -> Option<Count> {
        count.is_running().then_some(count)
    }

    /// A lone khun cannot mate, nor can one bia, met or ma with its khun against a lone khun. If the other khun has pieces of
    /// its own, they may block it, so the answer is no.
    fn has_insufficient_material(identity: &Identity, color: Color) -> bool {
        let [own, theirs] = [color, !color].map(|color| identity.color(color));
        let too_weak = identity.role(Self::BIA)
            | identity.role(Self::BIA_NGAI)
            | identity.role(Self::MET)
            | identity.role(Self::MA);
        own.len() == 1 || own.len() == 2 && own.intersects(too_weak) && theirs.len() == 1
    }
}

/// A count starts when the side to move has something to count, and restarts when a capture has left it with a
/// lone khun.
fn next_running_count(count: Count, position: &Identity, was_capture: bool) -> Count {
    let counting = position.turn();
    let is_lone = position.color(counting).len() == 1;
    if (!count.is_running() || (was_capture && is_lone))
        && let Some(moves) = moves_to_count(position, counting)
    {
        let pieces = position.occupied().len() as u16;
        return Count { limit: 2 * moves, plies: if is_lone { 2 * pieces } else { 0 } };
    }
    if count.is_running() { Count { plies: count.plies.saturating_add(1), ..count } } else { count }
}

/// The number of moves within which the counting side must be mated, if it may count: not while a bia is on the
/// board, and not against a lone khun.
fn moves_to_count(position: &Identity, counting: Color) -> Option<u16> {
    let opponent = !counting;
    if !position.role(Makruk::BIA).is_empty() || position.color(opponent).len() == 1 {
        return None;
    }
    if position.color(counting).len() > 1 {
        return Some(64); // the board's honor
    }
    let has = |role| position.piece(Piece { color: opponent, role }).len();
    Some(match (has(Makruk::RUA), has(Makruk::KHON), has(Makruk::MA)) {
        (2.., _, _) => 8,
        (1, _, _) => 16,
        (_, 2.., _) => 22,
        (_, _, 2..) => 32,
        (_, 1, _) => 44,
        _ => 64,
    })
}
