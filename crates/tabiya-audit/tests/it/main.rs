//! Integration tests of `tabiya-audit`, in one binary to link only once.

mod budget;
mod dialect_file;
mod engine;
mod fake;
mod native_independence;
