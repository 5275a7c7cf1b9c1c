//! One file per library or program.
//!
//! Keyed perft is the same for all: the child goes through `black_box`, so that it must be made, and the keys of all leaves are
//! XORed, so that they must be read.

pub mod chess;
pub mod cozy;
pub mod engine;
pub mod shakmaty;
pub mod tabiya;
