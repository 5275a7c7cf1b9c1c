use std::collections::BTreeMap;

use tabiya_pgn::GameResult;

use crate::stats::{Estimate, Pentanomial, Samples, Sprt, SprtState, Trinomial};
use crate::{Effort, Forfeits, MatchError, Played, Termination};

/// The results of a match so far.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Standings {
    /// The names of the engines.
    pub names: [String; 2],
    /// The results of all games, from the first engine's point of view.
    pub games: Trinomial,
    /// The results of all finished pairs, from the first engine's point of view.
    pub pairs: Pentanomial,
    /// White's wins, draws, White's losses.
    pub by_color: Trinomial,
    /// The forfeits of each engine.
    pub forfeits: [Forfeits; 2],
    /// Nodes and time of each engine.
    pub efforts: [Effort; 2],
    /// The number of games by how they ended.
    pub endings: BTreeMap<String, u64>,
    /// The SPRT and its state, if there is one.
    pub sprt: Option<(Sprt, SprtState)>,
    /// Whether each opening is played with both colors: then pairs are the samples.
    pub swaps: bool,
    /// Why the match was aborted, if it was.
    pub failure: Option<MatchError>,
    /// First games of unfinished pairs, in half-points.
    unfinished_pairs: BTreeMap<u64, usize>,
}

impl Standings {
    pub(crate) fn new(names: [String; 2], swaps: bool, sprt: Option<Sprt>) -> Standings {
        let none = Trinomial::default();
        let mut standings = Standings {
            names,
            games: none,
            pairs: Pentanomial::default(),
            by_color: none,
            forfeits: [Forfeits::default(); 2],
            efforts: [Effort::default(); 2],
            endings: BTreeMap::new(),
            sprt: None,
            swaps,
            failure: None,
            unfinished_pairs: BTreeMap::new(),
        };
        standings.sprt = sprt.map(|sprt| (sprt, sprt.state(&standings.samples())));
        standings
    }

    pub(crate) fn add(&mut self, played: &Played) {
        let for_white = half_points(played.termination.result());
        let for_first = if played.white == 0 { for_white } else { 2 - for_white };
        self.games.add(for_first);
        self.by_color.add(for_white);
        if self.swaps {
            match self.unfinished_pairs.remove(&played.round) {
                Some(other) => self.pairs.add(other + for_first),
                None => drop(self.unfinished_pairs.insert(played.round, for_first)),
            }
        }
        if let Termination::Forfeit(color, forfeit) = &played.termination {
            self.forfeits[played.engine(*color)].add(forfeit);
        }
        for (sum, effort) in self.efforts.iter_mut().zip(&played.efforts) {
            sum.merge(effort);
        }
        *self.endings.entry(played.termination.kind().to_string()).or_default() += 1;
        let samples = self.samples();
        if let Some((sprt, state)) = &mut self.sprt {
            *state = sprt.state(&samples);
        }
    }

    /// The independent results: pairs, or single games if colors are not swapped.
    #[must_use]
    pub fn samples(&self) -> Samples {
        if self.swaps { self.pairs.samples() } else { self.games.samples() }
    }

    /// Whether the SPRT is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|(_, state)| state.verdict().is_some())
    }

    /// The difference in strength, from the first engine's point of view.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Estimate::of(&self.samples())
    }
}

fn half_points(result: GameResult) -> usize {
    match result {
        GameResult::WhiteWins => 2,
        GameResult::Draw | GameResult::Unknown => 1,
        GameResult::BlackWins => 0,
    }
}
