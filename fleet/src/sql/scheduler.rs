//! The address of a scheduler, and health checks.

use std::fmt;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use tabiya_db::{DbError, Result};

use crate::error::other;

/// The timeout of a health check.
pub(super) const TIMEOUT: Duration = Duration::from_secs(3);
/// The maximum time until a scheduler has started.
const START_TIMEOUT: Duration = Duration::from_secs(10);

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
    /// Parses an address.
    pub(super) fn parse(text: &str) -> Result<Scheduler> {
        let invalid = || other(format!("{text}: expected an address such as df://127.0.0.1:50050"));
        let (host, port) =
            text.strip_prefix("df://").and_then(|rest| rest.rsplit_once(':')).ok_or_else(invalid)?;
        let port = port.trim_end_matches('/').parse().map_err(|_| invalid())?;
        if host.is_empty() {
            return Err(invalid());
        }
        Ok(Scheduler { text: text.to_owned(), host: host.trim_matches(['[', ']']).to_owned(), port })
    }

    /// Waits for a scheduler that is starting.
    pub(super) fn wait(&self) -> Result<()> {
        let begin = Instant::now();
        loop {
            match self.connect(TIMEOUT) {
                Err(_) if begin.elapsed() < START_TIMEOUT => std::thread::sleep(Duration::from_millis(100)),
                result => return result,
            }
        }
    }

    /// Checks that a scheduler responds. A connection is not enough: the system accepts connections for a stopped process too.
    pub(super) async fn check_health(&self) -> Result<()> {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let response = async {
            let client = SchedulerGrpcClient::connect(format!("http://{host}:{}", self.port)).await;
            let params = GetJobStatusParams { job_id: String::new() };
            // The job does not exist; any response will do.
            client.ok()?.get_job_status(params).await.ok().map(|_| ())
        };
        match tokio::time::timeout(TIMEOUT, response).await {
            Ok(Some(())) => Ok(()),
            _ => Err(self.no_response()),
        }
    }

    fn no_response(&self) -> DbError {
        other(format!("{}: no scheduler responds at this address", self.text))
    }

    /// Checks that something listens at the address.
    pub(super) fn connect(&self, timeout: Duration) -> Result<()> {
        let addresses = (self.host.as_str(), self.port).to_socket_addrs();
        let mut addresses = addresses.map_err(|error| other(format!("{}: {error}", self.text)))?;
        if addresses.any(|address| TcpStream::connect_timeout(&address, timeout).is_ok()) {
            return Ok(());
        }
        Err(self.no_response())
    }
}
