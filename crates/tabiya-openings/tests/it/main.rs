//! Integration tests of `tabiya-openings`, in one program: a second one would link everything again.

mod names;
