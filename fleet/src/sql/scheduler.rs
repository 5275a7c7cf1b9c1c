//! Where a scheduler is, and whether it is there.

use std::fmt;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use tabiya_db::{DbError, Result};

use crate::error::other;

/// How long a scheduler may take to answer that it is there.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);
/// How long one may take to start.
const START: Duration = Duration::from_secs(10);

/// The address of a scheduler.
#[derive(Clone, Debug)]
pub(super) struct Scheduler {
    text: String,
    pub(super) host: String,
    pub(super) port: u16,
}

impl fmt::Display for Scheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Scheduler {
    pub(super) fn of(text: &str) -> Result<Scheduler> {
        let wrong = || other(format!("{text}: an address is written as in df://127.0.0.1:50050"));
        let (host, port) =
            text.strip_prefix("df://").and_then(|rest| rest.rsplit_once(':')).ok_or_else(wrong)?;
        let port = port.trim_end_matches('/').parse().map_err(|_| wrong())?;
        if host.is_empty() {
            return Err(wrong());
        }
        Ok(Scheduler { text: text.to_owned(), host: host.trim_matches(['[', ']']).to_owned(), port })
    }

    /// Waits for one that is being started.
    pub(super) fn wait(&self) -> Result<()> {
        let begin = Instant::now();
        loop {
            match self.find(PATIENCE) {
                Err(_) if begin.elapsed() < START => std::thread::sleep(Duration::from_millis(100)),
                found => return found,
            }
        }
    }

    /// Refuses one that does not answer a question: whoever has stopped still has an address at which the system takes calls.
    pub(super) async fn answer(&self) -> Result<()> {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let asked = async {
            let client = SchedulerGrpcClient::connect(format!("http://{host}:{}", self.port)).await;
            let params = GetJobStatusParams { job_id: String::new() };
            // There is no such job; that it says so is enough.
            client.ok()?.get_job_status(params).await.ok().map(|_| ())
        };
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Some(())) => Ok(()),
            _ => Err(self.silent()),
        }
    }

    fn silent(&self) -> DbError {
        other(format!("{}: no scheduler answers there", self.text))
    }

    /// Refuses an address where nobody hears.
    pub(super) fn find(&self, patience: Duration) -> Result<()> {
        let addresses = (self.host.as_str(), self.port).to_socket_addrs();
        let mut addresses = addresses.map_err(|error| other(format!("{}: {error}", self.text)))?;
        if addresses.any(|address| TcpStream::connect_timeout(&address, patience).is_ok()) {
            return Ok(());
        }
        Err(self.silent())
    }
}
