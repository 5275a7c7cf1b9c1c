use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use clap::{Args, Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya generate completions bash > ~/.local/share/bash-completion/completions/tabiya
  tabiya generate completions zsh > ~/.zfunc/_tabiya
  tabiya generate man ~/.local/share/man/man1";

/// Generate shell completions and man pages
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
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
        let mut program = crate::Cli::command();
        match &self.what {
            What::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut program, "tabiya", &mut script);
                output::answer(String::from_utf8_lossy(&script).trim_end())
            }
            What::Man { folder } => {
                let mut program = program.disable_help_subcommand(true);
                program.build();
                let written = fs::create_dir_all(folder).and_then(|()| write_pages(program, folder));
                let on_error = |error: io::Error| {
                    Failure::BadInput(format!("cannot write {}: {error}", folder.display()))
                };
                written.map(|()| Verdict::Good).map_err(on_error)
            }
        }
    }
}

/// The man pages of a command and its subcommands.
fn write_pages(command: Command, folder: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands() {
        write_pages(subcommand.clone(), folder)?;
    }
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_options = command.get_arguments().any(|argument| !argument.is_hide_set());
    let has_subcommands = command.has_subcommands();
    let has_version = command.get_version().is_some();
    let page = Man::new(command);
    let mut file = File::create(folder.join(page.get_filename()))?;
    page.render_title(&mut file)?;
    page.render_name_section(&mut file)?;
    page.render_synopsis_section(&mut file)?;
    page.render_description_section(&mut file)?;
    if has_options {
        page.render_options_section(&mut file)?;
    }
    if has_subcommands {
        page.render_subcommands_section(&mut file)?;
    }
    write_notes(&notes, &mut file)?;
    if has_version {
        page.render_version_section(&mut file)?;
    }
    file.flush()
}

/// The text after the options. Its paragraph of examples becomes a section with its lines as they are.
fn write_notes(text: &str, out: &mut impl Write) -> io::Result<()> {
    let (examples, notes): (Vec<&str>, Vec<&str>) =
        text.split("\n\n").filter(|part| !part.is_empty()).partition(|part| part.starts_with("Examples:"));
    let mut page = Roff::new();
    if !notes.is_empty() {
        page.control("SH", ["NOTES"]);
        for (place, paragraph) in notes.iter().enumerate() {
            if place > 0 {
                page.control("PP", iter::empty::<&str>());
            }
            page.text([roman(*paragraph)]);
        }
    }
    for paragraph in examples {
        page.control("SH", ["EXAMPLES"]);
        page.control("nf", iter::empty::<&str>());
        for line in paragraph.lines().skip(1) {
            page.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
        page.control("fi", iter::empty::<&str>());
    }
    page.to_writer(out)
}
