//! Integration tests of `tabiya-web`, in one program: a second one would link everything again.

mod explorer;
mod server;
