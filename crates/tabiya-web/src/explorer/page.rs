//! The questions of the page's Explorer.

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Move, Rules};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{Collection, ExploreOptions, Filter, GameId};
use tabiya_pgn::GameResult;
use tabiya_pgn::openings::{Opening, deepest_name};

use super::served::refused;
use crate::ask::{GameAsked, Played, Replayed};
use crate::pgn::GameFound;
use crate::refusal::Refusal;

/// How many games are listed unless more are asked for, and at most.
const LISTED: usize = 16;
const MOST_LISTED: usize = 1000;
/// Of more games nobody counts by which moves they came: it would take longer than people wait.
const MOST_COUNTED: usize = 300_000;

/// What was played from the position on the board?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExploreAsked {
    game: GameAsked,
    /// Of the games of the file the page has loaded, not of those that are served.
    #[serde(default)]
    pub(crate) loaded: bool,
    #[serde(default)]
    filter: FilterAsked,
    /// Also what takes longer: how games ended by month, and how many came by these moves.
    #[serde(default)]
    details: bool,
    /// How many games to list.
    #[serde(default)]
    games: Option<usize>,
}

/// Which games are meant, as a form has it: what is empty is not asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FilterAsked {
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

/// What is told.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExploreTold {
    /// How many games the database has.
    all_games: u64,
    #[serde(flatten)]
    answer: ExplorerResponse,
    /// How many games came here by the moves on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_this_road: Option<u64>,
}

impl ExploreAsked {
    /// Asks.
    pub(crate) fn answer(&self, database: &dyn Collection) -> Result<ExploreTold, Refusal> {
        let line = Line::of(&self.game)?;
        let filter = self.filter.read()?;
        let top_games = self.games.unwrap_or(LISTED).min(MOST_LISTED);
        let wanted = ExploreOptions { top_games, recent_games: 0, history: self.details };
        let shape = ResponseOptions {
            moves: usize::MAX,
            own: true,
            speeds: true,
            results: true,
            history: self.details,
            ..ResponseOptions::default()
        };
        let explored = database.explore(&line.position, &filter, &wanted).map_err(|error| refused(&error))?;
        let answer = ExplorerResponse::new(database, &line.position, &explored, line.opening, &shape);
        let by_this_road = match self.details {
            true => database.games_by_move_order(&line.start, &line.moves, &filter, MOST_COUNTED),
            false => Ok(None),
        };
        Ok(ExploreTold {
            all_games: database.games(),
            answer: answer.map_err(|error| refused(&error))?,
            by_this_road: by_this_road.map_err(|error| refused(&error))?,
        })
    }
}

/// The way to the position on the board.
struct Line {
    start: AnyPosition,
    moves: Vec<Move>,
    position: AnyPosition,
    opening: Option<Opening>,
}

impl Line {
    fn of(asked: &GameAsked) -> Result<Line, Refusal> {
        Ok(match asked.replay()? {
            Replayed::Chess(played) => Line::played(played),
            Replayed::Makruk(played) => Line::played(played),
        })
    }

    fn played<R: Rules>(mut played: Played<R>) -> Line {
        played.go_back();
        let game = &played.game;
        Line {
            start: (played.any)(*game.start()),
            moves: game.moves().to_vec(),
            position: (played.any)(*game.position()),
            opening: deepest_name(game.positions().iter().map(|position| (played.any)(*position))),
        }
    }
}

impl FilterAsked {
    fn read(&self) -> Result<Filter, Refusal> {
        let player = given(&self.player).map(str::to_owned);
        let (from, to) = (rating(&self.from, 0)?, rating(&self.to, u16::MAX)?);
        let wrong =
            |what: &str, error: &dyn ToString| Refusal::wrong(format!("{what}: {}", error.to_string()));
        let date = |what: &str, text: &str| {
            given(text)
                .map(|text| text.parse().map_err(|error: tabiya_db::BadDate| wrong(what, &error)))
                .transpose()
        };
        let result = given(&self.result).map(|text| {
            GameResult::parse(text.as_bytes())
                .ok_or_else(|| Refusal::wrong("a result is 1-0, 0-1, 1/2-1/2 or *"))
        });
        let speed = given(&self.speed)
            .map(|text| text.parse().map_err(|error: tabiya_db::UnknownSpeed| wrong("speed", &error)));
        let mut filter = Filter {
            elo: (!self.from.trim().is_empty() || !self.to.trim().is_empty()).then_some(from..=to),
            since: date("from the year", &self.since)?,
            until: date("to the year", &self.until)?,
            results: result.transpose()?.into_iter().collect(),
            speeds: speed.transpose()?.into_iter().collect(),
            event: given(&self.event).map(str::to_owned),
            eco: given(&self.eco).map(str::to_owned),
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
            return Err(Refusal::wrong("the first year is later than the last"));
        }
        Ok(filter)
    }
}

fn given(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

fn rating(text: &str, unless_given: u16) -> Result<u16, Refusal> {
    let Some(text) = given(text) else { return Ok(unless_given) };
    text.parse().map_err(|_| Refusal::wrong("a rating is a number, such as 2500"))
}

/// Show me this game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenAsked {
    id: String,
    #[serde(default)]
    pub(crate) loaded: bool,
    /// The position to find in it.
    game: GameAsked,
}

/// A game, and where the position stands in it.
#[derive(Serialize, Debug)]
pub(crate) struct OpenTold {
    game: GameFound,
    ply: usize,
}

impl OpenAsked {
    pub(crate) fn answer(&self, database: &dyn Collection) -> Result<OpenTold, Refusal> {
        let id =
            self.id.parse().map(GameId).map_err(|_| Refusal::wrong("games have numbers here, from 1"))?;
        let position = Line::of(&self.game)?.position;
        let stored = database.game(id).map_err(|error| refused(&error))?;
        let ply = database.first_ply(id, &position).map_err(|error| refused(&error))?;
        Ok(OpenTold { game: GameFound::stored(&stored), ply: ply.unwrap_or(0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use tabiya_db::Database;

    const GAMES: &str = "[White \"A\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2100\"]\n[Date \"2001.01.01\"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n\
        [White \"B\"]\n[Date \"2003.05.01\"]\n\n1. c4 e6 2. d4 Nf6 0-1\n\n[White \"B\"]\n\n1. c4 Nf6 2. d4 e6 *\n";

    fn asked(question: Value) -> Result<Value, Refusal> {
        let database = Database::temporary(GAMES.as_bytes()).expect("good games");
        let asked: ExploreAsked = serde_json::from_value(question).expect("a question");
        asked.answer(&database).map(|told| serde_json::to_value(told).expect("JSON"))
    }

    #[test]
    fn games_that_came_by_other_moves_are_counted_apart() {
        let game = json!({"variant": "chess", "moves": "d2d4 g8f6 c2c4 e7e6 b1c3", "at": 4});
        let quick = asked(json!({"game": game})).unwrap();
        assert_eq!(
            (&quick["white"], &quick["black"], &quick["unknown"], &quick["ended"]),
            (&json!(1), &json!(1), &json!(1), &json!(3))
        );
        assert!(quick.get("byThisRoad").is_none() && quick.get("history").is_none());
        let told = asked(json!({"game": game, "details": true})).unwrap();
        assert_eq!((&told["byThisRoad"], &told["allGames"]), (&json!(1), &json!(3)));
        assert_eq!(told["history"].as_array().unwrap().len(), 2);
        assert_eq!(told["opening"]["eco"], "A50");
    }

    #[test]
    fn a_filter_is_read_as_the_form_has_it() {
        let count = |filter: Value| {
            let told = asked(json!({"game": {"variant": "chess"}, "filter": filter})).unwrap();
            ["white", "draws", "black", "unknown"]
                .iter()
                .map(|name| told[*name].as_u64().unwrap())
                .sum::<u64>()
        };
        assert_eq!(count(json!({})), 3);
        assert_eq!(count(json!({"player": " b ", "color": "white"})), 2);
        assert_eq!(count(json!({"player": "b", "color": "black"})), 0);
        assert_eq!(count(json!({"since": "2002", "until": ""})), 1);
        assert_eq!(count(json!({"from": "1900", "to": "2100"})), 1);
        assert_eq!(count(json!({"result": "0-1"})), 1);
        for wrong in [
            json!({"since": "May"}),
            json!({"since": "2020", "until": "2019"}),
            json!({"from": "x"}),
            json!({"result": "x"}),
            json!({"speed": "x"}),
        ] {
            let refusal = asked(json!({"game": {"variant": "chess"}, "filter": wrong})).unwrap_err();
            assert_eq!(refusal.status, 422, "{}", refusal.error);
        }
    }

    #[test]
    fn a_game_is_opened_where_the_position_stands_in_it() {
        let database = Database::temporary(GAMES.as_bytes()).expect("good games");
        let open = |id: &str| {
            let question = json!({"id": id, "game": {"variant": "chess", "moves": "d2d4 g8f6 c2c4 e7e6"}});
            let asked: OpenAsked = serde_json::from_value(question).expect("a question");
            asked.answer(&database).map(|told| serde_json::to_value(told).expect("JSON"))
        };
        let told = open("2").unwrap();
        assert_eq!((&told["ply"], &told["game"]["moves"]), (&json!(4), &json!("c2c4 e7e6 d2d4 g8f6")));
        assert_eq!(told["game"]["tags"][0], json!(["White", "B"]));
        assert_eq!(open("9").unwrap_err().status, 404);
        assert_eq!(open("x").unwrap_err().status, 422);
    }
}
