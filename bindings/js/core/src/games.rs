use std::collections::HashMap;

use tabiya::{AnyGame, AnyPosition, Claim, Move, TracedMove};
use tabiya_pgn::GameResult;
use wasm_bindgen::prelude::*;

use crate::move_code::code;
use crate::positions::Positions;
use crate::{error, joined, read_position};

/// The maximum number of half-moves of all stored games together. A single game may be longer.
const MAX_PLIES: usize = 200_000;
/// The size of a game without moves, in half-moves.
const OWN_SIZE: usize = 16;

/// The most recently used games, by a number that JavaScript assigns.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Games {
    games: HashMap<u32, StoredGame>,
    /// A counter of accesses.
    now: u64,
    /// The sum of all sizes.
    size: usize,
}

#[derive(Debug)]
struct StoredGame {
    game: AnyGame,
    last_use: u64,
    size: usize,
}

impl Games {
    fn game(&mut self, id: u32) -> Result<&mut StoredGame, JsError> {
        self.now += 1;
        let stored = self.games.get_mut(&id).ok_or_else(|| error("no such game"))?;
        stored.last_use = self.now;
        Ok(stored)
    }

    fn play(&mut self, id: u32, mv: Move) -> Result<(), JsError> {
        let stored = self.game(id)?;
        stored.game.play_legal(mv);
        let grown = size_of(&stored.game).saturating_sub(stored.size);
        stored.size += grown;
        self.size += grown;
        self.make_room(id);
        Ok(())
    }

    /// Removes the games used less recently than the average, about half of them: finding one is as much work.
    fn make_room(&mut self, keep: u32) {
        while self.size > MAX_PLIES && self.games.len() > 1 {
            let average =
                self.games.values().map(|stored| stored.last_use).sum::<u64>() / self.games.len() as u64;
            self.games.retain(|id, stored| stored.last_use > average || *id == keep);
            self.size = self.games.values().map(|stored| stored.size).sum();
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

    /// Whether a game is stored; otherwise it must be opened again.
    pub fn has(&self, id: u32) -> bool {
        self.games.contains_key(&id)
    }

    /// Stores a game: plays its moves, then undoes some.
    pub fn open(
        &mut self,
        id: u32,
        start: &str,
        variant: &str,
        strict: bool,
        moves: &str,
        undone: usize,
    ) -> Result<(), JsError> {
        let mut game = AnyGame::from(read_position(variant, start, strict)?.position);
        for text in moves.split_ascii_whitespace() {
            let mv = game.position().parse_move(text).map_err(error)?;
            game.play_legal(mv);
        }
        let size = size_of(&game);
        for _ in 0..undone {
            game.undo();
        }
        self.remove(id);
        self.now += 1;
        self.games.insert(id, StoredGame { game, last_use: self.now, size });
        self.size += size;
        self.make_room(id);
        Ok(())
    }

    pub fn remove(&mut self, id: u32) {
        if let Some(stored) = self.games.remove(&id) {
            self.size -= stored.size;
        }
    }

    /// Plays a move; false if the game is not stored.
    pub fn push(&mut self, id: u32, uci: &str) -> Result<bool, JsError> {
        let Ok(stored) = self.game(id) else { return Ok(false) };
        let mv = stored.game.position().parse_uci(uci).map_err(error)?;
        self.play(id, mv)?;
        Ok(true)
    }

    /// The same in SAN; returns the move's code.
    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, id: u32, san: &str) -> Result<u32, JsError> {
        let position = self.game(id)?.game.position();
        let mv = position.parse_san(san).map_err(error)?;
        self.play(id, mv)?;
        Ok(code(&position, mv))
    }

    pub fn undo(&mut self, id: u32) -> Result<bool, JsError> {
        Ok(self.game(id)?.game.undo().is_some())
    }

    pub fn redo(&mut self, id: u32) -> Result<bool, JsError> {
        Ok(self.game(id)?.game.redo().is_some())
    }

    /// `None` if the game is not stored.
    pub fn key(&mut self, id: u32) -> Option<u64> {
        self.game(id).ok().map(|stored| stored.game.position().key().0)
    }

    /// Copies the current position into a slot.
    pub fn position(&mut self, id: u32, positions: &mut Positions, slot: usize) -> Result<(), JsError> {
        positions.put(slot, self.game(id)?.game.position())
    }

    pub fn ply(&mut self, id: u32) -> Result<usize, JsError> {
        Ok(self.game(id)?.game.ply())
    }

    pub fn occurrences(&mut self, id: u32) -> Result<u32, JsError> {
        Ok(self.game(id)?.game.occurrences())
    }

    /// The claims, separated by commas.
    pub fn claims(&mut self, id: u32) -> Result<String, JsError> {
        Ok(listed(&self.game(id)?.game.claims()))
    }

    #[wasm_bindgen(js_name = claimWith)]
    pub fn claim_with(&mut self, id: u32, uci: &str) -> Result<Option<String>, JsError> {
        let game = &self.game(id)?.game;
        let mv = game.position().parse_uci(uci).map_err(error)?;
        Ok(game.claim_with(mv).map_err(error)?.map(|claim| claim.to_string()))
    }

    pub fn outcome(&mut self, id: u32) -> Result<Option<String>, JsError> {
        Ok(self.game(id)?.game.outcome().map(|outcome| outcome.to_string()))
    }

    pub fn result(&mut self, id: u32) -> Result<String, JsError> {
        Ok(GameResult::of(self.game(id)?.game.outcome()).to_string())
    }

    /// The codes of the moves so far.
    pub fn moves(&mut self, id: u32) -> Result<Vec<u32>, JsError> {
        Ok(steps(&self.game(id)?.game).map(|(position, mv)| code(&position, mv)).collect())
    }

    /// The moves so far, in SAN.
    pub fn sans(&mut self, id: u32) -> Result<String, JsError> {
        Ok(joined(steps(&self.game(id)?.game).map(|(position, mv)| position.san(mv))))
    }

    /// The keys of all positions, the start first.
    pub fn keys(&mut self, id: u32) -> Result<Vec<u64>, JsError> {
        Ok(self.game(id)?.game.positions().map(|position| position.key().0).collect())
    }

    /// The effects of each move: one line per move, with tab-separated columns.
    pub fn trace(&mut self, id: u32) -> Result<String, JsError> {
        let lines = self.game(id)?.game.trace().iter().map(trace_line).collect::<Vec<_>>();
        Ok(lines.join("\n"))
    }
}

/// Each position with its move.
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
