use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use clap::Args;
use tabiya_cli::args::{address, complain, name, origin};
use tabiya_db::Collection;
use tabiya_web::{Options, Server, ServerError};

use crate::Failure;
use crate::ask::Asked;

const EXAMPLES: &str = "\
Examples:
  tabiya-fleet serve games.rows --stats games.stats
  curl 'http://127.0.0.1:8960/masters?play=e2e4'    # as lichess' explorer is asked";

/// Serve the explorer's protocol and the board, as `tabiya serve --db` does
///
/// Rows that come later are seen when it is started again.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    #[command(flatten)]
    asked: Asked,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = Options::PORT)]
    port: u16,
    /// The address to listen on; anything but a loopback address lets others on the network in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = address)]
    host: IpAddr,
    /// A name, beside addresses, by which browsers may ask for the board; may be given several times
    #[arg(long = "name", value_name = "NAME", value_parser = name)]
    names: Vec<String>,
    /// Let pages of this origin ask the explorer too, such as `https://example.org`; may be given several times
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_parser = origin)]
    allowed_origins: Vec<String>,
}

impl Serve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let failed = |error: ServerError| Failure::BadInput(Some(error.to_string()));
        let games: Arc<dyn Collection> = Arc::from(self.asked.open()?);
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
            complain("warning", format!("everybody who can reach {} can ask", server.url()));
        }
        let mut out = std::io::stdout();
        writeln!(out, "{}", server.url()).and_then(|()| out.flush()).map_err(Failure::Output)?;
        server.run().map_err(failed)
    }
}
