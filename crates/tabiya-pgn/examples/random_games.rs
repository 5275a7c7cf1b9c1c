//! Writes games of random legal moves as PGN: `cargo run --release -p tabiya-pgn --example random_games -- 1000`.
//!
//! Captures and promotions are a little more likely than other moves, so that games get somewhere.

use std::io::{self, BufWriter, Write};

use tabiya::{Chess, Game, Move, MoveKind, Position};
use tabiya_pgn::{Export, GameResult};

#[allow(dead_code, reason = "bench/ uses this file as a module")]
fn main() -> io::Result<()> {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut out = BufWriter::new(io::stdout().lock());
    write_games(count, 2026, &mut out)?;
    out.flush()
}

/// Writes so many games; the same ones for the same seed.
pub fn write_games(count: u64, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let mut dice = Dice(seed);
    let mut game = Game::<Chess>::new();
    for number in 1..=count {
        game.reset(Position::start());
        let most_plies = 20 + dice.below(160);
        while (game.ply() as u64) < most_plies && game.outcome().is_none() && game.claim().is_none() {
            let moves = game.position().legal_moves();
            game.play_legal(choose(&moves, &mut dice));
        }
        let mut export = Export::new()
            .tag("Event", "Random games")
            .tag("Site", "bench")
            .tag("Date", "2026.01.01")
            .tag("Round", &number.to_string())
            .tag("White", &format!("Die {}", dice.below(1000)))
            .tag("Black", &format!("Die {}", dice.below(1000)));
        if game.outcome().is_none() {
            let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
            let drawn = game.claim().is_some();
            export = export.result(if drawn { GameResult::Draw } else { results[dice.below(3) as usize] });
        }
        export.write(&game, out)?;
    }
    Ok(())
}

/// Three throws at most for a move that takes or promotes.
fn choose(moves: &[Move], dice: &mut Dice) -> Move {
    let mut mv = moves[0];
    for _ in 0..3 {
        mv = moves[dice.below(moves.len() as u64) as usize];
        if matches!(mv.kind, MoveKind::Capture | MoveKind::Promotion(_)) {
            break;
        }
    }
    mv
}

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * u128::from(bound)) >> 64) as u64
    }
}
