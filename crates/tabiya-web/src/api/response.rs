//! What a page is told about a game: the shapes of the answers. Keys are texts of hexadecimal digits, because the
//! numbers of a browser have only 53 bits.

use std::collections::BTreeMap;

use serde::Serialize;
use tabiya::{Claim, Outcome};
use tabiya_pgn::openings::Opening;

use super::dialects::DialectKey;

/// A game, its moves from some half-move on, and the position looked at.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionResponse {
    /// The normalised FEN of its start.
    pub(super) start: String,
    /// Whose numbers are told: the keys of the start, of the moves and of the features.
    pub(super) dialect: &'static str,
    pub(super) start_key: String,
    /// The pieces of the start, if the page knows nothing of this game yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_pieces: Option<BTreeMap<String, String>>,
    /// What was mended in the FEN.
    pub(super) notes: Vec<String>,
    /// How many half-moves there are.
    pub(super) length: usize,
    /// Those from `from` on.
    pub(super) plies: Vec<PlyDetails>,
    pub(super) now: PositionDetails,
    /// The others of the span that was asked for, in their order.
    pub(super) positions: Vec<PositionDetails>,
    pub(super) rules: RuleDetails,
}

/// What one move did: the facts of `tabiya trace`.
#[derive(Serialize)]
pub(super) struct PlyDetails {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) toggled: Vec<FactDetails>,
    pub(super) key: String,
    /// Our own key, whoever's is told.
    pub(super) identity: String,
    /// How often the position has stood, this time included.
    pub(super) times: u32,
    /// How many plies ago it last stood.
    pub(super) back: Option<usize>,
    pub(super) clock: u16,
    pub(super) count: Option<String>,
    pub(super) claim: Option<String>,
    pub(super) outcome: Option<String>,
    pub(super) check: bool,
}

/// A fact the key depends on, and its number.
#[derive(Serialize)]
pub(super) struct FactDetails {
    /// In words; with a sign if it has just changed.
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) square: Option<String>,
    pub(super) key: String,
}

/// An outcome or a claim, as a code for programs and as text.
#[derive(Serialize)]
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
#[serde(rename_all = "camelCase")]
pub(super) struct PositionDetails {
    pub(super) ply: usize,
    pub(super) fen: String,
    pub(super) turn: String,
    pub(super) fullmove: u32,
    /// Square to piece: `{"e1":"white king"}`.
    pub(super) pieces: BTreeMap<String, String>,
    /// The last named position on the way here, this one included.
    pub(super) opening: Option<Opening>,
    /// Where the king stands that is in check.
    pub(super) check: Option<String>,
    pub(super) legal: Vec<MoveDetails>,
    pub(super) keys: KeyDetails,
    /// In the dialect that was asked for, and what it is made of.
    pub(super) key: String,
    pub(super) features: Vec<FactDetails>,
    pub(super) dialects: Vec<DialectKey>,
    pub(super) times: u32,
    /// Every ply after which this position stood, the current one first.
    pub(super) visits: Vec<usize>,
    /// A move that brings an earlier position back.
    pub(super) upcoming: Option<String>,
    pub(super) clock: u16,
    pub(super) count: Option<CountDetails>,
    pub(super) claims: Vec<Coded>,
    pub(super) outcome: Option<Coded>,
    pub(super) winner: Option<String>,
}

#[derive(Serialize)]
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
pub(super) struct MoveDetails {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) from: String,
    /// Where to drop the piece, as UCI has it.
    pub(super) to: String,
    /// Where it may be dropped as well: to castle, on the rook or where the king will stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) also: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promotion: Option<String>,
    pub(super) takes: bool,
    /// How often the position would then have stood.
    pub(super) times: u32,
    /// What could be claimed by writing the move down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) claim: Option<String>,
}

/// Makruk's count.
#[derive(Serialize)]
pub(super) struct CountDetails {
    pub(super) limit: u16,
    pub(super) plies: u16,
    pub(super) honor: Option<String>,
}

/// What the game's rules say about draws.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleDetails {
    /// Half-moves without capture or pawn move: to claim, to end.
    pub(super) clock: Option<(u16, u16)>,
    /// Occurrences of a position: to claim, to end.
    pub(super) repetition_claim: Option<u32>,
    pub(super) repetition_ends: Option<u32>,
}
