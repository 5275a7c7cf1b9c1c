//! The API that needs no server: JSON requests about games and their responses.

mod annotate;
mod dialects;
mod export;
mod game;
mod move_orders;
mod numbers;
mod position;
mod response;
mod setup;
mod tree;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

#[cfg(feature = "server")]
pub(crate) use game::MAX_PLIES;
pub(crate) use game::{GameRequest, Played, Replayed};
pub(crate) use move_orders::MAX_MOVE_ORDERS;

/// A response: an HTTP status and JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// 200, or the status of an error.
    pub status: u16,
    /// A JSON object; for an error it has a message `error` and a code `code`.
    pub body: String,
    /// Seconds after which a retry makes sense.
    pub retry_after: Option<u32>,
}

/// Answers a request that needs no session.
///
/// ```
/// let reply = tabiya_web::respond("/api/position", br#"{"variant":"chess","start":"8/8 w"}"#);
/// assert_eq!(reply.status, 422);
/// assert!(reply.body.contains("the board has 2 ranks"));
/// assert_eq!(tabiya_web::respond("/api/nothing", b"{}").status, 404);
/// ```
#[must_use]
pub fn respond(path: &str, body: &[u8]) -> Reply {
    match path {
        "/api/position" => answer(body, position::answer),
        "/api/setup" => answer(body, setup::answer),
        "/api/start" => answer(body, setup::start),
        "/api/export" => answer(body, export::answer),
        "/api/annotate" => answer(body, annotate::answer),
        "/api/tree" => answer(body, tree::answer),
        "/api/move-orders" => answer(body, move_orders::answer),
        _ => Reply::from(Err::<(), ApiError>(ApiError::new(404, "not found"))),
    }
}

/// Parses a request, handles it, and serializes the response.
fn answer<Q: DeserializeOwned, A: Serialize>(body: &[u8], handler: fn(&Q) -> Result<A, ApiError>) -> Reply {
    Reply::from(read(body).and_then(|request| handler(&request)))
}

/// Parses a request.
pub(crate) fn read<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, ApiError> {
    serde_json::from_slice(body).map_err(|error| ApiError::new(400, format!("invalid request: {error}")))
}

impl<A: Serialize> From<Result<A, ApiError>> for Reply {
    fn from(answer: Result<A, ApiError>) -> Reply {
        match answer {
            Ok(answer) => {
                let body = serde_json::to_string(&answer).expect("responses can be written as JSON");
                Reply { status: 200, body, retry_after: None }
            }
            Err(error) => {
                Reply { status: error.status, body: error.to_json(), retry_after: error.retry_after }
            }
        }
    }
}

#[cfg(all(test, feature = "server"))]
pub(crate) fn add_wire_types(types: &mut crate::wire_types::WireTypes) {
    types.add::<annotate::AnnotateResponse>();
    types.add::<export::ExportResponse>();
    types.add::<move_orders::MoveOrders>();
    types.add::<response::PositionResponse>();
    types.add::<setup::SetupResponse>();
    types.add::<setup::StartResponse>();
    types.add::<tree::TreeResponse>();
}

#[cfg(test)]
mod tests;
