//! The protocol: commands from a GUI, answers from the search.

mod any_game;
mod command;
mod lines;
mod options;
mod session;
mod show;
mod thinking;

pub use session::run;
