//! One file a peer.
//!
//! Keyed perft is written alike for all: the child goes through `black_box`, so that nobody can skip making it, and
//! the keys of the leaves are XORed together, so that nobody can skip reading them.

pub mod chess;
pub mod cozy;
pub mod engine;
pub mod shakmaty;
pub mod tabiya;
