//! Integration tests of `tabiya-table`, in one program: a second one would link everything again.

mod budget;
mod generations;
mod model;
mod sizes;
mod snapshot;
