//! Games of random legal moves as PGN.
//!
//! Captures and promotions are more likely than other moves, so that games make progress.

use std::io::{self, Write};

use tabiya::keys::SplitMix64;
use tabiya::{Chess, Game, Move, MoveKind, Position};
use tabiya_pgn::{Export, GameResult};

/// Writes games, deterministic for a seed.
pub(super) fn write_games(count: u64, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let mut dice = SplitMix64::new(seed);
    let mut game = Game::<Chess>::new();
    for number in 1..=count {
        game.reset(Position::start());
        let max_plies = 20 + dice.below(160);
        while game.ply() < max_plies && game.outcome().is_none() && game.claim().is_none() {
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
            export = export.result(if drawn { GameResult::Draw } else { results[dice.below(3)] });
        }
        export.write(&game, out)?;
    }
    Ok(())
}

/// Prefers a capture or promotion, in at most three tries.
fn choose(moves: &[Move], dice: &mut SplitMix64) -> Move {
    let mut mv = moves[0];
    for _ in 0..3 {
        mv = moves[dice.below(moves.len())];
        if matches!(mv.kind, MoveKind::Capture | MoveKind::Promotion(_)) {
            break;
        }
    }
    mv
}
