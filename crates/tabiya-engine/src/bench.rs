//! `bench`: searches fixed positions to a fixed depth, for the node signature and speed.

use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tabiya::{Game, Position};
use tabiya_table::{SizeError, Table};

use crate::clock::Instant;
use crate::eval::Evaluate;
use crate::search::nodes_per_second;
use crate::{Limits, Searcher, Settings, Signals};

/// The default depth.
pub const DEPTH: u32 = 11;

/// The table's size in MiB.
const TABLE: usize = 16;

/// The result of a bench. The node count is the search's signature: the same program always visits the same number of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Nodes searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl Sum {
    /// Nodes per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Time (ms)      : {}", self.time.as_millis())?;
        writeln!(f, "Nodes searched : {}", self.nodes)?;
        write!(f, "Nodes/second   : {}", self.speed())
    }
}

/// Why a bench has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unfinished {
    /// Not enough memory for the table.
    NoTable(SizeError),
    /// It was stopped; a partial signature is meaningless.
    Stopped,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfinished::NoTable(problem) => problem.fmt(f),
            Unfinished::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Unfinished {}

/// Searches all positions of both games with one thread; calls `on_line` with a line for each.
///
/// ```
/// use tabiya_engine::{Signals, bench};
///
/// let quick = bench::run(2, &Signals::default(), &mut |_| {})?;
/// assert_eq!(quick.nodes, bench::run(2, &Signals::default(), &mut |_| {})?.nodes);
/// # Ok::<(), bench::Unfinished>(())
/// ```
pub fn run(depth: u32, signals: &Signals, on_line: &mut dyn FnMut(&str)) -> Result<Sum, Unfinished> {
    let started = Instant::now();
    let nodes = search_all::<tabiya::Chess>(CHESS, depth, signals, on_line)?
        + search_all::<tabiya::Makruk>(MAKRUK, depth, signals, on_line)?;
    Ok(Sum { nodes, time: started.elapsed() })
}

fn search_all<R: Evaluate>(
    fens: &[&str],
    depth: u32,
    signals: &Signals,
    on_line: &mut dyn FnMut(&str),
) -> Result<u64, Unfinished> {
    let mut table = Table::new(TABLE).map_err(Unfinished::NoTable)?;
    let mut searcher = Searcher::<R>::new();
    let mut sum = 0;
    for fen in fens {
        let position: Position<R> = fen.parse().expect("the bench's positions are legal");
        let game = Game::from_position(position);
        searcher.clear();
        table.clear(1);
        let (limits, settings) = (Limits::depth(depth), Settings::default());
        let found = searcher.search(&game, &limits, &settings, &table, signals, &mut |_| {});
        if signals.stop.load(Ordering::Relaxed) {
            return Err(Unfinished::Stopped);
        }
        let best = found.best.map_or_else(|| "-".into(), |mv| position.uci(mv));
        on_line(&format!("{:>9} {best:6} {} {fen}", found.nodes, found.score));
        sum += found.nodes;
    }
    Ok(sum)
}

/// Openings, middlegames and endgames, quiet and tactical: well-known positions, several of them from other engines' benches
/// (Stockfish's, "Win at Chess", Fine's *Basic Chess Endings*).
const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 10",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "2q3r1/1r2pk2/pp3pp1/2pP3p/P1Pb1BbP/1P4Q1/R3NPP1/4R1K1 w - - 2 34",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
];

const MAKRUK: &[&str] = &[
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "r1smks1r/3n4/pppppnpp/8/4P3/PPPP1PPP/4N3/RNSKMS1R w - - 0 1",
    "r3ks1r/2sm4/ppnpp1pp/2p2n2/2P1NP2/PPNPP1PP/3MS3/R1S1K2R w - - 0 12",
    "4k3/3ms3/1r2p1p1/p1p1P2p/P1PSN2P/1P1M2P1/4K3/5R2 b - - 0 30",
    "8/4k3/3m~4/8/2R1K3/3M~4/8/8 w - - 0 60",
];
