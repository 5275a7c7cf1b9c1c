use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use tabiya_cli::args::complain;
use tabiya_fleet::{ExecutorOptions, run_executor, run_scheduler};

use crate::Failure;

const SCHEDULER: &str = "\
Examples:
  tabiya-fleet scheduler
  tabiya-fleet scheduler --host 0.0.0.0 --name $(hostname)    # for executors on other machines";

/// Run a Ballista scheduler, which distributes tasks to executors
#[derive(Args, Debug)]
#[command(after_help = SCHEDULER)]
pub(crate) struct Scheduler {
    /// Address to listen on; other addresses than loopback allow access from the network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Port
    #[arg(long, value_name = "N", default_value_t = 50050)]
    port: u16,
    /// Host name for executors
    #[arg(long, value_name = "NAME", default_value = "localhost")]
    name: String,
}

impl Scheduler {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        env_logger::init();
        complain("note", format!("scheduler at df://{}:{}", self.host, self.port));
        Ok(run_scheduler(SocketAddr::new(self.host, self.port), &self.name)?)
    }
}

const EXAMPLES: &str = "\
Example, one machine:
  tabiya-fleet scheduler &
  tabiya-fleet executor --scheduler df://127.0.0.1:50050 --port 50061 &
  tabiya-fleet executor --scheduler df://127.0.0.1:50050 --port 50071 &
  tabiya-fleet stats games.rows -o games.stats --scheduler df://127.0.0.1:50050";

/// Run a Ballista executor, which runs tasks of a scheduler
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Executor {
    /// Address of the scheduler, such as df://127.0.0.1:50050
    #[arg(long, value_name = "ADDRESS")]
    scheduler: String,
    /// Address to listen on; other addresses than loopback allow access from the network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Host name for other machines [default: the address]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Port for fetching results; the next port is for the scheduler
    #[arg(long, value_name = "N", default_value_t = 50051, value_parser = clap::value_parser!(u16).range(1..=65534))]
    port: u16,
    /// Number of concurrent tasks [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for tasks, in MiB; larger sorts spill to disk [default: most of the machine's]
    #[arg(long, value_name = "MiB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Folder of intermediate results, which are not deleted [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
}

impl Executor {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let cores = || std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let options = ExecutorOptions {
            scheduler: self.scheduler.clone(),
            host: self.host.to_string(),
            name: self.name.clone(),
            port: self.port,
            threads: self.threads.map_or_else(cores, usize::from),
            memory: self.memory.map(|memory| memory << 20),
            work: self.work.clone(),
        };
        env_logger::init();
        complain("note", format!("executor at {}:{} for {}", self.host, self.port, self.scheduler));
        Ok(run_executor(&options)?)
    }
}
