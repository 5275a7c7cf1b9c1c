//! Integration tests of `tabiya-perft`, in one program: a second one would link everything again.

mod counts;
