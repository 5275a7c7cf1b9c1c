//! Nodes per depth with the table off, for cutoffs only, for ordering only, and for both.
//!
//! Writes a table to standard output and, given a file name, a picture.
//!
//! ```text
//! cargo run --release -p tabiya-tune --example nodes_to_depth -- docs/nodes-to-depth.svg
//! ```

use std::fmt::Write as _;

use tabiya::{Chess, Game};
use tabiya_engine::{Limits, ReportBound, Searcher, Settings, Signals, TableUse};
use tabiya_table::Table;

/// No further iteration starts after this many nodes.
const PATIENCE: u64 = 40_000_000;

/// Name, position, and maximum depth.
const POSITIONS: [(&str, &str, u32); 4] = [
    ("opening", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", 18),
    ("middlegame", "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 10", 18),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 22),
    ("Fine 70", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 26),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut panels = Vec::new();
    for (name, fen, deepest) in POSITIONS {
        let game = Game::<Chess>::from_position(fen.parse()?);
        let curves = TableUse::ALL.map(|table_use| (table_use, nodes_by_depth(&game, table_use, deepest)));
        println!(
            "\n{name}: {fen}\n\n| depth | off | cutoffs | ordering | both | off / both |\n|---|---|---|---|---|---|"
        );
        for depth in (2..=deepest as usize).step_by(2) {
            let at = |i: usize| curves[i].1.get(depth - 1).map(|&(nodes, _)| nodes);
            if at(3).is_none() {
                break;
            }
            let cell = |nodes: Option<u64>| nodes.map_or("–".into(), |nodes| nodes.to_string());
            let ratio = at(0)
                .zip(at(3))
                .map_or("–".into(), |(off, both)| format!("{:.1}", off as f64 / both as f64));
            println!(
                "| {depth} | {} | {} | {} | {} | {ratio} |",
                cell(at(0)),
                cell(at(1)),
                cell(at(2)),
                cell(at(3))
            );
        }
        if let Some((_, best)) = curves[3].1.last() {
            println!("\nbest move with both, at the greatest depth: {best}");
        }
        panels.push((name, deepest, curves));
    }
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, picture(&panels))?;
    }
    Ok(())
}

/// The nodes when each depth was completed, and the best move.
fn nodes_by_depth(game: &Game<Chess>, table_use: TableUse, deepest: u32) -> Vec<(u64, String)> {
    let table = Table::new(256).expect("256 MiB can be had");
    let settings = Settings { table_use, ..Settings::default() };
    let limits = Limits { depth: Some(deepest), nodes: Some(PATIENCE), ..Limits::default() };
    let mut curve = Vec::new();
    Searcher::new().search(game, &limits, &settings, &table, &Signals::default(), &mut |report| {
        if report.bound == ReportBound::Exact {
            curve.push((report.nodes, game.position().san(report.line[0])));
        }
    });
    curve
}

type Curves = [(TableUse, Vec<(u64, String)>); 4];

/// Distinguishable by color-blind people (Okabe and Ito, 2008).
const COLORS: [&str; 4] = ["#000000", "#d55e00", "#009e73", "#0072b2"];

/// Four panels side by side, nodes on a logarithmic scale.
fn picture(panels: &[(&str, u32, Curves)]) -> String {
    const WIDTH: f64 = 300.0;
    const HEIGHT: f64 = 260.0;
    let mut svg = String::from(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1300 340' font-family='sans-serif' font-size='12'>\n\
         <rect width='1300' height='340' fill='white'/>\n",
    );
    for (i, (name, deepest, curves)) in panels.iter().enumerate() {
        let left = 50.0 + 315.0 * i as f64;
        let x = |depth: f64| left + depth / f64::from(*deepest) * (WIDTH - 30.0);
        let y = |nodes: f64| 30.0 + HEIGHT - nodes.max(1.0).log10() / 8.0 * HEIGHT;
        let _ = writeln!(svg, "<text x='{left}' y='18' font-weight='bold'>{name}</text>");
        for power in (0..=8).step_by(2) {
            let at = y(10_f64.powi(power));
            let _ = writeln!(
                svg,
                "<line x1='{left}' x2='{}' y1='{at}' y2='{at}' stroke='#ddd'/>",
                x(f64::from(*deepest))
            );
            let _ = writeln!(
                svg,
                "<text x='{}' y='{}' text-anchor='end' fill='#555'>10<tspan dy='-4' font-size='9'>{power}</tspan></text>",
                left - 4.0,
                at + 4.0
            );
        }
        for depth in (5..=*deepest).step_by(5) {
            let _ = writeln!(
                svg,
                "<text x='{}' y='306' text-anchor='middle' fill='#555'>{depth}</text>",
                x(f64::from(depth))
            );
        }
        for ((_, curve), color) in curves.iter().zip(COLORS) {
            let points: Vec<String> = curve
                .iter()
                .enumerate()
                .map(|(depth, &(nodes, _))| format!("{:.1},{:.1}", x(depth as f64 + 1.0), y(nodes as f64)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points='{}' fill='none' stroke='{color}' stroke-width='2'/>",
                points.join(" ")
            );
        }
    }
    for (i, (table_use, color)) in TableUse::ALL.iter().zip(COLORS).enumerate() {
        let left = 50 + 130 * i;
        let _ = writeln!(
            svg,
            "<rect x='{left}' y='322' width='18' height='4' fill='{color}'/><text x='{}' y='328'>{table_use}</text>",
            left + 24
        );
    }
    svg.push_str(
        "<text x='1250' y='328' text-anchor='end' fill='#555'>nodes (log) by depth</text>\n</svg>\n",
    );
    svg
}
