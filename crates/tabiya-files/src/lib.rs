//! Atomic file writes, and reading lines of bounded length.

mod atomic;
mod lines;

pub use atomic::{atomic_write, sync_folder, write_new};
pub use lines::{LineRead, read_line};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
