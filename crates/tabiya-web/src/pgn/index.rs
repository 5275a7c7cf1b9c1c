//! The rows of a list of games, for a file that stays in the browser and is sent in chunks. Nothing is stored here.

use serde::Serialize;
use tabiya::{AnyPosition, Game, Position, Rules, Variant, with_position};
use tabiya_pgn::openings::deepest_name;
use tabiya_pgn::replay::{self, Fault};
use tabiya_pgn::{Compression, Reader, Record};

use super::MAX_CHUNK;
use crate::error::ApiError;

/// The maximum number of rows in a response; the next chunk begins after them.
const MAX_ROWS: usize = 10_000;
/// The maximum length of a tag in a row.
const MAX_SHOWN: usize = 100;

/// A chunk of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk<'a> {
    /// Begins at the start of the file or of a game.
    pub(crate) text: &'a [u8],
    /// Whether it is the last chunk.
    pub(crate) is_last: bool,
    /// The number of its first line, from 1.
    pub(crate) line: u64,
    /// The variant of games without a Variant tag.
    pub(crate) default_variant: Variant,
}

impl<'a> Chunk<'a> {
    /// A chunk with its query string: `variant=chess&line=1&last=1`.
    pub(crate) fn new(text: &'a [u8], query: &str) -> Chunk<'a> {
        let value = |name: &str| query_value(query, name);
        Chunk {
            text,
            is_last: value("last").is_some(),
            line: value("line").and_then(|line| line.parse().ok()).unwrap_or(1),
            default_variant: variant_in(query),
        }
    }
}

/// The variant of games without a Variant tag.
pub(crate) fn variant_in(query: &str) -> Variant {
    query_value(query, "variant").and_then(|name| name.parse().ok()).unwrap_or(Variant::Chess)
}

/// The value of a query parameter.
fn query_value(query: &str, name: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// The complete games of a chunk.
#[derive(Serialize, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct IndexResponse {
    /// The file is compressed and must be decompressed first.
    is_compressed: bool,
    games: Vec<GameRow>,
    /// The number of bytes consumed; the next chunk begins there.
    used: u64,
    /// The line of the next chunk.
    line: u64,
}

/// A game in a list.
#[derive(Serialize, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameRow {
    /// In bytes, with comments before the game. The next game begins where it ends.
    length: u64,
    white: String,
    black: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    event: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    date: String,
    result: String,
    #[cfg_attr(test, ts(type = "Variant | null"))]
    variant: Option<String>,
    /// The number of legal half-moves.
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    eco: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    opening: Option<&'static str>,
    /// An error; the moves before it are valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    fault: Option<String>,
}

/// The games of a chunk. The last one may continue in the next chunk, and is left to it.
pub(crate) fn index(chunk: Chunk<'_>) -> Result<IndexResponse, ApiError> {
    let Chunk { text, is_last, line, default_variant } = chunk;
    if Compression::of(text) != Compression::Plain {
        return Ok(IndexResponse { is_compressed: true, line, ..IndexResponse::default() });
    }
    let mut reader = Reader::new(text).at_line(line);
    let mut record = Record::new();
    let mut response = IndexResponse { line, ..IndexResponse::default() };
    // The end of the last complete game.
    let mut end = (0, line);
    loop {
        match reader.read_game(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            // The rest of the chunk may be the beginning of a game.
            Err(_) if !is_last && text.len() < MAX_CHUNK => break,
            Err(error) => return Err(ApiError::invalid(error.to_string())),
        }
        (response.used, response.line) = end;
        if response.games.len() == MAX_ROWS {
            return Ok(response);
        }
        let mut game = row(&record, default_variant);
        game.length = reader.offset() - end.0;
        end = (reader.offset(), reader.line());
        response.games.push(game);
    }
    if is_last {
        response.used = text.len() as u64;
        response.line = reader.line();
    } else {
        response.games.pop();
    }
    Ok(response)
}

fn row(record: &Record, default_variant: Variant) -> GameRow {
    let tag = |name: &str| -> String {
        record.tag(name).map(|value| value.chars().take(MAX_SHOWN).collect()).unwrap_or_default()
    };
    let mut row = GameRow {
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date"),
        result: record.result().to_string(),
        ..GameRow::default()
    };
    match replay::setup(record, default_variant) {
        Err(error) => row.fault = Some(format!("line {}: {error}", record.line())),
        Ok((start, _)) => {
            row.variant = Some(start.variant().to_string());
            with_position!(start, start, wrap => play(start, record, &mut row, wrap));
        }
    }
    row
}

fn play<R: Rules>(
    start: Position<R>,
    record: &Record,
    row: &mut GameRow,
    any: fn(Position<R>) -> AnyPosition,
) {
    let mut game = Game::from_position(start);
    let fault = replay::play_moves(&mut game, record, &mut |_| {}).err();
    row.plies = game.ply();
    let in_text = || record.problem().map(Fault::from);
    row.fault = fault.or_else(in_text).map(|fault| fault.to_string());
    let opening = deepest_name(game.positions().iter().map(|position| any(*position)));
    row.eco = opening.map(|opening| opening.eco);
    row.opening = opening.map(|opening| opening.name);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> IndexResponse {
        index(Chunk { text, is_last: true, line: 1, default_variant: Variant::Chess }).unwrap()
    }

    /// Reads a file as a page does, in chunks of about this size.
    fn in_chunks(text: &[u8], size: usize) -> Vec<GameRow> {
        let (mut games, mut at, mut line, mut length) = (Vec::new(), 0, 1, size);
        loop {
            let end = text.len().min(at + length);
            let chunk = Chunk {
                text: &text[at..end],
                is_last: end == text.len(),
                line,
                default_variant: Variant::Chess,
            };
            let response = index(chunk).unwrap();
            length = if response.used == 0 { 2 * length } else { size };
            at += usize::try_from(response.used).unwrap();
            line = response.line;
            games.extend(response.games);
            if at == text.len() {
                return games;
            }
        }
    }

    #[test]
    fn game_with_an_error_keeps_its_moves_before_it() {
        let response = read(b"[White \"<b>A</b>\"]\n\n1. e4 e5 2. Ke3 *\n\n[white \"C\"]\n\n1. d4 *\n");
        assert_eq!((response.games.len(), response.games[0].plies), (2, 2));
        assert!(response.games[0].fault.as_deref().unwrap().contains("line 3, ply 3: `Ke3`"));
        assert_eq!((&*response.games[0].white, &*response.games[1].white), ("<b>A</b>", "C"));
    }

    #[test]
    fn openings_are_named_by_position() {
        let response = read(b"1. Nf3 d5 2. d4 Nf6 3. c4 e6 4. Nc3 h5 *");
        let opening = "Queen's Gambit Declined: Three Knights Variation";
        assert_eq!((response.games[0].eco, response.games[0].opening), (Some("D37"), Some(opening)));
    }

    #[test]
    fn games_of_other_variants_are_recognized() {
        let response = read(b"[Variant \"Makruk\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n");
        assert_eq!(response.games[0].variant.as_deref(), Some("makruk"));
        assert!(response.games[1].fault.as_deref().unwrap().contains("unknown variant"));
    }

    #[test]
    fn other_files_are_rejected() {
        for text in [&b"<html><body>hello</body></html>"[..], b"\xff\xfe1\0.\0"] {
            let chunk = Chunk { text, is_last: true, line: 1, default_variant: Variant::Chess };
            assert_eq!(index(chunk).unwrap_err().status, 422, "{text:?}");
        }
        assert!(read(b"\x1f\x8b\x08").is_compressed);
    }

    #[test]
    fn chunked_file_has_the_games_of_the_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/pgn");
        let mut files = 0;
        for entry in std::fs::read_dir(folder).expect("the fixtures exist") {
            let text = std::fs::read(entry.unwrap().path()).unwrap_or_default();
            let chunk = Chunk { text: &text, is_last: true, line: 1, default_variant: Variant::Chess };
            let Ok(response) = index(chunk) else { continue };
            if response.is_compressed || response.games.is_empty() || text.len() > 200_000 {
                continue;
            }
            files += 1;
            let lengths: u64 = response.games.iter().map(|game| game.length).sum();
            assert!(lengths <= text.len() as u64);
            let expected = serde_json::to_string(&response.games).unwrap();
            for size in [1000, 1777, 4096, 30_000] {
                assert_eq!(serde_json::to_string(&in_chunks(&text, size)).unwrap(), expected);
            }
        }
        assert!(files >= 3, "{files}");
    }

    #[test]
    fn number_of_rows_is_limited() {
        let text = "1. e4 *\n\n".repeat(2 * MAX_ROWS + 5);
        let first = read(text.as_bytes());
        assert_eq!((first.games.len(), first.used), (MAX_ROWS, 9 * MAX_ROWS as u64));
        assert_eq!(in_chunks(text.as_bytes(), text.len()).len(), 2 * MAX_ROWS + 5);
    }

    #[test]
    fn line_numbers_do_not_overflow() {
        let chunk =
            Chunk { text: b"\n\n1. e4 *", is_last: true, line: u64::MAX, default_variant: Variant::Chess };
        assert_eq!(index(chunk).unwrap().games.len(), 1);
    }

    #[test]
    fn comment_before_a_game_belongs_to_it() {
        let text = b"1. e4 *\n\n{of the second} 1. d4 *\n\n";
        let response = read(text);
        let second = usize::try_from(response.games[0].length).unwrap();
        assert!(text[second..].trim_ascii_start().starts_with(b"{of the second}"));
    }

    #[test]
    fn cuts_within_a_game_change_nothing() {
        let text = "[White \"A\"]\n\n1. e4 {see\n[White \"B\"]\n\n1. d4} (1. c4) e5 1/2-1/2\r\n\r\n1. d4 {no end\n\n".repeat(4);
        let expected = serde_json::to_string(&read(text.as_bytes()).games).unwrap();
        for size in 10..150 {
            assert_eq!(serde_json::to_string(&in_chunks(text.as_bytes(), size)).unwrap(), expected, "{size}");
        }
    }
}
