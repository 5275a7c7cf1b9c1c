//! Audits a UCI engine: does the key it prints identify the position?

mod bits;
mod recognize;
mod session;
mod table;
mod trial;
mod trials;

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::time::Duration;

use tabiya::Variant;

use session::{Answer, Session};
use tabiya::keys::SplitMix64;
use tabiya_match::uci::{Deadline, variant_option};
use trial::{Trial, UciSetup};

use bits::KeyBits;

pub use session::EngineError;
pub use table::EngineTable;
pub use trial::Check;

/// Settings of an engine audit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EngineSettings {
    /// The variant. Chess includes Chess960 if the engine supports it.
    pub variant: Variant,
    /// The maximum duration.
    pub time: Duration,
    /// The number of random games after the other checks; `None` plays until the time is up.
    pub games: Option<usize>,
    /// The seed of the random games.
    pub seed: u64,
}

/// The result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct EngineReport {
    /// The engine's name.
    pub name: String,
    /// The built-in dialects that gave all of the engine's keys.
    pub dialects: Vec<String>,
    /// The number of comparisons per check.
    pub comparisons: BTreeMap<Check, usize>,
    /// The number of positions queried.
    pub positions: usize,
    /// The number of random games after the other checks.
    pub games: usize,
    /// Bits that were the same in all keys, from 0.
    pub constant_bits: Vec<u32>,
    /// Pairs of bits of which one was always the other or its opposite.
    pub equal_bits: Vec<[u32; 2]>,
    /// The engine's numbers, if its keys are sums of numbers.
    pub table: Option<EngineTable>,
    /// All suspicious results, with the shortest example of each.
    pub suspicions: Vec<Suspicion>,
    /// What was skipped, and why.
    pub skipped: Vec<String>,
    /// The time was up before everything was checked.
    pub is_unfinished: bool,
}

/// Two command sequences after which the engine's keys contradict the identities.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Suspicion {
    /// The check.
    pub check: Check,
    /// The variant.
    pub variant: Variant,
    /// A description.
    pub description: String,
    /// How often it occurred.
    pub count: usize,
    /// The two sequences; each ends with `d`.
    pub commands: [Vec<String>; 2],
    /// The keys printed by the engine.
    pub keys: [String; 2],
    /// Whether the positions are the same: then the keys should be equal, otherwise different.
    pub is_same: bool,
}

impl Suspicion {
    /// Whether both are examples of the same problem.
    fn is_like(&self, other: &Suspicion) -> bool {
        (self.check, self.variant, self.is_same, &self.description)
            == (other.check, other.variant, other.is_same, &other.description)
    }
}

impl EngineSettings {
    /// Settings for a variant and a duration.
    #[must_use]
    pub fn new(variant: Variant, time: Duration) -> EngineSettings {
        EngineSettings { variant, time, games: None, seed: 1 }
    }
}

/// The timeout of one response.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Starts an engine, queries it for keys in many ways, and ends it.
///
/// ```no_run
/// use std::time::Duration;
/// use tabiya::Variant;
/// use tabiya_audit::{EngineSettings, audit_engine};
///
/// let settings = EngineSettings::new(Variant::Chess, Duration::from_secs(30));
/// let report = audit_engine(&["stockfish".into()], &settings, &mut |_| ())?;
/// println!("{}: {} suspicions", report.name, report.suspicions.len());
/// # Ok::<(), tabiya_audit::EngineError>(())
/// ```
///
/// # Errors
///
/// The program cannot be started, does not respond, ends, writes without end, or prints no key. It has been ended by then.
pub fn audit_engine(
    command: &[OsString],
    settings: &EngineSettings,
    progress: &mut dyn FnMut(usize),
) -> Result<EngineReport, EngineError> {
    let end = Deadline::after(settings.time);
    let mut audit = Audit {
        session: Session::start(command, TIMEOUT.min(settings.time))?,
        end,
        report: EngineReport::default(),
        bits: KeyBits::default(),
        progress,
    };
    audit.report.name = audit.session.name().to_string();
    audit.choose(settings.variant)?;
    audit.report.dialects = recognize::dialects(&mut audit.session, settings.variant)?;
    audit.run_all_trials(settings)?;
    audit.report.positions = audit.session.queried;
    audit.report.constant_bits = audit.bits.constant();
    audit.report.equal_bits = audit.bits.equal();
    Ok(audit.report)
}

struct Audit<'a> {
    session: Session,
    end: Deadline,
    report: EngineReport,
    bits: KeyBits,
    progress: &'a mut dyn FnMut(usize),
}

impl Audit<'_> {
    fn choose(&mut self, variant: Variant) -> Result<(), EngineError> {
        let Some((name, value)) = variant_option(variant) else { return Ok(()) };
        if !self.session.has_option(name, value) {
            return Err(EngineError::NoSuchGame(variant));
        }
        self.session.set_option(name, value)
    }

    fn run_all_trials(&mut self, settings: &EngineSettings) -> Result<(), EngineError> {
        let variant = settings.variant;
        let mut random = SplitMix64::new(settings.seed);
        if variant == Variant::Chess {
            self.run_trials(trials::en_passant())?;
            self.run_trials(trials::castling())?;
        }
        if variant == Variant::Makruk {
            self.run_trials(trials::mets())?;
        }
        self.run_trials(trials::promotions(variant))?;
        self.run_trials(trials::clocks(variant))?;
        self.run_trials(trials::null_effects(variant, &mut random))?;
        self.run_trials(trials::transpositions(variant, &mut random))?;
        self.run_trials(trials::incremental(variant, &mut random))?;
        match variant {
            Variant::Chess if self.session.has_option("UCI_Chess960", "true") => {
                self.session.set_option("UCI_Chess960", "true")?;
                self.run_trials(trials::chess960())?;
                self.run_trials(trials::incremental(Variant::Chess960, &mut random))?;
                self.session.set_option("UCI_Chess960", "false")?;
            }
            Variant::Chess => {
                self.report.skipped.push("Chess960: the engine has no option UCI_Chess960".into());
            }
            Variant::Chess960 => self.run_trials(trials::chess960())?,
            Variant::Makruk => {}
        }
        self.check_distinct_keys(&trials::different(variant))?;
        if self.is_time_up() {
            return Ok(());
        }
        match table::read(self, variant, &mut random)? {
            Ok(table) => self.report.table = Some(table),
            Err(why) => self.report.skipped.push(format!("the table of numbers: {why}")),
        }
        self.play_random_games(settings, &mut random)
    }

    /// Bugs of rare moves show only in many games.
    fn play_random_games(
        &mut self,
        settings: &EngineSettings,
        random: &mut SplitMix64,
    ) -> Result<(), EngineError> {
        while settings.games.is_none_or(|games| self.report.games < games) {
            if self.end.is_past() {
                // Without a number of games this is the usual end.
                if settings.games.is_some() {
                    self.is_time_up();
                }
                break;
            }
            self.session.forget();
            for trial in trials::random_game(settings.variant, random) {
                if self.end.is_past() || self.fails(&trial)? {
                    break;
                }
            }
            self.report.games += 1;
        }
        Ok(())
    }

    /// Stops each list at its first failure: once a game's key is wrong, the rest means nothing.
    fn run_trials(&mut self, lists: Vec<Vec<Trial>>) -> Result<(), EngineError> {
        for list in lists {
            for trial in &list {
                if self.is_time_up() {
                    return Ok(());
                }
                if self.fails(trial)? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn fails(&mut self, trial: &Trial) -> Result<bool, EngineError> {
        let [one, other] = &trial.setups;
        let (Some(first), Some(second)) = (self.answer(one)?, self.answer(other)?) else { return Ok(true) };
        *self.report.comparisons.entry(trial.check).or_default() += 1;
        if (first.key == second.key) == trial.is_same() {
            return Ok(false);
        }
        self.add_suspicion(trial, [first, second]);
        Ok(true)
    }

    /// All of these positions are different, so their keys should be.
    fn check_distinct_keys(&mut self, setups: &[UciSetup]) -> Result<(), EngineError> {
        let mut seen: HashMap<u128, &UciSetup> = HashMap::new();
        for setup in setups {
            if self.is_time_up() {
                return Ok(());
            }
            let Some(answer) = self.answer(setup)? else { continue };
            *self.report.comparisons.entry(Check::Features).or_default() += 1;
            if let Some(earlier) = seen.insert(answer.key, setup) {
                let description = "different positions of few pieces have the same key";
                let trial = Trial::new(Check::Features, description, earlier.clone(), setup.clone());
                self.add_suspicion(&trial, [answer.clone(), answer]);
            }
        }
        Ok(())
    }

    /// The engine's response; `None` if its board has another position, which is recorded.
    fn answer(&mut self, setup: &UciSetup) -> Result<Option<Answer>, EngineError> {
        let answer = self.session.answer(&setup.commands)?;
        (self.progress)(self.session.queried);
        let expected = setup.position.to_fen();
        match &answer.fen {
            Some(found) if board_and_turn(found) != board_and_turn(&expected) => {
                let description = "after these commands the engine's board has another position";
                let trial =
                    Trial::new(Check::Board, description, setup.clone(), UciSetup::fen(&setup.position));
                self.add_suspicion(&trial, [answer.clone(), Answer { text: "?".into(), ..answer }]);
                Ok(None)
            }
            _ => {
                self.bits.add(answer.key);
                Ok(Some(answer))
            }
        }
    }

    fn add_suspicion(&mut self, trial: &Trial, answers: [Answer; 2]) {
        let commands = trial
            .setups
            .each_ref()
            .map(|setup| [self.session.settings(), &setup.commands, &["d".into()]].concat());
        let new = Suspicion {
            check: trial.check,
            variant: trial.setups[0].position.variant(),
            description: trial.description.to_string(),
            count: 1,
            commands,
            keys: answers.map(|answer| answer.text),
            is_same: trial.is_same(),
        };
        let existing = self.report.suspicions.iter_mut().find(|existing| existing.is_like(&new));
        let Some(existing) = existing else { return self.report.suspicions.push(new) };
        let length = |suspicion: &Suspicion| suspicion.commands.concat().concat().len();
        let count = existing.count + 1;
        if length(&new) < length(existing) {
            *existing = new;
        }
        existing.count = count;
    }

    fn is_time_up(&mut self) -> bool {
        let is_time_up = self.end.is_past();
        if is_time_up && !self.report.is_unfinished {
            self.report.is_unfinished = true;
            self.report.skipped.push("some checks: the time was up".into());
        }
        is_time_up
    }
}

/// Board and side to move of a FEN. Fairy-Stockfish does not mark promoted bia.
fn board_and_turn(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ").replace('~', "")
}
