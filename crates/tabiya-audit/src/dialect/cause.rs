//! Why a dialect's keys and the identities of two positions disagree.

use std::collections::HashSet;
use std::fmt;

use tabiya::keys::EnPassantPolicy;
use tabiya::{AnyPosition, Chess, Color, Feature, Position, Reading, Role, Setup};

use super::KeyOf;

/// The cause of a missed or false repetition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// Missed: en passant is included after every double step.
    IdleEnPassant,
    /// Missed: en passant is included although the capturing pawn is pinned.
    PinnedEnPassant,
    /// Missed: en passant is included although both pawns would leave the king's rank.
    HorizontalEnPassant,
    /// Missed: en passant is included although the capture would not resolve a check.
    CheckEnPassant,
    /// Missed: the half-move clock is included.
    Clock,
    /// Missed: something that is not part of the position is included.
    History,
    /// False: the side to move is not included.
    Turn,
    /// False: a castling right is not included.
    CastlingRight,
    /// False: the rights of two rooks on the same side of the king are not distinguished.
    CastlingRook,
    /// False: a legal en passant capture is not included.
    LegalEnPassant,
    /// False: a promoted bia and a met have the same key.
    PromotedBia,
    /// False: different pieces have equal keys.
    Collision,
}

impl Cause {
    /// Whether it causes missed repetitions; otherwise false ones.
    #[must_use]
    pub fn is_missed(self) -> bool {
        self <= Cause::History
    }

    /// Compares the keys of two positions with their identities.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Reading, Variant, keys::{KeyPart, schemes}};
    /// use tabiya_audit::Cause;
    ///
    /// let polyglot = |position: &AnyPosition| match schemes::POLYGLOT.any_key(KeyPart::Full, position) {
    ///     Ok(key) => u128::from(key.0),
    ///     Err(_) => 0,
    /// };
    /// // The rook on d2 pins the pawn on d4.
    /// let read = |fen| AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT).map(|read| read.position);
    /// let stepped = read("3k4/8/8/8/3pP3/8/3R4/4K3 b - e3 0 1")?;
    /// let later = read("3k4/8/8/8/3pP3/8/3R4/4K3 b - - 4 3")?;
    /// assert_eq!(Cause::of(&polyglot, &stepped, &later), Some(Cause::PinnedEnPassant));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn of(key: &KeyOf<'_>, one: &AnyPosition, other: &AnyPosition) -> Option<Cause> {
        match (one.identity() == other.identity(), key(one) == key(other)) {
            (true, true) | (false, false) => None,
            (true, false) => Some(missed_repetition_cause(key, one, other)),
            (false, true) => Some(false_repetition_cause(one, other)),
        }
    }
}

/// The part of the position that makes its keys differ, found by removing parts.
fn missed_repetition_cause(key: &KeyOf<'_>, one: &AnyPosition, other: &AnyPosition) -> Cause {
    for position in [one, other] {
        let Some(double_step) = uncapturable_double_step(position) else { continue };
        if without_double_step(position).is_some_and(|without| key(&without) != key(position)) {
            return double_step;
        }
    }
    match [one, other].map(|position| with_clock_zero(position).map(|reset| key(&reset))) {
        [Some(one), Some(other)] if one == other => Cause::Clock,
        _ => Cause::History,
    }
}

/// The features in which two positions differ.
fn false_repetition_cause(one: &AnyPosition, other: &AnyPosition) -> Cause {
    let [ones, others] = [one, other].map(|position| position.identity().features().collect::<HashSet<_>>());
    let difference: Vec<&Feature> = ones.symmetric_difference(&others).collect();
    let has =
        |matches_feature: fn(&Feature) -> bool| difference.iter().any(|feature| matches_feature(feature));
    // If the pieces are equal, none of the differences is included; the first one names the cause.
    if !has(|feature| matches!(feature, Feature::Piece(..))) {
        let rights =
            |position: &AnyPosition| Color::ALL.map(|color| position.castling().rooks_of(color).len());
        return if has(|feature| matches!(feature, Feature::Castling(..))) {
            if rights(one) == rights(other) { Cause::CastlingRook } else { Cause::CastlingRight }
        } else if has(|feature| matches!(feature, Feature::EnPassant(_))) {
            Cause::LegalEnPassant
        } else {
            Cause::Turn
        };
    }
    let is_met = |feature: &&Feature| matches!(feature, Feature::Piece(piece, _) if matches!(piece.role, Role::Queen | Role::BiaNgai));
    let promoted = |features: &HashSet<Feature>| {
        features.iter().filter(|f| matches!(f, Feature::Piece(p, _) if p.role == Role::BiaNgai)).count()
    };
    let same_squares = one.identity().occupied() == other.identity().occupied();
    if same_squares
        && difference.iter().copied().all(|feature| is_met(&feature))
        && promoted(&ones) != promoted(&others)
    {
        return Cause::PromotedBia;
    }
    Cause::Collision
}

/// Why the pawn that has just made a double step cannot be captured, if it cannot.
pub(crate) fn uncapturable_double_step(position: &AnyPosition) -> Option<Cause> {
    let (AnyPosition::Chess(position) | AnyPosition::Chess960(position)) = position else { return None };
    let (_, reach) = EnPassantPolicy::of(position)?;
    match reach {
        EnPassantPolicy::LegalCapture => None,
        EnPassantPolicy::AfterDoubleStep | EnPassantPolicy::PawnBeside => Some(Cause::IdleEnPassant),
        EnPassantPolicy::PseudoLegal if position.is_check() => Some(Cause::CheckEnPassant),
        EnPassantPolicy::PseudoLegal if is_king_on_rank(position) => Some(Cause::HorizontalEnPassant),
        EnPassantPolicy::PseudoLegal => Some(Cause::PinnedEnPassant),
    }
}

/// Whether the king is on the rank that both pawns would leave.
fn is_king_on_rank(position: &Position<Chess>) -> bool {
    let Some(passed) = position.double_step() else { return false };
    let stepped = passed.bitboard().forward(!position.turn());
    stepped.first().is_some_and(|pawn| pawn.rank() == position.king(position.turn()).rank())
}

/// Includes a double step only if it can be captured.
fn without_double_step(position: &AnyPosition) -> Option<AnyPosition> {
    rebuild(position, &setup_with_legal_en_passant(position))
}

fn with_clock_zero(position: &AnyPosition) -> Option<AnyPosition> {
    rebuild(position, &setup_with_legal_en_passant(position).halfmove_clock(0))
}

fn setup_with_legal_en_passant(position: &AnyPosition) -> Setup {
    let setup = position.setup();
    if position.identity().en_passant().is_some() { setup } else { setup.double_step(None) }
}

fn rebuild(like: &AnyPosition, setup: &Setup) -> Option<AnyPosition> {
    AnyPosition::from_setup(like.variant(), setup, Reading::LENIENT).ok()
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::IdleEnPassant => {
                "en passant is included although no pawn is adjacent to the one that moved"
            }
            Cause::PinnedEnPassant => "en passant is included although the capturing pawn is pinned",
            Cause::HorizontalEnPassant => {
                "en passant is included although both pawns would leave the king's rank to a rook or queen"
            }
            Cause::CheckEnPassant => "en passant is included although the capture would not resolve a check",
            Cause::Clock => "the half-move clock changes the key",
            Cause::History => "something that is not part of the position changes the key",
            Cause::Turn => "the side to move does not change the key",
            Cause::CastlingRight => "a castling right does not change the key",
            Cause::CastlingRook => "rights of two rooks on one side of the king have the same key",
            Cause::LegalEnPassant => "a legal en passant capture does not change the key",
            Cause::PromotedBia => "a promoted bia has the key of a met",
            Cause::Collision => "different pieces have equal keys",
        })
    }
}
