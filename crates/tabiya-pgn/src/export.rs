use std::collections::BTreeMap;
use std::io::{self, Write};

use tabiya::{AnyGame, Game, Move, Position, Rules, Variant, with_game};

use crate::GameResult;
use crate::movetext_writer::MovetextWriter;
use crate::replay::variant_tag;

/// The tags of every game, in this order, with the value for unknown.
pub(crate) const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
/// Tags that are derived from the game and cannot be set.
pub(crate) const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// Writes a game as PGN.
///
/// ```
/// use tabiya::{Chess, Game};
/// use tabiya_pgn::Export;
///
/// let mut game = Game::<Chess>::new();
/// for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play_uci(uci)?;
/// }
/// let pgn = Export::new().tag("Event", "Friendly").to_string(&game);
/// assert!(pgn.starts_with("[Event \"Friendly\"]\n[Site \"?\"]\n"));
/// assert!(pgn.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"));
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Export {
    tags: Vec<(String, String)>,
    result: Option<GameResult>,
    chess960: bool,
    /// Comments by the ply they follow.
    comments: BTreeMap<usize, String>,
}

impl Export {
    /// Options for a game without tags and comments.
    #[must_use]
    pub fn new() -> Export {
        Export::default()
    }

    /// Adds a tag pair, or replaces one of the same name (ignoring case). Invalid names are ignored, and so are `Result`,
    /// `Variant`, `SetUp` and `FEN`, which are derived from the game.
    #[must_use]
    pub fn tag(mut self, name: &str, value: &str) -> Export {
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_name && !DERIVED.iter().any(|derived| derived.eq_ignore_ascii_case(name)) {
            self.tags.retain(|(earlier, _)| !earlier.eq_ignore_ascii_case(name));
            self.tags.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// Sets the result, for games that did not end on the board.
    #[must_use]
    pub fn result(mut self, result: GameResult) -> Export {
        self.result = Some(result);
        self
    }

    /// Writes the game as Chess960, whatever its start.
    #[must_use]
    pub fn chess960(mut self) -> Export {
        self.chess960 = true;
        self
    }

    /// Adds a comment after a ply, counted from 1; 0 is before the first move. Braces in it become parentheses.
    ///
    /// ```
    /// use tabiya::{Chess, Game};
    /// use tabiya_pgn::Export;
    ///
    /// let mut game = Game::<Chess>::new();
    /// game.play_uci("e2e4")?;
    /// game.play_uci("e7e5")?;
    /// let pgn = Export::new().comment(1, "best by test").to_string(&game);
    /// assert!(pgn.ends_with("\n\n1. e4 {best by test} 1... e5 *\n\n"));
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn comment(mut self, ply: usize, text: &str) -> Export {
        let clean = text.replace('{', "(").replace('}', ")");
        if !clean.trim().is_empty() {
            self.comments.insert(ply, clean);
        }
        self
    }

    /// Returns the game as PGN.
    #[must_use]
    pub fn to_string<R: Rules>(&self, game: &Game<R>) -> String {
        let mut text = Vec::new();
        self.write(game, &mut text).expect("writing to a vector cannot fail");
        String::from_utf8(text).expect("the text is UTF-8")
    }

    /// Returns a game of any variant as PGN; Chess960 is written as Chess960.
    #[must_use]
    pub fn any_to_string(mut self, game: &AnyGame) -> String {
        self.chess960 |= game.variant() == Variant::Chess960;
        with_game!(game, game => self.to_string(game))
    }

    /// Writes the game and an empty line.
    pub fn write<R: Rules>(&self, game: &Game<R>, out: &mut impl Write) -> io::Result<()> {
        let result = self.result.unwrap_or_else(|| GameResult::of(game.outcome()));
        for (name, unknown) in ROSTER {
            let given = self.tags.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
            write_tag(out, name, given.map_or(unknown, |(_, value)| value))?;
        }
        write_tag(out, "Result", &result.to_string())?;
        let is_known = |name: &str| ROSTER.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_known(name)) {
            write_tag(out, name, value)?;
        }
        self.write_setup(game.start(), out)?;
        writeln!(out)?;
        let mut lines = MovetextWriter::new(out);
        self.write_moves(game, &mut lines)?;
        lines.finish(&result.to_string())
    }

    fn write_setup<R: Rules>(&self, start: &Position<R>, out: &mut impl Write) -> io::Result<()> {
        let tags = setup_tags(start, self.chess960);
        tags.iter().try_for_each(|(name, value)| write_tag(out, name, value))
    }

    fn write_moves<R: Rules>(
        &self,
        game: &Game<R>,
        lines: &mut MovetextWriter<'_, impl Write>,
    ) -> io::Result<()> {
        self.write_comment(0, lines)?;
        for (index, (mv, position)) in game.moves().iter().zip(game.positions()).enumerate() {
            // The standard requires the number after a comment.
            let needs_number = index == 0 || self.comments.contains_key(&index);
            lines.number(position.turn(), position.fullmove_number(), needs_number)?;
            lines.word(&position.san(*mv))?;
            self.write_comment(index + 1, lines)?;
        }
        Ok(())
    }

    fn write_comment(&self, ply: usize, lines: &mut MovetextWriter<'_, impl Write>) -> io::Result<()> {
        let Some(text) = self.comments.get(&ply) else { return Ok(()) };
        lines.comment(text.trim())
    }
}

/// Writes a game with exactly these tags, in this order, and an empty line.
///
/// ```
/// use tabiya::{Chess, Position};
/// use tabiya_pgn::{GameResult, write_game};
///
/// let start = Position::<Chess>::start();
/// let moves = [start.parse_san("e4")?];
/// let mut text = Vec::new();
/// write_game(&mut text, [("White", "Anderssen")], &start, &moves, GameResult::Unknown)?;
/// assert_eq!(String::from_utf8(text)?, "[White \"Anderssen\"]\n\n1. e4 *\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_game<'a, R: Rules>(
    out: &mut impl Write,
    tags: impl IntoIterator<Item = (&'a str, &'a str)>,
    start: &Position<R>,
    moves: &[Move],
    result: GameResult,
) -> io::Result<()> {
    for (name, value) in tags {
        write_tag(out, name, value)?;
    }
    writeln!(out)?;
    let mut lines = MovetextWriter::new(out);
    let mut position = *start;
    for (index, mv) in moves.iter().enumerate() {
        lines.number(position.turn(), position.fullmove_number(), index == 0)?;
        lines.word(&position.san(*mv))?;
        position.advance(*mv);
    }
    lines.finish(&result.to_string())
}

/// The tags of the start position, if it is not the usual one; with `chess960`, also where plain chess would be possible.
pub(crate) fn setup_tags<R: Rules>(start: &Position<R>, chess960: bool) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    let is_960 = R::CASTLES && (chess960 || start.has_chess960_rights());
    let variant = if is_960 { Variant::Chess960 } else { R::VARIANT };
    tags.extend(variant_tag(variant).map(|name| ("Variant", name.to_owned())));
    if is_960 || *start != Position::start() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", if is_960 { start.to_shredder_fen() } else { start.to_fen() }));
    }
    tags
}

/// Writes a tag pair on a line. Quotes and backslashes are escaped; control characters become blanks.
///
/// ```
/// let mut line = Vec::new();
/// tabiya_pgn::write_tag(&mut line, "White", "\"Mephisto\"")?;
/// assert_eq!(line, b"[White \"\\\"Mephisto\\\"\"]\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_tag(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    write!(out, "[{name} \"")?;
    for char in value.chars() {
        match char {
            '"' | '\\' => write!(out, "\\{char}")?,
            _ if char.is_control() => write!(out, " ")?,
            _ => write!(out, "{char}")?,
        }
    }
    writeln!(out, "\"]")
}
