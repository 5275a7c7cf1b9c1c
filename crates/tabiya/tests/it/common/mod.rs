//! Slow definitions and random walks that the fast core is tested against. The fuzzer uses them too.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod chess960;
pub(crate) mod mirror;
pub(crate) mod properties;
pub(crate) mod random;
pub(crate) mod slow;
pub(crate) mod vectors;
pub(crate) mod walk;
