//! Openings from files: PGN, a Polyglot book, or one position per line.

use std::fmt;
use std::io::BufReader;
use std::path::Path;

use tabiya::{AnyGame, AnyPosition, Reading, Variant, epd_to_fen};
use tabiya_files::{LineRead, read_line};
use tabiya_pgn::{Input, Reader, Record, replay};

use super::random::numbers;
use super::{Opening, Openings, book};

/// The maximum number of openings kept.
const MAX_OPENINGS: usize = 500_000;
const NO_OPENINGS: &str = "the file has no openings";
/// The maximum length of a line.
const MAX_LINE_BYTES: usize = 1 << 12;

/// Which openings of a file to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The number of half-moves of each game, or all.
    pub plies: Option<usize>,
    /// The maximum number of openings.
    pub max_openings: usize,
    /// Shuffle the openings with this seed.
    pub shuffle: Option<u64>,
}

impl Choice {
    /// The first openings of the file.
    #[must_use]
    pub fn first(max_openings: usize) -> Choice {
        Choice { plies: None, max_openings, shuffle: None }
    }
}

/// Why a file gives no openings.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OpeningsError(String);

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpeningsError {}

impl Openings {
    /// Reads openings from a file, plain or compressed: games if its name contains PGN, lines of a Polyglot book for
    /// `*.bin`, otherwise one FEN or EPD per line.
    ///
    /// Book moves are chosen by weight with the seed [`Choice::shuffle`]. Empty lines and lines that begin with `#` are skipped. Reads only as much as needed.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a game or line is invalid or of another variant, or there are none.
    pub fn from_file(path: &Path, variant: Variant, choice: Choice) -> Result<Openings, OpeningsError> {
        let located = |why: String| OpeningsError(format!("{}: {why}", path.display()));
        if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("bin")) {
            let lines = book::lines(path, variant, choice).map_err(located)?;
            return if lines.is_empty() {
                Err(located(NO_OPENINGS.into()))
            } else {
                Ok(Openings::Listed(lines))
            };
        }
        let input = Input::open(path).map_err(|error| located(error.to_string()))?;
        let name = path.to_string_lossy().to_ascii_lowercase();
        let is_pgn = name.split('.').skip(1).any(|part| part == "pgn");
        let mut sample = OpeningSample::new(choice);
        let result = if is_pgn {
            games(input, variant, choice.plies, &mut sample)
        } else {
            lines(input, variant, &mut sample)
        };
        result.map_err(located)?;
        let list = sample.into_openings();
        if list.is_empty() {
            return Err(located(NO_OPENINGS.into()));
        }
        Ok(Openings::Listed(list))
    }
}

/// Keeps the requested openings: the first ones, or a uniform sample (Vitter's algorithm R).
struct OpeningSample {
    openings: Vec<Opening>,
    max: usize,
    shuffle: Option<u64>,
    seen: u64,
}

impl OpeningSample {
    fn new(choice: Choice) -> OpeningSample {
        OpeningSample {
            openings: Vec::new(),
            max: choice.max_openings.clamp(1, MAX_OPENINGS),
            shuffle: choice.shuffle,
            seen: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.shuffle.is_none() && self.openings.len() == self.max
    }

    fn add(&mut self, opening: Opening) {
        self.seen += 1;
        let any = |seed: u64| (numbers([seed, self.seen]).next() % self.seen) as usize;
        let Some(place) = self.shuffle.map(any) else { return self.openings.push(opening) };
        if self.openings.len() < self.max {
            self.openings.push(opening);
            let last = self.openings.len() - 1;
            self.openings.swap(place, last);
        } else if let Some(replaced) = self.openings.get_mut(place) {
            *replaced = opening;
        }
    }

    fn into_openings(self) -> Vec<Opening> {
        self.openings
    }
}

fn games(
    input: Input<'_>,
    variant: Variant,
    plies: Option<usize>,
    sample: &mut OpeningSample,
) -> Result<(), String> {
    let (mut reader, mut record) = (Reader::new(input), Record::new());
    while !sample.is_full() && reader.read_game(&mut record).map_err(|error| error.to_string())? {
        let game = reader.games();
        let located = |why: String| format!("game {game}: {why}");
        let (start, _) = replay::setup(&record, variant).map_err(|error| located(error.to_string()))?;
        if start.variant() != variant {
            return Err(located(format!("it is {}, not {variant}", start.variant())));
        }
        let max_plies = plies.unwrap_or(usize::MAX);
        sample.add(played(start, &record, max_plies).map_err(located)?);
    }
    Ok(())
}

/// The first moves of a game, up to before it is over.
fn played(start: AnyPosition, record: &Record, max_plies: usize) -> Result<Opening, String> {
    let mut game = AnyGame::from(start);
    for (index, (san, line)) in record.moves().take(max_plies).enumerate() {
        let mv = game
            .position()
            .parse_san(san)
            .map_err(|error| format!("line {line}, ply {}: {error}", index + 1))?;
        game.play_legal(mv);
    }
    if game.outcome().is_some() || game.claim().is_some() {
        return Err("the game is over after these moves: use fewer plies".into());
    }
    Ok(Opening { start, moves: game.moves().to_vec() })
}

fn lines(input: Input<'_>, variant: Variant, sample: &mut OpeningSample) -> Result<(), String> {
    let mut reader = BufReader::new(input);
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        let read = read_line(&mut reader, MAX_LINE_BYTES, &mut bytes).map_err(|error| error.to_string())?;
        if sample.is_full() || read == LineRead::End {
            break;
        }
        let located = |why: String| format!("line {number}: {why}");
        if read == LineRead::Truncated {
            return Err(located("the line is too long for a position".into()));
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| located("it is not UTF-8".into()))?;
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let start = read_position(text, variant).map_err(located)?;
        if let Some(outcome) = start.outcome() {
            return Err(located(format!("the game is over in this position ({outcome})")));
        }
        if let Some(claim) = start.claim() {
            return Err(located(format!("a draw can be claimed in this position ({claim})")));
        }
        sample.add(Opening { start, moves: Vec::new() });
    }
    Ok(())
}

/// The position of a line: four fields, then the counters of a FEN, the operations of an EPD, or nothing.
fn read_position(line: &str, variant: Variant) -> Result<AnyPosition, String> {
    let fen = epd_to_fen(line).map_err(|error| error.to_string())?;
    AnyPosition::from_fen(variant, fen.as_deref().unwrap_or(line), Reading::LENIENT)
        .map(|parsed| parsed.position)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(choice: Choice, count: u64) -> Vec<usize> {
        let mut sample = OpeningSample::new(choice);
        let start = Opening::start(Variant::Chess);
        let moves = start.start.legal_moves();
        for number in 0..count {
            if sample.is_full() {
                break;
            }
            // A number, encoded as a sequence of moves.
            sample.add(Opening { moves: vec![moves[0]; number as usize], ..start.clone() });
        }
        sample.into_openings().iter().map(|opening| opening.moves.len()).collect()
    }

    #[test]
    fn without_shuffling_openings_are_in_order() {
        assert_eq!(sample(Choice::first(3), 10), [0, 1, 2]);
        assert_eq!(sample(Choice::first(9), 2), [0, 1]);
    }

    #[test]
    fn sampling_is_uniform() {
        let mut times = [0; 20];
        for seed in 0..2_000 {
            let choice = Choice { shuffle: Some(seed), ..Choice::first(5) };
            let taken = sample(choice, 20);
            assert_eq!(taken, sample(choice, 20));
            assert_eq!(taken.len(), 5);
            taken.into_iter().for_each(|opening| times[opening] += 1);
        }
        // 500 each, with a standard deviation of about 19.
        assert!(times.iter().all(|times| (400..600).contains(times)), "{times:?}");
    }

    #[test]
    fn the_order_of_a_sample_is_uniform() {
        let mut times = [0; 5];
        for seed in 0..2_000 {
            times[sample(Choice { shuffle: Some(seed), ..Choice::first(5) }, 5)[0]] += 1;
        }
        assert!(times.iter().all(|times| (300..500).contains(times)), "{times:?}");
    }
}
