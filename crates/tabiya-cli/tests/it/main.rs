//! Integration tests of `tabiya-cli`, in one binary to link only once.

mod annotate;
mod audit;
mod book;
mod database;
mod dialects;
mod fen;
mod game;
mod key;
mod matches;
mod perft;
mod reading;
mod serve;
mod terminal;
mod text_output;
mod trace;
mod trace_draws;
mod transcript;
mod uci;
