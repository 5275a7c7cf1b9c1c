//! Benchmarks of Tabiya and other libraries, interleaved in one process. See `docs/design/benchmarks.md`.

mod clock;
mod instructions;
mod keys;
mod keys_cost;
mod options;
mod peer;
mod peers;
mod pgn;
mod repetition;
mod table;
mod transpositions;
mod trees;

use std::io;
use std::process::ExitCode;

use options::Options;
use table::Table;

/// A section of the benchmark. A new one needs a file with a function, a line here and a line in the help.
struct Section {
    name: &'static str,
    measure: fn(&Options) -> io::Result<Vec<Table>>,
}

const SECTIONS: &[Section] = &[
    Section { name: "perft", measure: trees::perft },
    Section { name: "keyed", measure: trees::keyed },
    Section { name: "makruk", measure: trees::makruk },
    Section { name: "keys", measure: keys::measure },
    Section { name: "repetition", measure: repetition::measure },
    Section { name: "table", measure: transpositions::measure },
    Section { name: "pgn", measure: pgn::measure },
    Section { name: "instructions", measure: instructions::measure },
    Section { name: "cost", measure: keys_cost::measure },
];

/// The flags this program and every library in it were compiled with.
const FLAGS: &str = match option_env!("RUSTFLAGS") {
    Some(flags) => flags,
    None => "",
};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        print!("{}", options::HELP);
        return ExitCode::SUCCESS;
    }
    // The program counts its own instructions by running itself, with one of these words first.
    match words.first().map(String::as_str) {
        Some(instructions::ALONE) => return finish(instructions::alone(&words[1..])),
        Some(keys_cost::HAS_NO_KEYS) => {
            return ExitCode::from(u8::from(!keys_cost::has_no_keys()));
        }
        _ => {}
    }
    match Options::parse(words.into_iter()) {
        Ok(options) => finish(run(&options)),
        Err(problem) => {
            eprintln!("{problem}; see --help");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> io::Result<()> {
    let mut tables = Vec::new();
    if !options.json {
        println!("{}; {FLAGS}; {} interleaved repetitions\n", processor(), options.repetitions);
    }
    for section in SECTIONS.iter().filter(|section| options.includes(section.name)) {
        for table in (section.measure)(options)? {
            if !options.json {
                println!("{table}");
            }
            tables.push(table);
        }
    }
    if options.json {
        let tables: Vec<String> = tables.iter().map(Table::to_json).collect();
        println!(
            "{{\"processor\":\"{}\",\"flags\":\"{FLAGS}\",\"repetitions\":{},\"tables\":[{}]}}",
            processor(),
            options.repetitions,
            tables.join(",")
        );
    }
    Ok(())
}

fn finish(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown processor", |(_, name)| name).to_owned()
}
