//! The protocol: commands from a GUI, answers from the search.

mod answer;
mod command;
mod lines;
mod options;
mod out;
mod perft;
mod session;
mod set_up;
mod show;
mod thinking;

pub use session::run;
