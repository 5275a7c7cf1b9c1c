use crate::database::Database;
use crate::store::segment::FILES;

/// Size statistics of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Info {
    /// Games.
    pub games: u64,
    /// Games of chess, Chess960 and Makruk.
    pub by_variant: [u64; 3],
    /// Half-moves.
    pub plies: u64,
    /// Segments: additions that have not been merged.
    pub segments: usize,
    /// Distinct positions, counted for each segment separately.
    pub positions: u64,
    /// Positions that occur in two or more games.
    pub shared_positions: u64,
    /// Games with comments, NAGs or variations.
    pub annotated: u64,
    /// Total file size in bytes.
    pub bytes: u64,
}

impl Database {
    /// Returns size statistics.
    #[must_use]
    pub fn info(&self) -> Info {
        let state = self.state();
        let mut info = Info { segments: state.segments.len(), ..Info::default() };
        for segment in &state.segments {
            let meta = &segment.meta;
            info.games += meta.games;
            info.plies += meta.plies;
            info.positions += meta.shared + meta.single;
            info.shared_positions += meta.shared;
            info.annotated += meta.annotated;
            info.bytes += segment.files().iter().map(|file| file.size()).sum::<u64>();
            for (sum, count) in info.by_variant.iter_mut().zip(meta.variants) {
                *sum += count;
            }
        }
        info
    }

    /// Returns the total size of each kind of file by name.
    #[must_use]
    pub fn sizes(&self) -> Vec<(&'static str, u64)> {
        let state = self.state();
        let size = |index: usize| state.segments.iter().map(|segment| segment.files()[index].size()).sum();
        FILES.iter().enumerate().map(|(index, (name, _))| (*name, size(index))).collect()
    }
}
