//! Integration tests of `tabiya-files`, in one program: a second one would link everything again.

mod whole;
