//! `tabiya match`: matches between engines.

mod json;
mod live;
mod overall;
mod record;
mod rules;
mod table;

use std::collections::BTreeSet;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use tabiya_match::stats::Sprt;
use tabiya_match::{
    Adjudication, Choice, DrawRule, EarlierGame, EngineSpec, Match as Plan, MatchError, Openings, ResignRule,
    Standings,
};

use super::Common;
use crate::interrupt;
use crate::output::{self, Failure, Verdict};
use crate::overwrite;
use live::Live;

const EXAMPLES: &str = "\
Examples:
  tabiya match --engine 'cmd=./new arg=uci' --engine 'cmd=./old arg=uci' --each nodes=20000
  tabiya match --engine 'cmd=tabiya arg=uci' \\
      --engine 'cmd=stockfish option.UCI_LimitStrength=true option.UCI_Elo=2500' \\
      --each 'tc=8+0.08 option.Hash=16' --pairs 100 --concurrency 2 --pgn games.pgn
  tabiya match --variant makruk --engine 'cmd=tabiya arg=uci' --engine cmd=fairy-stockfish \\
      --each nodes=20000
  tabiya match --engine cmd=./new --engine cmd=./old --each tc=8+0.08 --sprt elo0=0,elo1=5
  tabiya match --engine cmd=./a --engine cmd=./b --each depth=6 --openings book.pgn
  tabiya match --engine cmd=./a --engine cmd=./b --each tc=8+0.08 --openings book.bin \\
      --pgn games.pgn --resume
  tabiya match --gauntlet --engine cmd=./new --engine cmd=./a --engine cmd=./b \\
      --each movetime=100 --json

An engine is described by key=value words; put values with blanks in quotes:
  cmd=FILE arg=ARG …     the program and its arguments
  dir=FOLDER             the working directory
  name=NAME              its name in tables and PGN
  option.NAME=VALUE      a UCI option
  nodes=N depth=N movetime=MS tc=[MOVES/]SECONDS[+INCREMENT]
                         limits of its searches; they replace those of --each
  timemargin=MS          tolerance before a move loses on time (50)
  restart=on             restart it for each game

Mate, draws and legal moves are decided by the rules, not by what engines report. A crash, a hang,
an illegal move or a move that is too late loses the game and is counted; the match continues.
Ctrl-C ends the match and prints the results so far.
Exit status: 0 played or stopped, 1 an engine or a file is bad, 2 wrong usage.";

/// Play matches between UCI engines, with Elo and error bars
///
/// Each opening is played twice with colors swapped, and the error bars are those of such pairs.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Match {
    /// An engine, as key=value words; give two, or more for a round robin
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// With more than two engines, play only the first against the others
    #[arg(long)]
    gauntlet: bool,
    /// Settings for all engines, as key=value words
    #[arg(long, value_name = "SPEC", default_value = "")]
    each: String,
    /// Number of games, even
    #[arg(long, value_name = "N", conflicts_with = "pairs", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Number of openings, each played twice [default: 100; with --sprt, until decided]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: Option<u64>,
    /// Whether each opening is played twice, with colors swapped
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = ["on", "off"])]
    swap: String,
    /// Number of games in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Openings from a file: games (*.pgn), a Polyglot book (*.bin), or one FEN or EPD per line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "balance"])]
    openings: Option<PathBuf>,
    /// Number of half-moves to take from each game or book line
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<usize>,
    /// Take the file's openings in random order, by --seed, instead of from the start
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Without a file, the number of random half-moves at the start
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(0..=60))]
    random_plies: u64,
    /// Maximum evaluation of random openings, in centipawns, by the first engine; 0 accepts any
    #[arg(long, value_name = "CP", default_value_t = 120)]
    balance: u32,
    /// Seed of random openings, or of the order of those in a file
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Adjudicate a draw when both engines agree: movenumber=40,movecount=8,score=10
    #[arg(long, value_name = "RULE", value_parser = rules::draw)]
    draw: Option<DrawRule>,
    /// Adjudicate a loss by the loser's score: movecount=4,score=600
    #[arg(long, value_name = "RULE", value_parser = rules::resign)]
    resign: Option<ResignRule>,
    /// Adjudicate a draw after this many moves
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_moves: u32,
    /// Stop by a sequential test: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic|normalised
    #[arg(long, value_name = "TEST", value_parser = rules::sprt)]
    sprt: Option<Sprt>,
    /// Append the games to this file as they end
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Resume the match in the file of --pgn: its games count and are not played again
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// The event name in PGN tags
    #[arg(long, value_name = "NAME", default_value = "tabiya match")]
    event: String,
    /// Kill an engine that does not respond for this many seconds without a running clock
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    #[command(flatten)]
    common: Common,
}

/// The number of rounds with --sprt: the test decides long before.
const MAX_SPRT_ROUNDS: u64 = 500_000;

impl Match {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        if let Some(pgn) = &self.pgn {
            overwrite::refuse(pgn, &self.openings)?;
        }
        let earlier_games = match self.pgn.as_ref().filter(|_| self.resume) {
            Some(path) => record::earlier_games(path, self.common.variant())?,
            None => Vec::new(),
        };
        let plans = self.plans(&earlier_games)?;
        let mut pgn = self.pgn.as_ref().map(|path| record::open(path, self.resume)).transpose()?;
        let stop = interrupt::flag();
        let mut played = Vec::new();
        for (number, plan) in (1..).zip(&plans) {
            let standings = self.play(plan, (number, plans.len()), pgn.as_mut(), &stop)?;
            let failure = standings.failure.clone();
            played.push((plan, standings));
            if let Some(error) = failure {
                self.print(&played)?;
                return Err(Failure::BadInput(format!("the match was aborted: {error}")));
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        self.print(&played)
    }

    fn play(
        &self,
        plan: &Plan,
        number: (usize, usize),
        mut pgn: Option<&mut File>,
        stop: &AtomicBool,
    ) -> Result<Standings, Failure> {
        let live = Live::new(plan, number);
        let mut broken = None;
        let standings = plan.run(stop, &mut |played, standings| {
            live.show(played, standings);
            match pgn.as_mut().map_or(Ok(()), |file| record::append(file, played)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    broken = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        live.finish();
        let mut standings = standings.map_err(|error| Failure::BadInput(error.to_string()))?;
        if let (Some(error), Some(path)) = (broken, &self.pgn) {
            // Print the results in any case.
            standings.failure = Some(MatchError::Record(format!("{}: {error}", path.display())));
        }
        Ok(standings)
    }

    fn print(&self, played: &[(&Plan, Standings)]) -> Result<Verdict, Failure> {
        if self.common.json {
            let mut matches: Vec<json::Answer<'_>> =
                played.iter().map(|(plan, standings)| json::Answer::of(plan, standings)).collect();
            let only = if self.engines.len() == 2 { matches.pop() } else { None };
            return output::answer(match only {
                Some(only) => output::json(&only),
                None => {
                    output::json(&json::Answers { matches, ratings: overall::ratings(&standings(played)) })
                }
            });
        }
        let mut tables: Vec<String> = played.iter().map(|(_, standings)| table::table(standings)).collect();
        if self.engines.len() > 2 {
            tables.push(overall::table(&standings(played)));
        }
        output::answer(tables.join("\n").trim_end())
    }

    /// Two engines play one match; more of them a round robin, or a gauntlet of the first.
    fn plans(&self, earlier_games: &[EarlierGame]) -> Result<Vec<Plan>, Failure> {
        let specs: Result<Vec<EngineSpec>, _> =
            self.engines.iter().map(|text| EngineSpec::parse(text, &self.each)).collect();
        let mut specs = specs.map_err(|error| Failure::conflict(format!("--engine or --each: {error}")))?;
        match specs.len() {
            0 | 1 => return Err(Failure::conflict("a match needs two --engine or more")),
            2 => {}
            _ => check_names(&mut specs)?,
        }
        let openings = self.openings()?;
        let mut plans = Vec::new();
        for (index, second) in specs.iter().enumerate().skip(1) {
            let opponents = if self.gauntlet { &specs[..1] } else { &specs[..index] };
            for first in opponents {
                let mut plan = self.plan([first.clone(), second.clone()], openings.clone())?;
                plan.earlier_games = earlier_games.to_vec();
                plans.push(plan);
            }
        }
        Ok(plans)
    }

    fn plan(&self, engines: [EngineSpec; 2], openings: Openings) -> Result<Plan, Failure> {
        let mut plan = Plan::new(engines, self.common.variant(), self.rounds()?);
        plan.swaps = self.swaps();
        plan.openings = openings;
        plan.adjudication = Adjudication { max_moves: self.max_moves, draw: self.draw, resign: self.resign };
        plan.sprt = self.sprt;
        plan.concurrency = usize::from(self.concurrency);
        plan.timeouts.search = Duration::from_secs(self.timeout);
        plan.timeouts.start = plan.timeouts.start.min(plan.timeouts.search);
        plan.event.clone_from(&self.event);
        Ok(plan)
    }

    fn swaps(&self) -> bool {
        self.swap == "on"
    }

    fn rounds(&self) -> Result<u64, Failure> {
        match (self.games, self.pairs) {
            (Some(games), _) if self.swaps() && games % 2 == 1 => {
                let why = "each opening is played twice, so --games must be even (or --swap off)";
                Err(Failure::conflict(why))
            }
            (Some(games), _) => Ok(if self.swaps() { games / 2 } else { games }),
            (None, Some(pairs)) => Ok(pairs),
            (None, None) => Ok(if self.sprt.is_some() { MAX_SPRT_ROUNDS } else { 100 }),
        }
    }

    fn openings(&self) -> Result<Openings, Failure> {
        if let Some(path) = &self.openings {
            let mut choice = Choice::first(usize::try_from(self.rounds()?).unwrap_or(usize::MAX));
            choice.plies = self.opening_plies;
            // Lines of a book have no order.
            let is_book = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("bin"));
            choice.shuffle = (self.shuffle || is_book).then_some(self.seed);
            let openings = Openings::from_file(path, self.common.variant(), choice);
            return openings.map_err(|error| Failure::BadInput(error.to_string()));
        }
        Ok(Openings::Random {
            plies: self.random_plies as usize,
            seed: self.seed,
            balance: Some(self.balance).filter(|balance| *balance > 0),
        })
    }
}

fn standings<'a>(played: &'a [(&Plan, Standings)]) -> Vec<&'a Standings> {
    played.iter().map(|(_, standings)| standings).collect()
}

/// Rejects duplicate names, which would mix up the table.
fn check_names(specs: &mut [EngineSpec]) -> Result<(), Failure> {
    let mut names = BTreeSet::new();
    for (index, spec) in specs.iter_mut().enumerate() {
        match &spec.name {
            None => spec.number = Some(index + 1),
            Some(name) if names.insert(name.clone()) => {}
            Some(name) => return Err(Failure::conflict(format!("two engines are called {name}"))),
        }
    }
    Ok(())
}
