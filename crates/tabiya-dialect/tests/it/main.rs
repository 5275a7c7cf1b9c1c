//! Integration tests of `tabiya-dialect`, in one program: a second one would link everything again.

mod errors;
mod examples;
mod round_trip;
