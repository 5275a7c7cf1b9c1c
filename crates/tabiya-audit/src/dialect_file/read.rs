//! Reading a dialect file.

use std::num::NonZeroU16;

use tabiya::keys::{
    CastlingNumbers, ClockStep, EnPassantPolicy, Games, KeyParts, Layout, PawnStart, PieceOrder, Right,
    Scheme, Section, SideNumbers, SquareOrder,
};
use tabiya::{Variant, printable};
use toml::de::DeTable;

use super::DialectFileError;
use super::fields::{Fields, Value};
use super::numbers::{self, Fetch};
use super::words::{
    self, EN_PASSANT_POLICIES, EN_PASSANTS, EnPassantBy, PAWN_STARTS, SECTIONS, SIDES, list, value_of,
};

/// The fields and tables of a file. They are checked first: a misspelled table such as `[sides]` is a missing `[side]`, and the
/// errors that follow from that would not name it.
const FIELDS: [&str; 10] =
    ["name", "title", "games", "numbers", "layout", "castling", "en-passant", "side", "fifty-move", "parts"];

/// Reads a dialect file that refers to no other file.
pub fn from_toml(text: &str) -> Result<Scheme, DialectFileError> {
    description(text, |_| {
        Err(DialectFileError::new("a table file is found relative to a dialect file, but there is none"))
    })
}

/// Reads a dialect file; `fetch` reads a table file by name.
pub(crate) fn description(
    text: &str,
    fetch: impl Fn(&str) -> Result<String, DialectFileError>,
) -> Result<Scheme, DialectFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let table = DeTable::parse(text).map_err(|error| not_toml(text, &error))?;
    let mut fields = Fields::new(text, &table);
    fields.refuse_unknown(&FIELDS)?;
    let name = name(&mut fields)?;
    let title = fields.string("title")?.map_or(name.as_str(), |title| title.it).to_owned();
    let layout = layout(&mut fields)?;
    let numbers = numbers::read(fields.required_table("numbers")?, layout.len(), &fetch as &Fetch<'_>)?;
    fields.finish()?;
    Scheme::new(name, title, layout, numbers).map_err(|error| DialectFileError::new(error.to_string()))
}

fn not_toml(text: &str, error: &toml::de::Error) -> DialectFileError {
    let problem = DialectFileError::new(format!("not TOML: {}", printable(error.message())));
    match error.span() {
        Some(span) => problem.at(text, &span),
        None => problem,
    }
}

fn name(fields: &mut Fields<'_, '_>) -> Result<String, DialectFileError> {
    let name = fields.string("name")?.ok_or_else(|| fields.missing("name"))?;
    Scheme::check_name(name.it).map_err(|error| name.error(error.to_string()))?;
    Ok(name.it.to_owned())
}

fn layout(fields: &mut Fields<'_, '_>) -> Result<Layout, DialectFileError> {
    let games = games(fields)?;
    let mut order = fields.required_table("layout")?;
    let pieces = order.string("pieces")?.ok_or_else(|| order.missing("pieces"))?;
    let pieces = PieceOrder::parse(pieces.it).map_err(|error| pieces.error(error.to_string()))?;
    let squares = squares(&mut order)?;
    let outer = [("pieces", false), ("squares", true)];
    let square_by_square = order.word("outer", &outer)?.unwrap_or(false);
    let sections = sections(&mut order)?;
    let zero_for_impossible_pawns = order.boolean("zero-for-impossible-pawns")?.unwrap_or(false);
    order.finish()?;
    let (en_passant, includes_en_passant) = en_passant(fields)?;
    let mut layout = Layout::new(games, pieces);
    layout.squares = squares;
    layout.square_by_square = square_by_square;
    layout.sections = complete(&sections);
    layout.castling = castling(fields)?;
    layout.en_passant = en_passant.0.numbers(en_passant.1);
    layout.includes_en_passant = includes_en_passant;
    layout.side = side(fields)?;
    layout.zero_for_impossible_pawns = zero_for_impossible_pawns;
    layout.clock = clock(fields)?;
    layout.parts = parts(fields)?;
    refuse_idle_sections(&layout, &sections)?;
    Ok(layout)
}

fn games(fields: &mut Fields<'_, '_>) -> Result<Games, DialectFileError> {
    let Some(names) = fields.strings("games")? else { return Ok(Games::CHESS) };
    let (known, mut games) = (words::games(), Games::default());
    for name in &names {
        match value_of(&known, name.it) {
            Some(Variant::Chess) => games.chess = true,
            Some(Variant::Chess960) => games.chess960 = true,
            Some(Variant::Makruk) => games.makruk = true,
            None => return Err(unknown(name, &known)),
        }
    }
    Ok(games)
}

fn unknown<T>(value: &Value<'_, &str>, words: &[(impl AsRef<str>, T)]) -> DialectFileError {
    value.error(format!("expected {}, found \"{}\"", list(words), printable(value.it)))
}

fn squares(order: &mut Fields<'_, '_>) -> Result<SquareOrder, DialectFileError> {
    let mut squares = match order.string("squares")? {
        None => SquareOrder::A1_B1,
        Some(name) => SquareOrder::beginning(name.it).ok_or_else(|| {
            let known = SquareOrder::ORDERS.map(|order| (order, ()));
            let expected = format!("expected the first two squares, {}", list(&known));
            name.error(format!("{expected}; found \"{}\"", printable(name.it)))
        })?,
    };
    if let Some(board) = order.string("board")? {
        let side = |text: &str| text.parse().ok().filter(|side| (8..=Layout::MAX_BOARD_SIZE).contains(side));
        let sides = board.it.split_once('x').and_then(|(files, ranks)| side(files).zip(side(ranks)));
        (squares.files, squares.ranks) = sides.ok_or_else(|| {
            let expected =
                format!("expected files and ranks as in \"12x10\", from 8 to {}", Layout::MAX_BOARD_SIZE);
            board.error(format!("{expected}; found \"{}\"", printable(board.it)))
        })?;
    }
    Ok(squares)
}

fn sections<'i>(order: &mut Fields<'_, 'i>) -> Result<Vec<Value<'i, Section>>, DialectFileError> {
    let mut sections: Vec<Value<'i, Section>> = Vec::new();
    for name in order.strings("sections")?.unwrap_or_default() {
        let section = value_of(&SECTIONS, name.it).ok_or_else(|| unknown(&name, &SECTIONS))?;
        if sections.iter().any(|earlier| earlier.it == section) {
            return Err(name.error(format!("\"{}\" is listed twice", name.it)));
        }
        sections.push(name.map(section));
    }
    Ok(sections)
}

/// Sections that are not listed come last, in the usual order.
fn complete(sections: &[Value<'_, Section>]) -> [Section; 5] {
    let mut all = SECTIONS.map(|(_, section)| section);
    all.sort_by_key(|section| {
        sections.iter().position(|mentioned| mentioned.it == *section).unwrap_or(sections.len())
    });
    all
}

/// A listed section without numbers is an error: `en-passant` in the order but no `[en-passant]`.
fn refuse_idle_sections(layout: &Layout, sections: &[Value<'_, Section>]) -> Result<(), DialectFileError> {
    match sections.iter().find(|section| layout.section_len(section.it) == 0) {
        None => Ok(()),
        Some(section) => {
            let name = words::word(&SECTIONS, section.it);
            Err(section.error(format!("\"{name}\" is listed, but has no numbers")))
        }
    }
}

fn castling(fields: &mut Fields<'_, '_>) -> Result<CastlingNumbers, DialectFileError> {
    let Some(mut castling) = fields.table("castling")? else { return Ok(CastlingNumbers::None) };
    let keys = castling.number("keys", (0, 16))?.ok_or_else(|| castling.missing("keys"))?;
    let order = match castling.string("order")? {
        None => Right::USUAL,
        Some(order) => {
            rights(order.it).ok_or_else(|| order.error("expected the letters K, Q, k and q, each once"))?
        }
    };
    castling.finish()?;
    match keys.it {
        0 => Ok(CastlingNumbers::None),
        4 => Ok(CastlingNumbers::Four(order)),
        16 => Ok(CastlingNumbers::Sixteen(order)),
        other => Err(keys.error(format!("expected 0, 4 or 16, found {other}"))),
    }
}

fn rights(letters: &str) -> Option<[Right; 4]> {
    let right = |letter| Right::USUAL.into_iter().find(|right| right.letter() == letter);
    let order: Vec<Right> = letters.chars().map(right).collect::<Option<_>>()?;
    let order: [Right; 4] = order.try_into().ok()?;
    Right::USUAL.iter().all(|right| order.contains(right)).then_some(order)
}

type EnPassant = ((EnPassantBy, bool), EnPassantPolicy);

fn en_passant(fields: &mut Fields<'_, '_>) -> Result<EnPassant, DialectFileError> {
    let Some(mut en_passant) = fields.table("en-passant")? else {
        return Ok(((EnPassantBy::Nothing, false), EnPassantPolicy::LegalCapture));
    };
    let by = en_passant.word("keys", &EN_PASSANTS)?.ok_or_else(|| en_passant.missing("keys"))?;
    let or_none = en_passant.boolean("none-key")?.unwrap_or(false);
    let when = en_passant.word("when", &EN_PASSANT_POLICIES)?;
    let when = match by {
        EnPassantBy::Nothing => when.unwrap_or(EnPassantPolicy::LegalCapture),
        _ => when.ok_or_else(|| en_passant.missing("when"))?,
    };
    en_passant.finish()?;
    Ok(((by, or_none), when))
}

fn side(fields: &mut Fields<'_, '_>) -> Result<SideNumbers, DialectFileError> {
    let Some(mut side) = fields.table("side")? else { return Ok(SideNumbers::None) };
    let keys = side.word("keys", &SIDES)?.ok_or_else(|| side.missing("keys"))?;
    side.finish()?;
    Ok(keys)
}

fn clock(fields: &mut Fields<'_, '_>) -> Result<Option<ClockStep>, DialectFileError> {
    let Some(mut clock) = fields.table("fifty-move")? else { return Ok(None) };
    let from = clock.number("from", (0, u16::MAX))?.ok_or_else(|| clock.missing("from"))?.it;
    let every = clock.number("every", (1, u16::MAX))?.ok_or_else(|| clock.missing("every"))?.it;
    clock.finish()?;
    Ok(NonZeroU16::new(every).map(|every| ClockStep::new(from, every)))
}

fn parts(fields: &mut Fields<'_, '_>) -> Result<KeyParts, DialectFileError> {
    let Some(mut parts) = fields.table("parts")? else { return Ok(KeyParts::default()) };
    let mut read = KeyParts::default();
    let last = u16::from(Layout::MAX_MATERIAL_START);
    read.raw = parts.boolean("raw")?.unwrap_or(false);
    read.pawn = parts.word::<PawnStart>("pawn", &PAWN_STARTS)?;
    read.material = parts.number("material-from", (0, last))?.map(|first| first.it as u8);
    read.minor = parts.boolean("minor")?.unwrap_or(false);
    read.non_pawn = parts.boolean("non-pawn")?.unwrap_or(false);
    parts.finish()?;
    Ok(read)
}
