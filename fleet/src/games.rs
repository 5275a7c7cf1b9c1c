//! The table of games.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::writer::SerializedFileWriter;
use tabiya::{AnyPosition, Reading, Variant};
use tabiya_db::rows::GameRows;
use tabiya_db::{DbError, Facts, GameId, Result, StoredGame};
use tabiya_pgn::GameResult;
use tabiya_pgn::replay::start_of;

use crate::column::{
    Opened, constant, date, optional, parsed, read, read_optional, required, text, variants, write_facts,
};
use crate::error::{damaged, unreadable, unwritable};
use crate::lazy_file::locked;
use crate::move_texts::{number_of, text_of};
use crate::schema::{GAMES_OF_A_PAGE, Table, game};
use crate::summed::{FileSum, SummedFile};

/// The limits of a row group: number of games, and size in bytes.
const GROUP_GAMES: usize = 1 << 16;
const GROUP_BYTES: usize = 32 << 20;

/// A buffered game.
#[derive(Debug)]
struct BufferedGame {
    facts: Facts,
    names: [Option<ByteArray>; 4],
    plies: i32,
    fen: Option<ByteArray>,
    moves: ByteArray,
    tags: ByteArray,
}

/// Writes games in order.
pub(crate) struct GamesWriter {
    path: PathBuf,
    input: ByteArray,
    writer: SerializedFileWriter<SummedFile>,
    buffer: Vec<BufferedGame>,
    bytes: usize,
    written: u64,
}

impl GamesWriter {
    pub(crate) fn create(path: &Path, input: &str) -> Result<GamesWriter> {
        let file = SummedFile::create(path)?;
        let table = Table::Games;
        let writer = SerializedFileWriter::new(file, table.schema(), table.properties());
        Ok(GamesWriter {
            path: path.to_owned(),
            input: ByteArray::from(input),
            writer: writer.map_err(unwritable(path))?,
            buffer: Vec::new(),
            bytes: 0,
            written: 0,
        })
    }

    pub(crate) fn push(&mut self, game: &GameRows<'_>) -> Result<()> {
        let tag = |key: &str| {
            let found = game.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
            found.map(|(_, value)| ByteArray::from(value.as_ref()))
        };
        let mut moves = Vec::with_capacity(game.moves.len() * 6);
        for mv in game.moves {
            if !moves.is_empty() {
                moves.push(b' ');
            }
            moves.extend(text_of(number_of(*mv)).unwrap_or_default().as_bytes());
        }
        let tags = serde_json::to_string(game.tags).expect("texts can be written as JSON");
        self.bytes += moves.len() + tags.len() + 200;
        self.buffer.push(BufferedGame {
            facts: game.facts,
            names: ["White", "Black", "Event", "ECO"].map(tag),
            plies: game.moves.len() as i32,
            // The FEN of the tag: it keeps the en passant square of every double step, so that parsing it returns an equal position.
            fen: game.fen.and_then(|_| tag("FEN")),
            moves: ByteArray::from(moves),
            tags: ByteArray::from(tags.as_str()),
        });
        if self.buffer.len() >= GROUP_GAMES || self.bytes >= GROUP_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        self.write_group().map_err(unwritable(&self.path))?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        self.bytes = 0;
        Ok(())
    }

    fn write_group(&mut self) -> parquet::errors::Result<()> {
        let games = &self.buffer;
        if games.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        let numbers: Vec<i64> = (self.written as i64..).take(games.len()).collect();
        constant::<ByteArrayType>(&mut group, &self.input, games.len())?;
        required::<Int64Type>(&mut group, &numbers)?;
        required::<ByteArrayType>(&mut group, &variants(games.iter().map(|game| &game.facts)))?;
        write_facts(&mut group, games.iter().map(|game| &game.facts))?;
        for column in 0..4 {
            optional::<ByteArrayType>(&mut group, games.iter().map(|game| game.names[column].clone()))?;
        }
        required::<Int32Type>(&mut group, &games.iter().map(|game| game.plies).collect::<Vec<_>>())?;
        optional::<ByteArrayType>(&mut group, games.iter().map(|game| game.fen.clone()))?;
        for text in [|game: &BufferedGame| game.moves.clone(), |game: &BufferedGame| game.tags.clone()] {
            required::<ByteArrayType>(&mut group, &games.iter().map(text).collect::<Vec<_>>())?;
        }
        group.close().map(|_| ())
    }

    /// Writes the buffered games.
    pub(crate) fn finish(mut self) -> Result<FileSum> {
        self.flush()?;
        self.writer.into_inner().map_err(unwritable(&self.path))?.finish(&self.path)
    }
}

/// The open games of one input.
pub(crate) struct GamesFile<'a> {
    pub(crate) path: &'a Path,
    pub(crate) file: &'a Opened,
    pub(crate) cache: &'a PageCache,
}

/// The last decompressed page of each kind: queries often read consecutive games.
#[derive(Debug, Default)]
pub(crate) struct PageCache {
    facts: Page<Facts>,
    tags: Page<ByteArray>,
    /// Start positions and moves.
    moves: Page<(Option<ByteArray>, ByteArray)>,
}

/// Consecutive games and the number of the first.
type Page<T> = Mutex<(u64, Vec<T>)>;

impl GamesFile<'_> {
    /// A game of a page. The page is decompressed completely.
    fn at<T: Clone>(
        &self,
        number: u64,
        page: &Page<T>,
        read: impl FnOnce(&dyn RowGroupReader, usize, usize) -> parquet::errors::Result<Vec<T>>,
    ) -> Result<T> {
        let found = |(first, games): &(u64, Vec<T>)| {
            games.get(usize::try_from(number.checked_sub(*first)?).ok()?).cloned()
        };
        if let Some(found) = found(&locked(page)) {
            return Ok(found);
        }
        let mut before = 0;
        for (index, group) in self.file.metadata().row_groups().iter().enumerate() {
            let rows = group.num_rows() as u64;
            if number < before + rows {
                let row = (number - before) as usize;
                let from = row - row % GAMES_OF_A_PAGE;
                let count = GAMES_OF_A_PAGE.min(rows as usize - from);
                let group = self.file.get_row_group(index);
                let games =
                    group.and_then(|group| read(&*group, from, count)).map_err(unreadable(self.path))?;
                let page_games = (before + from as u64, games);
                let game = found(&page_games).ok_or_else(|| damaged(self.path, "a page is too short"))?;
                *locked(page) = page_games;
                return Ok(game);
            }
            before += rows;
        }
        Err(damaged(self.path, "it has fewer games than in its manifest"))
    }

    pub(crate) fn facts(&self, number: u64) -> Result<Facts> {
        self.at(number, &self.cache.facts, |group, from, count| {
            let variants = read::<ByteArrayType>(group, game::VARIANT, from, count)?;
            let fens = read_optional::<ByteArrayType>(group, game::FEN, from, count)?;
            let all = facts(group, game::RESULT, from, count)?.into_iter().zip(variants).zip(fens);
            all.map(|((facts, variant), fen)| {
                Ok(Facts { variant: parsed(&variant)?, has_setup: fen.is_some(), ..facts })
            })
            .collect()
        })
    }

    pub(crate) fn tags(&self, number: u64) -> Result<Vec<(String, String)>> {
        let tags = self.at(number, &self.cache.tags, |group, from, count| {
            read::<ByteArrayType>(group, game::TAGS, from, count)
        })?;
        serde_json::from_slice(tags.data()).map_err(|error| damaged(self.path, error))
    }

    pub(crate) fn game(&self, number: u64, id: GameId) -> Result<StoredGame> {
        let facts = self.facts(number)?;
        let (fen, moves) = self.at(number, &self.cache.moves, |group, from, count| {
            let fens = read_optional::<ByteArrayType>(group, game::FEN, from, count)?;
            Ok(fens.into_iter().zip(read::<ByteArrayType>(group, game::MOVES, from, count)?).collect())
        })?;
        let start = match fen {
            None => start_of(facts.variant),
            Some(fen) => self.setup(&fen, facts.variant)?,
        };
        let mut position = start;
        let mut played = Vec::new();
        for uci in text(&moves).map_err(unreadable(self.path))?.split_ascii_whitespace() {
            let mv = position.parse_uci(uci).map_err(|error| self.wrong(number, &error))?;
            position = position.play_legal(mv);
            played.push(mv);
        }
        Ok(StoredGame::new(id, self.tags(number)?, start, played, facts))
    }

    fn setup(&self, fen: &ByteArray, variant: Variant) -> Result<AnyPosition> {
        let fen = text(fen).map_err(unreadable(self.path))?;
        let parsed = AnyPosition::from_fen(variant, fen, Reading::LENIENT);
        Ok(parsed.map_err(|error| damaged(self.path, error))?.position)
    }

    fn wrong(&self, number: u64, error: &dyn std::error::Error) -> DbError {
        damaged(self.path, format!("game {number}: {error}"))
    }
}

/// The facts of some games: the columns of either table from the result on, without the variant.
pub(crate) fn facts(
    group: &dyn RowGroupReader,
    result: usize,
    from: usize,
    count: usize,
) -> parquet::errors::Result<Vec<Facts>> {
    let results = read::<ByteArrayType>(group, result, from, count)?;
    let white = read_optional::<Int32Type>(group, result + 1, from, count)?;
    let black = read_optional::<Int32Type>(group, result + 2, from, count)?;
    let dates = read_optional::<Int32Type>(group, result + 3, from, count)?;
    let speeds = read_optional::<ByteArrayType>(group, result + 4, from, count)?;
    let invalid = || ParquetError::General("invalid result".to_owned());
    let elo = |elo: Option<i32>| {
        let wrong = |_| ParquetError::General("invalid rating".to_owned());
        elo.map(u16::try_from).transpose().map_err(wrong)
    };
    let one = |index: usize| {
        Ok(Facts {
            result: result_of(results[index].data()).ok_or_else(invalid)?,
            white_elo: elo(white[index])?,
            black_elo: elo(black[index])?,
            date: date(dates[index])?,
            speed: speeds[index].as_ref().map(parsed).transpose()?,
            ..Facts::default()
        })
    };
    (0..count).map(one).collect()
}

/// Parses a result as written here; `1/2` is invalid, as it is in SQL conditions.
pub(crate) fn result_of(text: &[u8]) -> Option<GameResult> {
    GameResult::parse(text).filter(|_| text != b"1/2")
}
