//! The questions of lichess' explorer.

use std::ops::RangeInclusive;
use std::str::FromStr;

use tabiya::{AnyPosition, Color, Reading, Variant, printable};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{Collection, Date, ExploreOptions, Filter, Speed};
use tabiya_pgn::openings::{Opening, name_of};
use tabiya_pgn::replay::variant_named;

use super::parameters::{Parameters, bad};
use super::served::refused;
use crate::refusal::Refusal;

/// More games are not listed in one answer.
const MOST_GAMES: usize = 100;

/// Which of the explorer's addresses is asked. All ask the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Endpoint {
    /// `/masters`: all games, unless a time is given.
    Masters,
    /// `/lichess`: also by speed and rating.
    Lichess,
    /// `/player`: those of one player.
    Player,
}

/// A question that can be asked.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    position: AnyPosition,
    /// The last name on the way to the position.
    opening: Option<Opening>,
    filter: Filter,
    wanted: ExploreOptions,
    shape: ResponseOptions,
}

impl Query {
    /// Reads what stands behind the question mark; parameters nobody here knows are passed over, as lichess does.
    pub(crate) fn read(endpoint: Endpoint, query: &str) -> Result<Query, Refusal> {
        let parameters = Parameters::read(query);
        let (position, opening) = position(&parameters)?;
        let (top, recent) = match endpoint {
            Endpoint::Masters => (15, 0),
            Endpoint::Lichess => (4, 4),
            Endpoint::Player => (0, 8),
        };
        let wanted = ExploreOptions {
            top_games: parameters.count("topGames", top)?.min(MOST_GAMES),
            recent_games: parameters.count("recentGames", recent)?.min(MOST_GAMES),
            history: parameters.flag("history")?,
        };
        let shape = ResponseOptions {
            moves: parameters.count("moves", ResponseOptions::default().moves)?,
            opponents: endpoint == Endpoint::Player,
            recent_games: true,
            speeds: endpoint != Endpoint::Masters,
            history: wanted.history,
            ..ResponseOptions::default()
        };
        let filter = filter(endpoint, &parameters)?;
        let player =
            filter.white.as_ref().map(|_| Color::White).or(filter.black.as_ref().map(|_| Color::Black));
        Ok(Query { position, opening, filter, wanted, shape: ResponseOptions { player, ..shape } })
    }

    /// Asks.
    pub(crate) fn answer(&self, database: &dyn Collection) -> Result<ExplorerResponse, Refusal> {
        let explored =
            database.explore(&self.position, &self.filter, &self.wanted).map_err(|error| refused(&error))?;
        ExplorerResponse::new(database, &self.position, &explored, self.opening, &self.shape)
            .map_err(|error| refused(&error))
    }
}

/// The position `variant`, `fen` and `play` lead to, and the last name on the way.
fn position(parameters: &Parameters) -> Result<(AnyPosition, Option<Opening>), Refusal> {
    let variant = parameters.text("variant").unwrap_or("standard");
    let variant = variant_named(variant, Variant::Chess)
        .ok_or_else(|| bad("variant", "it is none of standard, chess960 and makruk"))?;
    // Some write a FEN with underscores, which need no escapes in an address.
    let fen = parameters.text("fen").map_or_else(|| "startpos".to_owned(), |fen| fen.replace('_', " "));
    let parsed = AnyPosition::from_fen(variant, &fen, Reading::LENIENT);
    let mut position = parsed.map_err(|error| bad("fen", &error.to_string()))?.position;
    let mut opening = name_of(&position);
    for (index, uci) in parameters.list::<String>("play")?.iter().enumerate() {
        let next = position.play_uci(uci);
        position = next
            .map_err(|error| bad("play", &format!("move {} (`{}`): {error}", index + 1, printable(uci))))?;
        opening = name_of(&position).or(opening);
    }
    Ok((position, opening))
}

fn filter(endpoint: Endpoint, parameters: &Parameters) -> Result<Filter, Refusal> {
    let mut filter =
        Filter { since: date(parameters, "since")?, until: date(parameters, "until")?, ..Filter::default() };
    if endpoint != Endpoint::Masters {
        filter.speeds = unless_all(parameters.list("speeds")?, Speed::ALL.len());
        let groups = unless_all(parameters.list::<RatingGroup>("ratings")?, RatingGroup::ALL.len());
        filter.mean_elo = groups.iter().map(RatingGroup::ratings).collect();
    }
    if endpoint == Endpoint::Player {
        let player = parameters.text("player").map(str::to_owned);
        let player = player.ok_or_else(|| bad("player", "it is missing: whose games?"))?;
        match parameters.text("color").map(Color::from_str).transpose() {
            Ok(Some(Color::White)) => filter.white = Some(player),
            Ok(Some(Color::Black)) => filter.black = Some(player),
            Ok(None) => filter.player = Some(player),
            Err(_) => return Err(bad("color", "it is neither white nor black")),
        }
    }
    Ok(filter)
}

/// A year, or a year and a month. Programs write the year 0 to say that any will do.
fn date(parameters: &Parameters, name: &str) -> Result<Option<Date>, Refusal> {
    let Some(text) = parameters.text(name) else { return Ok(None) };
    let year = text.split('-').next().unwrap_or_default();
    if !year.is_empty() && year.bytes().all(|byte| byte == b'0') {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| bad(name, "it is not a year, such as 2019, or a month, such as 2019-05"))
}

/// What was chosen, or nothing if everything was: programs name all speeds to mean any game, also one whose speed nobody knows.
fn unless_all<T: Ord>(mut chosen: Vec<T>, all: usize) -> Vec<T> {
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.len() == all { Vec::new() } else { chosen }
}

/// Games in which the mean rating is in a range; named by its lower end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct RatingGroup(usize);

impl RatingGroup {
    const ALL: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

    fn ratings(&self) -> RangeInclusive<u16> {
        let end = RatingGroup::ALL.get(self.0 + 1).map_or(u16::MAX, |next| next - 1);
        RatingGroup::ALL[self.0]..=end
    }
}

/// Any rating names the group it is in, as it does for lichess.
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

    fn refusal(endpoint: Endpoint, text: &str) -> String {
        let refusal = Query::read(endpoint, text).unwrap_err();
        assert_eq!(refusal.status, 400, "{text}");
        refusal.error
    }

    #[test]
    fn a_question_without_parameters_is_about_the_start() {
        let asked = Query::read(Endpoint::Masters, "").unwrap();
        assert_eq!(asked.position, AnyPosition::start(Variant::Chess));
        assert!(asked.filter.is_empty());
        assert_eq!((asked.shape.moves, asked.wanted.top_games), (12, 15));
    }

    #[test]
    fn positions_are_named_by_variant_fen_and_moves() {
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
    fn filters_are_read() {
        let asked =
            query("speeds=blitz,rapid&ratings=2200,2500&since=2019-05&until=2020&history=True&moves=3");
        assert_eq!(asked.filter.speeds, [Speed::Blitz, Speed::Rapid]);
        assert_eq!(asked.filter.mean_elo, [2200..=2499, 2500..=u16::MAX]);
        assert_eq!(asked.filter.since, "2019-05".parse().ok());
        assert_eq!(asked.filter.until, "2020".parse().ok());
        assert!(asked.wanted.history && asked.shape.moves == 3);
        let everything = "speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence&since=0000-01\
            &ratings=0,1000,1200,1400,1600,1800,2000,2200,2500";
        assert!(query(everything).filter.is_empty());
        let player = |text| Query::read(Endpoint::Player, text).unwrap().filter;
        assert_eq!(player("player=Carlsen&color=black").black.as_deref(), Some("Carlsen"));
        assert_eq!(player("player=Carlsen").player.as_deref(), Some("Carlsen"));
        assert!(Query::read(Endpoint::Masters, "speeds=blitz&ratings=0").unwrap().filter.is_empty());
    }

    #[test]
    fn what_is_wrong_with_a_question_is_said() {
        for (text, error) in [
            ("variant=atomic", "variant: it is none of standard, chess960 and makruk"),
            ("play=e2e4,e2e4", "play: move 2 (`e2e4`): illegal move: there is no piece on e2"),
            (
                "play=\u{1b}[31m",
                "play: move 1 (`\\u{1b}[31m`): not a move: expected two squares and perhaps a promotion, such as e2e4 or e7e8q",
            ),
            ("since=May", "since: it is not a year, such as 2019, or a month, such as 2019-05"),
            ("until=2019-13", "until: it is not a year, such as 2019, or a month, such as 2019-05"),
            (
                "speeds=quick",
                "speeds: expected ultraBullet, bullet, blitz, rapid, classical or correspondence",
            ),
            ("ratings=high", "ratings: a group is 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 or 2500"),
            ("moves=-1", "moves: it is not a number"),
            ("topGames=many", "topGames: it is not a number"),
            ("history=perhaps", "history: it is neither true nor false"),
        ] {
            assert_eq!(refusal(Endpoint::Lichess, text), error);
        }
        assert!(
            refusal(Endpoint::Masters, "fen=8/8 w").starts_with("fen: invalid FEN: the board has 2 ranks")
        );
        assert_eq!(refusal(Endpoint::Player, "color=white"), "player: it is missing: whose games?");
        assert_eq!(refusal(Endpoint::Player, "player=x&color=red"), "color: it is neither white nor black");
    }

    #[test]
    fn more_games_than_anybody_reads_are_not_listed() {
        assert_eq!(query("topGames=99999999999999999999").wanted.top_games, MOST_GAMES);
    }

    /// Whatever an address says, it is a question or an error that can be told.
    #[test]
    fn no_query_is_more_than_can_be_answered() {
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
        let (mut good, mut bad) = (0, 0);
        for _ in 0..20_000 {
            let count = random.next() % 12;
            let text: String =
                (0..count).map(|_| PIECES[(random.next() % PIECES.len() as u64) as usize]).collect();
            for endpoint in [Endpoint::Masters, Endpoint::Lichess, Endpoint::Player] {
                match Query::read(endpoint, &text) {
                    Ok(_) => good += 1,
                    Err(refusal) => bad += u32::from(!refusal.error.is_empty()),
                }
            }
        }
        assert!(good > 1_000 && good + bad == 60_000, "{good} and {bad}");
    }
}
