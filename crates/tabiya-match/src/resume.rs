//! Resuming a match: reads its earlier games from the PGN file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use tabiya::{AnyGame, AnyPosition, ByColor, Color, Move, Variant};
use tabiya_pgn::{GameResult, Input, Reader, Record, replay};

use crate::game;
use crate::{Effort, Forfeit, Match, MatchError, Opening, Played, Termination};

/// A game that may belong to the match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EarlierGame {
    event: String,
    names: ByColor<String>,
    limits: ByColor<String>,
    /// Opening and game, from 1.
    round: String,
    termination: Termination,
    start: AnyPosition,
    moves: Vec<Move>,
}

/// The games already played.
#[derive(Debug, Default)]
pub(crate) struct EarlierGames {
    /// By round and leg, with the engine that had White.
    games: BTreeMap<(u64, u64), (usize, EarlierGame)>,
}

impl EarlierGame {
    /// The games of a file, and the number of incomplete or unrelated ones; empty if there is no file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not PGN.
    pub fn read(path: &Path, variant: Variant) -> Result<(Vec<EarlierGame>, usize), MatchError> {
        let failed = |why: String| MatchError::Record(format!("{}: {why}", path.display()));
        let input = match Input::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
            input => input.map_err(|error| failed(error.to_string()))?,
        };
        let (mut reader, mut record) = (Reader::new(input), Record::new());
        let (mut games, mut others) = (Vec::new(), 0);
        while reader.read_game(&mut record).map_err(|error| failed(error.to_string()))? {
            match EarlierGame::of(&record, variant) {
                Some(game) => games.push(game),
                None => others += 1,
            }
        }
        Ok((games, others))
    }

    fn of(record: &Record, variant: Variant) -> Option<EarlierGame> {
        let (start, _) = replay::setup(record, variant).ok()?;
        if record.problem().is_some() || start.variant() != variant {
            return None;
        }
        let mut game = AnyGame::from(start);
        for (san, _) in record.moves() {
            game.play_legal(game.position().parse_san(san).ok()?);
        }
        let tag = |name: &str| record.tag(name).map(Cow::into_owned);
        let both = |white: &str, black: &str| Some(ByColor([tag(white)?, tag(black)?]));
        let limits =
            both("WhiteTimeControl", "BlackTimeControl").or_else(|| both("TimeControl", "TimeControl"))?;
        Some(EarlierGame {
            event: tag("Event")?,
            names: both("White", "Black")?,
            limits,
            round: tag("Round")?,
            termination: termination(record.result(), &tag("Termination")?, &game)?,
            start,
            moves: game.moves().to_vec(),
        })
    }

    /// The index of the opening and of its game, from 0.
    fn place(&self, swaps: bool) -> Option<(u64, u64)> {
        let (round, leg) = if swaps { self.round.split_once('.')? } else { (self.round.as_str(), "1") };
        let number = |text: &str| text.parse::<u64>().ok()?.checked_sub(1);
        Some((number(round)?, number(leg).filter(|leg| *leg < 2)?))
    }

    fn begins_with(&self, opening: &Opening) -> bool {
        self.start == opening.start && self.moves.starts_with(&opening.moves)
    }
}

/// The result by tags and last position.
fn termination(result: GameResult, tag: &str, game: &AnyGame) -> Option<Termination> {
    let loser = match result {
        GameResult::WhiteWins => Some(Color::Black),
        GameResult::BlackWins => Some(Color::White),
        GameResult::Draw => None,
        GameResult::Unknown => return None,
    };
    Some(match (tag, loser) {
        ("adjudication", Some(loser)) => Termination::Resigned(loser),
        ("adjudication", None) => Termination::AgreedDraw,
        ("time forfeit", Some(loser)) => Termination::Forfeit(loser, Forfeit::TimeLoss),
        ("rules infraction", Some(loser)) => Termination::Forfeit(loser, Forfeit::IllegalMove(String::new())),
        ("abandoned", Some(loser)) => Termination::Forfeit(loser, Forfeit::Crash(None)),
        _ => game::termination_of(game)?,
    })
}

impl EarlierGames {
    /// The games that belong to a match between these engines.
    pub(crate) fn of(plan: &Match, names: &[String; 2]) -> Result<EarlierGames, MatchError> {
        let mut earlier_games = EarlierGames::default();
        for game in plan.earlier_games.iter().filter(|game| game.event == plan.event) {
            let players = [Color::White, Color::Black]
                .map(|color| names.iter().position(|name| *name == game.names[color]));
            let ([Some(white), Some(black)], Some(place)) = (players, game.place(plan.swaps)) else {
                continue;
            };
            if white == black {
                continue;
            }
            let error =
                |why: String| MatchError::Record(format!("cannot resume round {}: {why}", game.round));
            for (color, engine) in [(Color::White, white), (Color::Black, black)] {
                let limit = plan.engines[engine].limit.to_string();
                if game.limits[color] != limit {
                    let before = &game.limits[color];
                    return Err(error(format!("{} had {before} then, and has {limit} now", names[engine])));
                }
            }
            let expected = if plan.swaps { place.1 } else { place.0 % 2 };
            if white as u64 != expected {
                return Err(error(format!("{} had the other color", names[white])));
            }
            if earlier_games.games.insert(place, (white, game.clone())).is_some() {
                return Err(error("the file contains the game twice; use another --event or file".into()));
            }
        }
        Ok(earlier_games)
    }

    /// The games in order, without search information.
    pub(crate) fn played(&self) -> impl Iterator<Item = Played> + '_ {
        self.games.iter().map(|(&(round, leg), (white, game))| Played {
            round,
            leg,
            white: *white,
            termination: game.termination.clone(),
            plies: game.moves.len(),
            efforts: [Effort::default(); 2],
            pgn: String::new(),
        })
    }

    pub(crate) fn has(&self, round: u64, leg: u64) -> bool {
        self.games.contains_key(&(round, leg))
    }

    /// Whether the game of a round began with this opening.
    pub(crate) fn check(&self, round: u64, opening: &Opening) -> Result<(), MatchError> {
        let mut played = self.games.range((round, 0)..=(round, 1)).map(|(_, (_, game))| game);
        if played.all(|game| game.begins_with(opening)) {
            return Ok(());
        }
        let why = "another opening was played: the same --seed, openings and first engine are needed";
        Err(MatchError::Record(format!("cannot resume round {}: {why}", round + 1)))
    }
}
