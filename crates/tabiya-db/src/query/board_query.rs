//! Games by material or by a pattern of pieces, found by replaying them.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tabiya::{
    Bitboard, ByRole, Chess, Color, Makruk, Piece, Position, Role, Rules, Square, Variant, with_position,
};

use crate::database::{Database, GameId, State};
use crate::error::Result;
use crate::filter::{CompiledFilter, Filter};
use crate::store::mailbox::Mailbox;
use crate::store::moves::{self, Codes};
use crate::store::segment::Segment;

/// Conditions on a board: material, a pattern of pieces, the side to move. All must be met by the same position of a game.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_db::{BoardQuery, Database, Filter, GameId};
///
/// let database = Database::temporary(&b"1. e4 e5 2. f4 exf4 *\n\n1. d4 d5 *"[..])?;
/// let one_pawn_less = BoardQuery::new(Variant::Chess).material("KQRRBBNNPPPPPPP kqrrbbnnpppppppp")?;
/// let found = database.find_boards(&one_pawn_less, &Filter::default(), usize::MAX, 1, &|_| ())?;
/// assert_eq!(found, [(GameId(1), 4)]);
/// let pawn_on_d4 = BoardQuery::new(Variant::Chess).pattern("*/*/*/*/???P*/*/*/*")?;
/// assert_eq!(database.find_boards(&pawn_on_d4, &Filter::default(), usize::MAX, 1, &|_| ())?, [(GameId(2), 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardQuery {
    variant: Variant,
    material: Option<PieceCounts>,
    pattern: Option<Pattern>,
    turn: Option<Color>,
    either_color: bool,
}

/// Why a text is not a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadBoardQuery(String);

impl fmt::Display for BadBoardQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadBoardQuery {}

impl BoardQuery {
    /// A query without conditions, for games of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> BoardQuery {
        BoardQuery { variant, material: None, pattern: None, turn: None, either_color: false }
    }

    /// Requires exactly these pieces, in the letters of a FEN: `KRP kr`. Blanks are ignored.
    pub fn material(self, text: &str) -> std::result::Result<BoardQuery, BadBoardQuery> {
        let mut counts = PieceCounts::default();
        let mut letters = text.chars().filter(|char| !char.is_whitespace()).peekable();
        while let Some(letter) = letters.next() {
            let promoted = letters.next_if_eq(&'~').is_some();
            let piece = piece_of(self.variant, letter, promoted).ok_or_else(|| {
                BadBoardQuery(format!("`{}`: `{letter}` is not a piece", tabiya::printable(text)))
            })?;
            counts.0[piece.color as usize][piece.role as usize] += 1;
        }
        let kings = [0, 1].map(|color| counts.0[color][Role::King as usize]);
        if kings != [1, 1] {
            let what = "name all pieces with both kings, such as KRPkr";
            return Err(BadBoardQuery(format!("`{}`: {what}", tabiya::printable(text))));
        }
        Ok(BoardQuery { material: Some(counts), ..self })
    }

    /// Requires a pattern: the board of a FEN, with wildcards. In place of a piece or a number of empty squares:
    ///
    /// | | |
    /// |---|---|
    /// | `?` | any square |
    /// | `.` | an empty square |
    /// | `A`, `a` | a white, a black piece |
    /// | `!P` | anything but a white pawn |
    /// | `[QR]` | one of these |
    /// | `*` | the rest of the rank |
    ///
    /// `w` or `b` may follow, for the side to move.
    pub fn pattern(self, text: &str) -> std::result::Result<BoardQuery, BadBoardQuery> {
        let bad = |what: String| BadBoardQuery(format!("`{}`: {what}", tabiya::printable(text)));
        let mut fields = text.split_whitespace();
        let pattern = Pattern::parse(fields.next().unwrap_or_default(), self.variant).map_err(bad)?;
        let turn = match fields.next() {
            None | Some("-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(_) => return Err(bad("after the board, expected the side to move: w, b or -".to_owned())),
        };
        Ok(BoardQuery { pattern: Some(pattern), turn, ..self })
    }

    /// Also finds positions with the colors exchanged.
    #[must_use]
    pub fn either_color(self) -> BoardQuery {
        BoardQuery { either_color: true, ..self }
    }

    /// The same with the colors exchanged.
    fn flipped(&self) -> BoardQuery {
        BoardQuery {
            variant: self.variant,
            material: self.material.map(|PieceCounts([white, black])| PieceCounts([black, white])),
            pattern: self.pattern.as_ref().map(Pattern::flipped),
            turn: self.turn.map(|turn| !turn),
            either_color: false,
        }
    }
}

/// The number of pieces of each color and role.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PieceCounts([[u8; 7]; 2]);

impl PieceCounts {
    fn total(&self) -> u32 {
        self.0.iter().flatten().map(|count| u32::from(*count)).sum()
    }
}

/// The contents of a square as a bit: empty, or a piece.
const EMPTY: u16 = 1;
const ANY: u16 = (1 << 15) - 1;

const fn bit_of(piece: Piece) -> u16 {
    2 << (7 * piece.color as u16 + piece.role as u16)
}

fn bits_of_color(color: Color) -> u16 {
    Role::ALL.into_iter().map(|role| bit_of(Piece { color, role })).sum()
}

fn letters(variant: Variant) -> &'static ByRole<&'static str> {
    match variant {
        Variant::Chess | Variant::Chess960 => &Chess::LETTERS,
        Variant::Makruk => &Makruk::LETTERS,
    }
}

/// The piece of a FEN letter, with `~` behind it or not.
fn piece_of(variant: Variant, letter: char, promoted: bool) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let name = format!("{}{}", letter.to_ascii_lowercase(), if promoted { "~" } else { "" });
    let role = Role::ALL.into_iter().find(|role| letters(variant).0[*role as usize] == name)?;
    Some(Piece { color, role })
}

/// The allowed contents of each square.
#[derive(Clone, Debug)]
struct Pattern {
    allowed: [u16; 64],
    /// Squares that must have a white piece, a black piece, or none.
    required: [Bitboard; 3],
    /// The other squares that are restricted.
    restricted: Vec<Square>,
}

impl Pattern {
    fn parse(text: &str, variant: Variant) -> std::result::Result<Pattern, String> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(format!("expected 8 ranks separated by `/`, not {}", ranks.len()));
        }
        let mut allowed = [ANY; 64];
        for (index, rank) in ranks.into_iter().enumerate() {
            let number = 8 - index;
            let contents = Pattern::rank(rank, variant).map_err(|what| format!("rank {number}: {what}"))?;
            allowed[8 * (number - 1)..8 * number].copy_from_slice(&contents);
        }
        Ok(Pattern::new(allowed))
    }

    /// The contents of a rank.
    fn rank(text: &str, variant: Variant) -> std::result::Result<[u16; 8], String> {
        let mut contents: Vec<u16> = Vec::new();
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            match char {
                '1'..='8' => contents.extend(vec![EMPTY; char as usize - '0' as usize]),
                '*' if chars.peek().is_none() => contents.resize(8.max(contents.len()), ANY),
                '*' => return Err("nothing may follow `*`".to_owned()),
                '!' => {
                    let next = chars.next().ok_or("a piece must follow `!`")?;
                    contents.push(ANY & !Pattern::contents(next, &mut chars, variant)?);
                }
                '[' => {
                    let mut any_of = 0;
                    loop {
                        match chars.next() {
                            None => return Err("`[` without `]`".to_owned()),
                            Some(']') => break,
                            Some(next) => any_of |= Pattern::contents(next, &mut chars, variant)?,
                        }
                    }
                    contents.push(any_of);
                }
                _ => contents.push(Pattern::contents(char, &mut chars, variant)?),
            }
        }
        let count = contents.len();
        contents.try_into().map_err(|_| format!("{count} squares instead of 8"))
    }

    /// What a letter allows.
    fn contents(
        char: char,
        rest: &mut std::iter::Peekable<std::str::Chars<'_>>,
        variant: Variant,
    ) -> std::result::Result<u16, String> {
        match char {
            '?' => Ok(ANY),
            '.' => Ok(EMPTY),
            'A' => Ok(bits_of_color(Color::White)),
            'a' => Ok(bits_of_color(Color::Black)),
            _ => {
                let promoted = rest.next_if_eq(&'~').is_some();
                piece_of(variant, char, promoted)
                    .map(bit_of)
                    .ok_or(format!("`{char}` is not a piece or wildcard"))
            }
        }
    }

    fn new(allowed: [u16; 64]) -> Pattern {
        let (white, black) = (bits_of_color(Color::White), bits_of_color(Color::Black));
        let mut required = [Bitboard::EMPTY; 3];
        let mut restricted = Vec::new();
        for square in Bitboard::FULL {
            let contents = allowed[square as usize];
            let only = [white, black, EMPTY].into_iter().position(|bits| contents & !bits == 0);
            if let Some(only) = only {
                required[only] |= square.bitboard();
            }
            if ![ANY, white, black, EMPTY].contains(&contents) {
                restricted.push(square);
            }
        }
        Pattern { allowed, required, restricted }
    }

    /// With the colors exchanged.
    fn flipped(&self) -> Pattern {
        let mut allowed = [0; 64];
        for square in Bitboard::FULL {
            let contents = self.allowed[square as usize];
            let exchanged = contents & EMPTY | (contents >> 1 & 0x7f) << 8 | (contents >> 8 & 0x7f) << 1;
            allowed[square as usize ^ 56] = exchanged;
        }
        Pattern::new(allowed)
    }

    fn matches<R: Rules>(&self, board: &Mailbox<R>) -> bool {
        let [white, black] = Color::ALL.map(|color| board.color(color));
        let [only_white, only_black, empty] = self.required;
        white & only_white == only_white
            && black & only_black == only_black
            && !(white | black).intersects(empty)
            && self.restricted.iter().all(|square| {
                let contents = board.piece_at(*square).map_or(EMPTY, bit_of);
                self.allowed[*square as usize] & contents != 0
            })
    }
}

/// A query while a game is replayed.
struct Matcher<'a> {
    query: &'a BoardQuery,
    /// The number of pieces of the material.
    total: Option<u32>,
    /// Whether the material is the one of the query, until the next capture or promotion.
    has_material: bool,
}

impl<'a> Matcher<'a> {
    fn new(query: &'a BoardQuery) -> Matcher<'a> {
        Matcher { query, total: query.material.map(|counts| counts.total()), has_material: true }
    }

    /// Whether a board matches. `is_changed`: pieces were captured or promoted since the last call.
    fn matches<R: Rules>(&mut self, board: &Mailbox<R>, is_changed: bool) -> bool {
        if let (Some(material), true) = (&self.query.material, is_changed) {
            self.has_material = self.total == Some(board.count()) && board.piece_counts() == material.0;
        }
        self.has_material
            && self.query.turn.is_none_or(|turn| turn == moves::Board::turn(board))
            && self.query.pattern.as_ref().is_none_or(|pattern| pattern.matches(board))
    }

    /// Whether no later position of the game can match: pieces do not return.
    fn cannot_match(&self, pieces: u32) -> bool {
        self.total.is_some_and(|total| pieces < total)
    }
}

/// The first ply at which a game matches one of the queries.
fn first_match<R: Rules>(start: &Position<R>, encoded: &[u8], queries: &[BoardQuery]) -> Option<usize> {
    let mut matchers: Vec<Matcher<'_>> = queries.iter().map(Matcher::new).collect();
    let (mut board, mut codes) = (Mailbox::new(start), Codes(encoded));
    // A move captures one piece at most.
    let captures = matchers
        .iter()
        .filter_map(|matcher| matcher.total)
        .min()
        .map(|total| board.count().saturating_sub(total));
    if captures.is_some_and(|captures| encoded.len() < captures as usize) {
        return None;
    }
    let mut is_changed = true;
    for ply in 0.. {
        // Not `any`: every matcher must see the change.
        let matching =
            matchers.iter_mut().filter_map(|matcher| matcher.matches(&board, is_changed).then_some(()));
        if matching.count() > 0 {
            return Some(ply);
        }
        if matchers.iter().all(|matcher| matcher.cannot_match(board.count())) {
            return None;
        }
        let mv = moves::decode(&board, codes.next()?)?;
        let pieces = board.count();
        board.play(mv);
        is_changed = board.count() != pieces || mv.promotion().is_some();
    }
    None
}

/// The number of games that a thread takes at a time.
const CHUNK: usize = 2048;

impl Database {
    /// Returns the first `limit` games that match a query and a filter, each with the first ply at which the query matches. Replays
    /// the games that the filter admits: about 400,000 per second and thread. `progress` is called with numbers of games that have been searched.
    pub fn find_boards(
        &self,
        query: &BoardQuery,
        filter: &Filter,
        limit: usize,
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<(GameId, usize)>> {
        let state = self.state();
        let mut queries = vec![query.clone()];
        if query.either_color {
            queries.push(query.flipped());
        }
        let mut found = Vec::new();
        for (index, segment) in state.segments.iter().enumerate() {
            // In rounds, so that a limit ends the search early.
            let games = segment.games.count();
            let round = CHUNK * threads.max(1) * 8;
            for first in (0..games).step_by(round) {
                let games = first..games.min(first + round);
                let mut chunks =
                    search_round(&state, filter, (index, segment), &queries, games, threads, progress)?;
                chunks.sort_unstable();
                found.extend(chunks);
                if found.len() >= limit {
                    found.truncate(limit);
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    /// The first ply at which a game matches a query.
    pub fn first_match(&self, game: GameId, query: &BoardQuery) -> Result<Option<usize>> {
        let state = self.state();
        let (segment, number) = state.place(game)?;
        let mut queries = vec![query.clone()];
        if query.either_color {
            queries.push(query.flipped());
        }
        match_of(segment, number, &queries)
    }
}

fn match_of(segment: &Segment, game: usize, queries: &[BoardQuery]) -> Result<Option<usize>> {
    let facts = segment.games.row(game)?.facts();
    if facts.variant != queries[0].variant {
        return Ok(None);
    }
    let (_, encoded) = segment.games.record(game)?;
    let start = segment.games.start(game, &facts)?;
    Ok(with_position!(start, start => first_match(&start, encoded, queries)))
}

/// Searches a range of games on several threads.
fn search_round(
    state: &State,
    filter: &Filter,
    (index, segment): (usize, &Segment),
    queries: &[BoardQuery],
    games: Range<usize>,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<(GameId, usize)>> {
    let next = AtomicUsize::new(games.start);
    let search = || -> Result<Vec<(GameId, usize)>> {
        let (compiled, mut found) = (CompiledFilter::new(filter, state), Vec::new());
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= games.end {
                return Ok(found);
            }
            let last = games.end.min(first + CHUNK);
            for game in first..last {
                if !compiled.admits(&segment.games, index, game, &segment.games.row(game)?)? {
                    continue;
                }
                let ply = match_of(segment, game, queries)?;
                found.extend(ply.map(|ply| (GameId::at(segment.first + game as u64), ply)));
            }
            progress((last - first) as u64);
        }
    };
    if threads <= 1 {
        return search();
    }
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
        let mut found = Vec::new();
        for worker in workers {
            found.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_queries_are_refused() {
        let query = || BoardQuery::new(Variant::Chess);
        for text in ["", "KRP", "KRPkrX", "KKk"] {
            assert!(query().material(text).is_err(), "{text}");
        }
        for text in [
            "",
            "8/8",
            "9/8/8/8/8/8/8/8",
            "*K/8/8/8/8/8/8/8",
            "[K/8/8/8/8/8/8/8",
            "7/8/8/8/8/8/8/8",
            "x7/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 x",
        ] {
            assert!(query().pattern(text).is_err(), "{text}");
        }
    }
}
