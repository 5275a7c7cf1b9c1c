//! Random collections, and the reference implementation of queries: a scan of all games with `Identity`.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use tabiya::keys::SplitMix64;
use tabiya::{AnyPosition, EnPassant, Identity, Move, Reading, Variant};
use tabiya_pgn::GameResult;

/// Start positions: en passant that is impossible, possible and pinned; castling on either side; endgames; two positions with
/// the same 64-bit key.
const SETUPS: [&str; 8] = [
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "4k3/8/8/8/1Pp5/8/8/4K3 b - b3 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
    "1N4kN/pp2Rppp/R2nbn2/5r2/3r4/Q1bBBq2/PP3PPP/6K1 w - - 0 1",
    "6k1/ppbrBppp/R1B1q1N1/4r2b/8/N2nn3/PP2RPPP/Q5K1 w - - 0 1",
];

#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) start: AnyPosition,
    pub(crate) moves: Vec<Move>,
    pub(crate) result: GameResult,
    pub(crate) tags: Vec<(String, String)>,
}

impl Sample {
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn elo(&self, name: &str) -> Option<u16> {
        self.tag(name).and_then(|text| text.parse().ok())
    }

    pub(crate) fn positions(&self) -> Vec<AnyPosition> {
        let mut all = vec![self.start];
        for mv in &self.moves {
            all.push(all[all.len() - 1].play_legal(*mv));
        }
        all
    }

    pub(crate) fn pgn(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            writeln!(text, "[{name} \"{value}\"]").unwrap();
        }
        let mut position = self.start;
        for mv in &self.moves {
            write!(text, "\n{}", position.san(*mv)).unwrap();
            position = position.play_legal(*mv);
        }
        writeln!(text, "\n{}\n", self.result).unwrap();
        text
    }
}

fn below(random: &mut SplitMix64, bound: usize) -> usize {
    (random.next() % bound as u64) as usize
}

fn start(random: &mut SplitMix64) -> AnyPosition {
    match below(random, 10) {
        0..5 => AnyPosition::start(Variant::Chess),
        5..7 => {
            let fen = SETUPS[below(random, SETUPS.len())];
            AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT).unwrap().position
        }
        7 => AnyPosition::Chess960(tabiya::Position::start_960(below(random, 3) as u16 * 200 + 118).unwrap()),
        _ => AnyPosition::start(Variant::Makruk),
    }
}

/// Random moves: few different ones at the beginning, to get transpositions; moves back and forth; then any.
fn moves(random: &mut SplitMix64, start: AnyPosition) -> Vec<Move> {
    let mut position = start;
    let mut played: Vec<Move> = Vec::new();
    let length = below(random, 40);
    for ply in 0..length {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let back = played.len().checked_sub(2).map(|index| played[index]);
        let back = back.and_then(|mv| legal.iter().find(|back| back.from == mv.to && back.to == mv.from));
        let mv = match back {
            Some(back) if below(random, 3) == 0 => *back,
            _ if ply < 6 => legal[below(random, 3) * legal.len() / 3],
            _ => legal[below(random, legal.len())],
        };
        played.push(mv);
        position = position.play_legal(mv);
    }
    played
}

pub(crate) fn collection(seed: u64, games: usize) -> Vec<Sample> {
    let mut random = SplitMix64::new(seed);
    (0..games).map(|number| sample(&mut random, number)).collect()
}

fn sample(random: &mut SplitMix64, number: usize) -> Sample {
    let start = start(random);
    let moves = moves(random, start);
    let result = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]
        [below(random, 4)];
    let mut tags: Vec<(String, String)> = vec![
        ("Event".into(), format!("Event {}", below(random, 3))),
        ("Round".into(), number.to_string()),
        ("White".into(), format!("Player {}", below(random, 5))),
        ("Black".into(), format!("Gambler, {}", below(random, 5))),
        ("Result".into(), result.to_string()),
    ];
    let mut maybe = |name: &str, value: String| {
        if !value.is_empty() {
            tags.push((name.into(), value));
        }
    };
    let elo = |random: &mut SplitMix64| match below(random, 3) {
        0 => String::new(),
        _ => (1000 + below(random, 1800)).to_string(),
    };
    maybe("WhiteElo", elo(random));
    maybe("BlackElo", elo(random));
    let date = ["", "????.??.??", "2019.??.??", "2019.05.??", "2020.12.31", "1999.01.01"][below(random, 6)];
    maybe("Date", date.to_owned());
    maybe("ECO", ["", "B90", "B12", "C65"][below(random, 4)].to_owned());
    maybe("TimeControl", ["", "60+0", "180+2", "40/7200", "-"][below(random, 5)].to_owned());
    match start.variant() {
        Variant::Chess => {}
        Variant::Chess960 => tags.push(("Variant".into(), "Chess960".into())),
        Variant::Makruk => tags.push(("Variant".into(), "Makruk".into())),
    }
    if start != AnyPosition::start(start.variant()) {
        tags.push(("SetUp".into(), "1".into()));
        tags.push(("FEN".into(), start.to_fen_with(EnPassant::Always)));
    }
    Sample { start, moves, result, tags }
}

pub(crate) fn pgn(samples: &[Sample]) -> String {
    samples.iter().map(Sample::pgn).collect()
}

/// White, draws, black, unknown.
pub(crate) type Counts = [u64; 4];

fn count(counts: &mut Counts, result: GameResult) {
    let index = match result {
        GameResult::WhiteWins => 0,
        GameResult::Draw => 1,
        GameResult::BlackWins => 2,
        GameResult::Unknown => 3,
    };
    counts[index] += 1;
}

/// The result of a scan for a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scanned {
    pub(crate) counts: Counts,
    pub(crate) ended: u64,
    pub(crate) moves: BTreeMap<String, Counts>,
    /// The games, from 1, and the first ply.
    pub(crate) games: Vec<(u64, usize)>,
}

/// Scans all games for a position.
pub(crate) fn scan(samples: &[Sample], target: &AnyPosition, admits: &dyn Fn(&Sample) -> bool) -> Scanned {
    let mut found = Scanned::default();
    for (number, sample) in samples.iter().enumerate().filter(|(_, sample)| admits(sample)) {
        let is_same = |position: &AnyPosition| {
            position.variant() == target.variant() && position.identity() == target.identity()
        };
        let positions = sample.positions();
        let plies: Vec<usize> = (0..positions.len()).filter(|ply| is_same(&positions[*ply])).collect();
        let Some(first) = plies.first() else { continue };
        count(&mut found.counts, sample.result);
        found.games.push((number as u64 + 1, *first));
        let mut played: Vec<String> =
            plies.iter().filter_map(|ply| sample.moves.get(*ply)).map(Move::to_string).collect();
        played.sort();
        played.dedup();
        for mv in played {
            count(found.moves.entry(mv).or_default(), sample.result);
        }
        found.ended += u64::from(plies.last() == Some(&sample.moves.len()));
    }
    found
}

/// Every position of every game once, and some that occur in none.
pub(crate) fn test_positions(samples: &[Sample]) -> Vec<AnyPosition> {
    let mut seen: HashMap<(Variant, u64), Vec<Identity>> = HashMap::new();
    let mut all = Vec::new();
    for sample in samples {
        for position in sample.positions() {
            let known = seen.entry((position.variant(), position.key().0)).or_default();
            if !known.contains(position.identity()) {
                known.push(*position.identity());
                all.push(position);
            }
        }
    }
    let other_positions: Vec<AnyPosition> = all
        .iter()
        .step_by(7)
        .filter_map(|position| position.legal_moves().first().map(|mv| position.play_legal(*mv)))
        .collect();
    all.extend(other_positions);
    all
}
