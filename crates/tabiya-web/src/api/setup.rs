use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabiya::{
    AnyPosition, Bitboard, Castling, Chess, Color, Count, Piece, Position, Rank, Reading, Role, Setup,
    SetupProblemKind, Square, Variant,
};

use super::GameRequest;
use crate::error::ApiError;

/// The request of `/api/setup`: a position to validate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupRequest {
    variant: String,
    /// The position by its fields, or...
    #[serde(default)]
    setup: Option<SetupFields>,
    /// ...as a FEN.
    #[serde(default)]
    fen: Option<String>,
}

/// A setup in JSON.
#[derive(Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SetupFields {
    /// By square: `white knight`.
    pieces: BTreeMap<String, String>,
    #[cfg_attr(test, ts(type = "Color"))]
    turn: String,
    /// The squares of the rooks with castling rights.
    #[serde(default)]
    castling: Vec<String>,
    /// The square passed by the last double step.
    #[serde(default)]
    en_passant: Option<String>,
    halfmove: u16,
    fullmove: u32,
    /// Makruk's count and its limit, in half-moves.
    #[serde(default)]
    count: Option<(u16, u16)>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct SetupResponse {
    /// Legal or not.
    fen: String,
    /// All problems; none if the position is legal.
    problems: Vec<ProblemDetails>,
    /// Repairs of the FEN.
    notes: Vec<String>,
    /// The setup without impossible rights.
    setup: SetupFields,
    /// The rooks that could have castling rights.
    castling_rooks: Vec<String>,
    /// The possible en passant squares.
    en_passant_squares: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ProblemDetails {
    /// The square of the offending piece, if the problem concerns one.
    square: Option<String>,
    /// The kind of problem, for programs.
    code: &'static str,
    reason: String,
}

pub(super) fn answer(request: &SetupRequest) -> Result<SetupResponse, ApiError> {
    let variant = GameRequest { variant: request.variant.clone(), ..GameRequest::default() }.variant()?;
    let (requested, notes) = match (&request.setup, &request.fen) {
        (Some(parts), None) => (parts.setup()?, Vec::new()),
        (None, Some(fen)) => {
            let read = Setup::from_fen(variant, fen, Reading::LENIENT)?;
            (read.position, read.notes.iter().map(ToString::to_string).collect())
        }
        _ => return Err(ApiError::new(400, "expected either a setup or a FEN")),
    };
    let bare = requested.castling(Castling::NONE).double_step(None);
    let castling_rooks = possible_castling_rooks(variant, &bare);
    let en_passant_squares = possible_en_passant_squares(variant, &bare);
    let rights = requested.castling_rights();
    let kept = |rook: &Square| rights.rooks_of(color_of(*rook)).contains(*rook);
    let castling = rights_of(castling_rooks.iter().copied().filter(kept));
    let passed = requested.passed_square().filter(|square| en_passant_squares.contains(square));
    let setup = bare.castling(castling).double_step(passed);
    Ok(SetupResponse {
        fen: setup.to_fen(variant),
        problems: problems(variant, &setup),
        notes,
        setup: SetupFields::of(&setup),
        castling_rooks: castling_rooks.iter().map(ToString::to_string).collect(),
        en_passant_squares: en_passant_squares.iter().map(ToString::to_string).collect(),
    })
}

fn problems(variant: Variant, setup: &Setup) -> Vec<ProblemDetails> {
    let Err(error) = AnyPosition::from_setup(variant, setup, Reading::LENIENT) else { return Vec::new() };
    let response = error.problems().iter().map(|problem| ProblemDetails {
        square: problem.square().map(|square| square.to_string()),
        code: code_of(problem.kind()),
        reason: problem.reason().to_owned(),
    });
    response.collect()
}

fn code_of(kind: SetupProblemKind) -> &'static str {
    match kind {
        SetupProblemKind::MissingKing => "missingKing",
        SetupProblemKind::SeveralKings => "severalKings",
        SetupProblemKind::AdjacentKings => "adjacentKings",
        SetupProblemKind::PawnRank => "pawnRank",
        SetupProblemKind::TooManyPieces => "tooManyPieces",
        SetupProblemKind::OpponentInCheck => "opponentInCheck",
        SetupProblemKind::ImpossibleCheck => "impossibleCheck",
        SetupProblemKind::ForeignPiece => "foreignPiece",
        SetupProblemKind::Castling => "castling",
        SetupProblemKind::EnPassant => "enPassant",
        SetupProblemKind::Count => "count",
        _ => "other",
    }
}

fn is_legal(variant: Variant, setup: &Setup) -> bool {
    AnyPosition::from_setup(variant, setup, Reading::LENIENT).is_ok()
}

/// Found by trying each rook alone; none if the pieces are illegal.
fn possible_castling_rooks(variant: Variant, bare: &Setup) -> Vec<Square> {
    let rooks = squares_of(Rank::First, Rank::Eighth)
        .filter(|&square| bare.piece_at(square) == Some(Piece { color: color_of(square), role: Role::Rook }));
    rooks.filter(|&rook| is_legal(variant, &bare.castling(rights_of([rook])))).collect()
}

fn possible_en_passant_squares(variant: Variant, bare: &Setup) -> Vec<Square> {
    let squares = squares_of(Rank::Third, Rank::Sixth);
    squares.filter(|&square| is_legal(variant, &bare.double_step(Some(square)))).collect()
}

fn squares_of(one: Rank, other: Rank) -> impl Iterator<Item = Square> {
    Bitboard::FULL.into_iter().filter(move |square| square.rank() == one || square.rank() == other)
}

/// The side whose rook may castle from a square of the first or the last rank.
fn color_of(rook: Square) -> Color {
    if rook.rank() == Rank::First { Color::White } else { Color::Black }
}

fn rights_of(rooks: impl IntoIterator<Item = Square>) -> Castling {
    let mut castling = Castling::NONE;
    for rook in rooks {
        castling.insert(color_of(rook), rook.file());
    }
    castling
}

impl SetupFields {
    fn setup(&self) -> Result<Setup, ApiError> {
        let mut setup = Setup::new()
            .turn(color(&self.turn)?)
            .halfmove_clock(self.halfmove)
            .fullmove_number(self.fullmove)
            .count(self.count.map(|(plies, limit)| Count { limit, plies }));
        for (at, name) in &self.pieces {
            setup = setup.with(square(at)?, piece(name)?);
        }
        let rooks = self.castling.iter().map(|rook| square(rook)).collect::<Result<Vec<_>, _>>()?;
        let passed = self.en_passant.as_deref().map(square).transpose()?;
        Ok(setup.castling(rights_of(rooks)).double_step(passed))
    }

    fn of(setup: &Setup) -> SetupFields {
        let rooks = Color::ALL.into_iter().flat_map(|color| setup.castling_rights().rooks_of(color));
        let pieces = Bitboard::FULL
            .into_iter()
            .filter_map(|square| Some((square.to_string(), setup.piece_at(square)?.to_string())));
        let (halfmove, fullmove) = setup.clocks();
        SetupFields {
            pieces: pieces.collect(),
            turn: setup.side_to_move().to_string(),
            castling: rooks.map(|rook| rook.to_string()).collect(),
            en_passant: setup.passed_square().map(|square| square.to_string()),
            halfmove,
            fullmove,
            count: setup.running_count().map(|count| (count.plies, count.limit)),
        }
    }
}

fn square(text: &str) -> Result<Square, ApiError> {
    text.parse().map_err(|_| ApiError::invalid(format!("{} is not a square", tabiya::printable(text))))
}

fn color(text: &str) -> Result<Color, ApiError> {
    let color = Color::ALL.into_iter().find(|color| color.to_string() == text);
    color.ok_or_else(|| ApiError::invalid("the side to move must be white or black"))
}

fn piece(text: &str) -> Result<Piece, ApiError> {
    let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
    let piece = pieces.into_iter().find(|piece| piece.to_string() == text);
    piece.ok_or_else(|| ApiError::invalid(format!("{} is not a piece", tabiya::printable(text))))
}

/// The request of `/api/start`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartRequest {
    variant: String,
    /// The number of a Chess960 start position.
    #[serde(default)]
    number: Option<u16>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct StartResponse {
    fen: String,
}

pub(super) fn start(request: &StartRequest) -> Result<StartResponse, ApiError> {
    let variant = GameRequest { variant: request.variant.clone(), ..GameRequest::default() }.variant()?;
    let start = match (variant, request.number) {
        (Variant::Chess960, Some(number)) => {
            let start = Position::<Chess>::start_960(number);
            AnyPosition::Chess960(
                start.ok_or_else(|| ApiError::invalid("the start positions of Chess960 are 0 to 959"))?,
            )
        }
        (variant, _) => AnyPosition::start(variant),
    };
    Ok(StartResponse { fen: start.to_fen() })
}
