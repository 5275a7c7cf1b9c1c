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
//!
//! # Features
//!
//! - `server` (default): connections, sessions, the Explorer. What is left without it compiles to WebAssembly, where [`Local`]
//!   answers a page that has no server.

mod api;
mod book;
mod engine;
#[cfg(feature = "server")]
mod explorer;
#[cfg(feature = "server")]
mod http;
mod local;
mod pgn;
mod error;
#[cfg(feature = "server")]
mod sessions;

pub use api::{Reply, respond};
pub use engine::EngineBounds;
#[cfg(feature = "server")]
pub use http::{Options, POLICY, Server, ServerError, page_file, page_files};
pub use local::Local;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
