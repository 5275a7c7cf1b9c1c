use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Chess, Position, Variant};

use super::GameRequest;
use crate::error::ApiError;

/// Where does a game begin?
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartRequest {
    variant: String,
    /// Which of the 960.
    #[serde(default)]
    number: Option<u16>,
}

#[derive(Serialize)]
pub(super) struct Start {
    fen: String,
}

pub(super) fn answer(request: &StartRequest) -> Result<Start, ApiError> {
    let variant = GameRequest { variant: request.variant.clone(), ..GameRequest::default() }.variant()?;
    let start = match (variant, request.number) {
        (Variant::Chess960, Some(number)) => {
            let start = Position::<Chess>::start_960(number);
            AnyPosition::Chess960(start.ok_or_else(|| ApiError::invalid("Chess960 has the starts 0 to 959"))?)
        }
        (variant, _) => AnyPosition::start(variant),
    };
    Ok(Start { fen: start.to_fen() })
}
