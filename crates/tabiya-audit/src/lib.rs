//! Finds the weaknesses of tables of position keys.
//!
//! A key is a sum (XOR) of feature keys, so two positions collide exactly if the features in which they differ add
//! up to zero. A table is as good as its smallest set of keys with that sum: a *dependent set*.

mod dependent;
#[cfg(test)]
mod random;

pub use dependent::{EXACT_UP_TO, dependent_set};
