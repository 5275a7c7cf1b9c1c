//! Ballista's scheduler and executors as processes. They stop on SIGINT and SIGTERM.

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

/// The time in seconds without a heartbeat after which an executor is considered lost; heartbeats are sent every five seconds.
const EXECUTOR_TIMEOUT: u64 = 12;

/// Runs a scheduler until it is stopped.
pub fn run_scheduler(address: SocketAddr, name: &str) -> Result<()> {
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        external_host: name.to_owned(),
        bind_port: address.port(),
        executor_timeout_seconds: EXECUTOR_TIMEOUT,
        expire_dead_executor_interval_seconds: 2,
        no_executors_grace_period_seconds: EXECUTOR_TIMEOUT,
        // With push scheduling, task slots of a lost executor are never freed: docs/decisions/0022-ballista-settings.md.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        ..SchedulerConfig::default()
    };
    runtime()?.block_on(async {
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(failed)?;
        start_server(cluster, address, Arc::new(config)).await.map_err(failed)
    })
}

/// Options of an executor.
#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    /// The address of the scheduler, such as `df://127.0.0.1:50050`.
    pub scheduler: String,
    /// The address to listen on.
    pub host: String,
    /// The host name for other machines, if not the address.
    pub name: Option<String>,
    /// The port for fetching results; the next port is for the scheduler.
    pub port: u16,
    /// The number of concurrent tasks.
    pub threads: usize,
    /// The memory of all tasks in bytes.
    pub memory: Option<u64>,
    /// The folder of intermediate results, which are not deleted.
    pub work: Option<PathBuf>,
}

/// Runs an executor until it is stopped.
pub fn run_executor(options: &ExecutorOptions) -> Result<()> {
    let scheduler = Scheduler::parse(&options.scheduler)?;
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
