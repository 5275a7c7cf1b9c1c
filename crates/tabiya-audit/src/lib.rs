//! Finds the weaknesses of tables of position keys.
//!
//! A key is a sum (XOR) of feature keys, so two positions collide exactly if the features in which they differ add
//! up to zero. A table is as good as its smallest set of keys with that sum: a *dependent set*.
//!
//! [`Analysis`] looks at a table from all sides. [`dependent_set`] is its exact part, [`SetSearch`] the part that
//! goes on while there is time. [`forge()`] shows what linear keys cannot do: it builds two legal chess positions
//! with the same key.

mod analysis;
mod birthday;
mod dependent;
mod forge;
mod four_lists;
mod information_set;
mod mix;
mod random;
mod search;

pub use analysis::{Analysis, MOST_KEYS, Settings, TooManyKeys};
pub use dependent::{EXACT_UP_TO, dependent_set};
pub use forge::forge;
pub use search::SetSearch;
