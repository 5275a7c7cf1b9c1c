use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use tabiya_cli::args::{address, name, origin};
use tabiya_db::{Collection, Database};
use tabiya_web::{EngineBounds, Options, Server, ServerError};

use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya serve
  tabiya serve --open
  tabiya serve --port 0
  tabiya serve --max-threads 8 --max-hash 4096       # limits of one analysis
  tabiya serve --host 192.168.1.7 --name chess.local
  tabiya serve --db games.tabiya                    # with an explorer
  curl 'http://127.0.0.1:8960/masters?play=e2e4'    # lichess' explorer protocol
  tabiya serve --db games.tabiya --allow-origin https://example.org";

/// Serve the board in the browser
///
/// With a database the page has an Explorer, and the server implements lichess' opening explorer protocol (/masters, /lichess,
/// /player) for programs, and for pages of other sites if they are allowed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// Port; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = Options::PORT)]
    port: u16,
    /// Address to listen on; anything but a loopback address opens the server to the network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = address)]
    host: IpAddr,
    /// Additional host name that browsers may use; repeatable
    #[arg(long = "name", value_name = "NAME", value_parser = name)]
    names: Vec<String>,
    /// Database of games for the explorer
    #[arg(long, value_name = "DB")]
    db: Option<PathBuf>,
    /// Allow pages of this origin to query the explorer, such as `https://example.org`; repeatable
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_parser = origin, requires = "db")]
    allowed_origins: Vec<String>,
    /// Maximum threads per search of the board's engine [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    max_threads: Option<u16>,
    /// Maximum table size per search in MB [default: 256]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    max_hash: Option<u32>,
    /// Maximum number of lines per search [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=50))]
    max_lines: Option<u16>,
    /// Open the board in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(super) fn run(self) -> Result<Verdict, Failure> {
        let failed = |error: ServerError| Failure::BadInput(error.to_string());
        let database = self.db.as_deref().map(Database::open).transpose();
        let database = database.map_err(|error| Failure::BadInput(error.to_string()))?;
        let engine = self.bounds();
        let server = Server::bind(&Options {
            host: self.host,
            port: self.port,
            names: self.names,
            database: database.map(|database| Arc::new(database) as Arc<dyn Collection>),
            engine,
            allowed_origins: self.allowed_origins,
        });
        let server = server.map_err(failed)?;
        if !self.host.is_loopback() {
            let what = if self.db.is_some() { "the board and the database" } else { "the board" };
            complain("warning", format!("{what} can be used from {}", reachable(&server)));
        }
        output::answer(server.url())?;
        complain("note", "press Ctrl-C to stop");
        if self.open && opener::open_browser(server.url()).is_err() {
            complain("warning", "cannot open a browser; open the address above");
        }
        server.run().map_err(failed)?;
        Ok(Verdict::Good)
    }

    fn bounds(&self) -> EngineBounds {
        let usual = EngineBounds::default();
        EngineBounds {
            threads: self.max_threads.map_or(usual.threads, usize::from),
            hash: self.max_hash.map_or(usual.hash, |hash| hash as usize),
            lines: self.max_lines.map_or(usual.lines, usize::from),
        }
    }
}

/// From where the server can be reached.
fn reachable(server: &Server) -> String {
    let address = server.address();
    if address.ip().is_unspecified() {
        return format!("the network: port {}, all addresses of this machine", address.port());
    }
    server.url()
}
