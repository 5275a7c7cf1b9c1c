//! Integration tests of `tabiya-audit`, in one program: a second one would link everything again.

mod budget;
mod engine;
mod fake;
mod native_independence;
