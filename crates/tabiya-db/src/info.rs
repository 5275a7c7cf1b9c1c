use crate::build::{AddObserver, AddOptions};
use crate::database::Database;
use crate::error::Result;
use crate::store::segment::FILES;
use crate::verify::rebuilt;

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
    /// Distinct positions, counted for each segment separately: with several segments, at most this many. See
    /// [`Database::count_positions`].
    pub positions: u64,
    /// Positions that occur in two or more games of the same segment.
    pub shared_positions: u64,
    /// Games with comments, NAGs or variations.
    pub annotated: u64,
    /// Total file size in bytes.
    pub bytes: u64,
}

/// Numbers of distinct positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PositionCount {
    /// Distinct positions.
    pub positions: u64,
    /// Positions that occur in two or more games.
    pub shared: u64,
}

impl Database {
    /// Counts the distinct positions of all segments together. With several segments this takes as long as adding the games again,
    /// in a temporary folder beside the database.
    ///
    /// ```
    /// use tabiya_db::{AddOptions, Database, Writer};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("games.tabiya");
    /// for pgn in ["1. e4 e5 2. Nf3 *", "1. e4 Nf6 *"] {
    ///     let mut writer = Writer::open(&path, AddOptions::default())?;
    ///     writer.read("example", pgn.as_bytes(), &mut ())?;
    ///     writer.commit(&mut ())?;
    /// }
    /// let database = Database::open(&path)?;
    /// assert_eq!(database.info().positions, 7);
    /// let count = database.count_positions(AddOptions::default(), &mut ())?;
    /// assert_eq!((count.positions, count.shared), (5, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_positions(
        &self,
        options: AddOptions,
        observer: &mut impl AddObserver,
    ) -> Result<PositionCount> {
        let info = self.info();
        if info.segments < 2 {
            return Ok(PositionCount { positions: info.positions, shared: info.shared_positions });
        }
        let (_folder, merged) = rebuilt(self, 1..=self.games(), options, None, observer)?;
        let info = merged.info();
        Ok(PositionCount { positions: info.positions, shared: info.shared_positions })
    }

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
