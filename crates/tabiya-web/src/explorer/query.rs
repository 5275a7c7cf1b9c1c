//! Queries of lichess' Explorer protocol.

use std::ops::RangeInclusive;
use std::str::FromStr;

use tabiya::{AnyPosition, Color, Reading, Variant, printable};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{Collection, Date, ExploreOptions, Filter, Speed};
use tabiya_pgn::openings::{Opening, name_of};
use tabiya_pgn::replay::variant_named;

use super::parameters::{Parameters, invalid};
use super::served::db_error;
use crate::error::ApiError;

/// The maximum number of games listed.
const MAX_GAMES: usize = 100;

/// An endpoint. All query the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Endpoint {
    /// `/masters`: all games, unless a date is given.
    Masters,
    /// `/lichess`: also by speed and rating.
    Lichess,
    /// `/player`: those of one player.
    Player,
}

/// A valid query.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    position: AnyPosition,
    /// The last named opening up to the position.
    opening: Option<Opening>,
    filter: Filter,
    options: ExploreOptions,
    response_options: ResponseOptions,
}

impl Query {
    /// Parses a query string; unknown parameters are ignored, as lichess does.
    pub(crate) fn read(endpoint: Endpoint, query: &str) -> Result<Query, ApiError> {
        let parameters = Parameters::read(query);
        let (position, opening) = position(&parameters)?;
        let (top, recent) = match endpoint {
            Endpoint::Masters => (15, 0),
            Endpoint::Lichess => (4, 4),
            Endpoint::Player => (0, 8),
        };
        let options = ExploreOptions {
            top_games: parameters.count("topGames", top)?.min(MAX_GAMES),
            recent_games: parameters.count("recentGames", recent)?.min(MAX_GAMES),
            history: parameters.flag("history")?,
        };
        let response_options = ResponseOptions {
            moves: parameters.count("moves", ResponseOptions::default().moves)?,
            opponents: endpoint == Endpoint::Player,
            recent_games: true,
            speeds: endpoint != Endpoint::Masters,
            history: options.history,
            ..ResponseOptions::default()
        };
        let filter = filter(endpoint, &parameters)?;
        let player =
            filter.white.as_ref().map(|_| Color::White).or(filter.black.as_ref().map(|_| Color::Black));
        Ok(Query {
            position,
            opening,
            filter,
            options,
            response_options: ResponseOptions { player, ..response_options },
        })
    }

    /// Queries a database.
    pub(crate) fn answer(&self, database: &dyn Collection) -> Result<ExplorerResponse, ApiError> {
        let explored = database
            .explore(&self.position, &self.filter, &self.options)
            .map_err(|error| db_error(&error))?;
        ExplorerResponse::new(database, &self.position, &explored, self.opening, &self.response_options)
            .map_err(|error| db_error(&error))
    }
}

/// The position after `variant`, `fen` and `play`, and the last named opening.
fn position(parameters: &Parameters) -> Result<(AnyPosition, Option<Opening>), ApiError> {
    let variant = parameters.text("variant").unwrap_or("standard");
    let variant = variant_named(variant, Variant::Chess)
        .ok_or_else(|| invalid("variant", "expected standard, chess960 or makruk"))?;
    // Some programs write spaces of a FEN as underscores, which need no escapes in a URL.
    let fen = parameters.text("fen").map_or_else(|| "startpos".to_owned(), |fen| fen.replace('_', " "));
    let parsed = AnyPosition::from_fen(variant, &fen, Reading::LENIENT);
    let mut position = parsed.map_err(|error| invalid("fen", &error.to_string()))?.position;
    let mut opening = name_of(&position);
    for (index, uci) in parameters.list::<String>("play")?.iter().enumerate() {
        let next = position.play_uci(uci);
        position = next.map_err(|error| {
            invalid("play", &format!("move {} (`{}`): {error}", index + 1, printable(uci)))
        })?;
        opening = name_of(&position).or(opening);
    }
    Ok((position, opening))
}

fn filter(endpoint: Endpoint, parameters: &Parameters) -> Result<Filter, ApiError> {
    let mut filter =
        Filter { since: date(parameters, "since")?, until: date(parameters, "until")?, ..Filter::default() };
    if endpoint != Endpoint::Masters {
        filter.speeds = unless_all(parameters.list("speeds")?, Speed::ALL.len());
        let groups = unless_all(parameters.list::<RatingGroup>("ratings")?, RatingGroup::ALL.len());
        filter.mean_elo = groups.iter().map(RatingGroup::ratings).collect();
    }
    if endpoint == Endpoint::Player {
        let player = parameters.text("player").map(str::to_owned);
        let player = player.ok_or_else(|| invalid("player", "missing"))?;
        match parameters.text("color").map(Color::from_str).transpose() {
            Ok(Some(Color::White)) => filter.white = Some(player),
            Ok(Some(Color::Black)) => filter.black = Some(player),
            Ok(None) => filter.player = Some(player),
            Err(_) => return Err(invalid("color", "expected white or black")),
        }
    }
    Ok(filter)
}

/// A year, or a year and a month. Programs write the year 0 for no limit.
fn date(parameters: &Parameters, name: &str) -> Result<Option<Date>, ApiError> {
    let Some(text) = parameters.text(name) else { return Ok(None) };
    let year = text.split('-').next().unwrap_or_default();
    if !year.is_empty() && year.bytes().all(|byte| byte == b'0') {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| invalid(name, "expected a year such as 2019 or a month such as 2019-05"))
}

/// The selection, or nothing if everything is selected: programs list all speeds to mean any game, also one of unknown speed.
fn unless_all<T: Ord>(mut chosen: Vec<T>, all: usize) -> Vec<T> {
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.len() == all { Vec::new() } else { chosen }
}

/// Games whose mean rating is in a range; named by its lower end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct RatingGroup(usize);

impl RatingGroup {
    const ALL: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

    fn ratings(&self) -> RangeInclusive<u16> {
        let end = RatingGroup::ALL.get(self.0 + 1).map_or(u16::MAX, |next| next - 1);
        RatingGroup::ALL[self.0]..=end
    }
}

/// Any rating names its group, as with lichess.
impl FromStr for RatingGroup {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RatingGroup, &'static str> {
        let rating: u16 =
            text.parse().map_err(|_| "a group is 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 or 2500")?;
        Ok(RatingGroup(RatingGroup::ALL.partition_point(|lowest| *lowest <= rating) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query::read(Endpoint::Lichess, text).unwrap()
    }

    fn error_of(endpoint: Endpoint, text: &str) -> String {
        let error = Query::read(endpoint, text).unwrap_err();
        assert_eq!(error.status, 400, "{text}");
        error.message
    }

    #[test]
    fn query_without_parameters_is_the_start_position() {
        let request = Query::read(Endpoint::Masters, "").unwrap();
        assert_eq!(request.position, AnyPosition::start(Variant::Chess));
        assert!(request.filter.is_empty());
        assert_eq!((request.response_options.moves, request.options.top_games), (12, 15));
    }

    #[test]
    fn position_depends_on_variant_fen_and_moves() {
        let by_moves = query("variant=standard&play=e2e4,e7e6,d2d4,d7d5,a2a3");
        assert_eq!(by_moves.opening.map(|opening| opening.name), Some("French Defense"));
        let fen = "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/P7/1PP2PPP/RNBQKBNR+b+KQkq+-+0+3";
        assert_eq!(query(&format!("fen={fen}")).position.identity(), by_moves.position.identity());
        let underscores = fen.replace('+', "_");
        assert_eq!(query(&format!("fen={underscores}")).position.identity(), by_moves.position.identity());
        assert_eq!(query("variant=makruk&play=e3e4").position.variant(), Variant::Makruk);
        assert_eq!(query("variant=chess960").position.variant(), Variant::Chess960);
        assert_eq!(query("variant=fromPosition").position.variant(), Variant::Chess);
        let castled = query("fen=4k3/8/8/8/8/8/8/4K2R w K - 0 1&play=e1h1");
        assert_eq!(castled.position, query("fen=4k3/8/8/8/8/8/8/4K2R w K - 0 1&play=e1g1").position);
    }

    #[test]
    fn filters_are_parsed() {
        let request =
            query("speeds=blitz,rapid&ratings=2200,2500&since=2019-05&until=2020&history=True&moves=3");
        assert_eq!(request.filter.speeds, [Speed::Blitz, Speed::Rapid]);
        assert_eq!(request.filter.mean_elo, [2200..=2499, 2500..=u16::MAX]);
        assert_eq!(request.filter.since, "2019-05".parse().ok());
        assert_eq!(request.filter.until, "2020".parse().ok());
        assert!(request.options.history && request.response_options.moves == 3);
        let everything = "speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence&since=0000-01\
            &ratings=0,1000,1200,1400,1600,1800,2000,2200,2500";
        assert!(query(everything).filter.is_empty());
        let player = |text| Query::read(Endpoint::Player, text).unwrap().filter;
        assert_eq!(player("player=Carlsen&color=black").black.as_deref(), Some("Carlsen"));
        assert_eq!(player("player=Carlsen").player.as_deref(), Some("Carlsen"));
        assert!(Query::read(Endpoint::Masters, "speeds=blitz&ratings=0").unwrap().filter.is_empty());
    }

    #[test]
    fn invalid_parameters_have_messages() {
        for (text, error) in [
            ("variant=atomic", "variant: expected standard, chess960 or makruk"),
            ("play=e2e4,e2e4", "play: move 2 (`e2e4`): illegal move: no piece on e2"),
            (
                "play=\u{1b}[31m",
                "play: move 1 (`\\u{1b}[31m`): not a move: expected two squares and an optional promotion, such as e2e4 or e7e8q",
            ),
            ("since=May", "since: expected a year such as 2019 or a month such as 2019-05"),
            ("until=2019-13", "until: expected a year such as 2019 or a month such as 2019-05"),
            (
                "speeds=quick",
                "speeds: expected ultraBullet, bullet, blitz, rapid, classical or correspondence",
            ),
            ("ratings=high", "ratings: a group is 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 or 2500"),
            ("moves=-1", "moves: not a number"),
            ("topGames=many", "topGames: not a number"),
            ("history=perhaps", "history: not a Boolean value"),
        ] {
            assert_eq!(error_of(Endpoint::Lichess, text), error);
        }
        assert!(
            error_of(Endpoint::Masters, "fen=8/8 w").starts_with("fen: invalid FEN: the board has 2 ranks")
        );
        assert_eq!(error_of(Endpoint::Player, "color=white"), "player: missing");
        assert_eq!(error_of(Endpoint::Player, "player=x&color=red"), "color: expected white or black");
    }

    #[test]
    fn number_of_games_is_limited() {
        assert_eq!(query("topGames=99999999999999999999").options.top_games, MAX_GAMES);
    }

    /// Every query string is a query or an error.
    #[test]
    fn random_query_strings_are_queries_or_errors() {
        const PIECES: [&str; 22] = [
            "variant=",
            "makruk",
            "fen=",
            "8/8/8/4k3/8/8/8/4K3_w_-_-_0_1",
            "startpos",
            "play=",
            "e2e4",
            ",",
            "&",
            "%",
            "%2",
            "%00",
            "since=",
            "99999-13",
            "speeds=",
            "ratings=",
            "2500",
            "topGames=",
            "-1",
            "moves=",
            "\u{202e}",
            "player=",
        ];
        let mut random = tabiya::keys::SplitMix64::new(12);
        let (mut good, mut invalid) = (0, 0);
        for _ in 0..20_000 {
            let count = random.next() % 12;
            let text: String =
                (0..count).map(|_| PIECES[(random.next() % PIECES.len() as u64) as usize]).collect();
            for endpoint in [Endpoint::Masters, Endpoint::Lichess, Endpoint::Player] {
                match Query::read(endpoint, &text) {
                    Ok(_) => good += 1,
                    Err(error) => invalid += u32::from(!error.message.is_empty()),
                }
            }
        }
        assert!(good > 1_000 && good + invalid == 60_000, "{good} and {invalid}");
    }
}
