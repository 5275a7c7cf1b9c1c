//! Integration tests of `tabiya-table`, in one binary to link only once.

mod budget;
mod generations;
mod model;
mod sizes;
mod snapshot;
