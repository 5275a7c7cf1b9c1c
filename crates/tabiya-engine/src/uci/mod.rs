//! The UCI protocol.

mod command;
mod io;
mod options;
mod queue;
mod search_job;
mod search_thread;
mod session;
mod show;
mod uci_loop;

pub use uci_loop::run;
