//! Integration tests of `tabiya-match`, in one binary to link only once.

mod fake;
mod matches;
mod openings;
mod uci_process;
