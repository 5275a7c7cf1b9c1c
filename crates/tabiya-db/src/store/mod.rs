//! The files of a segment: readers and writers.

pub(crate) mod games;
pub(crate) mod hashes;
pub(crate) mod mailbox;
pub(crate) mod meta;
pub(crate) mod moves;
pub(crate) mod notes;
pub(crate) mod numbers;
pub(crate) mod page;
pub(crate) mod segment;
pub(crate) mod shared;
pub(crate) mod tags;
pub(crate) mod tail;
