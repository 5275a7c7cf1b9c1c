//! SQL over the rows: with DataFusion in this process, or Ballista on a cluster.

mod compute;
mod condition;
mod engine;
mod query;
mod results;
mod scheduler;
mod servers;
mod text;
mod totals;
mod write;

pub use compute::{StatsOptions, UpdatedStats, compute_stats, explain_stats};
pub use engine::Engine;
pub use query::SqlFleet;
pub use servers::{ExecutorOptions, run_executor, run_scheduler};
