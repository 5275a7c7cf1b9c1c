//! The web board of Tabiya: play and analyze chess, Chess960 and Makruk, and see how each move changes the position's key.
//!
//! The server applies the rules and stores no games: a page sends the moves of its game and receives everything about the
//! current position. [`respond`] answers such requests without a server.
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
//! - `server` (default): the HTTP server, sessions and the Explorer. Without it the crate compiles to WebAssembly, where
//!   [`Local`] is the backend of a static page.

mod api;
mod book;
mod engine;
mod error;
#[cfg(feature = "server")]
mod explorer;
#[cfg(feature = "server")]
mod http;
mod local;
mod pgn;
#[cfg(feature = "server")]
mod sessions;
#[cfg(all(test, feature = "server"))]
mod wire_types;

pub use api::{Reply, respond};
pub use engine::EngineBounds;
#[cfg(feature = "server")]
pub use http::{Options, POLICY, Server, ServerError, page_file, page_files};
pub use local::Local;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
