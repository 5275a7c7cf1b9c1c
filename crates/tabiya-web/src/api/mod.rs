//! Questions about games and their answers, without a server: text in, text out.

mod annotate;
mod dialects;
mod export;
mod game;
mod numbers;
mod position;
mod move_orders;
mod setup;
mod start;
mod response;
mod tree;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

#[cfg(feature = "server")]
pub(crate) use game::MAX_PLIES;
pub(crate) use game::{GameRequest, Played, Replayed};
pub(crate) use move_orders::MAX_MOVE_ORDERS;

/// What is sent back: a status as HTTP has it, and JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// 200, or why not.
    pub status: u16,
    /// A JSON object; if the status is not 200, one with a sentence under `error`.
    pub body: String,
    /// Seconds after which it is worth asking again.
    pub retry_after: Option<u32>,
}

/// Answers a question that needs nothing but itself.
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
        "/api/start" => answer(body, start::answer),
        "/api/export" => answer(body, export::answer),
        "/api/annotate" => answer(body, annotate::answer),
        "/api/tree" => answer(body, tree::answer),
        "/api/move-orders" => answer(body, move_orders::answer),
        _ => Reply::from(Err::<(), ApiError>(ApiError::new(404, "there is nothing here"))),
    }
}

/// Reads a question, asks, and writes the answer.
fn answer<Q: DeserializeOwned, A: Serialize>(body: &[u8], ask: fn(&Q) -> Result<A, ApiError>) -> Reply {
    Reply::from(read(body).and_then(|question| ask(&question)))
}

/// Reads a question.
pub(crate) fn read<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, ApiError> {
    serde_json::from_slice(body)
        .map_err(|error| ApiError::new(400, format!("the request is not what was expected: {error}")))
}

impl<A: Serialize> From<Result<A, ApiError>> for Reply {
    fn from(answer: Result<A, ApiError>) -> Reply {
        match answer {
            Ok(answer) => {
                let body =
                    serde_json::to_string(&answer).expect("answers are texts, numbers and lists of them");
                Reply { status: 200, body, retry_after: None }
            }
            Err(error) => {
                Reply { status: error.status, body: error.to_json(), retry_after: error.retry_after }
            }
        }
    }
}

#[cfg(test)]
mod tests;
