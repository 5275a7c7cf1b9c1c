//! What is known of a position as lichess' opening explorer tells it: the object that clients of its protocol read, and what
//! `--json` writes.
//!
//! ```
//! use tabiya::{AnyPosition, Variant};
//! use tabiya_db::protocol::{Answer, Shape};
//! use tabiya_db::{Database, Filter, Wanted};
//!
//! let database = Database::temporary(&b"1. e4 e5 1-0\n\n1. e4 c5 *\n\n1. d4 1/2-1/2"[..])?;
//! let start = AnyPosition::start(Variant::Chess);
//! let explored = database.explore(&start, &Filter::default(), &Wanted::default())?;
//! let answer = Answer::new(&database, &start, &explored, None, &Shape::default())?;
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
use crate::{Collection, Date, Explored, Facts, GameId, Played, Result, Results, Speed, TopGame};

/// Which parts of an answer are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many moves, the most frequent first.
    pub moves: usize,
    /// Our own counts too: games without a result, and games that ended in the position.
    pub own: bool,
    /// What is told of the opponents of one player: their mean rating, and the performance.
    pub opponents: bool,
    /// The color of that player; without it, opponents are those of the side to move.
    pub player: Option<Color>,
    /// The list of top games, which may be empty.
    pub top_games: bool,
    /// The list of recent games.
    pub recent_games: bool,
    /// How fast each game was, if that is known.
    pub speeds: bool,
    /// The list of months.
    pub history: bool,
    /// The result of each game as PGN has it, which tells a draw from a game without a result.
    pub results: bool,
}

impl Shape {
    /// All that is known, as `--json` tells it; month by month if that was asked for.
    ///
    /// ```
    /// use tabiya_db::protocol::Shape;
    ///
    /// assert_eq!(Shape::everything(false).moves, usize::MAX);
    /// assert!(Shape::everything(true).history);
    /// ```
    #[must_use]
    pub fn everything(history: bool) -> Shape {
        Shape {
            moves: usize::MAX,
            own: true,
            opponents: true,
            recent_games: true,
            speeds: true,
            history,
            ..Shape::default()
        }
    }
}

/// Twelve moves and the top games, as of lichess' masters.
impl Default for Shape {
    fn default() -> Shape {
        Shape {
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

/// What is known of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Answer {
    /// Games that white won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that black won.
    pub black: u64,
    /// Games without a result, if [`Shape::own`] asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<u64>,
    /// Games that ended here, if [`Shape::own`] asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// What was played.
    pub moves: Vec<AnswerMove>,
    /// The games with the strongest players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_games: Option<Vec<AnswerGameWithMove>>,
    /// The last games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent_games: Option<Vec<AnswerGameWithMove>>,
    /// What the position is called.
    pub opening: Option<Opening>,
    /// Month by month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<AnswerMonth>>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AnswerMove {
    /// As UCI has it; to castle, the king takes its rook.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// The mean rating of those who played it, if any is known.
    pub average_rating: Option<u16>,
    /// The mean rating of their opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_opponent_rating: Option<u16>,
    /// The rating they played at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance: Option<i32>,
    /// Games that white won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that black won.
    pub black: u64,
    /// Games without a result, if they are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<u64>,
    /// The game, if there is one only.
    pub game: Option<AnswerGame>,
    /// What the position after it is called.
    pub opening: Option<Opening>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct AnswerGame {
    /// Its number in the database.
    pub id: String,
    /// `white`, `black`, or nobody.
    pub winner: Option<String>,
    /// The result, if [`Shape::results`] asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How fast it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
    /// Who had white.
    pub white: AnswerPlayer,
    /// Who had black.
    pub black: AnswerPlayer,
    /// The year, if it is known.
    pub year: Option<u16>,
    /// As in `2019-05`, if it is known.
    pub month: Option<String>,
}

/// A game and what was played in it from the position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct AnswerGameWithMove {
    /// The move; nothing if the game ended there.
    pub uci: Option<String>,
    /// The game.
    #[serde(flatten)]
    pub game: AnswerGame,
}

/// One who played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct AnswerPlayer {
    /// As the game has it, `?` if it does not say.
    pub name: String,
    /// The rating, if it is known.
    pub rating: Option<u16>,
}

/// How the games of a month ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct AnswerMonth {
    /// As in `2019-05`; the year alone for games whose month is not known.
    pub month: String,
    /// Games that white won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that black won.
    pub black: u64,
    /// Games without a result, if they are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<u64>,
}

impl Answer {
    /// Puts what was explored into the words of the protocol. The name of the opening is that of the way that led to the
    /// position, which only the asker knows; without one it is the position's own.
    pub fn new(
        database: &dyn Collection,
        position: &AnyPosition,
        explored: &Explored,
        opening: Option<Opening>,
        shape: &Shape,
    ) -> Result<Answer> {
        let teller = Teller { database, position, shape };
        let mut moves: Vec<&Played> = explored.moves.iter().collect();
        if !shape.own {
            // By what is told of them.
            moves.sort_by_key(|played| std::cmp::Reverse(played.results.games() - played.results.unknown));
        }
        moves.truncate(shape.moves);
        let only = moves.iter().filter(|played| is_only(played)).map(|played| played.first_game);
        database.touch(&only.collect::<Vec<GameId>>());
        let moves = moves.into_iter().map(|played| teller.played(played));
        let Results { white, draws, black, unknown } = explored.results;
        Ok(Answer {
            white,
            draws,
            black,
            unknown: shape.own.then_some(unknown),
            ended: shape.own.then_some(explored.ended),
            moves: moves.collect::<Result<_>>()?,
            top_games: shape.top_games.then(|| teller.games(&explored.top_games)).transpose()?,
            recent_games: shape.recent_games.then(|| teller.games(&explored.recent_games)).transpose()?,
            opening: opening.or_else(|| name_of(position)),
            history: shape.history.then(|| {
                explored.history.iter().map(|(month, results)| teller.month(*month, results)).collect()
            }),
        })
    }
}

/// Whether a move was played in one game only, which is told then.
fn is_only(played: &Played) -> bool {
    played.results.games() == 1
}

/// Looks up what an answer tells of games.
struct Teller<'a> {
    database: &'a dyn Collection,
    position: &'a AnyPosition,
    shape: &'a Shape,
}

impl Teller<'_> {
    fn played(&self, played: &Played) -> Result<AnswerMove> {
        let Results { white, draws, black, unknown } = played.results;
        let opponents = self.shape.opponents.then(|| self.opponents(played));
        Ok(AnswerMove {
            // To castle, the king takes its rook, in every game.
            uci: played.mv.to_string(),
            san: self.position.san(played.mv),
            average_rating: played.average_rating,
            average_opponent_rating: opponents.and_then(|(rating, _)| rating),
            performance: opponents.and_then(|(_, performance)| performance),
            white,
            draws,
            black,
            unknown: self.shape.own.then_some(unknown),
            game: is_only(played).then(|| self.game(played.first_game)).transpose()?,
            opening: name_of(&self.position.play_legal(played.mv)),
        })
    }

    /// The mean rating of the player's opponents, and the player's performance: also where the opponents move.
    fn opponents(&self, played: &Played) -> (Option<u16>, Option<i32>) {
        let player = match self.shape.player {
            Some(player) if player != self.position.turn() => player,
            _ => return (played.average_opponent_rating, played.performance),
        };
        let Results { white, draws, black, .. } = played.results;
        let (wins, games) = (if player == Color::White { white } else { black }, white + draws + black);
        let share = (2 * wins + draws) as f64 / (2 * games) as f64;
        let rating = played.average_rating;
        (rating, rating.filter(|_| games > 0).map(|rating| performance(rating, share)))
    }

    fn games(&self, games: &[TopGame]) -> Result<Vec<AnswerGameWithMove>> {
        let tell = |top: &TopGame| {
            Ok(AnswerGameWithMove { uci: top.mv.map(|mv| mv.to_string()), game: self.game(top.game)? })
        };
        games.iter().map(tell).collect()
    }

    fn game(&self, id: GameId) -> Result<AnswerGame> {
        let (facts, tags) = (self.database.facts(id)?, self.database.tags(id)?);
        let player = |color: Color| {
            let name = match color {
                Color::White => "White",
                Color::Black => "Black",
            };
            AnswerPlayer { name: tag(&tags, name).unwrap_or("?").to_owned(), rating: facts.elo(color) }
        };
        Ok(AnswerGame {
            id: id.to_string(),
            winner: winner(&facts).map(|color| color.to_string()),
            result: self.shape.results.then(|| facts.result.to_string()),
            speed: facts.speed.filter(|_| self.shape.speeds).as_ref().map(Speed::to_string),
            white: player(Color::White),
            black: player(Color::Black),
            year: facts.date.year(),
            month: month(facts.date),
        })
    }

    fn month(&self, (year, month): (u16, u8), results: &Results) -> AnswerMonth {
        let Results { white, draws, black, unknown } = *results;
        let month = if month == 0 { format!("{year:04}") } else { format!("{year:04}-{month:02}") };
        AnswerMonth { month, white, draws, black, unknown: self.shape.own.then_some(unknown) }
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
