//! What a list of games shows of each, piece by piece of a file: the file stays where it is, and nothing is kept here.

use serde::Serialize;
use tabiya::{AnyPosition, Game, Position, Rules, Variant, with_position};
use tabiya_pgn::openings::deepest_name;
use tabiya_pgn::replay::{self, Fault};
use tabiya_pgn::{Compression, Reader, Record};

use super::bounds::MOST_PIECE;
use crate::refusal::Refusal;

/// So many games are told at once; the next piece begins after them.
const MOST_ROWS: usize = 10_000;
/// A tag is shown so far.
const MOST_SHOWN: usize = 100;

/// A piece of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    /// From where a game begins, or the file.
    pub(crate) text: &'a [u8],
    /// Whether the file ends with it.
    pub(crate) is_last: bool,
    /// The line of the file it begins on, from 1.
    pub(crate) line: u64,
    /// What games are that do not say.
    pub(crate) unless_named: Variant,
}

impl<'a> Piece<'a> {
    /// A piece, with what stands behind the question mark of the address it is sent to: `variant=chess&line=1&last=1`.
    pub(crate) fn new(text: &'a [u8], query: &str) -> Piece<'a> {
        let value = |name: &str| query_value(query, name);
        Piece {
            text,
            is_last: value("last").is_some(),
            line: value("line").and_then(|line| line.parse().ok()).unwrap_or(1),
            unless_named: variant_asked(query),
        }
    }
}

/// What games are that do not say.
pub(crate) fn variant_asked(query: &str) -> Variant {
    query_value(query, "variant").and_then(|name| name.parse().ok()).unwrap_or(Variant::Chess)
}

/// What stands behind a name in an address.
fn query_value(query: &str, name: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// The whole games of a piece.
#[derive(Serialize, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IndexTold {
    /// The file is packed, and must be unpacked first.
    is_packed: bool,
    games: Vec<GameRow>,
    /// How many bytes they are; the next piece begins there.
    used: u64,
    /// The line it begins on.
    line: u64,
}

/// A game as a list shows it.
#[derive(Serialize, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameRow {
    /// In bytes, with what stands before it. The next begins where it ends.
    length: u64,
    white: String,
    black: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    event: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    date: String,
    result: String,
    variant: Option<String>,
    /// Half-moves that can be played.
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    eco: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    /// What is wrong with it; the moves before it are good.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// The games of a piece. The last may go on in the next piece, and is left to it.
pub(crate) fn index(piece: Piece<'_>) -> Result<IndexTold, Refusal> {
    let Piece { text, is_last, line, unless_named } = piece;
    if Compression::of(text) != Compression::Plain {
        return Ok(IndexTold { is_packed: true, line, ..IndexTold::default() });
    }
    let mut reader = Reader::new(text).at_line(line);
    let mut record = Record::new();
    let mut told = IndexTold { line, ..IndexTold::default() };
    // Where the last game that was read ends.
    let mut end = (0, line);
    loop {
        match reader.read_game(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            // A game may yet come.
            Err(_) if !is_last && text.len() < MOST_PIECE => break,
            Err(error) => return Err(Refusal::wrong(error.to_string())),
        }
        (told.used, told.line) = end;
        if told.games.len() == MOST_ROWS {
            return Ok(told);
        }
        let mut game = row(&record, unless_named);
        game.length = reader.offset() - end.0;
        end = (reader.offset(), reader.line());
        told.games.push(game);
    }
    if is_last {
        told.used = text.len() as u64;
        told.line = reader.line();
    } else {
        told.games.pop();
    }
    Ok(told)
}

fn row(record: &Record, unless_named: Variant) -> GameRow {
    let tag = |name: &str| -> String {
        record.tag(name).map(|value| value.chars().take(MOST_SHOWN).collect()).unwrap_or_default()
    };
    let mut row = GameRow {
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date"),
        result: record.result().to_string(),
        ..GameRow::default()
    };
    match replay::setup(record, unless_named) {
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

    fn whole(text: &[u8]) -> IndexTold {
        index(Piece { text, is_last: true, line: 1, unless_named: Variant::Chess }).unwrap()
    }

    /// Reads a file as a page does, in pieces of about this size.
    fn in_pieces(text: &[u8], size: usize) -> Vec<GameRow> {
        let (mut games, mut at, mut line, mut wanted) = (Vec::new(), 0, 1, size);
        loop {
            let end = text.len().min(at + wanted);
            let piece = Piece {
                text: &text[at..end],
                is_last: end == text.len(),
                line,
                unless_named: Variant::Chess,
            };
            let told = index(piece).unwrap();
            wanted = if told.used == 0 { 2 * wanted } else { size };
            at += usize::try_from(told.used).unwrap();
            line = told.line;
            games.extend(told.games);
            if at == text.len() {
                return games;
            }
        }
    }

    #[test]
    fn a_bad_game_keeps_its_good_moves_and_the_next_is_read() {
        let told = whole(b"[White \"<b>A</b>\"]\n\n1. e4 e5 2. Ke3 *\n\n[white \"C\"]\n\n1. d4 *\n");
        assert_eq!((told.games.len(), told.games[0].plies), (2, 2));
        assert!(told.games[0].fault.as_deref().unwrap().contains("line 3, ply 3: `Ke3`"));
        assert_eq!((&*told.games[0].white, &*told.games[1].white), ("<b>A</b>", "C"));
    }

    #[test]
    fn openings_are_named_by_position() {
        let told = whole(b"1. Nf3 d5 2. d4 Nf6 3. c4 e6 4. Nc3 h5 *");
        let opening = "Queen's Gambit Declined: Three Knights Variation";
        assert_eq!((told.games[0].eco, told.games[0].opening), (Some("D37"), Some(opening)));
    }

    #[test]
    fn games_of_other_kinds_say_so() {
        let told = whole(b"[Variant \"Makruk\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n");
        assert_eq!(told.games[0].variant.as_deref(), Some("makruk"));
        assert!(told.games[1].fault.as_deref().unwrap().contains("unknown variant"));
    }

    #[test]
    fn what_is_no_pgn_is_refused_kindly() {
        for text in [&b"<html><body>hello</body></html>"[..], b"\xff\xfe1\0.\0"] {
            let piece = Piece { text, is_last: true, line: 1, unless_named: Variant::Chess };
            assert_eq!(index(piece).unwrap_err().status, 422, "{text:?}");
        }
        assert!(whole(b"\x1f\x8b\x08").is_packed);
    }

    #[test]
    fn a_file_in_pieces_has_the_games_of_the_whole_wherever_it_is_cut() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/pgn");
        let mut files = 0;
        for entry in std::fs::read_dir(folder).expect("the fixtures are there") {
            let text = std::fs::read(entry.unwrap().path()).unwrap_or_default();
            let piece = Piece { text: &text, is_last: true, line: 1, unless_named: Variant::Chess };
            let Ok(told) = index(piece) else { continue };
            if told.is_packed || told.games.is_empty() || text.len() > 200_000 {
                continue;
            }
            files += 1;
            let lengths: u64 = told.games.iter().map(|game| game.length).sum();
            assert!(lengths <= text.len() as u64);
            let expected = serde_json::to_string(&told.games).unwrap();
            for size in [1000, 1777, 4096, 30_000] {
                assert_eq!(serde_json::to_string(&in_pieces(&text, size)).unwrap(), expected);
            }
        }
        assert!(files >= 3, "{files}");
    }

    #[test]
    fn no_piece_is_answered_with_more_than_so_many_games() {
        let text = "1. e4 *\n\n".repeat(2 * MOST_ROWS + 5);
        let first = whole(text.as_bytes());
        assert_eq!((first.games.len(), first.used), (MOST_ROWS, 9 * MOST_ROWS as u64));
        assert_eq!(in_pieces(text.as_bytes(), text.len()).len(), 2 * MOST_ROWS + 5);
    }

    #[test]
    fn a_line_that_no_file_has_is_no_trouble() {
        let piece =
            Piece { text: b"\n\n1. e4 *", is_last: true, line: u64::MAX, unless_named: Variant::Chess };
        assert_eq!(index(piece).unwrap().games.len(), 1);
    }

    #[test]
    fn what_is_said_before_a_game_without_tags_is_listed_with_it() {
        let text = b"1. e4 *\n\n{of the second} 1. d4 *\n\n";
        let told = whole(text);
        let second = usize::try_from(told.games[0].length).unwrap();
        assert!(text[second..].trim_ascii_start().starts_with(b"{of the second}"));
    }

    #[test]
    fn a_cut_in_a_comment_in_a_tag_or_before_a_result_changes_nothing() {
        let text = "[White \"A\"]\n\n1. e4 {see\n[White \"B\"]\n\n1. d4} (1. c4) e5 1/2-1/2\r\n\r\n1. d4 {no end\n\n".repeat(4);
        let expected = serde_json::to_string(&whole(text.as_bytes()).games).unwrap();
        for size in 10..150 {
            assert_eq!(serde_json::to_string(&in_pieces(text.as_bytes(), size)).unwrap(), expected, "{size}");
        }
    }
}
