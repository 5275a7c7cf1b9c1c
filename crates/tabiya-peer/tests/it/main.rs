//! Integration tests of `tabiya-peer`, in one program: a second one would link everything again.

mod process;
