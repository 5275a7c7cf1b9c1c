//! Integration tests of `tabiya`, in one binary to link only once.

mod any_game;
mod budget;
mod common;
mod dialect_tracker;
mod dialects;
mod fen;
mod fen_messages;
mod fen_properties;
mod history;
mod history_vectors;
mod history_walks;
mod insufficient_material;
mod layout_errors;
mod makruk_counting;
mod notation;
mod packed_moves;
mod perft;
#[cfg(feature = "std")]
mod perft_threads;
mod serde_texts;
mod setup;
mod status;
mod texts;
mod walks;
