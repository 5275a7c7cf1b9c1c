//! Encodes a PGN game for storage.

use std::borrow::Cow;

use tabiya::keys::native;
use tabiya::{AnyPosition, Color, Feature, Key128, Move, Position, Rules, Variant, Witness, with_position};
use tabiya_pgn::replay::{Fault, FaultKind, setup, start_of};
use tabiya_pgn::{GameResult, ProblemKind, Record, TagValue, TreeRecord};

use crate::facts::{Facts, elo_of_tag};
use crate::store::{moves, notes};
use crate::{Date, Speed};

/// A position of a game, and the code of the move played plus one, or 0 at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) key: Key128,
    pub(crate) ply: u16,
    pub(crate) code: u16,
}

/// The encoded form of a game, without its tags.
#[derive(Clone, Debug, Default)]
pub(crate) struct EncodedGame {
    pub(crate) facts: Facts,
    pub(crate) moves: Vec<u8>,
    pub(crate) steps: Vec<Step>,
    /// The moves played.
    pub(crate) played: Vec<Move>,
    /// The encoded comments, NAGs and variations.
    pub(crate) notes: Vec<u8>,
    /// Variations that were cut before an illegal move, and annotations beyond the limits.
    pub(crate) note_faults: Vec<Fault>,
    /// The FEN of the start position, if it is not the usual one.
    pub(crate) fen: Option<String>,
    /// Why the game is incomplete; the moves before are valid.
    pub(crate) fault: Option<Fault>,
    /// Whether the start of the game is known.
    pub(crate) has_begun: bool,
    /// Whether Black makes the first move.
    pub(crate) black_begins: bool,
    /// The number of half-moves.
    pub(crate) plies: u16,
    /// Whether repeated steps were dropped.
    pub(crate) has_repeats: bool,
}

impl EncodedGame {
    /// Encodes a recorded game.
    pub(crate) fn read(&mut self, tree_record: &TreeRecord, default_variant: Variant, with_notes: bool) {
        let record = tree_record.record();
        self.clear();
        let fault = |kind| Some(Fault { line: record.line(), ply: None, kind });
        match setup(record, default_variant) {
            Err(error) => self.fault = fault(FaultKind::Setup(error)),
            Ok((start, _)) => {
                self.begin(facts(record.tags(), TagValue::text, record.result(), &start), &start);
                self.fault = with_position!(start, start => self.play(start, record));
            }
        }
        if self.fault.is_none() && record.too_long().is_some() {
            self.fault = fault(FaultKind::TooLong);
        }
        if self.fault.is_none() && record.has_dropped_tags() {
            self.fault = fault(FaultKind::Text(ProblemKind::TooManyTags));
        }
        if with_notes && self.has_begun && tree_record.has_notes() {
            self.read_notes(tree_record, default_variant);
        }
    }

    fn read_notes(&mut self, record: &TreeRecord, default_variant: Variant) {
        let Ok(read) = record.tree(default_variant) else { return };
        notes::encode(&read.tree, &self.played, &mut self.notes);
        // Errors of the main line and of the text are reported for the game.
        let of_notes = |fault: &Fault| fault.ply.is_none() && !matches!(fault.kind, FaultKind::Text(_));
        self.note_faults.extend(read.faults.into_iter().filter(of_notes));
    }

    /// Starts a game without moves.
    pub(crate) fn begin(&mut self, facts: Facts, start: &AnyPosition) {
        self.clear();
        (self.facts, self.has_begun) = (facts, true);
        self.black_begins = start.turn() == Color::Black;
        self.fen = facts.has_setup.then(|| start.to_fen());
    }

    fn clear(&mut self) {
        self.facts = Facts::default();
        self.moves.clear();
        self.steps.clear();
        self.played.clear();
        self.notes.clear();
        self.note_faults.clear();
        (self.fen, self.fault) = (None, None);
        (self.has_begun, self.black_begins, self.plies, self.has_repeats) = (false, false, 0, false);
    }

    fn play<R: Rules>(&mut self, start: Position<R>, record: &Record) -> Option<Fault> {
        let mut encoder = GameEncoder::new(start, self);
        for (index, (san, line)) in record.moves().enumerate() {
            match encoder.position.parse_san(san) {
                Ok(mv) => encoder.play(mv),
                Err(error) => {
                    encoder.end();
                    let kind = FaultKind::Move { san: san.to_owned(), error };
                    return Some(Fault { line, ply: Some(index + 1), kind });
                }
            }
        }
        encoder.end();
        None
    }

    /// Encodes a game from its moves.
    pub(crate) fn replay<R: Rules>(&mut self, start: Position<R>, moves: &[Move]) {
        let mut encoder = GameEncoder::new(start, self);
        moves.iter().for_each(|mv| encoder.play(*mv));
        encoder.end();
    }
}

/// Encodes a game while playing its moves.
struct GameEncoder<'a, R: Rules> {
    position: Position<R>,
    key: LongKey,
    encoded: &'a mut EncodedGame,
}

impl<R: Rules> GameEncoder<'_, R> {
    fn new(start: Position<R>, encoded: &mut EncodedGame) -> GameEncoder<'_, R> {
        let key = LongKey(salted(start.key_128(), encoded.facts.variant));
        GameEncoder { position: start, key, encoded }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let code = moves::code(&self.position, mv);
        moves::push(&mut self.encoded.moves, code);
        self.encoded.played.push(mv);
        self.push(code + 1);
        self.position = self.position.play_legal_with(mv, &mut self.key);
    }

    #[inline]
    fn push(&mut self, code: u16) {
        let ply = self.encoded.plies;
        self.encoded.steps.push(Step { key: self.key.0, ply, code });
        self.encoded.plies += 1;
    }

    fn end(mut self) {
        self.push(0);
        self.encoded.plies -= 1;
        if self.encoded.steps.len() > REPEAT_CHECK_LENGTH {
            self.encoded.has_repeats = drop_repeats(&mut self.encoded.steps);
        }
    }
}

/// Games with more steps than this are searched for repeats.
const REPEAT_CHECK_LENGTH: usize = 700;

/// Drops steps that repeat a move already made in the same position. In artificially long games, thousands of repeats would
/// end up in the same few partitions of the rows, which are sorted in memory.
fn drop_repeats(steps: &mut Vec<Step>) -> bool {
    let before = steps.len();
    steps.sort_unstable_by_key(|step| (step.key.0, step.code, step.ply));
    steps.dedup_by_key(|step| (step.key.0, step.code));
    steps.sort_unstable_by_key(|step| step.ply);
    steps.len() < before
}

/// A 128-bit key, updated incrementally.
struct LongKey(Key128);

impl Witness for LongKey {
    #[inline]
    fn toggle(&mut self, feature: Feature, _: bool) {
        self.0 ^= native::key_128(feature);
    }
}

/// Makes the keys of the variants distinct, so that their positions are never mixed.
pub(crate) fn salted(key: Key128, variant: Variant) -> Key128 {
    let salt: u128 = match variant {
        Variant::Chess => 0,
        Variant::Chess960 => 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834,
        Variant::Makruk => 0x1082_276b_f3a2_7251_f86c_6a11_d0c1_8e95,
    };
    Key128(key.0 ^ salt)
}

/// The indexed data of a game, from its tags. Tag names are case-insensitive; the first of a name counts.
pub(crate) fn facts<'a, N: AsRef<[u8]>, V>(
    tags: impl Iterator<Item = (N, V)>,
    text_of: impl Fn(V) -> Cow<'a, str>,
    result: GameResult,
    start: &AnyPosition,
) -> Facts {
    let mut facts = Facts { variant: start.variant(), result, ..Facts::default() };
    let mut texts: [Option<Cow<'a, str>>; 6] = Default::default();
    for (name, value) in tags {
        let known = FACTS.iter().position(|known| name.as_ref().eq_ignore_ascii_case(known.as_bytes()));
        if let Some(text) = known.map(|known| &mut texts[known]) {
            text.get_or_insert_with(|| text_of(value));
        }
    }
    let [white_elo, black_elo, date, utc_date, time_control, fen] = texts;
    facts.has_setup = fen.is_some() && *start != start_of(start.variant());
    facts.white_elo = white_elo.and_then(|text| elo_of_tag(&text));
    facts.black_elo = black_elo.and_then(|text| elo_of_tag(&text));
    let date_of = |text: Option<Cow<'_, str>>| text.and_then(|text| date_of(&text));
    let (date, utc_date) = (date_of(date), date_of(utc_date));
    facts.date = date.filter(|date| *date != Date::UNKNOWN).or(utc_date).or(date).unwrap_or_default();
    facts.speed = time_control.and_then(|text| Speed::of_time_control(&text));
    facts
}

const FACTS: [&str; 6] = ["WhiteElo", "BlackElo", "Date", "UTCDate", "TimeControl", "FEN"];

/// Parses a date, also in formats other than PGN's.
fn date_of(text: &str) -> Option<Date> {
    Date::of_tag(text).or_else(|| text.trim().parse().ok())
}
