//! Files that are written whole or not at all.

mod whole;

pub use whole::write_whole;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
