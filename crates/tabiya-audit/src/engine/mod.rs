//! An engine asked from outside: does the key it prints name the position?

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

/// How an engine is audited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EngineSettings {
    /// The game. Chess includes Chess960 if the engine plays it.
    pub variant: Variant,
    /// How long all of it may take.
    pub time: Duration,
    /// Decides the random games.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct EngineReport {
    /// What the engine calls itself.
    pub name: String,
    /// The dialects we know that it may speak: all of them gave its keys.
    pub dialects: Vec<String>,
    /// How many comparisons each check made.
    pub comparisons: BTreeMap<Check, usize>,
    /// How many positions the engine was asked for.
    pub positions: usize,
    /// Everything suspicious, the shortest example of each.
    pub suspicions: Vec<Suspicion>,
    /// What was not looked at, and why.
    pub left_out: Vec<String>,
    /// The time was up before everything was looked at.
    pub is_unfinished: bool,
}

/// Two sequences of commands after which the engine's keys do not say what the identities say.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Suspicion {
    /// Which check noticed.
    pub check: Check,
    /// In which game.
    pub variant: Variant,
    /// What is wrong, in words.
    pub about: String,
    /// How often it was seen.
    pub times: usize,
    /// The two sequences; each ends with `d`.
    pub commands: [Vec<String>; 2],
    /// The keys the engine printed.
    pub keys: [String; 2],
    /// Whether it is the same position: then the keys should be equal, and otherwise not.
    pub is_same: bool,
}

impl Suspicion {
    /// Whether both are examples of one thing: what one check says of one game.
    fn is_like(&self, other: &Suspicion) -> bool {
        (self.check, self.variant, self.is_same, &self.about)
            == (other.check, other.variant, other.is_same, &other.about)
    }
}

impl EngineSettings {
    /// Settings for a game and a time.
    #[must_use]
    pub fn new(variant: Variant, time: Duration) -> EngineSettings {
        EngineSettings { variant, time, seed: 1 }
    }
}

/// No answer may take longer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Starts an engine, asks it for keys in many ways, and ends it.
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
/// The program cannot be started, does not answer, ends, writes without end, or prints no key. It is gone by then.
pub fn audit_engine(
    command: &[OsString],
    settings: &EngineSettings,
    progress: &mut dyn FnMut(usize),
) -> Result<EngineReport, EngineError> {
    let end = Deadline::after(settings.time);
    let mut audit = Audit {
        talk: Talk::start(command, PATIENCE.min(settings.time))?,
        end,
        report: EngineReport::default(),
        progress,
    };
    audit.report.name = audit.talk.name().to_string();
    audit.choose(settings.variant)?;
    audit.report.dialects = recognize::dialects(&mut audit.talk, settings.variant)?;
    audit.try_everything(settings)?;
    audit.report.positions = audit.talk.asked;
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
        self.try_to_tell_apart(&trials::different(variant))
    }

    /// Of each list the first failure: what follows in a game whose key has gone wrong says nothing.
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

    /// All of these are different, so their keys should be.
    fn try_to_tell_apart(&mut self, setups: &[UciSetup]) -> Result<(), EngineError> {
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

    /// The engine's answer; none if it has another position on its board, which is noted.
    fn answer(&mut self, setup: &UciSetup) -> Result<Option<Answer>, EngineError> {
        let answer = self.talk.answer(&setup.commands)?;
        (self.progress)(self.talk.asked);
        let expected = setup.position.to_fen();
        match &answer.fen {
            Some(found) if board_of(found) != board_of(&expected) => {
                let about = "after these commands the engine has another position on its board";
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
            self.report.left_out.push("some: the time was up before everything was looked at".into());
        }
        is_late
    }
}

/// Board and turn of a FEN. Fairy-Stockfish does not mark promoted bia.
fn board_of(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ").replace('~', "")
}
