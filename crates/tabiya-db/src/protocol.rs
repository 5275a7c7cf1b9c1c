//! Responses in the JSON format of the lichess opening explorer, for clients of its protocol and for `--json`.
//!
//! ```
//! use tabiya::{AnyPosition, Variant};
//! use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
//! use tabiya_db::{Database, Filter, ExploreOptions};
//!
//! let database = Database::temporary(&b"1. e4 e5 1-0\n\n1. e4 c5 *\n\n1. d4 1/2-1/2"[..])?;
//! let start = AnyPosition::start(Variant::Chess);
//! let explored = database.explore(&start, &Filter::default(), &ExploreOptions::default())?;
//! let answer = ExplorerResponse::new(&database, &start, &explored, None, &ResponseOptions::default())?;
//! assert_eq!((answer.white, answer.draws, answer.black), (1, 1, 0));
//! assert_eq!((answer.moves[0].uci.as_str(), answer.moves[0].white), ("e2e4", 1));
//! # Ok::<(), tabiya_db::DbError>(())
//! ```

use serde::Serialize;
use tabiya::{AnyPosition, Color};
use tabiya_pgn::GameResult;
use tabiya_pgn::openings::{Opening, name_of};

use crate::found::tag;
use crate::tally::performance;
use crate::{Collection, Date, Explored, ExploredMove, Facts, GameId, Result, Results, Speed, TopGame};

/// Which parts a response contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResponseOptions {
    /// Maximum number of moves, most frequent first.
    pub moves: usize,
    /// Whether to include fields that lichess does not have: games without a result, and games that ended in the position.
    pub own: bool,
    /// Whether to include statistics about the opponents of one player: their mean rating, and the performance.
    pub opponents: bool,
    /// The color of that player; by default, the side to move.
    pub player: Option<Color>,
    /// Whether to include top games; the list may be empty.
    pub top_games: bool,
    /// Whether to include recent games.
    pub recent_games: bool,
    /// Whether to include the speed of each game.
    pub speeds: bool,
    /// Whether to include results by month.
    pub history: bool,
    /// Whether to include the result of each game in PGN notation, which distinguishes a draw from a game without a result.
    pub results: bool,
}

impl ResponseOptions {
    /// All fields, as for `--json`; months only if `history` is set.
    ///
    /// ```
    /// use tabiya_db::protocol::ResponseOptions;
    ///
    /// assert_eq!(ResponseOptions::everything(false).moves, usize::MAX);
    /// assert!(ResponseOptions::everything(true).history);
    /// ```
    #[must_use]
    pub fn everything(history: bool) -> ResponseOptions {
        ResponseOptions {
            moves: usize::MAX,
            own: true,
            opponents: true,
            recent_games: true,
            speeds: true,
            history,
            ..ResponseOptions::default()
        }
    }
}

/// Twelve moves and the top games, like the masters database of lichess.
impl Default for ResponseOptions {
    fn default() -> ResponseOptions {
        ResponseOptions {
            moves: 12,
            own: false,
            opponents: false,
            player: None,
            top_games: true,
            recent_games: false,
            speeds: false,
            history: false,
            results: false,
        }
    }
}

/// Statistics of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ExplorerResponse {
    /// Games won by White.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
    /// Games without a result, with [`ResponseOptions::own`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<u64>,
    /// Games that ended in the position, with [`ResponseOptions::own`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// The moves played.
    pub moves: Vec<ResponseMove>,
    /// The games with the highest-rated players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_games: Option<Vec<ResponseGameWithMove>>,
    /// The most recent games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent_games: Option<Vec<ResponseGameWithMove>>,
    /// The opening.
    pub opening: Option<Opening>,
    /// Results by month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<ResponseMonth>>,
}

/// Statistics of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResponseMove {
    /// The move in UCI notation; castling as king takes rook.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// The mean rating of the players who made the move, if known.
    pub average_rating: Option<u16>,
    /// The mean rating of their opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_opponent_rating: Option<u16>,
    /// The performance rating of these players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance: Option<i32>,
    /// Games won by White.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
    /// Games without a result, with [`ResponseOptions::own`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<u64>,
    /// The game, if there is only one.
    pub game: Option<ResponseGame>,
    /// The opening after the move.
    pub opening: Option<Opening>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct ResponseGame {
    /// Its number in the database.
    pub id: String,
    /// `white`, `black` or null.
    pub winner: Option<String>,
    /// The result, with [`ResponseOptions::results`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The speed, with [`ResponseOptions::speeds`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
    /// The white player.
    pub white: ResponsePlayer,
    /// The black player.
    pub black: ResponsePlayer,
    /// The year, if known.
    pub year: Option<u16>,
    /// The month as in `2019-05`, if known.
    pub month: Option<String>,
}

/// A game and the move played in it from the position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct ResponseGameWithMove {
    /// The move; `None` if the game ended in the position.
    pub uci: Option<String>,
    /// The game.
    #[serde(flatten)]
    pub game: ResponseGame,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ResponsePlayer {
    /// The name; `?` if unknown.
    pub name: String,
    /// The rating, if known.
    pub rating: Option<u16>,
}

/// The results of a month.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ResponseMonth {
    /// As in `2019-05`; only the year for games with an unknown month.
    pub month: String,
    /// Games won by White.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
    /// Games without a result, with [`ResponseOptions::own`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<u64>,
}

impl ExplorerResponse {
    /// Converts statistics to a response. `opening` is the opening of the game that led to the position, because statistics
    /// do not contain it; by default it is the name of the position itself.
    pub fn new(
        database: &dyn Collection,
        position: &AnyPosition,
        explored: &Explored,
        opening: Option<Opening>,
        options: &ResponseOptions,
    ) -> Result<ExplorerResponse> {
        let builder = ResponseBuilder { database, position, options };
        let mut moves: Vec<&ExploredMove> = explored.moves.iter().collect();
        if !options.own {
            // Sort by the numbers that are shown.
            moves.sort_by_key(|played| std::cmp::Reverse(played.results.games() - played.results.unknown));
        }
        moves.truncate(options.moves);
        let only = moves.iter().filter(|played| is_only(played)).map(|played| played.first_game);
        database.prefetch(&only.collect::<Vec<GameId>>());
        let moves = moves.into_iter().map(|played| builder.played(played));
        let Results { white, draws, black, unknown } = explored.results;
        Ok(ExplorerResponse {
            white,
            draws,
            black,
            unknown: options.own.then_some(unknown),
            ended: options.own.then_some(explored.ended),
            moves: moves.collect::<Result<_>>()?,
            top_games: options.top_games.then(|| builder.games(&explored.top_games)).transpose()?,
            recent_games: options.recent_games.then(|| builder.games(&explored.recent_games)).transpose()?,
            opening: opening.or_else(|| name_of(position)),
            history: options.history.then(|| {
                explored.history.iter().map(|(month, results)| builder.month(*month, results)).collect()
            }),
        })
    }
}

/// Whether a move was played in one game only, which is then included.
fn is_only(played: &ExploredMove) -> bool {
    played.results.games() == 1
}

/// Looks up the games of a response.
struct ResponseBuilder<'a> {
    database: &'a dyn Collection,
    position: &'a AnyPosition,
    options: &'a ResponseOptions,
}

impl ResponseBuilder<'_> {
    fn played(&self, played: &ExploredMove) -> Result<ResponseMove> {
        let Results { white, draws, black, unknown } = played.results;
        let opponents = self.options.opponents.then(|| self.opponents(played));
        Ok(ResponseMove {
            // Castling is written as king takes rook, in every variant.
            uci: played.mv.to_string(),
            san: self.position.san(played.mv),
            average_rating: played.average_rating,
            average_opponent_rating: opponents.and_then(|(rating, _)| rating),
            performance: opponents.and_then(|(_, performance)| performance),
            white,
            draws,
            black,
            unknown: self.options.own.then_some(unknown),
            game: is_only(played).then(|| self.game(played.first_game)).transpose()?,
            opening: name_of(&self.position.play_legal(played.mv)),
        })
    }

    /// The mean rating of the player's opponents and the player's performance, also if the opponents are to move.
    fn opponents(&self, played: &ExploredMove) -> (Option<u16>, Option<i32>) {
        let player = match self.options.player {
            Some(player) if player != self.position.turn() => player,
            _ => return (played.average_opponent_rating, played.performance),
        };
        let Results { white, draws, black, .. } = played.results;
        let (wins, games) = (if player == Color::White { white } else { black }, white + draws + black);
        let share = (2 * wins + draws) as f64 / (2 * games) as f64;
        let rating = played.average_rating;
        (rating, rating.filter(|_| games > 0).map(|rating| performance(rating, share)))
    }

    fn games(&self, games: &[TopGame]) -> Result<Vec<ResponseGameWithMove>> {
        let build = |top: &TopGame| {
            Ok(ResponseGameWithMove { uci: top.mv.map(|mv| mv.to_string()), game: self.game(top.game)? })
        };
        games.iter().map(build).collect()
    }

    fn game(&self, id: GameId) -> Result<ResponseGame> {
        let (facts, tags) = (self.database.facts(id)?, self.database.tags(id)?);
        let player = |color: Color| {
            let name = match color {
                Color::White => "White",
                Color::Black => "Black",
            };
            ResponsePlayer { name: tag(&tags, name).unwrap_or("?").to_owned(), rating: facts.elo(color) }
        };
        Ok(ResponseGame {
            id: id.to_string(),
            winner: winner(&facts).map(|color| color.to_string()),
            result: self.options.results.then(|| facts.result.to_string()),
            speed: facts.speed.filter(|_| self.options.speeds).as_ref().map(Speed::to_string),
            white: player(Color::White),
            black: player(Color::Black),
            year: facts.date.year(),
            month: month(facts.date),
        })
    }

    fn month(&self, (year, month): (u16, u8), results: &Results) -> ResponseMonth {
        let Results { white, draws, black, unknown } = *results;
        let month = if month == 0 { format!("{year:04}") } else { format!("{year:04}-{month:02}") };
        ResponseMonth { month, white, draws, black, unknown: self.options.own.then_some(unknown) }
    }
}

fn winner(facts: &Facts) -> Option<Color> {
    match facts.result {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw | GameResult::Unknown => None,
    }
}

fn month(date: Date) -> Option<String> {
    date.year().zip(date.month()).map(|(year, month)| format!("{year:04}-{month:02}"))
}
