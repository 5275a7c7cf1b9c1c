use std::path::PathBuf;
use std::{fs, io};

use clap::{Args, Command, CommandFactory, Subcommand};
use clap_complete::Shell;

use crate::output::{self, Failure, Verdict};

/// Generate shell completions and man pages
#[derive(Args, Debug)]
pub(crate) struct Generate {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Print shell completions
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write a man page for each command into a folder
    Man {
        /// The folder; created if missing
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

impl Generate {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let program = crate::Cli::command();
        match &self.what {
            What::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut without_hidden(&program), "tabiya", &mut script);
                output::answer(String::from_utf8_lossy(&script).trim_end())
            }
            What::Man { folder } => {
                let written =
                    fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(program, folder));
                let on_error = |error: io::Error| {
                    Failure::BadInput(format!("cannot write {}: {error}", folder.display()))
                };
                written.map(|()| Verdict::Good).map_err(on_error)
            }
        }
    }
}

/// The program as shown in its help: completions of some shells would include hidden commands.
fn without_hidden(program: &Command) -> Command {
    let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
    let version = env!("CARGO_PKG_VERSION");
    Command::new("tabiya").version(version).args(program.get_arguments()).subcommands(shown)
}
