use std::collections::BTreeMap;

use tabiya::Key;
use tabiya_pgn::replay::Ending;

use crate::output::{counted, cut_front};

use super::report::Facts;

/// The summary of all games.
#[derive(Default)]
pub(super) struct Summary {
    games: u64,
    endings: BTreeMap<&'static str, u64>,
    claims_missed: u64,
    longest_without_repetition: Option<(usize, String)>,
    most_repeated: Option<(usize, Key, String)>,
}

impl Summary {
    pub(super) fn is_empty(&self) -> bool {
        self.games == 0
    }

    pub(super) fn add(&mut self, facts: Facts) {
        self.games += 1;
        *self.endings.entry(facts.ending.category()).or_default() += 1;
        self.claims_missed += u64::from(facts.claim_missed);
        let longest = self.longest_without_repetition.as_ref().map(|(plies, _)| *plies);
        let most = self.most_repeated.as_ref().map(|(times, ..)| *times);
        match facts.most_repeated {
            None if facts.ending != Ending::Broken && Some(facts.plies) > longest => {
                self.longest_without_repetition = Some((facts.plies, facts.name));
            }
            Some((times, key)) if Some(times) > most => {
                self.most_repeated = Some((times, key, facts.name));
            }
            _ => {}
        }
    }

    /// The lines of the summary, within a width.
    pub(super) fn text(&self, width: usize) -> String {
        let mut lines = vec![counted(self.games, "game")];
        let mut endings: Vec<_> = self.endings.iter().collect();
        endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        lines.extend(endings.into_iter().map(|(ending, count)| format!("{count:>8}  {ending}")));
        if self.games > 0 {
            lines.push(format!("claimable but not claimed: {}", self.claims_missed));
        }
        let with_name = |fact: String, name: &str| {
            let room = width.saturating_sub(fact.chars().count() + " ()".len());
            format!("{fact} ({})", cut_front(name, room))
        };
        if let Some((plies, name)) = &self.longest_without_repetition {
            lines.push(with_name(format!("longest game without a repetition: {plies} plies"), name));
        }
        if let Some((times, key, name)) = &self.most_repeated {
            lines.push(with_name(format!("most repeated position: {key}, {times} times"), name));
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }
}
