//! Integration tests of `tabiya-match`, in one program: a second one would link everything again.

mod fake;
mod matches;
mod openings;
mod uci_process;
