//! Slow definitions and random walks to test the fast code against. Also used by the fuzz targets.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod chess960;
pub(crate) mod mirror;
pub(crate) mod properties;
pub(crate) mod random;
pub(crate) mod slow;
pub(crate) mod vectors;
pub(crate) mod walk;
