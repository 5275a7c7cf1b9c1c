//! Integration tests of `tabiya-web` in one program, to link the dependencies only once.

mod explorer;
mod server;
