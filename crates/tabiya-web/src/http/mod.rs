//! The HTTP server: connections, access control, routes.

mod accept;
mod assets;
mod body;
mod compress;
mod explorer;
mod guard;
mod link;
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

/// Options of the server.
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
    /// The address to listen on. Any address other than loopback admits the network.
    pub host: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Host names, beside addresses, that browsers may use for the server.
    pub names: Vec<String>,
    /// A database of games for the explorer.
    pub database: Option<Arc<dyn Collection>>,
    /// Origins whose pages may query the Explorer too, such as `https://lichess.org`.
    pub allowed_origins: Vec<String>,
    /// Limits of one search of the engine.
    pub engine: EngineBounds,
}

impl Options {
    /// The default port: 960 start positions on a board of width 8.
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

/// A server that is bound to its port and ready to run.
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

/// Why the server cannot run.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServerError {
    /// Another program uses the port.
    Taken(SocketAddr),
    /// The address cannot be listened on.
    Bind(SocketAddr, io::Error),
    /// The system provides no threads or no signals.
    Run(io::Error),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Taken(address) => write!(
                f,
                "port {} is taken, perhaps by another Tabiya server; choose another with --port, or any free one with --port 0",
                address.port()
            ),
            ServerError::Bind(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServerError::Run(error) => write!(f, "cannot serve: {error}"),
        }
    }
}

impl std::error::Error for ServerError {}

impl Server {
    /// Binds the port.
    pub fn bind(options: &Options) -> Result<Server, ServerError> {
        let address = SocketAddr::new(options.host, options.port);
        let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServerError::Taken(address),
            _ => ServerError::Bind(address, error),
        })?;
        let address = listener.local_addr().map_err(ServerError::Run)?;
        listener.set_nonblocking(true).map_err(ServerError::Run)?;
        let guard = Guard::new(address, &options.names).allow(&options.allowed_origins);
        Ok(Server { guard, listener, address, database: options.database.clone(), engine: options.engine })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The URL for a browser on this machine.
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

    /// Serves until a signal stops the program.
    pub fn run(self) -> Result<(), ServerError> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.enable_all().build().map_err(ServerError::Run)?;
        runtime
            .block_on(accept::serve(self.listener, self.guard, self.database, self.engine))
            .map_err(ServerError::Run)?;
        // Does not wait for running searches.
        runtime.shutdown_background();
        Ok(())
    }
}
