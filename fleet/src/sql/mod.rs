//! SQL over the rows: with DataFusion in this process, or Ballista on a cluster.

mod answer;
mod condition;
mod engine;
mod make;
mod question;
mod scheduler;
mod servers;
mod tally;
mod text;
mod write;

pub use engine::Engine;
pub use make::{Made, StatsOptions, explain_stats, make_stats};
pub use question::SqlFleet;
pub use servers::{ExecutorOptions, run_executor, run_scheduler};
