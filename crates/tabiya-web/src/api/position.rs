use std::ops::RangeInclusive;

use serde::Deserialize;
use tabiya::{Feature, Game, Makruk, Move, MoveKind, Outcome, Role, Rules, Square, Toggle};
use tabiya_pgn::openings::Opening;
use tabiya_pgn::openings::name_of;

use super::numbers::KeyNumbers;
use super::response::{Coded, CountDetails, PositionResponse, KeyDetails, MoveDetails, PlyDetails, PositionDetails, RuleDetails};
use super::{GameRequest, Played, Replayed, dialects};
use crate::error::ApiError;

/// So many positions are told whole in one answer, the one looked at not counted.
const MAX_POSITIONS: usize = 64;

/// Tell me about this game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRequest {
    variant: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: String,
    #[serde(default)]
    at: Option<usize>,
    /// How many half-moves the page knows already.
    #[serde(default)]
    from: usize,
    /// Whose numbers to tell; ours if it is not said, or if that program does not know the game.
    #[serde(default)]
    dialect: Option<String>,
    /// The first and the last half-move whose positions to tell beside the one looked at, so that the page can go
    /// there without asking.
    #[serde(default)]
    span: Option<(usize, usize)>,
}

impl PositionRequest {
    fn span(&self) -> Result<RangeInclusive<usize>, ApiError> {
        // Nothing lies between one and nought.
        let (first, last) = self.span.unwrap_or((1, 0));
        if last.saturating_sub(first) > MAX_POSITIONS {
            return Err(ApiError::invalid(format!("at most {MAX_POSITIONS} positions are told at once")));
        }
        Ok(first..=last)
    }
}

pub(super) fn answer(request: &PositionRequest) -> Result<PositionResponse, ApiError> {
    let game = GameRequest {
        variant: request.variant.clone(),
        start: request.start.clone(),
        moves: request.moves.clone(),
        at: request.at,
    };
    let numbers = KeyNumbers::of(request.dialect.as_deref(), game.variant()?)?;
    let wanted = Wanted { from: request.from, span: request.span()?, numbers };
    Ok(match game.replay()? {
        Replayed::Chess(played) => tell(played, &wanted, |_| None),
        Replayed::Makruk(played) => {
            tell(played, &wanted, |game: &Game<Makruk>| game.count_kind().map(|kind| kind.to_string()))
        }
    })
}

/// How much of a game to tell, and in whose numbers.
struct Wanted {
    from: usize,
    span: RangeInclusive<usize>,
    numbers: KeyNumbers,
}

fn tell<R: Rules>(
    mut played: Played<R>,
    Wanted { from, span, numbers }: &Wanted,
    honor: fn(&Game<R>) -> Option<String>,
) -> PositionResponse {
    let from = *from;
    let plies = ply_details(&played, from, numbers);
    let length = played.game.ply();
    let start = *played.game.start();
    let ways = Context { numbers, honor, openings: openings(&played) };
    let (now, positions) = position_details(&mut played, span, &ways);
    PositionResponse {
        start: (played.any)(start).to_fen(),
        dialect: numbers.name(),
        start_key: numbers.key(&start).to_string(),
        start_pieces: (from == 0).then(|| start.identity().features().filter_map(piece).collect()),
        notes: played.notes.iter().map(ToString::to_string).collect(),
        length,
        plies,
        now,
        positions,
        rules: RuleDetails {
            clock: R::CLOCK_LIMITS,
            repetition_claim: R::REPETITION_CLAIM,
            repetition_ends: R::REPETITION_ENDS.map(|(times, _)| times),
        },
    }
}

/// What is needed to tell any position of a game.
struct Context<'a, R: Rules> {
    numbers: &'a KeyNumbers,
    honor: fn(&Game<R>) -> Option<String>,
    /// By the half-move.
    openings: Vec<Option<Opening>>,
}

/// What the game is called after each of its half-moves, the start first.
fn openings<R: Rules>(played: &Played<R>) -> Vec<Option<Opening>> {
    let named = played.game.positions().iter().map(|position| name_of(&(played.any)(*position)));
    named
        .scan(None, |last, name| {
            *last = name.or(*last);
            Some(*last)
        })
        .collect()
}

/// The moves from some half-move on, told as the game stood after each.
fn ply_details<R: Rules>(played: &Played<R>, from: usize, numbers: &KeyNumbers) -> Vec<PlyDetails> {
    let all = &played.game;
    if from >= all.ply() {
        return Vec::new();
    }
    let mut game = all.clone();
    while game.ply() > from {
        game.undo();
    }
    let mut plies = Vec::with_capacity(all.ply() - from);
    while game.ply() < all.ply() {
        let before = *game.position();
        let Some(mv) = game.redo() else { break };
        let mut toggles: Vec<Toggle> = Vec::new();
        before.play_legal_with(mv, &mut toggles);
        plies.push(PlyDetails {
            uci: (played.any)(before).uci(mv),
            san: before.san(mv),
            toggled: numbers.changes(&before, &toggles, game.position()),
            key: numbers.key(game.position()).to_string(),
            identity: game.position().key().to_string(),
            times: game.occurrences(),
            back: game.last_occurrence(),
            clock: game.position().halfmove_clock(),
            count: game.count().map(|count| count.to_string()),
            claim: game.claim().map(|claim| claim.to_string()),
            outcome: game.outcome().map(|outcome| outcome.to_string()),
            check: game.position().is_check(),
        });
    }
    plies
}

/// The position looked at, and the others of a span. Goes back through the game to the first of them.
fn position_details<R: Rules>(
    played: &mut Played<R>,
    span: &RangeInclusive<usize>,
    ways: &Context<'_, R>,
) -> (PositionDetails, Vec<PositionDetails>) {
    let at = played.at;
    let mut others = Vec::new();
    while played.game.ply() > at {
        if span.contains(&played.game.ply()) {
            others.push(describe_position(played, ways));
        }
        played.game.undo();
    }
    let now = describe_position(played, ways);
    while played.game.ply() > *span.start() && played.game.undo().is_some() {
        if span.contains(&played.game.ply()) {
            others.push(describe_position(played, ways));
        }
    }
    others.reverse();
    (now, others)
}

fn describe_position<R: Rules>(played: &Played<R>, ways: &Context<'_, R>) -> PositionDetails {
    let numbers = ways.numbers;
    let game = &played.game;
    let position = game.position();
    let any = (played.any)(*position);
    let keys = position.keys();
    let outcome = game.outcome();
    let winner = match outcome {
        Some(Outcome::Checkmate { winner }) => Some(winner.to_string()),
        _ => None,
    };
    PositionDetails {
        ply: game.ply(),
        fen: any.to_fen(),
        turn: position.turn().to_string(),
        fullmove: position.fullmove_number(),
        pieces: position.identity().features().filter_map(piece).collect(),
        opening: ways.openings[game.ply()],
        check: position.is_check().then(|| position.king(position.turn()).to_string()),
        legal: position.legal_moves().iter().map(|mv| move_details(played, *mv)).collect(),
        keys: KeyDetails {
            full: keys.full.to_string(),
            long: any.key_128().to_string(),
            pawn: keys.pawn.to_string(),
            non_pawn: keys.non_pawn.0.map(|key| key.to_string()),
            material: format!("{:016x}", keys.material.0),
        },
        key: numbers.key(position).to_string(),
        features: numbers.facts(position),
        dialects: dialects::keys(played),
        times: game.occurrences(),
        visits: game.visits().collect(),
        upcoming: game.upcoming_repetition().map(|mv| any.uci(mv)),
        clock: position.halfmove_clock(),
        count: game.count().map(|count| CountDetails {
            limit: count.limit,
            plies: count.plies,
            honor: (ways.honor)(game),
        }),
        claims: game.claims().into_iter().map(Coded::from).collect(),
        outcome: outcome.map(Coded::from),
        winner,
    }
}

fn move_details<R: Rules>(played: &Played<R>, mv: Move) -> MoveDetails {
    let (game, position) = (&played.game, played.game.position());
    let uci = (played.any)(*position).uci(mv);
    let to = uci.get(2..4).unwrap_or_default().to_owned();
    MoveDetails {
        san: position.san(mv),
        from: mv.from.to_string(),
        also: other_target(played, mv, &to),
        to,
        uci,
        promotion: mv.promotion().map(|role| role.to_string()),
        takes: matches!(mv.kind, MoveKind::EnPassant)
            || mv.kind != MoveKind::Castle && position.piece_at(mv.to).is_some(),
        times: game.occurrences_after(mv),
        claim: game.claim_with(mv).ok().flatten().map(|claim| claim.to_string()),
    }
}

/// To castle, the king may be dropped on the rook or on the square it goes to, unless it may simply step there.
fn other_target<R: Rules>(played: &Played<R>, mv: Move, to: &str) -> Option<String> {
    if mv.kind != MoveKind::Castle {
        return None;
    }
    let position = played.game.position();
    let king_target = position.uci(mv).get(2..4)?.parse::<Square>().ok()?;
    let rook = position.uci_960(mv).get(2..4)?.parse::<Square>().ok()?;
    let other = if to == king_target.to_string() { rook } else { king_target };
    let steps = |step: &Move| step.role == Role::King && step.kind != MoveKind::Castle && step.to == other;
    (other != mv.from && !position.legal_moves().iter().any(steps)).then(|| other.to_string())
}

fn piece(feature: Feature) -> Option<(String, String)> {
    match feature {
        Feature::Piece(piece, square) => Some((square.to_string(), piece.to_string())),
        Feature::Castling(..) | Feature::EnPassant(_) | Feature::BlackToMove => None,
    }
}
