//! DataFusion in this process, or Ballista on a cluster, with the same SQL.

use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::{
    CatalogProvider, CatalogProviderList, MemoryCatalogProvider, MemoryCatalogProviderList,
    MemorySchemaProvider,
};
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::parquet::arrow::parquet_to_arrow_schema;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;
use parquet::schema::types::SchemaDescriptor;
use tabiya_db::Result;
use tokio::runtime::Runtime;
use url::Url;

use super::scheduler::{Scheduler, TIMEOUT};
use crate::error::other;
use crate::schema::Table;

/// An SQL engine.
pub struct Engine {
    runtime: Runtime,
    context: SessionContext,
    /// The scheduler of a cluster; `None` for this process.
    scheduler: Option<Scheduler>,
    /// The timeout of a statement.
    limit: Option<Duration>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("scheduler", &self.scheduler).finish_non_exhaustive()
    }
}

/// Files that form a table.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) table: Table,
    pub(crate) paths: Vec<PathBuf>,
}

/// The stack size of a thread: plans are deep, and functions that recurse over them have large frames in unoptimized builds.
const STACK: usize = 32 << 20;
/// The maximum number and size in bytes of positions broadcast to every task.
const BROADCAST_ROWS: usize = 1 << 26;
const BROADCAST_BYTES: usize = 1 << 31;
/// The size of the cache of file metadata (page indexes) in bytes. The metadata of a file of five million rows takes about 3 MB.
const METADATA_CACHE: usize = 1 << 29;
/// The number of consecutive failed health checks after which a scheduler is considered lost.
const MAX_FAILED_CHECKS: u32 = 3;

impl Engine {
    /// DataFusion in this process, with this many threads and about this many bytes of memory; larger sorts spill to disk.
    ///
    /// ```no_run
    /// let engine = tabiya_fleet::Engine::local(2, 1 << 30)?;
    /// # Ok::<(), tabiya_db::DbError>(())
    /// ```
    pub fn local(threads: usize, memory: usize) -> Result<Engine> {
        let pool = Arc::new(FairSpillPool::new(memory));
        let environment = RuntimeEnvBuilder::new()
            .with_memory_pool(pool)
            .with_metadata_cache_limit(METADATA_CACHE)
            .build_arc();
        let environment = environment.map_err(|error| failed(&error))?;
        let mut config = settings(SessionConfig::new(), threads);
        // The reservation of each sort for merging its spilled runs: several sorts run at once.
        let reserved = &mut config.options_mut().execution.sort_spill_reservation_bytes;
        *reserved = (*reserved).min(memory / 16 / threads.max(1));
        let context = SessionContext::new_with_config_rt(config, environment);
        Ok(Engine { runtime: runtime()?, context, scheduler: None, limit: None })
    }

    /// Ballista with a scheduler at this address, such as `df://127.0.0.1:50050`, and this many tasks.
    pub fn remote(address: &str, tasks: usize) -> Result<Engine> {
        let scheduler = Scheduler::parse(address)?;
        scheduler.connect(TIMEOUT)?;
        let state = SessionStateBuilder::new().with_config(remote_settings(tasks)).with_default_features();
        let runtime = runtime()?;
        runtime.block_on(scheduler.check_health())?;
        let context = runtime.block_on(SessionContext::remote_with_state(address, state.build()));
        let context = context.map_err(|error| failed(&error))?;
        Ok(Engine { runtime, context, scheduler: Some(scheduler), limit: None })
    }

    /// Sets a timeout per statement. Without one, a statement for a scheduler without executors never ends.
    #[must_use]
    pub fn with_time_limit(self, limit: Duration) -> Engine {
        Engine { limit: Some(limit), ..self }
    }

    /// Whether statements run on a cluster.
    pub(crate) fn is_cluster(&self) -> bool {
        self.scheduler.is_some()
    }

    /// Runs a statement on some tables.
    pub(crate) fn run(&self, tables: &[Files], sql: &str) -> Result<RecordBatch> {
        let mut batches = Vec::new();
        let schema = self.stream(tables, sql, |batch| {
            batches.push(batch);
            Ok(())
        })?;
        let schema = batches.first().map_or(schema, RecordBatch::schema);
        concat_batches(&schema, &batches).map_err(|error| failed(&error.into()))
    }

    /// Runs a statement and calls a function with each batch of its result.
    pub(crate) fn stream(
        &self,
        tables: &[Files],
        sql: &str,
        mut visit: impl FnMut(RecordBatch) -> Result<()>,
    ) -> Result<SchemaRef> {
        let work = async {
            let context = self.new_session();
            for files in tables {
                let table = self.listing_table(files).map_err(|error| failed(&error))?;
                let registered = context.register_table(files.table.name(), Arc::new(table));
                registered.map_err(|error| failed(&error))?;
            }
            let frame = context.sql(sql).await.map_err(|error| failed(&error))?;
            let schema = Arc::clone(frame.schema().inner());
            let execution_failed = |error| self.execution_failed(&error);
            let mut stream = frame.execute_stream().await.map_err(execution_failed)?;
            while let Some(batch) = stream.next().await {
                visit(batch.map_err(execution_failed)?)?;
            }
            Ok(schema)
        };
        // The Parquet reader can panic on damaged files; our state stays consistent.
        let work = self.with_timeout(self.while_scheduler_responds(work));
        let work = AssertUnwindSafe(|| self.runtime.block_on(work));
        catch_unwind(work).unwrap_or_else(|_| {
            let files: Vec<String> =
                tables.iter().flat_map(|table| &table.paths).map(|path| path.display().to_string()).collect();
            Err(other(format!("the engine failed: it cannot read one of {}", files.join(", "))))
        })
    }

    /// An error while a statement is executed.
    fn execution_failed(&self, error: &DataFusionError) -> tabiya_db::DbError {
        match &self.scheduler {
            None => failed(error),
            Some(scheduler) => other(format!("{scheduler}: {}", cluster_failure(&error.to_string()))),
        }
    }

    fn listing_table(&self, files: &Files) -> std::result::Result<ListingTable, DataFusionError> {
        let urls: Vec<ListingTableUrl> =
            files.paths.iter().map(|path| url_of(path)).collect::<std::result::Result<_, _>>()?;
        let schema: Schema = parquet_to_arrow_schema(&SchemaDescriptor::new(files.table.schema()), None)?;
        let format = Arc::new(ParquetFormat::default());
        let mut options = ListingOptions::new(format).with_file_extension(".parquet");
        if self.scheduler.is_some() {
            // Do not declare the files' sort order: Ballista's plans rely on orders that are lost between tasks, and then
            // return wrong counts.
            options = options.with_file_sort_order(vec![Vec::new()]);
        }
        let config = ListingTableConfig::new_with_multi_paths(urls)
            .with_listing_options(options)
            .with_schema(Arc::new(schema));
        // File metadata is cached for later queries, until a file's size or date changes.
        let cache = self.context.runtime_env().cache_manager.get_file_statistic_cache();
        Ok(ListingTable::try_new(config)?.with_cache(cache))
    }

    /// A session with its own tables, so that queries can run concurrently.
    fn new_session(&self) -> SessionContext {
        let state = self.context.state();
        let defaults = &state.config_options().catalog;
        let (catalog, schema) = (MemoryCatalogProvider::new(), Arc::new(MemorySchemaProvider::new()));
        let _ = catalog.register_schema(&defaults.default_schema, schema);
        let list = MemoryCatalogProviderList::new();
        list.register_catalog(defaults.default_catalog.clone(), Arc::new(catalog));
        let state = SessionStateBuilder::new_from_existing(state).with_catalog_list(Arc::new(list));
        SessionContext::new_with_state(state.build())
    }

    /// The plan of a statement.
    pub(crate) fn plan(&self, tables: &[Files], sql: &str) -> Result<String> {
        let batch = self.run(tables, &format!("EXPLAIN {sql}"))?;
        let text = datafusion::arrow::util::pretty::pretty_format_batches(&[batch]);
        text.map(|text| text.to_string()).map_err(|error| failed(&error.into()))
    }

    /// Waits for work until the timeout.
    async fn with_timeout<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let Some(limit) = self.limit else { return work.await };
        let timed_out = |_| {
            let engine = match &self.scheduler {
                None => "the engine has".to_owned(),
                Some(scheduler) => format!("{scheduler} and its executors have"),
            };
            other(format!("{engine} not responded within {} seconds", limit.as_secs_f64()))
        };
        tokio::time::timeout(limit, work).await.unwrap_or_else(|elapsed| Err(timed_out(elapsed)))
    }

    /// Waits for work while the scheduler responds.
    async fn while_scheduler_responds<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let Some(scheduler) = &self.scheduler else { return work.await };
        let watch = async {
            let mut failed_checks = 0;
            loop {
                tokio::time::sleep(Duration::from_secs(1)).await;
                match scheduler.check_health().await {
                    Ok(()) => failed_checks = 0,
                    Err(_) if failed_checks < MAX_FAILED_CHECKS => failed_checks += 1,
                    Err(error) => return error,
                }
            }
        };
        tokio::select! {
            result = work => result,
            error = watch => Err(error),
        }
    }
}

pub(super) fn runtime() -> Result<Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().thread_stack_size(STACK).enable_all().build();
    runtime.map_err(|error| other(format!("cannot start threads: {error}")))
}

fn settings(config: SessionConfig, tasks: usize) -> SessionConfig {
    let mut config = config.with_target_partitions(tasks.max(1)).with_collect_statistics(true);
    let options = config.options_mut();
    // Always aggregate before repartitioning: most positions occur in one game only, but some have a row per game.
    options.execution.skip_partial_aggregation_probe_ratio_threshold = 2.0;
    options.execution.parquet.pushdown_filters = true;
    options.execution.parquet.schema_force_view_types = false;
    // The selected positions are broadcast.
    options.optimizer.hash_join_single_partition_threshold = BROADCAST_BYTES;
    options.optimizer.hash_join_single_partition_threshold_rows = BROADCAST_ROWS;
    config
}

/// Settings of Ballista. See docs/decisions/0022-ballista-settings.md.
fn remote_settings(tasks: usize) -> SessionConfig {
    let mut config = settings(SessionConfig::new_with_ballista(), tasks)
        // Adaptive plans do not recover from a lost executor: the job hangs.
        .with_ballista_adaptive_query_planner(false)
        .with_ballista_broadcast_join_threshold_bytes(BROADCAST_BYTES);
    config.options_mut().optimizer.prefer_hash_join = true;
    config
}

/// A file as a URL, because DataFusion reads a path with brackets, asterisks or question marks as a glob pattern.
fn url_of(path: &Path) -> std::result::Result<ListingTableUrl, DataFusionError> {
    let not_a_url = || DataFusionError::Plan(format!("{} cannot be written as a URL", path.display()));
    // DataFusion reads a missing file as an empty folder.
    std::fs::metadata(path)
        .map_err(|error| DataFusionError::External(format!("{}: {error}", path.display()).into()))?;
    let url = std::path::absolute(path).ok().and_then(|path| Url::from_file_path(path).ok());
    ListingTableUrl::try_new(url.ok_or_else(not_a_url)?, None)
}

/// An error of an engine, without its backtrace.
fn failed(error: &DataFusionError) -> tabiya_db::DbError {
    other(format!("the engine failed: {}", error.strip_backtrace()))
}

/// The likely cause of a cluster's error, whose text is a debug format of nested errors of tasks and connections.
fn cluster_failure(text: &str) -> &'static str {
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    if has(&["ResourcesExhausted", "Resources exhausted"]) {
        "an executor ran out of memory: start executors with more memory (--memory), or use more tasks (--tasks)"
    } else if text.contains(".parquet") && has(&["NotFound", "not found", "No such file"]) {
        "an executor cannot find a file: every executor must have the folder at the same path"
    } else if text.contains(".parquet") && has(&["PermissionDenied", "Permission denied"]) {
        "an executor is not permitted to read a file"
    } else {
        "the query failed, probably because an executor was lost: run the same command again; \
         scheduler and executors log the cause if RUST_LOG=info is set"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_cluster_are_explained() {
        let of = |text: &str| cluster_failure(text).split(':').next().unwrap();
        let not_found = "Job x failed: Task failed due to IO error: DataFusionError(ObjectStore(NotFound { path: \
                         \"/games.rows/rows/part=0003/a.pgn.0.parquet\", source: Os { code: 2 } }))";
        assert_eq!(of(not_found), "an executor cannot find a file");
        let memory = "Task failed due to runtime execution error: DataFusionError(ResourcesExhausted(\"Failed to allocate\"))";
        assert_eq!(of(memory), "an executor ran out of memory");
        let transport =
            "Grpc error: status: Unavailable, message: \"error trying to connect: tcp connect error\"";
        assert_eq!(of(transport), "the query failed, probably because an executor was lost");
    }
}
