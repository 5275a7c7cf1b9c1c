//! Integration tests of `tabiya-files`, in one binary to link only once.

mod atomic;
