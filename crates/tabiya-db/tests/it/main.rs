//! Integration tests of `tabiya-db`, in one program: a second one would link everything again.

mod budget;
mod common;
mod exact;
mod protocol;
mod road;
mod safety;
