//! The terms of Makruk and the order of their weights.

use crate::eval::Term;

/// Bia, ma, khon, rua, met, promoted bia.
pub(super) const MATERIAL: Term = Term::first("material", 6);
/// Piece-square tables by role (met and promoted bia share one), left-right symmetric.
pub(super) const PLACE: Term = MATERIAL.then("place", 6 * 32);
pub(super) const MA_REACH: Term = PLACE.then("ma reach", 9);
pub(super) const KHON_REACH: Term = MA_REACH.then("khon reach", 6);
pub(super) const RUA_REACH: Term = KHON_REACH.then("rua reach", 15);
pub(super) const MET_REACH: Term = RUA_REACH.then("met reach", 5);
pub(super) const KHUN_REACH: Term = MET_REACH.then("khun reach", 9);

pub(super) const ISOLATED: Term = KHUN_REACH.then("isolated bia", 1);
pub(super) const DOUBLED: Term = ISOLATED.then("doubled bia", 1);
/// By rank.
pub(super) const ABREAST: Term = DOUBLED.then("bia abreast", 8);
pub(super) const SUPPORTED: Term = ABREAST.then("supported bia", 8);
/// No enemy bia can block or capture it before it promotes.
pub(super) const PASSED: Term = SUPPORTED.then("passed bia", 8);
/// The square ahead is empty and not attacked, or attacked and defended.
pub(super) const STEP: Term = PASSED.then("bia can step", 8);
/// By rank: the square ahead is occupied by an enemy.
pub(super) const STOPPED: Term = STEP.then("bia stopped", 8);

/// Defended by a bia: ma, khon, rua, met.
pub(super) const GUARDED: Term = STOPPED.then("guarded by bia", 4);
/// Defended by khon or met.
pub(super) const LINKED: Term = GUARDED.then("guarded by khon or met", 4);
/// Defended by a bia on a square no enemy bia can attack: ma, khon.
pub(super) const OUTPOST: Term = LINKED.then("outpost", 2);
pub(super) const KHON_PAIR: Term = OUTPOST.then("two khon", 1);
/// Distance from the own khun: ma, khon, rua, met.
pub(super) const FROM_KHUN: Term = KHON_PAIR.then("far from khun", 4);
/// Distance from the enemy khun: ma, khon, rua, met, khun.
pub(super) const FROM_ENEMY_KHUN: Term = FROM_KHUN.then("far from enemy khun", 4);
pub(super) const RUA_OPEN: Term = FROM_ENEMY_KHUN.then("rua on open file", 1);
pub(super) const RUA_HALF_OPEN: Term = RUA_OPEN.then("rua on half-open file", 1);
pub(super) const RUA_SEVENTH: Term = RUA_HALF_OPEN.then("rua on seventh", 1);

/// By the attacked role: bia, ma, khon, rua, met.
pub(super) const BIA_ATTACKS: Term = RUA_SEVENTH.then("bia attacks", 5);
pub(super) const MET_ATTACKS: Term = BIA_ATTACKS.then("met attacks", 5);
pub(super) const MINOR_ATTACKS: Term = MET_ATTACKS.then("ma and khon attack", 5);
pub(super) const RUA_ATTACKS: Term = MINOR_ATTACKS.then("rua attacks", 5);
pub(super) const KHUN_ATTACKS: Term = RUA_ATTACKS.then("khun attacks", 1);
pub(super) const HANGING: Term = KHUN_ATTACKS.then("hanging", 1);
pub(super) const STEP_ATTACKS: Term = HANGING.then("bia step attacks", 1);
pub(super) const CONTESTED: Term = STEP_ATTACKS.then("contested squares", 1);
/// Attacked squares beyond the middle that no enemy bia defends.
pub(super) const SPACE: Term = CONTESTED.then("space", 1);
pub(super) const TEMPO: Term = SPACE.then("tempo", 1);

/// Pressure on the enemy khun; this is its constant part.
pub(super) const P_BASE: Term = TEMPO.then("pressure", 1);
/// A piece attacking squares near the khun: ma, khon, rua, met; and bia.
pub(super) const P_ATTACKER: Term = P_BASE.then("pressure: attackers", 4);
/// Per attacked square.
pub(super) const P_HITS: Term = P_ATTACKER.then("pressure: squares hit", 5);
pub(super) const P_WEAK: Term = P_HITS.then("pressure: weak squares", 1);
/// A safe check, and several: ma, khon, rua, met.
pub(super) const P_CHECK: Term = P_WEAK.then("pressure: safe checks", 8);
pub(super) const P_LOOSE_CHECK: Term = P_CHECK.then("pressure: other checks", 1);
/// By the number of squares the khun can move to.
pub(super) const P_ESCAPES: Term = P_LOOSE_CHECK.then("pressure: escapes", 9);
/// Enemy pieces beside their khun: khon, met, ma.
pub(super) const P_GUARD: Term = P_ESCAPES.then("pressure: guards", 3);
/// By the number of own rua.
pub(super) const P_RUA: Term = P_GUARD.then("pressure: rua", 3);

/// The number of weights.
pub(super) const COUNT: usize = P_RUA.end();

/// All terms, in the order of the table.
pub(super) const TERMS: &[Term] = &[
    MATERIAL,
    PLACE,
    MA_REACH,
    KHON_REACH,
    RUA_REACH,
    MET_REACH,
    KHUN_REACH,
    ISOLATED,
    DOUBLED,
    ABREAST,
    SUPPORTED,
    PASSED,
    STEP,
    STOPPED,
    GUARDED,
    LINKED,
    OUTPOST,
    KHON_PAIR,
    FROM_KHUN,
    FROM_ENEMY_KHUN,
    RUA_OPEN,
    RUA_HALF_OPEN,
    RUA_SEVENTH,
    BIA_ATTACKS,
    MET_ATTACKS,
    MINOR_ATTACKS,
    RUA_ATTACKS,
    KHUN_ATTACKS,
    HANGING,
    STEP_ATTACKS,
    CONTESTED,
    SPACE,
    TEMPO,
    P_BASE,
    P_ATTACKER,
    P_HITS,
    P_WEAK,
    P_CHECK,
    P_LOOSE_CHECK,
    P_ESCAPES,
    P_GUARD,
    P_RUA,
];
