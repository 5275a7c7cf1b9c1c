use crate::SECTIONS;

pub const HELP: &str = "\
Compares Tabiya with other libraries and programs, interleaved in one process.

usage: bench/run [--only SECTION,…] [--reps N] [--quick] [--json]

  --only    perft         leaves counted in bulk, millions per second
            keyed         every move played and every key read, millions per second
            makruk        the same as perft, compared with Fairy-Stockfish
            keys          the child's key without playing the move, and keys from scratch; nanoseconds
            repetition    repetition detection: a check, and maintaining its data; nanoseconds
            table         a probe and a store, compared with raw memory and with hash maps; nanoseconds
            pgn           100,000 games read and replayed, megabytes per second (generates them first)
            instructions  instructions per leaf (needs valgrind)
            cost          the cost of maintaining the keys, in instructions (needs valgrind; compiles once more)
  --reps    number of timed repetitions, at least 5 (9)
  --quick   smaller trees, 5 repetitions: for a quick estimate
  --json    one JSON object instead of tables

The environment variable TARGET_CPU selects the processor to compile for (x86-64-v3).
";

/// Command-line options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub only: Vec<String>,
    pub repetitions: usize,
    pub quick: bool,
    pub json: bool,
}

impl Options {
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options { only: Vec::new(), repetitions: 0, quick: false, json: false };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--quick" => options.quick = true,
                "--json" => options.json = true,
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                "--reps" => options.repetitions = repetitions(&value()?)?,
                _ => return Err(format!("unknown option {word}")),
            }
        }
        if options.repetitions == 0 {
            options.repetitions = if options.quick { 5 } else { 9 };
        }
        match options.only.iter().find(|name| SECTIONS.iter().all(|section| section.name != **name)) {
            Some(unknown) => Err(format!("unknown section {unknown}")),
            None => Ok(options),
        }
    }

    pub fn includes(&self, section: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == section)
    }
}

fn repetitions(text: &str) -> Result<usize, String> {
    let number = text.parse().map_err(|_| format!("--reps {text}: not a number"))?;
    if number < 5 {
        Err(format!("--reps {number}: at least 5 repetitions are needed for a median"))
    } else {
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Options, String> {
        Options::parse(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn without_options_everything_is_measured_nine_times() {
        let options = parse("").expect("no options are valid options");
        assert!(options.includes("perft") && options.includes("cost"));
        assert_eq!(options.repetitions, 9);
    }

    #[test]
    fn wrong_options_are_named() {
        assert_eq!(parse("--only perft,chess"), Err("unknown section chess".into()));
        assert_eq!(parse("--reps"), Err("--reps needs a value".into()));
        assert_eq!(parse("--reps 2"), Err("--reps 2: at least 5 repetitions are needed for a median".into()));
        assert_eq!(parse("--fast"), Err("unknown option --fast".into()));
    }
}
