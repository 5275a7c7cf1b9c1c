//! A table of keys, looked at from all sides.

use std::fmt;
use std::time::Duration;

use crate::dependent::{EXACT_UP_TO, dependent_set};
use crate::information_set::Systematic;
use crate::search::SetSearch;

/// The most keys an analysis takes.
pub const MOST_KEYS: usize = 4_096;

/// Above this number of keys, triples are too many to look at all of them, and the exact search stops at 4.
const MOST_KEYS_IN_TRIPLES: usize = 1_200;

/// What is known of a table of keys. Keys are named by their places in the table.
///
/// ```
/// use tabiya_audit::{Analysis, AnalysisSettings};
///
/// let analysis = Analysis::of(&[0x11, 0x2e, 0x3f, 0x44], &AnalysisSettings::default())?;
/// assert_eq!(analysis.rank, 3);
/// assert_eq!(analysis.smallest_set, Some(vec![0, 1, 2]));
/// # Ok::<(), tabiya_audit::TooManyKeys>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// How many keys the table has.
    pub count: usize,
    /// Keys that are zero: their features change nothing.
    pub zeros: Vec<usize>,
    /// Groups of keys that are equal, zeros not among them.
    pub duplicates: Vec<Vec<usize>>,
    /// How many keys are independent over GF(2), at most 64.
    pub rank: usize,
    /// Two keys that differ in the fewest bits, and in how many.
    pub closest: Option<(usize, usize, u32)>,
    /// In how many bits two keys differ on average; random ones in 32.
    pub mean_distance: f64,
    /// There is no dependent set of this size or smaller, other than `smallest_set`: every one was looked at.
    pub exact_up_to: usize,
    /// What the caller said is proven: no dependent set of this size or smaller.
    pub proven: usize,
    /// The smallest dependent set found. None if the keys are independent.
    pub smallest_set: Option<Vec<usize>>,
}

/// How an analysis is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisSettings {
    /// How long to look for dependent sets that are too large for the exact search.
    pub time: Duration,
    /// Decides the random choices of that search.
    pub seed: u64,
    /// The construction of the keys proves that there is no dependent set of this size or smaller; 0 if nothing is
    /// proven. The exact search tests it as far as it goes, the other one relies on it.
    pub proven: usize,
}

impl Default for AnalysisSettings {
    fn default() -> AnalysisSettings {
        AnalysisSettings { time: Duration::from_secs(10), seed: 1, proven: 0 }
    }
}

/// The table has more than [`MOST_KEYS`] keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyKeys {
    /// How many it has.
    pub count: usize,
}

impl fmt::Display for TooManyKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table has {} keys; at most {MOST_KEYS} can be analyzed", self.count)
    }
}

impl std::error::Error for TooManyKeys {}

impl Analysis {
    /// Analyses a table. A table of 800 keys takes some seconds for the exact search and then the time allowed.
    ///
    /// # Errors
    ///
    /// The table has more than [`MOST_KEYS`] keys.
    pub fn of(keys: &[u64], settings: &AnalysisSettings) -> Result<Analysis, TooManyKeys> {
        let count = keys.len();
        if count > MOST_KEYS {
            return Err(TooManyKeys { count });
        }
        let exact_up_to = if count <= MOST_KEYS_IN_TRIPLES { EXACT_UP_TO } else { 4 };
        let impossible = settings.proven.max(exact_up_to);
        let smallest_set = dependent_set(keys, exact_up_to)
            .or_else(|| SetSearch::new(keys, settings.seed).run(impossible, settings.time));
        let (closest, mean_distance) = distances(keys);
        Ok(Analysis {
            count,
            zeros: (0..count).filter(|&place| keys[place] == 0).collect(),
            duplicates: duplicates(keys),
            rank: Systematic::new(keys, &(0..count).collect::<Vec<_>>()).rank(),
            closest,
            mean_distance,
            exact_up_to,
            proven: settings.proven,
            smallest_set,
        })
    }

    /// Whether no dependent set is smaller than the one found, for certain.
    #[must_use]
    pub fn is_smallest(&self) -> bool {
        let impossible = self.exact_up_to.max(self.proven);
        self.smallest_set.as_ref().is_none_or(|set| set.len() <= impossible.saturating_add(1))
    }

    /// How many dependent sets of a size a table of this many *random* keys of 64 bits has on average.
    ///
    /// ```
    /// # use tabiya_audit::{Analysis, AnalysisSettings};
    /// # let analysis = Analysis::of(&[1, 2, 3], &AnalysisSettings::default())?;
    /// assert_eq!(analysis.expected_sets(4), 0.0); // three keys have no four
    /// # Ok::<(), tabiya_audit::TooManyKeys>(())
    /// ```
    #[must_use]
    pub fn expected_sets(&self, size: usize) -> f64 {
        // Beyond as many as there are keys, the number stays zero.
        let steps = size.min(self.count.saturating_add(1));
        let sets =
            (0..steps).fold(1.0, |sets, n| sets * self.count.saturating_sub(n) as f64 / (n + 1) as f64);
        sets / 2f64.powi(64)
    }

    /// The size at which a table of this many random keys would have its first dependent sets.
    fn typical_smallest(&self) -> Option<usize> {
        (1..=self.count).find(|&size| self.expected_sets(size) >= 0.5)
    }
}

/// The verdict, in words.
impl Analysis {
    /// What the figures mean, as sentences for a person.
    ///
    /// ```
    /// # use tabiya_audit::{Analysis, AnalysisSettings};
    /// let analysis = Analysis::of(&[5, 6, 5], &AnalysisSettings::default())?;
    /// assert!(analysis.verdict().starts_with("Broken: some keys are equal"));
    /// # Ok::<(), tabiya_audit::TooManyKeys>(())
    /// ```
    #[must_use]
    pub fn verdict(&self) -> String {
        if !self.zeros.is_empty() {
            return "Broken: some keys are zero, so positions that differ in such a feature alone have the same \
                    key."
                .into();
        }
        if !self.duplicates.is_empty() {
            return "Broken: some keys are equal, so positions that exchange one such feature for the other have \
                    the same key."
                .into();
        }
        let Some(set) = &self.smallest_set else {
            return format!("Perfect: all {} keys are independent, no two positions collide.", self.count);
        };
        let size = set.len();
        let certain = if self.is_smallest() { "the smallest there is" } else { "the smallest found" };
        let meaning = format!(
            "positions that differ in exactly these {size} features, {certain}, always have the same key"
        );
        let proven =
            format!("positions that differ in at most {} features never collide, provably", self.proven);
        match self.typical_smallest() {
            _ if size <= self.proven => {
                format!("Broken: {meaning}, although up to {} was said to be proven.", self.proven)
            }
            _ if size <= EXACT_UP_TO => format!("Weak: {meaning}."),
            _ if self.proven > self.exact_up_to => format!("Better than random: {proven}; {meaning}."),
            Some(typical) if size < typical.saturating_sub(1) => {
                format!("Weaker than random: {meaning}; random keys would have none below about {typical}.")
            }
            Some(typical) if size <= typical + 1 => format!("As good as random: {meaning}."),
            Some(typical) => format!(
                "No weakness found: {meaning}; random keys would have one at about {typical}, and more time may \
                 find it."
            ),
            None => {
                format!("Less than independent: {meaning}; so few random keys would have no dependent set.")
            }
        }
    }
}

fn duplicates(keys: &[u64]) -> Vec<Vec<usize>> {
    let mut places: Vec<usize> = (0..keys.len()).filter(|&place| keys[place] != 0).collect();
    places.sort_by_key(|&place| keys[place]);
    let mut groups: Vec<Vec<usize>> = places
        .chunk_by(|&a, &b| keys[a] == keys[b])
        .filter(|group| group.len() > 1)
        .map(<[usize]>::to_vec)
        .collect();
    groups.sort();
    groups
}

/// The closest pair and the mean distance.
fn distances(keys: &[u64]) -> (Option<(usize, usize, u32)>, f64) {
    let mut closest: Option<(usize, usize, u32)> = None;
    let (mut sum, mut pairs) = (0, 0u64);
    for (i, &one) in keys.iter().enumerate() {
        for (j, &other) in keys.iter().enumerate().skip(i + 1) {
            let distance = (one ^ other).count_ones();
            sum += u64::from(distance);
            pairs += 1;
            if closest.is_none_or(|(_, _, smallest)| distance < smallest) {
                closest = Some((i, j, distance));
            }
        }
    }
    (closest, if pairs == 0 { 0.0 } else { sum as f64 / pairs as f64 })
}

#[cfg(test)]
mod tests;
