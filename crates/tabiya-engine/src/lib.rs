//! An engine for chess, Chess960 and Makruk: evaluation, search, time, UCI.

pub mod eval;
