//! Files that are written whole or not at all, and lines that are read with a bound.

mod lines;
mod whole;

pub use lines::{LineRead, read_line};
pub use whole::{sync_folder, write_new, write_whole};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
