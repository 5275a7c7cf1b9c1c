use std::ops::RangeInclusive;

use serde::Deserialize;
use tabiya::{Feature, Game, Makruk, Move, MoveKind, Outcome, Role, Rules, Square, Toggle};
use tabiya_pgn::openings::Opening;
use tabiya_pgn::openings::name_of;

use super::numbers::KeyNumbers;
use super::response::{
    Coded, CountDetails, KeyDetails, MoveDetails, PlyDetails, PositionDetails, PositionResponse, RuleDetails,
};
use super::{GameRequest, Played, Replayed, dialects};
use crate::error::ApiError;

/// The maximum number of other positions in one response.
const MAX_POSITIONS: usize = 64;

/// The request of `/api/position`.
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
    /// The number of half-moves that the page has cached.
    #[serde(default)]
    from: usize,
    /// The key scheme; Tabiya's own by default, or if the dialect does not support the game.
    #[serde(default)]
    dialect: Option<String>,
    /// The first and the last half-move whose positions are included in the response, so that the page can show them
    /// without another request.
    #[serde(default)]
    span: Option<(usize, usize)>,
}

impl PositionRequest {
    fn span(&self) -> Result<RangeInclusive<usize>, ApiError> {
        // An empty range.
        let (first, last) = self.span.unwrap_or((1, 0));
        if last.saturating_sub(first) > MAX_POSITIONS {
            return Err(ApiError::invalid(format!("at most {MAX_POSITIONS} positions per request")));
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
    let options = PositionOptions { from: request.from, span: request.span()?, numbers };
    Ok(match game.replay()? {
        Replayed::Chess(played) => describe(played, &options, |_| None),
        Replayed::Makruk(played) => {
            describe(played, &options, |game: &Game<Makruk>| game.count_kind().map(|kind| kind.to_string()))
        }
    })
}

/// The parts of a game to include, and the key scheme.
struct PositionOptions {
    from: usize,
    span: RangeInclusive<usize>,
    numbers: KeyNumbers,
}

fn describe<R: Rules>(
    mut played: Played<R>,
    PositionOptions { from, span, numbers }: &PositionOptions,
    honor: fn(&Game<R>) -> Option<String>,
) -> PositionResponse {
    let from = *from;
    let plies = ply_details(&played, from, numbers);
    let length = played.game.ply();
    let start = *played.game.start();
    let context = Context { numbers, honor, openings: openings(&played) };
    let (now, positions) = position_details(&mut played, span, &context);
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

/// The data needed to describe any position of a game.
struct Context<'a, R: Rules> {
    numbers: &'a KeyNumbers,
    honor: fn(&Game<R>) -> Option<String>,
    /// By half-move.
    openings: Vec<Option<Opening>>,
}

/// The opening after each half-move, the start first.
fn openings<R: Rules>(played: &Played<R>) -> Vec<Option<Opening>> {
    let named = played.game.positions().iter().map(|position| name_of(&(played.any)(*position)));
    named
        .scan(None, |last, name| {
            *last = name.or(*last);
            Some(*last)
        })
        .collect()
}

/// The moves after a half-move, each with the state of the game after it.
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

/// The position to show, and the others of a span. Rewinds the game to the first of them.
fn position_details<R: Rules>(
    played: &mut Played<R>,
    span: &RangeInclusive<usize>,
    context: &Context<'_, R>,
) -> (PositionDetails, Vec<PositionDetails>) {
    let at = played.at;
    let mut others = Vec::new();
    while played.game.ply() > at {
        if span.contains(&played.game.ply()) {
            others.push(describe_position(played, context));
        }
        played.game.undo();
    }
    let now = describe_position(played, context);
    while played.game.ply() > *span.start() && played.game.undo().is_some() {
        if span.contains(&played.game.ply()) {
            others.push(describe_position(played, context));
        }
    }
    others.reverse();
    (now, others)
}

fn describe_position<R: Rules>(played: &Played<R>, context: &Context<'_, R>) -> PositionDetails {
    let numbers = context.numbers;
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
        opening: context.openings[game.ply()],
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
        visits: game.occurrence_plies().collect(),
        upcoming: game.upcoming_repetition().map(|mv| any.uci(mv)),
        clock: position.halfmove_clock(),
        count: game.count().map(|count| CountDetails {
            limit: count.limit,
            plies: count.plies,
            honor: (context.honor)(game),
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

/// For castling, the king may be dropped on the rook or on its target square, unless that is also a normal king move.
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
