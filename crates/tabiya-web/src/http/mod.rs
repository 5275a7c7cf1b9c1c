//! The server: connections, who may ask, and where each question goes.

mod accept;
mod assets;
mod body;
mod compress;
mod explorer;
mod guard;
mod link;
mod write_timeout;
mod routes;
mod stream;

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

pub use assets::{page_file, page_files};
use guard::Guard;
pub use guard::POLICY;
use tabiya_db::Collection;

use crate::engine::EngineBounds;

/// Where and for whom to serve.
///
/// ```
/// use tabiya_web::Options;
///
/// let options = Options::default();
/// assert!(options.host.is_loopback());
/// assert_eq!(options.port, 8960);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on. Anything but a loopback address lets others on the network in.
    pub host: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Names, beside addresses, by which browsers may ask for the board.
    pub names: Vec<String>,
    /// A database of games for the explorer.
    pub database: Option<Arc<dyn Collection>>,
    /// Pages of these origins may ask the explorer too, such as `https://lichess.org`.
    pub allowed_origins: Vec<String>,
    /// What one of the engine's searches may take.
    pub engine: EngineBounds,
}

impl Options {
    /// Eight squares a side, and 960 ways to begin.
    pub const PORT: u16 = 8960;
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: Options::PORT,
            names: Vec::new(),
            database: None,
            allowed_origins: Vec::new(),
            engine: EngineBounds::default(),
        }
    }
}

/// A board that has its port and waits to be run.
///
/// ```
/// use tabiya_web::{Options, Server};
///
/// let server = Server::bind(&Options { port: 0, ..Options::default() })?;
/// assert!(server.url().starts_with("http://127.0.0.1:"));
/// let taken = Options { port: server.address().port(), ..Options::default() };
/// assert!(Server::bind(&taken).unwrap_err().to_string().contains("is taken"));
/// # Ok::<(), tabiya_web::ServerError>(())
/// ```
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    guard: Guard,
    database: Option<Arc<dyn Collection>>,
    engine: EngineBounds,
}

/// Why there is no board.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServerError {
    /// Another program has the port.
    Taken(SocketAddr),
    /// The address cannot be listened on.
    Bind(SocketAddr, io::Error),
    /// The system gives no threads or no signals.
    Run(io::Error),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Taken(address) => write!(
                f,
                "port {} is taken, perhaps by another board; choose another with --port, or any free one with --port 0",
                address.port()
            ),
            ServerError::Bind(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServerError::Run(error) => write!(f, "cannot serve: {error}"),
        }
    }
}

impl std::error::Error for ServerError {}

impl Server {
    /// Takes the port.
    pub fn bind(options: &Options) -> Result<Server, ServerError> {
        let wanted = SocketAddr::new(options.host, options.port);
        let listener = TcpListener::bind(wanted).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServerError::Taken(wanted),
            _ => ServerError::Bind(wanted, error),
        })?;
        let address = listener.local_addr().map_err(ServerError::Run)?;
        listener.set_nonblocking(true).map_err(ServerError::Run)?;
        let guard = Guard::new(address, &options.names).allow(&options.allowed_origins);
        Ok(Server { guard, listener, address, database: options.database.clone(), engine: options.engine })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to open in a browser on this machine.
    #[must_use]
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
            IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_owned(),
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        format!("http://{host}:{}/", self.address.port())
    }

    /// Serves until the program is told to stop.
    pub fn run(self) -> Result<(), ServerError> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.enable_all().build().map_err(ServerError::Run)?;
        runtime
            .block_on(accept::serve(self.listener, self.guard, self.database, self.engine))
            .map_err(ServerError::Run)?;
        // Searches that are still running need not be waited for.
        runtime.shutdown_background();
        Ok(())
    }
}
