//! Integration tests of `tabiya-audit`, in one program: a second one would link everything again.

mod budget;
mod dialect_file;
mod engine;
mod fake;
mod native_independence;
