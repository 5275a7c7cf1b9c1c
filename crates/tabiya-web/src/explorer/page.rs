//! The requests of the page's Explorer.

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Move, Rules};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{Collection, ExploreOptions, Filter, GameId};
use tabiya_pgn::GameResult;
use tabiya_pgn::openings::{Opening, deepest_name};

use super::served::db_error;
use crate::api::{GameRequest, Played, Replayed};
use crate::error::ApiError;
use crate::pgn::FoundGame;

/// The number of games listed by default, and the maximum.
const LISTED: usize = 16;
const MAX_LISTED: usize = 1000;
/// With more games, move orders are not counted: it would take too long.
const MAX_COUNTED: usize = 300_000;

/// The request of `/api/explore`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExploreRequest {
    game: GameRequest,
    /// Queries the games of the loaded file instead of the served database.
    #[serde(default)]
    pub(crate) loaded: bool,
    #[serde(default)]
    filter: FilterRequest,
    /// Includes slow parts: results by month, and the number of games with this move order.
    #[serde(default)]
    details: bool,
    /// The number of games to list.
    #[serde(default)]
    games: Option<usize>,
}

/// The filters as form fields; empty fields filter nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FilterRequest {
    player: String,
    color: String,
    from: String,
    to: String,
    since: String,
    until: String,
    result: String,
    speed: String,
    event: String,
    eco: String,
}

/// The response of `/api/explore`.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExploreResponse {
    /// The number of games in the database.
    all_games: u64,
    #[serde(flatten)]
    answer: ExplorerResponse,
    /// The number of games that reached the position by the moves on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_move_order: Option<u64>,
}

impl ExploreRequest {
    /// Queries a database.
    pub(crate) fn answer(&self, database: &dyn Collection) -> Result<ExploreResponse, ApiError> {
        let line = Line::of(&self.game)?;
        let filter = self.filter.read()?;
        let top_games = self.games.unwrap_or(LISTED).min(MAX_LISTED);
        let options = ExploreOptions { top_games, recent_games: 0, history: self.details };
        let response_options = ResponseOptions {
            moves: usize::MAX,
            own: true,
            speeds: true,
            results: true,
            history: self.details,
            ..ResponseOptions::default()
        };
        let explored =
            database.explore(&line.position, &filter, &options).map_err(|error| db_error(&error))?;
        let answer =
            ExplorerResponse::new(database, &line.position, &explored, line.opening, &response_options);
        let same_move_order = match self.details {
            true => database.games_by_move_order(&line.start, &line.moves, &filter, MAX_COUNTED),
            false => Ok(None),
        };
        Ok(ExploreResponse {
            all_games: database.games(),
            answer: answer.map_err(|error| db_error(&error))?,
            same_move_order: same_move_order.map_err(|error| db_error(&error))?,
        })
    }
}

/// The moves to the position shown.
struct Line {
    start: AnyPosition,
    moves: Vec<Move>,
    position: AnyPosition,
    opening: Option<Opening>,
}

impl Line {
    fn of(request: &GameRequest) -> Result<Line, ApiError> {
        Ok(match request.replay()? {
            Replayed::Chess(played) => Line::played(played),
            Replayed::Makruk(played) => Line::played(played),
        })
    }

    fn played<R: Rules>(mut played: Played<R>) -> Line {
        played.rewind();
        let game = &played.game;
        Line {
            start: (played.any)(*game.start()),
            moves: game.moves().to_vec(),
            position: (played.any)(*game.position()),
            opening: deepest_name(game.positions().iter().map(|position| (played.any)(*position))),
        }
    }
}

impl FilterRequest {
    fn read(&self) -> Result<Filter, ApiError> {
        let player = non_empty(&self.player).map(str::to_owned);
        let (from, to) = (rating(&self.from, 0)?, rating(&self.to, u16::MAX)?);
        let invalid =
            |name: &str, error: &dyn ToString| ApiError::invalid(format!("{name}: {}", error.to_string()));
        let date = |name: &str, text: &str| {
            non_empty(text)
                .map(|text| text.parse().map_err(|error: tabiya_db::BadDate| invalid(name, &error)))
                .transpose()
        };
        let result = non_empty(&self.result).map(|text| {
            GameResult::parse(text.as_bytes())
                .ok_or_else(|| ApiError::invalid("a result is 1-0, 0-1, 1/2-1/2 or *"))
        });
        let speed = non_empty(&self.speed)
            .map(|text| text.parse().map_err(|error: tabiya_db::UnknownSpeed| invalid("speed", &error)));
        let mut filter = Filter {
            elo: (!self.from.trim().is_empty() || !self.to.trim().is_empty()).then_some(from..=to),
            since: date("year from", &self.since)?,
            until: date("year to", &self.until)?,
            results: result.transpose()?.into_iter().collect(),
            speeds: speed.transpose()?.into_iter().collect(),
            event: non_empty(&self.event).map(str::to_owned),
            eco: non_empty(&self.eco).map(str::to_owned),
            ..Filter::default()
        };
        match self.color.as_str() {
            "white" => filter.white = player,
            "black" => filter.black = player,
            _ => filter.player = player,
        }
        if let (Some(since), Some(until)) = (filter.since, filter.until)
            && !until.is_since(since)
        {
            return Err(ApiError::invalid("the first year is after the last year"));
        }
        Ok(filter)
    }
}

fn non_empty(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

fn rating(text: &str, default: u16) -> Result<u16, ApiError> {
    let Some(text) = non_empty(text) else { return Ok(default) };
    text.parse().map_err(|_| ApiError::invalid("a rating is a number, such as 2500"))
}

/// The request of `/api/explore/game`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenGameRequest {
    id: String,
    #[serde(default)]
    pub(crate) loaded: bool,
    /// The position to find in it.
    game: GameRequest,
}

/// A game, and the first ply of the position in it.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OpenGameResponse {
    game: FoundGame,
    /// The game with its comments, NAGs and variations, if it has any.
    pgn: Option<String>,
    ply: usize,
}

impl OpenGameRequest {
    pub(crate) fn answer(&self, database: &dyn Collection) -> Result<OpenGameResponse, ApiError> {
        let id = self.id.parse().map(GameId).map_err(|_| ApiError::invalid("game ids are numbers from 1"))?;
        let position = Line::of(&self.game)?.position;
        let stored = database.game(id).map_err(|error| db_error(&error))?;
        let ply = database.first_ply(id, &position).map_err(|error| db_error(&error))?;
        let pgn = stored.has_annotations().then(|| stored.to_pgn());
        Ok(OpenGameResponse { game: FoundGame::stored(&stored), pgn, ply: ply.unwrap_or(0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use tabiya_db::Database;

    const GAMES: &str = "[White \"A\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2100\"]\n[Date \"2001.01.01\"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n\
        [White \"B\"]\n[Date \"2003.05.01\"]\n\n1. c4 e6 2. d4 Nf6 0-1\n\n[White \"B\"]\n\n1. c4 Nf6 2. d4 e6 *\n";

    fn explore(fields: Value) -> Result<Value, ApiError> {
        let database = Database::temporary(GAMES.as_bytes()).expect("good games");
        let request: ExploreRequest = serde_json::from_value(fields).expect("a valid request");
        request.answer(&database).map(|response| serde_json::to_value(response).expect("JSON"))
    }

    #[test]
    fn other_move_orders_are_counted() {
        let game = json!({"variant": "chess", "moves": "d2d4 g8f6 c2c4 e7e6 b1c3", "at": 4});
        let quick = explore(json!({"game": game})).unwrap();
        assert_eq!(
            (&quick["white"], &quick["black"], &quick["unknown"], &quick["ended"]),
            (&json!(1), &json!(1), &json!(1), &json!(3))
        );
        assert!(quick.get("sameMoveOrder").is_none() && quick.get("history").is_none());
        let response = explore(json!({"game": game, "details": true})).unwrap();
        assert_eq!((&response["sameMoveOrder"], &response["allGames"]), (&json!(1), &json!(3)));
        assert_eq!(response["history"].as_array().unwrap().len(), 2);
        assert_eq!(response["opening"]["eco"], "A50");
    }

    #[test]
    fn filter_is_parsed_from_form_fields() {
        let count = |filter: Value| {
            let response = explore(json!({"game": {"variant": "chess"}, "filter": filter})).unwrap();
            ["white", "draws", "black", "unknown"]
                .iter()
                .map(|name| response[*name].as_u64().unwrap())
                .sum::<u64>()
        };
        assert_eq!(count(json!({})), 3);
        assert_eq!(count(json!({"player": " b ", "color": "white"})), 2);
        assert_eq!(count(json!({"player": "b", "color": "black"})), 0);
        assert_eq!(count(json!({"since": "2002", "until": ""})), 1);
        assert_eq!(count(json!({"from": "1900", "to": "2100"})), 1);
        assert_eq!(count(json!({"result": "0-1"})), 1);
        for invalid in [
            json!({"since": "May"}),
            json!({"since": "2020", "until": "2019"}),
            json!({"from": "x"}),
            json!({"result": "x"}),
            json!({"speed": "x"}),
        ] {
            let error = explore(json!({"game": {"variant": "chess"}, "filter": invalid})).unwrap_err();
            assert_eq!(error.status, 422, "{}", error.message);
        }
    }

    #[test]
    fn game_is_opened_at_the_position() {
        let database = Database::temporary(GAMES.as_bytes()).expect("good games");
        let open = |id: &str| {
            let fields = json!({"id": id, "game": {"variant": "chess", "moves": "d2d4 g8f6 c2c4 e7e6"}});
            let request: OpenGameRequest = serde_json::from_value(fields).expect("a valid request");
            request.answer(&database).map(|response| serde_json::to_value(response).expect("JSON"))
        };
        let response = open("2").unwrap();
        assert_eq!(
            (&response["ply"], &response["game"]["moves"]),
            (&json!(4), &json!("c2c4 e7e6 d2d4 g8f6"))
        );
        assert_eq!(response["game"]["tags"][0], json!(["White", "B"]));
        assert_eq!(open("9").unwrap_err().status, 404);
        assert_eq!(open("x").unwrap_err().status, 422);
    }
}
