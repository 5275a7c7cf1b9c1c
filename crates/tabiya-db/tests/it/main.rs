//! Integration tests of `tabiya-db`, in one binary to link only once.

mod annotations;
mod boards;
mod budget;
mod common;
mod edits;
mod exact;
mod move_order;
mod protocol;
mod safety;
