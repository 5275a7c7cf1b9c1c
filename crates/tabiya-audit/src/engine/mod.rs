//! Audits a UCI engine: does the key it prints identify the position?

mod recognize;
mod talk;
mod trial;
mod trials;

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::time::Duration;

use tabiya::Variant;

use tabiya::keys::SplitMix64;
use tabiya_match::uci::{Deadline, variant_option};
use talk::{Answer, Talk};
use trial::{Trial, UciSetup};

pub use talk::EngineError;
pub use trial::Check;

/// Settings of an engine audit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EngineSettings {
    /// The variant. Chess includes Chess960 if the engine supports it.
    pub variant: Variant,
    /// The maximum duration.
    pub time: Duration,
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
    /// All suspicious results, with the shortest example of each.
    pub suspicions: Vec<Suspicion>,
    /// What was skipped, and why.
    pub left_out: Vec<String>,
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
    pub about: String,
    /// How often it occurred.
    pub times: usize,
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
        (self.check, self.variant, self.is_same, &self.about)
            == (other.check, other.variant, other.is_same, &other.about)
    }
}

impl EngineSettings {
    /// Settings for a variant and a duration.
    #[must_use]
    pub fn new(variant: Variant, time: Duration) -> EngineSettings {
        EngineSettings { variant, time, seed: 1 }
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
        talk: Talk::start(command, TIMEOUT.min(settings.time))?,
        end,
        report: EngineReport::default(),
        progress,
    };
    audit.report.name = audit.talk.name().to_string();
    audit.choose(settings.variant)?;
    audit.report.dialects = recognize::dialects(&mut audit.talk, settings.variant)?;
    audit.try_everything(settings)?;
    audit.report.positions = audit.talk.queried;
    Ok(audit.report)
}

struct Audit<'a> {
    talk: Talk,
    end: Deadline,
    report: EngineReport,
    progress: &'a mut dyn FnMut(usize),
}

impl Audit<'_> {
    fn choose(&mut self, variant: Variant) -> Result<(), EngineError> {
        let Some((name, value)) = variant_option(variant) else { return Ok(()) };
        if !self.talk.has_option(name, value) {
            return Err(EngineError::NoSuchGame(variant));
        }
        self.talk.set_option(name, value)
    }

    fn try_everything(&mut self, settings: &EngineSettings) -> Result<(), EngineError> {
        let variant = settings.variant;
        let mut random = SplitMix64::new(settings.seed);
        if variant == Variant::Chess {
            self.try_lists(trials::en_passant())?;
            self.try_lists(trials::castling())?;
        }
        if variant == Variant::Makruk {
            self.try_lists(trials::mets())?;
        }
        self.try_lists(trials::promotions(variant))?;
        self.try_lists(trials::clocks(variant))?;
        self.try_lists(trials::null_effects(variant, &mut random))?;
        self.try_lists(trials::transpositions(variant, &mut random))?;
        self.try_lists(trials::incremental(variant, &mut random))?;
        match variant {
            Variant::Chess if self.talk.has_option("UCI_Chess960", "true") => {
                self.talk.set_option("UCI_Chess960", "true")?;
                self.try_lists(trials::chess960())?;
                self.try_lists(trials::incremental(Variant::Chess960, &mut random))?;
                self.talk.set_option("UCI_Chess960", "false")?;
            }
            Variant::Chess => {
                self.report.left_out.push("Chess960: the engine has no option UCI_Chess960".into());
            }
            Variant::Chess960 => self.try_lists(trials::chess960())?,
            Variant::Makruk => {}
        }
        self.try_to_distinguish(&trials::different(variant))
    }

    /// Stops each list at its first failure: once a game's key is wrong, the rest means nothing.
    fn try_lists(&mut self, lists: Vec<Vec<Trial>>) -> Result<(), EngineError> {
        for list in lists {
            for trial in &list {
                if self.is_late() {
                    return Ok(());
                }
                if self.is_suspicious(trial)? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn is_suspicious(&mut self, trial: &Trial) -> Result<bool, EngineError> {
        let [one, other] = &trial.setups;
        let (Some(first), Some(second)) = (self.answer(one)?, self.answer(other)?) else { return Ok(true) };
        *self.report.comparisons.entry(trial.check).or_default() += 1;
        if (first.key == second.key) == trial.is_same() {
            return Ok(false);
        }
        self.suspect(trial, [first, second]);
        Ok(true)
    }

    /// All of these positions are different, so their keys should be.
    fn try_to_distinguish(&mut self, setups: &[UciSetup]) -> Result<(), EngineError> {
        let mut seen: HashMap<u128, &UciSetup> = HashMap::new();
        for setup in setups {
            if self.is_late() {
                return Ok(());
            }
            let Some(answer) = self.answer(setup)? else { continue };
            *self.report.comparisons.entry(Check::Features).or_default() += 1;
            if let Some(earlier) = seen.insert(answer.key, setup) {
                let about = "different positions of few pieces have the same key";
                let trial = Trial::new(Check::Features, about, earlier.clone(), setup.clone());
                self.suspect(&trial, [answer.clone(), answer]);
            }
        }
        Ok(())
    }

    /// The engine's response; `None` if its board has another position, which is recorded.
    fn answer(&mut self, setup: &UciSetup) -> Result<Option<Answer>, EngineError> {
        let answer = self.talk.answer(&setup.commands)?;
        (self.progress)(self.talk.queried);
        let expected = setup.position.to_fen();
        match &answer.fen {
            Some(found) if board_of(found) != board_of(&expected) => {
                let about = "after these commands the engine's board has another position";
                let trial = Trial::new(Check::Board, about, setup.clone(), UciSetup::fen(&setup.position));
                self.suspect(&trial, [answer.clone(), Answer { text: "?".into(), ..answer }]);
                Ok(None)
            }
            _ => Ok(Some(answer)),
        }
    }

    fn suspect(&mut self, trial: &Trial, answers: [Answer; 2]) {
        let commands = trial
            .setups
            .each_ref()
            .map(|setup| [self.talk.settings(), &setup.commands, &["d".into()]].concat());
        let new = Suspicion {
            check: trial.check,
            variant: trial.setups[0].position.variant(),
            about: trial.about.to_string(),
            times: 1,
            commands,
            keys: answers.map(|answer| answer.text),
            is_same: trial.is_same(),
        };
        let known = self.report.suspicions.iter_mut().find(|known| known.is_like(&new));
        let Some(known) = known else { return self.report.suspicions.push(new) };
        let length = |suspicion: &Suspicion| suspicion.commands.concat().concat().len();
        let times = known.times + 1;
        if length(&new) < length(known) {
            *known = new;
        }
        known.times = times;
    }

    fn is_late(&mut self) -> bool {
        let is_late = self.end.is_past();
        if is_late && !self.report.is_unfinished {
            self.report.is_unfinished = true;
            self.report.left_out.push("some checks: the time was up".into());
        }
        is_late
    }
}

/// Board and side to move of a FEN. Fairy-Stockfish does not mark promoted bia.
fn board_of(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ").replace('~', "")
}
