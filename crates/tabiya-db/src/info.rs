use crate::database::Database;
use crate::store::segment::FILES;

/// What is in a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Info {
    /// Games.
    pub games: u64,
    /// Games of chess, Chess960 and Makruk.
    pub by_variant: [u64; 3],
    /// Half-moves.
    pub plies: u64,
    /// Segments: what was added at different times and not yet made one.
    pub segments: usize,
    /// Different positions, each segment's counted for itself.
    pub positions: u64,
    /// Those that stand in two games or more.
    pub shared_positions: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

impl Database {
    /// What is in the database.
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
            info.bytes += segment.files().iter().map(|file| file.size()).sum::<u64>();
            for (sum, count) in info.by_variant.iter_mut().zip(meta.variants) {
                *sum += count;
            }
        }
        info
    }

    /// The bytes of each kind of file, by name.
    #[must_use]
    pub fn sizes(&self) -> Vec<(&'static str, u64)> {
        let state = self.state();
        let size = |index: usize| state.segments.iter().map(|segment| segment.files()[index].size()).sum();
        FILES.iter().enumerate().map(|(index, (name, _))| (*name, size(index))).collect()
    }
}
