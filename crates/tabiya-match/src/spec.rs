use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tabiya::printable;

use crate::shell_words::words;
use crate::{Limit, TimeControl};

/// The configuration of an engine: command, options and limits.
///
/// ```
/// use tabiya_match::EngineSpec;
///
/// let spec = EngineSpec::parse("cmd=./tabiya arg=uci name=New option.Hash=16", "nodes=20000 option.Hash=8")?;
/// assert_eq!(spec.command, ["./tabiya", "uci"]);
/// assert_eq!(spec.options, [("Hash".to_string(), "16".to_string())]);
/// assert_eq!(spec.limit.to_string(), "20000 nodes/move");
/// # Ok::<(), tabiya_match::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EngineSpec {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The working directory; by default the current one.
    pub folder: Option<PathBuf>,
    /// The name in results; by default the name that the engine reports.
    pub name: Option<String>,
    /// A number appended to the reported name, to distinguish engines of the same name.
    pub number: Option<usize>,
    /// UCI options and their values.
    pub options: Vec<(String, String)>,
    /// Limits of each move.
    pub limit: Limit,
    /// The tolerance before a move loses on time.
    pub margin: Duration,
    /// Whether the engine is restarted for each game.
    pub restarts: bool,
}

/// An invalid engine configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SpecError(String);

/// The usual delay by scheduling and pipes on a busy machine.
const MARGIN: Duration = Duration::from_millis(50);

impl EngineSpec {
    /// An engine without arguments, options or limits.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> EngineSpec {
        EngineSpec { command: vec![program.into()], ..EngineSpec::empty() }
    }

    fn empty() -> EngineSpec {
        EngineSpec {
            // The program may come after its arguments.
            command: vec![OsString::new()],
            folder: None,
            name: None,
            number: None,
            options: Vec::new(),
            limit: Limit::default(),
            margin: MARGIN,
            restarts: false,
        }
    }

    /// Reads `key=value` words. `each` has the settings common to all engines.
    ///
    /// Keys are `cmd`, `arg` (repeated for each argument), `dir` (working directory), `name`, `option.NAME`, `nodes`, `depth`,
    /// `movetime` (milliseconds), `tc`, `timemargin` (milliseconds) and `restart` (`on` or `off`). An engine with a limit
    /// of its own ignores the common limits. Values with blanks are quoted.
    ///
    /// # Errors
    ///
    /// A word is invalid, or the program or a limit is missing.
    pub fn parse(text: &str, each: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::empty();
        spec.read(each)?;
        let common = std::mem::take(&mut spec.limit);
        if spec.command != EngineSpec::empty().command || spec.name.is_some() {
            return Err(SpecError("`cmd`, `arg` and `name` belong to one engine, not to each".into()));
        }
        spec.read(text)?;
        if spec.limit.is_none() {
            spec.limit = common;
        }
        if spec.command[0].is_empty() {
            return Err(SpecError(format!("no `cmd=` in `{}`", printable(text))));
        }
        if spec.limit.is_none() {
            let hint = "give nodes, depth, movetime or tc";
            return Err(SpecError(format!("`{}` has no limit: {hint}", printable(text))));
        }
        Ok(spec)
    }

    /// The name, or the command if there is none.
    pub(crate) fn label(&self) -> String {
        let words: Vec<_> = self.command.iter().map(|word| word.to_string_lossy()).collect();
        self.name.clone().unwrap_or_else(|| printable(&words.join(" ")))
    }

    fn read(&mut self, text: &str) -> Result<(), SpecError> {
        for word in words(text).map_err(SpecError)? {
            let Some((key, value)) = word.split_once('=') else {
                return Err(SpecError(format!("`{}` is not key=value", printable(&word))));
            };
            self.set(key, value).map_err(|why| SpecError(format!("`{}`: {why}", printable(&word))))?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "cmd" if !self.command[0].is_empty() => {
                return Err("`cmd` is given twice; arguments are `arg=`".into());
            }
            "cmd" => self.command[0] = value.into(),
            "arg" => self.command.push(value.into()),
            "dir" => self.folder = Some(value.into()),
            "name" => self.name = Some(printable(value)),
            "nodes" => self.limit.nodes = Some(positive(value)?),
            "depth" => self.limit.depth = Some(positive(value)?.min(1000) as u32),
            "movetime" => self.limit.move_time = Some(Duration::from_millis(positive(value)?)),
            "tc" => {
                let clock = value.parse::<TimeControl>().map_err(|error| error.to_string())?;
                self.limit.clock = Some(clock);
            }
            "timemargin" => self.margin = Duration::from_millis(milliseconds(value)?),
            "restart" => self.restarts = switch(value)?,
            _ => match key.strip_prefix("option.") {
                Some(name) if is_plain(name) && is_plain(value) => self.set_option(name, value),
                Some(_) => return Err("options cannot contain control characters".into()),
                None => return Err(format!("expected one of {KEYS}")),
            },
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_string(), value.to_string()));
    }
}

const KEYS: &str = "cmd, arg, dir, name, option.NAME, nodes, depth, movetime, tc, timemargin, restart";
const DAY: u64 = 86_400_000;

/// A line end in a value would start a second UCI command.
fn is_plain(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

fn positive(value: &str) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected a positive number".to_string())
}

fn milliseconds(value: &str) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| *number <= DAY);
    number.ok_or_else(|| "expected milliseconds, at most one day".to_string())
}

fn switch(value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".into()),
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, each: &str) -> String {
        EngineSpec::parse(text, each).expect_err(text).to_string()
    }

    #[test]
    fn a_limit_of_its_own_replaces_the_common_ones() {
        let spec = EngineSpec::parse("cmd=a depth=6", "nodes=1000 tc=1+0").expect("a valid configuration");
        assert_eq!(spec.limit, Limit { depth: Some(6), ..Limit::default() });
    }

    #[test]
    fn blanks_are_quoted_and_arguments_keep_their_order() {
        let text = "arg=-x cmd='/my engines/a b' arg=\"two words\" 'option.Move Overhead=10' depth=1";
        let spec = EngineSpec::parse(text, "").expect("a valid configuration");
        assert_eq!(spec.command, ["/my engines/a b", "-x", "two words"]);
        assert_eq!(spec.options, [("Move Overhead".into(), "10".into())]);
    }

    #[test]
    fn errors_name_the_word() {
        assert_eq!(refusal("nodes=1", ""), "no `cmd=` in `nodes=1`");
        assert_eq!(refusal("arg=uci nodes=1", ""), "no `cmd=` in `arg=uci nodes=1`");
        assert_eq!(refusal("cmd= nodes=1", ""), "no `cmd=` in `cmd= nodes=1`");
        assert_eq!(refusal("cmd=a cmd=b nodes=1", ""), "`cmd=b`: `cmd` is given twice; arguments are `arg=`");
        assert_eq!(refusal("cmd=a", "arg=b"), "`cmd`, `arg` and `name` belong to one engine, not to each");
        assert_eq!(refusal("cmd=a", ""), "`cmd=a` has no limit: give nodes, depth, movetime or tc");
        assert_eq!(refusal("cmd=a nodes", ""), "`nodes` is not key=value");
        assert_eq!(refusal("cmd=a nodes=0", ""), "`nodes=0`: expected a positive number");
        assert_eq!(refusal("cmd=a 'name=x", ""), "the quote ' is not closed");
        assert_eq!(refusal("cmd=a tc=x", ""), "`tc=x`: expected seconds as in 8+0.08, 1:30+1 or 40/60+0.5");
        assert!(
            refusal("cmd=a 'option.X=1\nquit'", "").ends_with("options cannot contain control characters")
        );
        assert!(refusal("cmd=a colour=red", "").contains("expected one of cmd, arg"));
        assert_eq!(refusal("cmd=a", "name=b"), "`cmd`, `arg` and `name` belong to one engine, not to each");
    }
}
