use std::collections::HashMap;

use tabiya::{AnyGame, AnyPosition, Claim, Move, TracedMove};
use tabiya_pgn::GameResult;
use wasm_bindgen::prelude::*;

use crate::move_code::code;
use crate::positions::Positions;
use crate::{error, joined, read_position};

/// So many half-moves are kept, of all games together; a game that is asked about alone is kept whole.
const MOST_PLIES: usize = 200_000;
/// What a game without moves takes, counted in half-moves.
const OWN_SIZE: usize = 16;

/// The games that were asked about last, by a number that JavaScript gives them.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Games {
    games: HashMap<u32, Kept>,
    /// Counts questions.
    now: u64,
    /// All of them together.
    size: usize,
}

#[derive(Debug)]
struct Kept {
    game: AnyGame,
    asked: u64,
    size: usize,
}

impl Games {
    fn game(&mut self, name: u32) -> Result<&mut Kept, JsError> {
        self.now += 1;
        let kept = self.games.get_mut(&name).ok_or_else(|| error("there is no game here"))?;
        kept.asked = self.now;
        Ok(kept)
    }

    fn play(&mut self, name: u32, mv: Move) -> Result<(), JsError> {
        let kept = self.game(name)?;
        kept.game.play_legal(mv);
        let grown = size_of(&kept.game).saturating_sub(kept.size);
        kept.size += grown;
        self.size += grown;
        self.make_room(name);
        Ok(())
    }

    /// Forgets what was asked about longer ago than the average, about a half: to look for one is as much work as for many.
    fn make_room(&mut self, spared: u32) {
        while self.size > MOST_PLIES && self.games.len() > 1 {
            let average = self.games.values().map(|kept| kept.asked).sum::<u64>() / self.games.len() as u64;
            self.games.retain(|name, kept| kept.asked > average || *name == spared);
            self.size = self.games.values().map(|kept| kept.size).sum();
        }
    }
}

fn size_of(game: &AnyGame) -> usize {
    OWN_SIZE + game.ply()
}

#[wasm_bindgen]
impl Games {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Games {
        Games::default()
    }

    /// Whether a game is remembered; if not it has to be opened again.
    pub fn has(&self, name: u32) -> bool {
        self.games.contains_key(&name)
    }

    /// Plays a game again, and takes so many moves of it back.
    pub fn open(
        &mut self,
        name: u32,
        start: &str,
        variant: &str,
        lenient: bool,
        moves: &str,
        taken_back: usize,
    ) -> Result<(), JsError> {
        let mut game = AnyGame::from(read_position(variant, start, lenient)?);
        for text in moves.split_ascii_whitespace() {
            let mv = game.position().parse_move(text).map_err(error)?;
            game.play_legal(mv);
        }
        let size = size_of(&game);
        for _ in 0..taken_back {
            game.undo();
        }
        self.forget(name);
        self.now += 1;
        self.games.insert(name, Kept { game, asked: self.now, size });
        self.size += size;
        self.make_room(name);
        Ok(())
    }

    pub fn forget(&mut self, name: u32) {
        if let Some(kept) = self.games.remove(&name) {
            self.size -= kept.size;
        }
    }

    /// Plays a move; false if the game is not remembered.
    pub fn push(&mut self, name: u32, uci: &str) -> Result<bool, JsError> {
        let Ok(kept) = self.game(name) else { return Ok(false) };
        let mv = kept.game.position().parse_uci(uci).map_err(error)?;
        self.play(name, mv)?;
        Ok(true)
    }

    /// The same in SAN; returns the move's code.
    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, name: u32, san: &str) -> Result<u32, JsError> {
        let position = self.game(name)?.game.position();
        let mv = position.parse_san(san).map_err(error)?;
        self.play(name, mv)?;
        Ok(code(&position, mv))
    }

    pub fn undo(&mut self, name: u32) -> Result<bool, JsError> {
        Ok(self.game(name)?.game.undo().is_some())
    }

    pub fn redo(&mut self, name: u32) -> Result<bool, JsError> {
        Ok(self.game(name)?.game.redo().is_some())
    }

    /// None if the game is not remembered.
    pub fn key(&mut self, name: u32) -> Option<u64> {
        self.game(name).ok().map(|kept| kept.game.position().key().0)
    }

    /// Copies the current position into a slot.
    pub fn position(&mut self, name: u32, positions: &mut Positions, slot: usize) -> Result<(), JsError> {
        positions.put(slot, self.game(name)?.game.position())
    }

    pub fn ply(&mut self, name: u32) -> Result<usize, JsError> {
        Ok(self.game(name)?.game.ply())
    }

    pub fn occurrences(&mut self, name: u32) -> Result<u32, JsError> {
        Ok(self.game(name)?.game.occurrences())
    }

    /// What may be claimed, with commas between.
    pub fn claims(&mut self, name: u32) -> Result<String, JsError> {
        Ok(listed(&self.game(name)?.game.claims()))
    }

    #[wasm_bindgen(js_name = claimWith)]
    pub fn claim_with(&mut self, name: u32, uci: &str) -> Result<Option<String>, JsError> {
        let game = &self.game(name)?.game;
        let mv = game.position().parse_uci(uci).map_err(error)?;
        Ok(game.claim_with(mv).map_err(error)?.map(|claim| claim.to_string()))
    }

    pub fn outcome(&mut self, name: u32) -> Result<Option<String>, JsError> {
        Ok(self.game(name)?.game.outcome().map(|outcome| outcome.to_string()))
    }

    pub fn result(&mut self, name: u32) -> Result<String, JsError> {
        Ok(GameResult::of(self.game(name)?.game.outcome()).to_string())
    }

    /// The codes of the moves so far.
    pub fn moves(&mut self, name: u32) -> Result<Vec<u32>, JsError> {
        Ok(steps(&self.game(name)?.game).map(|(position, mv)| code(&position, mv)).collect())
    }

    /// The moves so far, in SAN.
    pub fn sans(&mut self, name: u32) -> Result<String, JsError> {
        Ok(joined(steps(&self.game(name)?.game).map(|(position, mv)| position.san(mv))))
    }

    /// The keys of all positions, the start first.
    pub fn keys(&mut self, name: u32) -> Result<Vec<u64>, JsError> {
        Ok(self.game(name)?.game.positions().map(|position| position.key().0).collect())
    }

    /// What each move did: a line a move, its columns with tabs between.
    pub fn trace(&mut self, name: u32) -> Result<String, JsError> {
        let lines = self.game(name)?.game.trace().iter().map(trace_line).collect::<Vec<_>>();
        Ok(lines.join("\n"))
    }
}

/// Each position with the move played there.
fn steps(game: &AnyGame) -> impl Iterator<Item = (AnyPosition, Move)> {
    game.positions().zip(game.moves().iter().copied())
}

fn trace_line(traced: &TracedMove) -> String {
    let columns = [
        traced.uci.clone(),
        traced.san.clone(),
        traced.toggled.join(","),
        traced.key.to_string(),
        traced.occurrences.to_string(),
        traced.halfmove_clock.to_string(),
        traced.count.map(|count| count.to_string()).unwrap_or_default(),
        listed(&traced.claims),
        traced.outcome.map(|outcome| outcome.to_string()).unwrap_or_default(),
    ];
    columns.join("\t")
}

fn listed(claims: &[Claim]) -> String {
    claims.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
