//! The board in the browser: play chess, Chess960 or Makruk, and watch identity happen.
//!
//! The rules live on this side and the game on the other: a page sends the moves played so far and is told everything
//! there is to know about the position they lead to. [`respond`] is that answer, without any server.
//!
//! ```
//! let body = br#"{"variant":"chess","moves":"e2e4 e7e5"}"#;
//! let reply = tabiya_web::respond("/api/position", body);
//! assert_eq!(reply.status, 200);
//! assert!(reply.body.contains(r#""san":"e5""#));
//! ```

mod ask;
mod book;
mod engine;
mod explorer;
mod http;
mod pgn;
mod refusal;
mod sessions;

pub use ask::{Reply, respond};
pub use engine::EngineBounds;
pub use http::{Options, Server, ServerError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
