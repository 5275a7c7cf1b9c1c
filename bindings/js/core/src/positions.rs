use tabiya::{AnyPosition, Dialect, EnPassant, Move, ParsedFen, Variant, perft, with_position};
use tabiya_pgn::GameResult;
use wasm_bindgen::prelude::*;

use crate::move_code::code;
use crate::{error, joined, read_position, read_variant};

/// The most recently used positions, in numbered slots. JavaScript assigns the slots and keeps track of their contents.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Positions {
    slots: Vec<AnyPosition>,
}

impl Positions {
    fn at(&self, slot: usize) -> Result<&AnyPosition, JsError> {
        self.slots.get(slot).ok_or_else(|| error("no such position"))
    }

    pub(crate) fn put(&mut self, slot: usize, position: AnyPosition) -> Result<(), JsError> {
        if slot == self.slots.len() {
            self.slots.push(position);
            return Ok(());
        }
        let place = self.slots.get_mut(slot).ok_or_else(|| error("slots must be filled in order"))?;
        *place = position;
        Ok(())
    }

    fn put_parsed(&mut self, slot: usize, parsed: ParsedFen<AnyPosition>) -> Result<Option<String>, JsError> {
        self.put(slot, parsed.position)?;
        let warnings: Vec<String> = parsed.notes.iter().map(ToString::to_string).collect();
        Ok((!warnings.is_empty()).then(|| warnings.join("\n")))
    }

    fn parse_uci(&self, slot: usize, uci: &str) -> Result<(&AnyPosition, Move), JsError> {
        let position = self.at(slot)?;
        Ok((position, position.parse_uci(uci).map_err(error)?))
    }
}

#[wasm_bindgen]
impl Positions {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Positions {
        Positions::default()
    }

    /// Reads a FEN into a slot. Returns the warnings as lines, if there are any.
    pub fn read(
        &mut self,
        to: usize,
        fen: &str,
        variant: &str,
        strict: bool,
    ) -> Result<Option<String>, JsError> {
        self.put_parsed(to, read_position(variant, fen, strict)?)
    }

    /// The same for chess; saves passing the name.
    #[wasm_bindgen(js_name = readChess)]
    pub fn read_chess(&mut self, to: usize, fen: &str, strict: bool) -> Result<Option<String>, JsError> {
        self.put_parsed(to, read_variant(Variant::Chess, fen, strict)?)
    }

    /// Plays a move from one slot into another.
    pub fn play(&mut self, from: usize, to: usize, uci: &str) -> Result<(), JsError> {
        let (position, mv) = self.parse_uci(from, uci)?;
        self.put(to, position.play_legal(mv))
    }

    #[wasm_bindgen(js_name = playSan)]
    pub fn play_san(&mut self, from: usize, to: usize, san: &str) -> Result<(), JsError> {
        let next = self.at(from)?.play_san(san).map_err(error)?;
        self.put(to, next)
    }

    pub fn key(&self, slot: usize) -> Result<u64, JsError> {
        Ok(self.at(slot)?.key().0)
    }

    #[wasm_bindgen(js_name = keyIn)]
    pub fn key_in(&self, slot: usize, dialect: &str) -> Result<u128, JsError> {
        let dialect: Dialect = dialect.parse().map_err(error)?;
        Ok(dialect.key(self.at(slot)?).map_err(error)?.into())
    }

    /// The normalized FEN.
    pub fn fen(&self, slot: usize) -> Result<String, JsError> {
        Ok(self.at(slot)?.to_fen())
    }

    /// The FEN with every double step: read back, it has the same key in every dialect.
    #[wasm_bindgen(js_name = fullFen)]
    pub fn full_fen(&self, slot: usize) -> Result<String, JsError> {
        Ok(self.at(slot)?.to_fen_with(EnPassant::Always))
    }

    /// The board as text.
    pub fn drawing(&self, slot: usize) -> Result<String, JsError> {
        Ok(format!("{:#}", self.at(slot)?))
    }

    pub fn turn(&self, slot: usize) -> Result<String, JsError> {
        Ok(self.at(slot)?.turn().to_string())
    }

    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self, slot: usize) -> Result<bool, JsError> {
        Ok(self.at(slot)?.is_check())
    }

    pub fn outcome(&self, slot: usize) -> Result<Option<String>, JsError> {
        Ok(self.at(slot)?.outcome().map(|outcome| outcome.to_string()))
    }

    pub fn result(&self, slot: usize) -> Result<String, JsError> {
        Ok(GameResult::of(self.at(slot)?.outcome()).to_string())
    }

    #[wasm_bindgen(js_name = halfmoveClock)]
    pub fn halfmove_clock(&self, slot: usize) -> Result<u16, JsError> {
        Ok(self.at(slot)?.halfmove_clock())
    }

    #[wasm_bindgen(js_name = fullmoveNumber)]
    pub fn fullmove_number(&self, slot: usize) -> Result<u32, JsError> {
        Ok(self.at(slot)?.fullmove_number())
    }

    /// Makruk's count.
    pub fn count(&self, slot: usize) -> Result<Option<String>, JsError> {
        Ok(self.at(slot)?.count().map(|count| count.to_string()))
    }

    /// The codes of the legal moves.
    pub fn moves(&self, slot: usize) -> Result<Vec<u32>, JsError> {
        let position = self.at(slot)?;
        Ok(position.legal_moves().iter().map(|mv| code(position, *mv)).collect())
    }

    /// The same moves in SAN.
    pub fn sans(&self, slot: usize) -> Result<String, JsError> {
        let position = self.at(slot)?;
        Ok(joined(position.legal_moves().iter().map(|mv| position.san(*mv))))
    }

    /// The keys after the same moves.
    #[wasm_bindgen(js_name = keysAfter)]
    pub fn keys_after(&self, slot: usize) -> Result<Vec<u64>, JsError> {
        let position = self.at(slot)?;
        Ok(position.legal_moves().iter().map(|mv| position.play_legal(*mv).key().0).collect())
    }

    pub fn san(&self, slot: usize, uci: &str) -> Result<String, JsError> {
        let (position, mv) = self.parse_uci(slot, uci)?;
        Ok(position.san(mv))
    }

    pub fn uci(&self, slot: usize, san: &str) -> Result<String, JsError> {
        let position = self.at(slot)?;
        Ok(position.uci(position.parse_san(san).map_err(error)?))
    }

    /// Whether two positions are the same under FIDE article 9.2.
    pub fn same(&self, one: usize, other: usize) -> Result<bool, JsError> {
        Ok(self.at(one)?.is_same_position(self.at(other)?))
    }

    pub fn perft(&self, slot: usize, depth: u32) -> Result<u64, JsError> {
        if depth > perft::MAX_DEPTH {
            return Err(error(format!("depth {depth} is greater than the maximum of {}", perft::MAX_DEPTH)));
        }
        Ok(with_position!(self.at(slot)?, position => perft::count(position, depth)))
    }
}
