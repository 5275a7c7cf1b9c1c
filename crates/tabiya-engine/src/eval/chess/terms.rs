//! The terms of chess and the order of their weights.

use crate::eval::Term;

/// Pawn, knight, bishop, rook, queen.
pub(super) const MATERIAL: Term = Term::first("material", 5);
/// Piece-square tables, mirrored so that the own king is on the right half.
pub(super) const PLACE: Term = MATERIAL.then("place", 6 * 64);
pub(super) const KNIGHT_REACH: Term = PLACE.then("knight reach", 9);
pub(super) const BISHOP_REACH: Term = KNIGHT_REACH.then("bishop reach", 14);
pub(super) const ROOK_REACH: Term = BISHOP_REACH.then("rook reach", 15);
pub(super) const QUEEN_REACH: Term = ROOK_REACH.then("queen reach", 28);

/// By whether there is an enemy pawn ahead on the file.
pub(super) const ISOLATED: Term = QUEEN_REACH.then("isolated pawn", 2);
pub(super) const BACKWARD: Term = ISOLATED.then("backward pawn", 2);
pub(super) const DOUBLED: Term = BACKWARD.then("doubled pawn", 1);
pub(super) const PHALANX: Term = DOUBLED.then("pawns abreast", 8);
pub(super) const SUPPORTED: Term = PHALANX.then("supported pawn", 8);
pub(super) const CANDIDATE: Term = SUPPORTED.then("candidate", 8);
pub(super) const PASSED: Term = CANDIDATE.then("passed pawn", 8);
/// By rank and distance from the square ahead of the pawn.
pub(super) const PASSED_OWN_KING: Term = PASSED.then("passed, own king", 64);
pub(super) const PASSED_ENEMY_KING: Term = PASSED_OWN_KING.then("passed, enemy king", 64);
/// The square ahead is occupied by a piece.
pub(super) const PASSED_BLOCKED: Term = PASSED_ENEMY_KING.then("passed, blocked", 8);
/// The square ahead is empty and not attacked.
pub(super) const PASSED_STEP: Term = PASSED_BLOCKED.then("passed, free step", 8);
/// No square ahead is attacked.
pub(super) const PASSED_PATH: Term = PASSED_STEP.then("passed, free path", 8);
/// The square ahead is defended.
pub(super) const PASSED_BACKED: Term = PASSED_PATH.then("passed, backed", 8);
/// An own rook behind; an enemy rook behind.
pub(super) const PASSED_ROOK: Term = PASSED_BACKED.then("passed, rook behind", 2);

/// By the file's distance from the edge and the rank of the own pawn, 0 for none.
pub(super) const SHELTER: Term = PASSED_ROOK.then("shelter", 32);
/// The same for the nearest enemy pawn.
pub(super) const STORM: Term = SHELTER.then("storm", 32);
/// By rank, for an enemy pawn blocked by ours.
pub(super) const STORM_STOPPED: Term = STORM.then("storm, stopped", 8);
/// By the number of rooks that may castle.
pub(super) const CASTLING: Term = STORM_STOPPED.then("castling", 3);

pub(super) const BISHOP_PAIR: Term = CASTLING.then("bishop pair", 1);
/// Per own pawn on the bishop's color.
pub(super) const BISHOP_PAWNS: Term = BISHOP_PAIR.then("pawns on bishop's squares", 1);
/// Both center squares on the bishop's diagonals.
pub(super) const BISHOP_CENTER: Term = BISHOP_PAWNS.then("bishop on the center", 1);
/// Knight, bishop.
pub(super) const OUTPOST: Term = BISHOP_CENTER.then("outpost", 2);
/// A knight that can reach an outpost.
pub(super) const OUTPOST_NEAR: Term = OUTPOST.then("outpost in reach", 1);
pub(super) const MINOR_BEHIND_PAWN: Term = OUTPOST_NEAR.then("minor behind pawn", 1);
/// Per square of distance from the own king: knight, bishop.
pub(super) const FAR_FROM_KING: Term = MINOR_BEHIND_PAWN.then("far from king", 2);
pub(super) const ROOK_OPEN: Term = FAR_FROM_KING.then("rook on open file", 1);
pub(super) const ROOK_HALF_OPEN: Term = ROOK_OPEN.then("rook on half-open file", 1);
pub(super) const ROOK_SEVENTH: Term = ROOK_HALF_OPEN.then("rook on seventh", 1);
/// Low mobility on the side of a king that cannot castle.
pub(super) const ROOK_TRAPPED: Term = ROOK_SEVENTH.then("trapped rook", 1);

/// By the attacked role, pawn to queen.
pub(super) const PAWN_ATTACKS: Term = ROOK_TRAPPED.then("pawn attacks", 5);
pub(super) const MINOR_ATTACKS: Term = PAWN_ATTACKS.then("minor attacks", 5);
pub(super) const ROOK_ATTACKS: Term = MINOR_ATTACKS.then("rook attacks", 5);
pub(super) const KING_ATTACKS: Term = ROOK_ATTACKS.then("king attacks", 1);
/// Attacked and not defended.
pub(super) const HANGING: Term = KING_ATTACKS.then("hanging", 1);
/// A pawn push that attacks.
pub(super) const PUSH_ATTACKS: Term = HANGING.then("pawn step attacks", 1);
/// Squares attacked by both sides that the enemy does not defend strongly.
pub(super) const CONTESTED: Term = PUSH_ATTACKS.then("contested squares", 1);
/// A knight or slider that can attack the queen safely.
pub(super) const QUEEN_CHASED: Term = CONTESTED.then("queen chased", 2);
pub(super) const SPACE: Term = QUEEN_CHASED.then("space", 1);
/// Per pawn beyond five: knight, bishop, rook, queen.
pub(super) const WITH_PAWNS: Term = SPACE.then("pieces with pawns", 4);
pub(super) const ROOK_PAIR: Term = WITH_PAWNS.then("two rooks", 1);
pub(super) const TEMPO: Term = ROOK_PAIR.then("tempo", 1);

/// Pressure on the enemy king; this is its constant part.
pub(super) const P_BASE: Term = TEMPO.then("pressure", 1);
/// A piece attacking the king zone: knight, bishop, rook, queen.
pub(super) const P_ATTACKER: Term = P_BASE.then("pressure: attackers", 4);
/// Per attacked square of the zone.
pub(super) const P_HITS: Term = P_ATTACKER.then("pressure: squares hit", 4);
/// Squares of the zone defended only by king or queen.
pub(super) const P_WEAK: Term = P_HITS.then("pressure: weak squares", 1);
/// A safe check, and several: knight, bishop, rook, queen.
pub(super) const P_CHECK: Term = P_WEAK.then("pressure: safe checks", 8);
/// Unsafe checks.
pub(super) const P_LOOSE_CHECK: Term = P_CHECK.then("pressure: other checks", 1);
pub(super) const P_NO_QUEEN: Term = P_LOOSE_CHECK.then("pressure: no queen", 1);
/// Squares on the king's wing: attacked, attacked twice, defended.
pub(super) const P_WING: Term = P_NO_QUEEN.then("pressure: wing", 3);
/// A knight beside its king.
pub(super) const P_GUARD: Term = P_WING.then("pressure: knight guards", 1);
/// Pinned enemy pieces.
pub(super) const P_PINNED: Term = P_GUARD.then("pressure: pinned", 1);
/// Like [`SHELTER`] and [`STORM`].
pub(super) const P_SHELTER: Term = P_PINNED.then("pressure: shelter", 32);
pub(super) const P_STORM: Term = P_SHELTER.then("pressure: storm", 32);

/// The number of weights.
pub(super) const COUNT: usize = P_STORM.end();

/// All terms, in the order of the table.
pub(super) const TERMS: &[Term] = &[
    MATERIAL,
    PLACE,
    KNIGHT_REACH,
    BISHOP_REACH,
    ROOK_REACH,
    QUEEN_REACH,
    ISOLATED,
    BACKWARD,
    DOUBLED,
    PHALANX,
    SUPPORTED,
    CANDIDATE,
    PASSED,
    PASSED_OWN_KING,
    PASSED_ENEMY_KING,
    PASSED_BLOCKED,
    PASSED_STEP,
    PASSED_PATH,
    PASSED_BACKED,
    PASSED_ROOK,
    SHELTER,
    STORM,
    STORM_STOPPED,
    CASTLING,
    BISHOP_PAIR,
    BISHOP_PAWNS,
    BISHOP_CENTER,
    OUTPOST,
    OUTPOST_NEAR,
    MINOR_BEHIND_PAWN,
    FAR_FROM_KING,
    ROOK_OPEN,
    ROOK_HALF_OPEN,
    ROOK_SEVENTH,
    ROOK_TRAPPED,
    PAWN_ATTACKS,
    MINOR_ATTACKS,
    ROOK_ATTACKS,
    KING_ATTACKS,
    HANGING,
    PUSH_ATTACKS,
    CONTESTED,
    QUEEN_CHASED,
    SPACE,
    WITH_PAWNS,
    ROOK_PAIR,
    TEMPO,
    P_BASE,
    P_ATTACKER,
    P_HITS,
    P_WEAK,
    P_CHECK,
    P_LOOSE_CHECK,
    P_NO_QUEEN,
    P_WING,
    P_GUARD,
    P_PINNED,
    P_SHELTER,
    P_STORM,
];
