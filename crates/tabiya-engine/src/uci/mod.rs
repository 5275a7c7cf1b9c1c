//! The protocol: commands from a GUI, answers from the search.

mod answer;
mod command;
mod conversation;
mod lines;
mod opening;
mod options;
mod out;
mod perft;
mod queue;
mod session;
mod set_up;
mod show;
mod thinking;

pub use conversation::run;
