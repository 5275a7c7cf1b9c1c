//! Integration tests of `tabiya-pgn`, in one binary to link only once.

mod book;
mod chunks;
mod common;
mod compressed;
mod edit;
mod export;
mod makruk_in_the_wild;
mod opening_names;
mod reader;
mod record;
mod replay;
mod tree;
mod tree_random;
