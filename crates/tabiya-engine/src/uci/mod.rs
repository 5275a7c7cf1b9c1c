//! The protocol: commands from a GUI, answers from the search.

mod command;
mod lines;
mod options;
mod session;
mod set_up;
mod show;
mod thinking;

pub use session::run;
