//! Integration tests of `tabiya-fleet`, in one binary to link only once.

#[cfg(feature = "sql")]
mod cluster;
#[path = "../../../crates/tabiya-db/tests/it/common/mod.rs"]
mod common;
mod differential;
mod forms;
mod hostile;
mod messages;
mod safety;
mod sorting;
#[cfg(feature = "sql")]
mod sql;
