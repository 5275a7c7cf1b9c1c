//! Ballista's own programs: a scheduler, and executors that do what it says. They hear, and stop, when they are told to by a signal.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use tabiya_db::{DbError, Result};

use super::engine::runtime;
use super::scheduler::Scheduler;
use crate::error::{io_error, other};

/// An executor that says nothing for so long, in seconds, is taken for gone; one that is busy says something every five.
const SILENCE: u64 = 12;

/// Runs a scheduler until it is stopped. Others reach it by a name of theirs.
pub fn run_scheduler(address: SocketAddr, name: &str) -> Result<()> {
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        external_host: name.to_owned(),
        bind_port: address.port(),
        executor_timeout_seconds: SILENCE,
        expire_dead_executor_interval_seconds: 2,
        no_executors_grace_period_seconds: SILENCE,
        // Who sends work loses count of free places when an executor is lost: docs/decisions/0022-ballista-settings.md.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        ..SchedulerConfig::default()
    };
    runtime()?.block_on(async {
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(failed)?;
        start_server(cluster, address, Arc::new(config)).await.map_err(failed)
    })
}

/// How an executor works.
#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    /// The address of the scheduler, such as `df://127.0.0.1:50050`.
    pub scheduler: String,
    /// The address to hear on.
    pub host: String,
    /// The name by which others reach it, if not by its address.
    pub name: Option<String>,
    /// The port from which others fetch what it has made; the next one is for the scheduler.
    pub port: u16,
    /// How many tasks it does at once.
    pub threads: usize,
    /// How much memory for them, in bytes.
    pub memory: Option<u64>,
    /// Where what it makes for others lies; nobody empties it.
    pub work: Option<PathBuf>,
}

/// Runs an executor until it is stopped.
pub fn run_executor(options: &ExecutorOptions) -> Result<()> {
    let scheduler = Scheduler::of(&options.scheduler)?;
    scheduler.wait()?;
    if let Some(work) = &options.work {
        std::fs::create_dir_all(work).map_err(io_error(work))?;
    }
    let config = ExecutorProcessConfig {
        bind_host: options.host.clone(),
        external_host: options.name.clone(),
        port: options.port,
        grpc_port: options.port + 1,
        scheduler_host: scheduler.host,
        scheduler_port: scheduler.port,
        scheduler_connect_timeout_seconds: 10,
        vcores: options.threads,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        memory_pool_size: options.memory,
        work_dir: options.work.as_ref().map(|work| work.display().to_string()),
        ..ExecutorProcessConfig::default()
    };
    runtime()?.block_on(start_executor_process(Arc::new(config))).map_err(failed)
}

fn failed(error: BallistaError) -> DbError {
    other(format!("Ballista failed: {error}"))
}
