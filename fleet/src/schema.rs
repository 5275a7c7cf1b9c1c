//! The columns of all tables and their encodings.

use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{ParquetMetaData, SortingColumn};
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, SchemaDescriptor, TypePtr};
use tabiya_db::Result;

use crate::error::damaged;

/// The version of the folder's format.
pub const FORMAT: u32 = 1;

/// Numbers are signed, because Spark reads unsigned ones as decimals.
const ROWS: &str = "message rows {
    required int64 key;
    required int64 high;
    required binary variant (STRING);
    required binary input (STRING);
    required int64 game;
    required int32 ply;
    optional binary move (STRING);
    required boolean first;
    required binary result (STRING);
    optional int32 white_elo;
    optional int32 black_elo;
    optional int32 date;
    optional binary speed (STRING);
}";

/// Column indices of rows.
pub(crate) mod row {
    pub(crate) const KEY: usize = 0;
    pub(crate) const HIGH: usize = 1;
    pub(crate) const VARIANT: usize = 2;
    pub(crate) const INPUT: usize = 3;
    pub(crate) const GAME: usize = 4;
    pub(crate) const PLY: usize = 5;
    pub(crate) const MOVE: usize = 6;
    pub(crate) const FIRST: usize = 7;
    pub(crate) const RESULT: usize = 8;
}

const GAMES: &str = "message games {
    required binary input (STRING);
    required int64 game;
    required binary variant (STRING);
    required binary result (STRING);
    optional int32 white_elo;
    optional int32 black_elo;
    optional int32 date;
    optional binary speed (STRING);
    optional binary white (STRING);
    optional binary black (STRING);
    optional binary event (STRING);
    optional binary eco (STRING);
    required int32 plies;
    optional binary fen (STRING);
    required binary moves (STRING);
    required binary tags (STRING);
}";

/// Column indices of games.
pub(crate) mod game {
    pub(crate) const VARIANT: usize = 2;
    pub(crate) const RESULT: usize = 3;
    pub(crate) const WHITE: usize = 8;
    pub(crate) const BLACK: usize = 9;
    pub(crate) const EVENT: usize = 10;
    pub(crate) const ECO: usize = 11;
    pub(crate) const FEN: usize = 13;
    pub(crate) const MOVES: usize = 14;
    pub(crate) const TAGS: usize = 15;
}

/// Statistics: a line per position and move.
const MOVES: &str = "message moves {
    required int64 key;
    required int64 high;
    required binary variant (STRING);
    optional binary move (STRING);
    required int64 white;
    required int64 draws;
    required int64 black;
    required int64 unknown;
    required int64 white_again;
    required int64 draws_again;
    required int64 black_again;
    required int64 unknown_again;
    required int64 white_rating;
    required int64 white_unrated;
    required int64 black_rating;
    required int64 black_unrated;
    required int64 white_rating_open;
    required int64 white_unrated_open;
    required int64 black_rating_open;
    required int64 black_unrated_open;
    required int64 white_points_unrated;
    required int64 black_points_unrated;
    optional int32 last_date;
    required int64 first_game;
}";

/// Statistics: the lists of games of a position.
const LISTS: &str = "message lists {
    required int64 key;
    required int64 high;
    required binary variant (STRING);
    optional binary move (STRING);
    required int64 game;
    optional int32 top;
    optional int32 recent;
}";

/// The positions with statistics, and the number of games that reached them.
const SELECTED: &str = "message selected {
    required int64 key;
    required int64 high;
    required binary variant (STRING);
    required int64 games;
}";

/// A table. All but games are sorted by position, in the first columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Table {
    Rows,
    Games,
    Moves,
    Lists,
    Selected,
}

/// The maximum number of rows, games or lines per page.
pub(crate) const ROW_GROUP: usize = 1 << 20;
/// The number of rows per page, all of which are read for one position, and of games per page.
pub(crate) const ROWS_OF_A_PAGE: usize = 4096;
pub(crate) const GAMES_OF_A_PAGE: usize = 256;

impl Table {
    pub(crate) fn schema(self) -> TypePtr {
        let text = match self {
            Table::Rows => ROWS,
            Table::Games => GAMES,
            Table::Moves => MOVES,
            Table::Lists => LISTS,
            Table::Selected => SELECTED,
        };
        Arc::new(parse_message_type(text).expect("a valid schema"))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Table::Rows => "rows",
            Table::Games => "games",
            Table::Moves => "moves",
            Table::Lists => "lists",
            Table::Selected => "selected",
        }
    }

    pub(crate) fn properties(self) -> WriterPropertiesPtr {
        let path = |name: &str| ColumnPath::from(name);
        let zstd = Compression::ZSTD(ZstdLevel::default());
        let builder =
            WriterProperties::builder().set_compression(zstd).set_created_by("tabiya-fleet".to_owned());
        let builder = match self {
            Table::Games => builder
                .set_data_page_row_count_limit(GAMES_OF_A_PAGE)
                .set_write_batch_size(GAMES_OF_A_PAGE)
                .set_column_encoding(path("game"), Encoding::DELTA_BINARY_PACKED)
                .set_column_dictionary_enabled(path("game"), false)
                .set_column_dictionary_enabled(path("moves"), false)
                .set_column_dictionary_enabled(path("tags"), false),
            // The other columns are encoded in this crate.
            Table::Rows => {
                let mut builder = builder
                    .set_data_page_row_count_limit(ROWS_OF_A_PAGE)
                    .set_sorting_columns(Some([0, 1, 2, 4, 5].map(ascending).to_vec()));
                for name in ["key", "game"] {
                    builder = builder.set_column_encoding(path(name), Encoding::DELTA_BINARY_PACKED);
                }
                // `key` and `high` are compressed, because positions with many games repeat them. Of `game`, compression would save 0.3 bytes per game.
                for name in ["key", "high", "game"] {
                    builder = builder.set_column_dictionary_enabled(path(name), false);
                }
                builder = builder.set_column_compression(path("game"), Compression::UNCOMPRESSED);
                builder
            }
            Table::Moves | Table::Lists | Table::Selected => builder
                .set_data_page_row_count_limit(ROWS_OF_A_PAGE)
                .set_sorting_columns(Some([0, 1, 2].map(ascending).to_vec()))
                .set_column_encoding(path("key"), Encoding::DELTA_BINARY_PACKED)
                .set_column_dictionary_enabled(path("key"), false)
                .set_column_dictionary_enabled(path("high"), false),
        };
        Arc::new(builder.build())
    }

    /// Rejects a file with other columns, or with larger groups than written here: a few bytes can claim any number of rows, which would
    /// be held in memory.
    pub(crate) fn check(self, path: &Path, metadata: &ParquetMetaData) -> Result<()> {
        let is_valid = |rows: i64| (0..=ROW_GROUP as i64).contains(&rows);
        if let Some(group) = metadata.row_groups().iter().find(|group| !is_valid(group.num_rows())) {
            return Err(damaged(path, format!("it has a group of {} rows", group.num_rows())));
        }
        let found = metadata.file_metadata().schema_descr();
        let expected = SchemaDescriptor::new(self.schema());
        let same = |index: usize| {
            let (a, b) = (found.column(index), expected.column(index));
            (a.path() == b.path() && a.physical_type() == b.physical_type())
                && (a.max_def_level(), a.max_rep_level()) == (b.max_def_level(), b.max_rep_level())
        };
        if found.num_columns() != expected.num_columns() {
            let (found, expected) = (found.num_columns(), expected.num_columns());
            return Err(damaged(path, format!("it has {found} columns instead of {expected}")));
        }
        match (0..expected.num_columns()).find(|index| !same(*index)) {
            None => Ok(()),
            Some(index) => {
                let name = |schema: &SchemaDescriptor| schema.column(index).path().string();
                let (found, expected) = (name(found), name(&expected));
                Err(damaged(path, format!("its column {} is `{found}` instead of `{expected}`", index + 1)))
            }
        }
    }
}

fn ascending(column_idx: i32) -> SortingColumn {
    SortingColumn { column_idx, descending: false, nulls_first: true }
}
