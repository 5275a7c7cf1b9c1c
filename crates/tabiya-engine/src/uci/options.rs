//! UCI options.

use std::fmt::Write as _;
use std::time::Duration;

use tabiya::{Variant, printable};

use crate::{Settings, Strength, TableUse, UnknownTableUse};

const MAX_THREADS: usize = Settings::MAX_THREADS;
/// The maximum hash size in MiB; the machine may have less memory.
const MAX_HASH_MIB: usize = 1 << 20;
const MAX_LINES: usize = 256;
/// In milliseconds.
const MAX_OVERHEAD: usize = 5000;
const WEAKEST: Strength = Strength::LEVELS[0];
const STRONGEST: Strength = Strength::LEVELS[Strength::LEVELS.len() - 1];

#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) hash: usize,
    pub(crate) settings: Settings,
    /// Set by `UCI_Chess960`.
    chess960: bool,
    /// Set by `UCI_Variant`.
    variant_is_960: bool,
    makruk: bool,
    pub(crate) book: String,
    /// The file for `SaveHash` and `LoadHash`.
    pub(crate) hash_file: String,
    /// Whether to use the book; by default, setting `Book` turns it on.
    own_book: Option<bool>,
    /// Analysis mode: the book is not used.
    analyses: bool,
    limits_strength: bool,
    elo: u32,
    pub(crate) shows_wdl: bool,
}

impl Default for Options {
    fn default() -> Self {
        let settings = Settings::default();
        Options {
            hash: 16,
            settings,
            chess960: false,
            variant_is_960: false,
            makruk: false,
            book: String::new(),
            hash_file: String::new(),
            own_book: None,
            analyses: false,
            limits_strength: false,
            elo: STRONGEST.elo,
            shows_wdl: false,
        }
    }
}

/// The consequence of setting an option for the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OptionEffect {
    Nothing,
    ResizeTable,
    ClearTable,
    SaveTable,
    LoadTable,
    ChangeGame,
    OpenBook,
}

impl Options {
    pub(crate) fn variant(&self) -> Variant {
        match (self.makruk, self.chess960 || self.variant_is_960) {
            (true, _) => Variant::Makruk,
            (false, true) => Variant::Chess960,
            (false, false) => Variant::Chess,
        }
    }

    /// Whether moves are played from the book, if there is one.
    pub(crate) fn plays_from_book(&self) -> bool {
        self.own_book.unwrap_or(true) && !self.analyses
    }

    /// The playing strength, unless unlimited.
    pub(crate) fn strength(&self) -> Option<Strength> {
        (self.limits_strength && !self.analyses).then(|| Strength::of_elo(self.elo))
    }

    /// The option lines of the reply to `uci`.
    pub(crate) fn describe() -> String {
        let Options { hash, settings: Settings { threads, multi_pv, overhead, table_use, .. }, .. } =
            Options::default();
        let overhead = overhead.as_millis();
        let mut text = String::new();
        let mut print_line = |line: &str| {
            let _ = writeln!(text, "option name {line}");
        };
        print_line(&format!("Hash type spin default {hash} min 1 max {MAX_HASH_MIB}"));
        print_line(&format!("Threads type spin default {threads} min 1 max {MAX_THREADS}"));
        print_line(&format!("MultiPV type spin default {multi_pv} min 1 max {MAX_LINES}"));
        print_line("Ponder type check default false");
        print_line("UCI_Chess960 type check default false");
        print_line("UCI_Variant type combo default chess var chess var makruk");
        print_line(&format!("Move Overhead type spin default {overhead} min 0 max {MAX_OVERHEAD}"));
        print_line("OwnBook type check default false");
        print_line("Book type string default <empty>");
        print_line("UCI_LimitStrength type check default false");
        let (weakest, strongest) = (WEAKEST.elo, STRONGEST.elo);
        print_line(&format!("UCI_Elo type spin default {strongest} min {weakest} max {strongest}"));
        print_line("UCI_AnalyseMode type check default false");
        print_line("UCI_ShowWDL type check default false");
        print_line("Clear Hash type button");
        print_line("HashFile type string default <empty>");
        print_line("SaveHash type button");
        print_line("LoadHash type button");
        let uses: Vec<String> = TableUse::ALL.iter().map(|table_use| format!("var {table_use}")).collect();
        print_line(&format!("UseTT type combo default {table_use} {}", uses.join(" ")));
        text
    }

    /// Sets an option; remarks are added to `notes`.
    pub(crate) fn set(
        &mut self,
        name: &str,
        value: &str,
        notes: &mut Vec<String>,
    ) -> Result<OptionEffect, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = spin(name, value, 1, MAX_HASH_MIB, notes)?;
                return Ok(OptionEffect::ResizeTable);
            }
            "threads" => self.settings.threads = spin(name, value, 1, MAX_THREADS, notes)?,
            "multipv" => self.settings.multi_pv = spin(name, value, 1, MAX_LINES, notes)?,
            "move overhead" => {
                let milliseconds = spin(name, value, 0, MAX_OVERHEAD, notes)?;
                self.settings.overhead = Duration::from_millis(milliseconds as u64);
            }
            // `go ponder` starts pondering; the option only announces support to the GUI.
            "ponder" => _ = check(name, value)?,
            "uci_chess960" => {
                self.chess960 = check(name, value)?;
                return Ok(OptionEffect::ChangeGame);
            }
            "uci_variant" => {
                self.makruk = match value.to_ascii_lowercase().as_str() {
                    "makruk" => true,
                    "chess" | "chess960" | "fischerandom" => {
                        self.variant_is_960 = !value.eq_ignore_ascii_case("chess");
                        false
                    }
                    _ => {
                        return Err(format!(
                            "{name}: expected chess or makruk; unchanged: {}",
                            self.variant()
                        ));
                    }
                };
                return Ok(OptionEffect::ChangeGame);
            }
            "book" => {
                self.book = path(value);
                return Ok(OptionEffect::OpenBook);
            }
            "ownbook" => self.own_book = Some(check(name, value)?),
            "uci_limitstrength" => self.limits_strength = check(name, value)?,
            "uci_elo" => {
                self.elo = spin(name, value, WEAKEST.elo as usize, STRONGEST.elo as usize, notes)? as u32;
            }
            "uci_analysemode" => self.analyses = check(name, value)?,
            "uci_showwdl" => self.shows_wdl = check(name, value)?,
            "clear hash" => return Ok(OptionEffect::ClearTable),
            "hashfile" => self.hash_file = path(value),
            "savehash" | "loadhash" if self.hash_file.is_empty() => {
                return Err(format!("{name}: set HashFile first"));
            }
            "savehash" => return Ok(OptionEffect::SaveTable),
            "loadhash" => return Ok(OptionEffect::LoadTable),
            "usett" => {
                let unknown = |error: UnknownTableUse| format!("{name}: {error}");
                self.settings.table_use = value.parse().map_err(unknown)?;
            }
            _ => return Err(format!("no such option: {}", printable(name))),
        }
        Ok(OptionEffect::Nothing)
    }
}

/// `<empty>` is how UCI writes an empty string.
fn path(value: &str) -> String {
    if value == "<empty>" { String::new() } else { value.to_owned() }
}

/// Parses a number and clamps it to its range, with a note.
fn spin(name: &str, value: &str, min: usize, max: usize, notes: &mut Vec<String>) -> Result<usize, String> {
    let error = || format!("{name}: expected a number from {min} to {max}; unchanged");
    let text = value.trim();
    let (digits, negative) = text.strip_prefix('-').map_or((text, false), |digits| (digits, true));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    let number = if negative { 0 } else { digits.parse().unwrap_or(usize::MAX) };
    let clamped = number.clamp(min, max);
    if clamped != number || negative {
        notes.push(format!("{name}: set to {clamped}, the range is {min} to {max}"));
    }
    Ok(clamped)
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name}: expected true or false; unchanged")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_clamped_and_words_rejected() {
        let mut options = Options::default();
        let mut notes = Vec::new();
        for (value, expected) in [("0", 1), ("-7", 1), ("1000000", 256), ("99999999999999999999999", 256)] {
            options.set("Threads", value, &mut notes).unwrap();
            assert_eq!(options.settings.threads, expected, "{value}");
        }
        assert_eq!(notes.len(), 4);
        for invalid in ["", "many", "3x", "+3", "1e3", "٣"] {
            assert!(options.set("Threads", invalid, &mut notes).is_err(), "{invalid}");
        }
        assert_eq!(options.settings.threads, 256);
    }

    #[test]
    fn names_are_case_insensitive() {
        let mut options = Options::default();
        assert_eq!(options.set("hAsH", "32", &mut Vec::new()), Ok(OptionEffect::ResizeTable));
        assert_eq!(options.set("usett", "Ordering", &mut Vec::new()), Ok(OptionEffect::Nothing));
        assert_eq!(options.settings.table_use, TableUse::Ordering);
        assert!(options.set("NoSuch", "1", &mut Vec::new()).is_err());
        let error = options.set("UseTT", "some", &mut Vec::new());
        assert_eq!(error, Err("UseTT: expected off, cutoffs, ordering or both".to_owned()));
    }

    #[test]
    fn the_game_is_set_by_two_options() {
        let mut options = Options::default();
        options.set("UCI_Chess960", "true", &mut Vec::new()).unwrap();
        assert_eq!(options.variant(), Variant::Chess960);
        options.set("UCI_Variant", "makruk", &mut Vec::new()).unwrap();
        assert_eq!(options.variant(), Variant::Makruk);
        assert!(options.set("UCI_Variant", "shogi", &mut Vec::new()).is_err());
        assert_eq!(options.variant(), Variant::Makruk);
    }
}
