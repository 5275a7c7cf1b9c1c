//! Playing strengths.

use tabiya::keys::SplitMix64;

use crate::{Limits, PvLines, Report, SearchResult, Settings};

/// A playing strength: a weaker engine searches fewer nodes and sometimes chooses a line that is not the
/// best.
///
/// ```
/// use tabiya_engine::Strength;
///
/// let weakest = Strength::LEVELS[0];
/// assert_eq!(Strength::of_elo(0), weakest);
/// let between = Strength::of_elo(weakest.elo + 50);
/// assert!(between.nodes > weakest.nodes && between.noise < weakest.noise);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Strength {
    /// The Elo measured in matches (docs/design/engine-strength.md).
    pub elo: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// The number of lines to choose from (MultiPV).
    pub lines: usize,
    /// The maximum of the random bonus that each line gets, in centipawns: a line may be chosen although it is worse by up to this.
    pub noise: i32,
}

const fn level(elo: u32, nodes: u64, lines: usize, noise: i32) -> Strength {
    Strength { elo, nodes, lines, noise }
}

impl Strength {
    /// The board's levels, weakest first.
    pub const LEVELS: [Strength; 8] = [
        level(1360, 150, 5, 260),
        level(1490, 500, 5, 160),
        level(1750, 1_500, 4, 100),
        level(1900, 5_000, 3, 60),
        level(2080, 20_000, 2, 30),
        level(2300, 80_000, 1, 0),
        level(2420, 400_000, 1, 0),
        level(2550, 2_500_000, 1, 0),
    ];

    /// The strength closest to this Elo; clamped to the levels.
    #[must_use]
    pub fn of_elo(elo: u32) -> Strength {
        let [weakest, .., strongest] = Strength::LEVELS;
        let above = Strength::LEVELS.iter().position(|level| level.elo >= elo);
        match above {
            Some(0) => weakest,
            None => strongest,
            Some(index) => between(Strength::LEVELS[index - 1], Strength::LEVELS[index], elo),
        }
    }

    /// The settings and limits of a search of this strength, within the given ones.
    #[must_use]
    pub fn limit(&self, limits: &Limits, settings: &Settings) -> (Limits, Settings) {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        let multi_pv = settings.multi_pv.max(self.lines);
        (Limits { nodes: Some(nodes), ..limits.clone() }, Settings { multi_pv, ..*settings })
    }

    /// Adds a random bonus from 0 to the noise to each line's score and returns the best. Deterministic for a seed.
    #[must_use]
    pub fn prefer(&self, found: SearchResult, lines: &PvLines, seed: u64) -> SearchResult {
        if self.noise <= 0 {
            return found;
        }
        let mut random = SplitMix64::new(seed);
        let mut bonus = || random.below(self.noise as usize + 1) as i64;
        let lines = lines.reports().iter().take(self.lines);
        let liked = lines.map(|line| (line, line.score.value() + bonus())).max_by_key(|(_, value)| *value);
        let Some((Report { line, score, depth, .. }, _)) = liked else { return found };
        let [best, ponder] = [0, 1].map(|at| line.get(at).copied());
        SearchResult { best, ponder, score: *score, depth: *depth, line: line.clone(), ..found }
    }
}

/// Each doubling of the nodes gains about the same Elo.
fn between(weaker: Strength, stronger: Strength, elo: u32) -> Strength {
    let share = f64::from(elo - weaker.elo) / f64::from(stronger.elo - weaker.elo);
    let nodes = weaker.nodes as f64 * (stronger.nodes as f64 / weaker.nodes as f64).powf(share);
    let noise = f64::from(weaker.noise) + share * f64::from(stronger.noise - weaker.noise);
    let lines = if share < 1.0 { weaker.lines } else { stronger.lines };
    Strength { elo, nodes: nodes.round() as u64, lines, noise: noise.round() as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Searcher, Signals};
    use tabiya::{Chess, Game, Score};
    use tabiya_table::Table;

    fn found() -> (SearchResult, PvLines) {
        let (table, mut lines) = (Table::new(1).unwrap(), PvLines::default());
        let (limits, settings) = (Limits::depth(3), Settings { multi_pv: 20, ..Settings::default() });
        let mut on_report = |report: &Report| lines.update(report);
        let found = Searcher::new().search(
            &Game::<Chess>::new(),
            &limits,
            &settings,
            &table,
            &Signals::default(),
            &mut on_report,
        );
        (found, lines)
    }

    #[test]
    fn noise_never_selects_a_much_worse_line() {
        let (found, lines) = found();
        let best = lines.reports()[0].score.value();
        for noise in [0, 10, 40] {
            let strength = Strength { noise, lines: 20, ..Strength::LEVELS[0] };
            let liked: Vec<SearchResult> =
                (0..200).map(|seed| strength.prefer(found.clone(), &lines, seed)).collect();
            assert!(liked.iter().all(|liked| best - liked.score.value() <= noise.into()), "{noise}");
            assert_eq!(liked.iter().any(|liked| liked.best != found.best), noise > 0, "{noise}");
            assert!(liked.iter().all(|liked| liked.best == liked.line.first().copied()));
        }
    }

    #[test]
    fn maximal_noise_does_not_overflow() {
        let (found, mut lines) = found();
        let mut strength = Strength::LEVELS[0];
        strength.noise = i32::MAX;
        assert!((0..20).all(|seed| strength.prefer(found.clone(), &lines, seed).best.is_some()));
        for score in [Score::Mate(i32::MIN), Score::Mate(i32::MAX), Score::Centipawns(i32::MAX)] {
            let line = vec![found.best.unwrap()];
            lines.update(&Report { rank: 1, score, line, ..lines.reports()[0].clone() });
            assert!(strength.prefer(found.clone(), &lines, 7).best.is_some());
        }
    }

    #[test]
    fn strengths_increase_with_elo() {
        assert!(Strength::LEVELS.is_sorted_by(|weaker, stronger| weaker.elo < stronger.elo));
        let all: Vec<Strength> = (900..2900).map(Strength::of_elo).collect();
        assert!(all.is_sorted_by(|weaker, stronger| {
            weaker.nodes <= stronger.nodes && weaker.noise >= stronger.noise && weaker.lines >= stronger.lines
        }));
        assert!(Strength::LEVELS.iter().all(|level| Strength::of_elo(level.elo) == *level));
    }
}
