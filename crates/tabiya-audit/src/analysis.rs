//! Analysis of a key table.

use std::fmt;
use std::time::Duration;

use crate::dependent::{EXACT_UP_TO, dependent_set};
use crate::information_set::Systematic;
use crate::search::SetSearch;

/// The maximum number of keys.
pub const MAX_KEYS: usize = 4_096;

/// Above this number of keys there are too many triples to check, and the exact search stops at size 4.
const MAX_KEYS_FOR_TRIPLES: usize = 1_200;

/// The analysis of a key table. Keys are identified by their index.
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
    /// The number of keys.
    pub count: usize,
    /// Keys that are zero: their features do not change the position's key.
    pub zeros: Vec<usize>,
    /// Groups of equal keys, without zeros.
    pub duplicates: Vec<Vec<usize>>,
    /// The rank over GF(2), at most 64.
    pub rank: usize,
    /// The two keys with the smallest Hamming distance, and the distance.
    pub closest: Option<(usize, usize, u32)>,
    /// The mean Hamming distance; 32 for random keys.
    pub mean_distance: f64,
    /// All sets of up to this size were checked: none is dependent, except `smallest_set`.
    pub exact_up_to: usize,
    /// The guarantee given by the caller: no dependent set of up to this size.
    pub proven: usize,
    /// The smallest dependent set found. `None` if the keys are independent.
    pub smallest_set: Option<Vec<usize>>,
}

/// Settings of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisSettings {
    /// The time to search for dependent sets that are too large for the exact search.
    pub time: Duration,
    /// The seed of that search.
    pub seed: u64,
    /// The guarantee of the keys' construction: no dependent set of up to this size; 0 without a
    /// guarantee. The exact search tests it as far as it goes; the other search relies on it.
    pub proven: usize,
}

impl Default for AnalysisSettings {
    fn default() -> AnalysisSettings {
        AnalysisSettings { time: Duration::from_secs(10), seed: 1, proven: 0 }
    }
}

/// The table has more than [`MAX_KEYS`] keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyKeys {
    /// The number of keys.
    pub count: usize,
}

impl fmt::Display for TooManyKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table has {} keys; at most {MAX_KEYS} can be analyzed", self.count)
    }
}

impl std::error::Error for TooManyKeys {}

impl Analysis {
    /// Analyzes a table. For 800 keys, the exact search takes some seconds, followed by the given time.
    ///
    /// # Errors
    ///
    /// The table has more than [`MAX_KEYS`] keys.
    pub fn of(keys: &[u64], settings: &AnalysisSettings) -> Result<Analysis, TooManyKeys> {
        let count = keys.len();
        if count > MAX_KEYS {
            return Err(TooManyKeys { count });
        }
        let exact_up_to = if count <= MAX_KEYS_FOR_TRIPLES { EXACT_UP_TO } else { 4 };
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

    /// Whether the set found is proven to be the smallest.
    #[must_use]
    pub fn is_smallest(&self) -> bool {
        let impossible = self.exact_up_to.max(self.proven);
        self.smallest_set.as_ref().is_none_or(|set| set.len() <= impossible.saturating_add(1))
    }

    /// The expected number of dependent sets of a size in a table of this many *random* 64-bit keys.
    ///
    /// ```
    /// # use tabiya_audit::{Analysis, AnalysisSettings};
    /// # let analysis = Analysis::of(&[1, 2, 3], &AnalysisSettings::default())?;
    /// assert_eq!(analysis.expected_sets(4), 0.0); // three keys have no four
    /// # Ok::<(), tabiya_audit::TooManyKeys>(())
    /// ```
    #[must_use]
    pub fn expected_sets(&self, size: usize) -> f64 {
        // For sizes beyond the number of keys, the result stays zero.
        let steps = size.min(self.count.saturating_add(1));
        let sets =
            (0..steps).fold(1.0, |sets, n| sets * self.count.saturating_sub(n) as f64 / (n + 1) as f64);
        sets / 2f64.powi(64)
    }

    /// The size of the smallest dependent sets expected in a table of this many random keys.
    fn typical_smallest(&self) -> Option<usize> {
        (1..=self.count).find(|&size| self.expected_sets(size) >= 0.5)
    }
}

/// The verdict in words.
impl Analysis {
    /// Describes the result in sentences.
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
        let certain = if self.is_smallest() { "the smallest dependent set" } else { "the smallest found" };
        let collisions =
            format!("positions that differ in exactly these {size} features, {certain}, have the same key");
        let proven =
            format!("positions that differ in at most {} features never collide (proven)", self.proven);
        match self.typical_smallest() {
            _ if size <= self.proven => {
                format!("Broken: {collisions}, although the given guarantee is {} features.", self.proven)
            }
            _ if size <= EXACT_UP_TO => format!("Weak: {collisions}."),
            _ if self.proven > self.exact_up_to => format!("Better than random: {proven}; {collisions}."),
            Some(typical) if size < typical.saturating_sub(1) => {
                format!(
                    "Weaker than random: {collisions}; random keys would have none below about {typical}."
                )
            }
            Some(typical) if size <= typical + 1 => format!("As good as random: {collisions}."),
            Some(typical) => format!(
                "No weakness found: the smallest dependent set found has {size} features, and random keys would have \
                 one of about {typical}. More time may find a smaller one."
            ),
            None => {
                format!("Not independent: {collisions}; this few random keys would have no dependent set.")
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
