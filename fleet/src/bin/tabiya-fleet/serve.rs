use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use clap::Args;
use tabiya_cli::args::{address, complain, name, origin};
use tabiya_db::Collection;
use tabiya_web::{Options, Server, ServerError};

use crate::Failure;
use crate::query::Source;

const EXAMPLES: &str = "\
Examples:
  tabiya-fleet serve games.rows --stats games.stats
  curl 'http://127.0.0.1:8960/masters?play=e2e4'    # the protocol of lichess' opening explorer";

/// Serve the board and the opening explorer, like `tabiya serve --db`
///
/// Rows added later are served after a restart.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    #[command(flatten)]
    source: Source,
    /// Port; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = Options::PORT)]
    port: u16,
    /// Address to listen on; other addresses than loopback allow access from the network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = address)]
    host: IpAddr,
    /// Host name by which browsers may open the board, besides addresses; repeatable
    #[arg(long = "name", value_name = "NAME", value_parser = name)]
    names: Vec<String>,
    /// Allow pages of this origin to query the explorer, such as `https://example.org`; repeatable
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_parser = origin)]
    allowed_origins: Vec<String>,
}

impl Serve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let failed = |error: ServerError| Failure::BadInput(Some(error.to_string()));
        let games: Arc<dyn Collection> = Arc::from(self.source.open()?);
        let options = Options {
            host: self.host,
            port: self.port,
            names: self.names,
            database: Some(games),
            allowed_origins: self.allowed_origins,
            ..Options::default()
        };
        let server = Server::bind(&options).map_err(failed)?;
        if !self.host.is_loopback() {
            complain("warning", format!("everyone who can reach {} can use it", server.url()));
        }
        let mut out = std::io::stdout();
        writeln!(out, "{}", server.url()).and_then(|()| out.flush()).map_err(Failure::Output)?;
        server.run().map_err(failed)
    }
}
