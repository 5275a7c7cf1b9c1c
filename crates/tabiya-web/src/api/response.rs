//! The response of `/api/position`. Keys are strings of hexadecimal digits, because JavaScript's numbers have only 53
//! bits.

use std::collections::BTreeMap;

use serde::Serialize;
use tabiya::{Claim, Outcome};
use tabiya_pgn::openings::Opening;

use super::dialects::DialectKey;

/// A game, its moves from a half-move on, and the position to show.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionResponse {
    /// The normalized FEN of the start position.
    pub(super) start: String,
    /// The key scheme of the start key, the moves' keys and the facts.
    pub(super) dialect: &'static str,
    pub(super) start_key: String,
    /// The pieces of the start position, if the page has cached nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(super) start_pieces: Option<BTreeMap<String, String>>,
    /// Repairs of the FEN.
    pub(super) notes: Vec<String>,
    /// The number of half-moves.
    pub(super) length: usize,
    /// The half-moves after `from`.
    pub(super) plies: Vec<PlyDetails>,
    pub(super) now: PositionDetails,
    /// The other positions of the span, in order.
    pub(super) positions: Vec<PositionDetails>,
    pub(super) rules: RuleDetails,
}

/// A half-move and its effects, as in `tabiya trace`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct PlyDetails {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) toggled: Vec<FactDetails>,
    pub(super) key: String,
    /// Tabiya's own key, whatever the key scheme.
    pub(super) identity: String,
    /// The occurrences of the position, including this one.
    pub(super) times: u32,
    /// The number of plies since the last occurrence.
    pub(super) back: Option<usize>,
    pub(super) clock: u16,
    pub(super) count: Option<String>,
    pub(super) claim: Option<String>,
    pub(super) outcome: Option<String>,
    pub(super) check: bool,
}

/// A fact in a key, and its number.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct FactDetails {
    /// A description; with a sign if it has just changed.
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(super) square: Option<String>,
    pub(super) key: String,
}

/// An outcome or a claim, as a code for programs and as text.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Coded {
    pub(super) code: &'static str,
    pub(super) text: String,
}

impl From<Outcome> for Coded {
    fn from(outcome: Outcome) -> Coded {
        let code = match outcome {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::DeadPosition => "deadPosition",
            Outcome::FivefoldRepetition => "fivefoldRepetition",
            Outcome::ThreefoldRepetition => "threefoldRepetition",
            Outcome::SeventyFiveMoves => "seventyFiveMoves",
            Outcome::CountRunOut => "countRunOut",
            _ => "other",
        };
        Coded { code, text: outcome.to_string() }
    }
}

impl From<Claim> for Coded {
    fn from(claim: Claim) -> Coded {
        let code = match claim {
            Claim::ThreefoldRepetition => "threefoldRepetition",
            Claim::FiftyMoves => "fiftyMoves",
            _ => "other",
        };
        Coded { code, text: claim.to_string() }
    }
}

/// Everything about one position.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionDetails {
    pub(super) ply: usize,
    pub(super) fen: String,
    #[cfg_attr(test, ts(type = "Color"))]
    pub(super) turn: String,
    pub(super) fullmove: u32,
    /// Square to piece: `{"e1":"white king"}`.
    pub(super) pieces: BTreeMap<String, String>,
    /// The last named opening up to this position.
    #[cfg_attr(test, ts(type = "Opening | null"))]
    pub(super) opening: Option<Opening>,
    /// The square of a king in check.
    pub(super) check: Option<String>,
    pub(super) legal: Vec<MoveDetails>,
    pub(super) keys: KeyDetails,
    /// The key in the requested key scheme, and its facts.
    pub(super) key: String,
    pub(super) features: Vec<FactDetails>,
    pub(super) dialects: Vec<DialectKey>,
    pub(super) times: u32,
    /// The plies after which this position occurred, the current one first.
    pub(super) visits: Vec<usize>,
    /// A move that repeats an earlier position.
    pub(super) upcoming: Option<String>,
    pub(super) clock: u16,
    pub(super) count: Option<CountDetails>,
    pub(super) claims: Vec<Coded>,
    pub(super) outcome: Option<Coded>,
    #[cfg_attr(test, ts(type = "Color | null"))]
    pub(super) winner: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct KeyDetails {
    pub(super) full: String,
    pub(super) long: String,
    pub(super) pawn: String,
    pub(super) non_pawn: [String; 2],
    pub(super) material: String,
}

/// A legal move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MoveDetails {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) from: String,
    /// The target square in UCI notation.
    pub(super) to: String,
    /// Another square to drop the piece on: for castling, the rook's or the king's target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(super) also: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(super) promotion: Option<String>,
    pub(super) takes: bool,
    /// The occurrences of the position after the move.
    pub(super) times: u32,
    /// The draw that can be claimed with this move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(super) claim: Option<String>,
}

/// Makruk's count.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct CountDetails {
    pub(super) limit: u16,
    pub(super) plies: u16,
    pub(super) honor: Option<String>,
}

/// The draw rules of the game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleDetails {
    /// Half-moves without a capture or pawn move: for a claim, for an automatic draw.
    pub(super) clock: Option<(u16, u16)>,
    /// Occurrences of a position: for a claim, for an automatic draw.
    pub(super) repetition_claim: Option<u32>,
    pub(super) repetition_ends: Option<u32>,
}
