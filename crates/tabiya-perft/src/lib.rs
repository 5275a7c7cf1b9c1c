//! Perft beyond one thread: the leaves of the tree of legal moves, counted by threads together that may remember in a
//! [`PerftCache`] what they have counted. [`tabiya::perft`] is one thread and no memory.
//!
//! ```
//! use tabiya::{Chess, Position};
//! use tabiya_perft::{Perft, PerftCache};
//!
//! let cache = PerftCache::new(1)?;
//! let leaves = Perft::new().threads(2).cache(&cache).count(&Position::<Chess>::start(), 4);
//! assert_eq!(leaves, 197_281);
//! # Ok::<(), tabiya_perft::CacheTooLarge>(())
//! ```

mod cache;
mod perft;

pub use cache::{CacheTooLarge, PerftCache};
pub use perft::{Perft, Progress};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
