use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use tabiya::keys::schemes;
use tabiya::{Chess, Key, Move, Position};

use super::{BookEntry, BookMoveError};

/// More moves than any position has; a book with more under one key is damaged.
const MAX_MOVES: usize = 1024;

/// A book in a file, searched on disk; nothing is loaded into memory.
pub struct Book<F> {
    file: F,
    entries: u64,
}

/// A book move for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbedMove {
    /// The entry in the book.
    pub entry: BookEntry,
    /// The legal move, if the entry has one.
    pub mv: Result<Move, BookMoveError>,
}

/// Why a file is not a book.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// Reading failed.
    Io(io::Error),
    /// The file is empty.
    Empty,
    /// The file size is not a multiple of the entry size.
    IncompleteEntry {
        /// The size in bytes.
        size: u64,
    },
    /// An entry has a smaller key than the one before it, so binary search would fail.
    Unsorted {
        /// The index of the entry, from 0.
        index: u64,
    },
    /// Too many entries with the same key.
    TooManyMoves {
        /// The key.
        key: Key,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Io(error) => error.fmt(f),
            BookError::Empty => f.write_str("the file is empty"),
            BookError::IncompleteEntry { size } => {
                let over = size % BookEntry::SIZE as u64;
                write!(
                    f,
                    "not a Polyglot book, or truncated: its {size} bytes are {over} more than a multiple of 16"
                )
            }
            BookError::Unsorted { index } => {
                write!(
                    f,
                    "not a Polyglot book: entry {index} (byte {}) has a smaller key than the one before it",
                    index * 16
                )
            }
            BookError::TooManyMoves { key } => {
                write!(f, "damaged book: more than {MAX_MOVES} moves with the key {key}")
            }
        }
    }
}

impl std::error::Error for BookError {}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> BookError {
        BookError::Io(error)
    }
}

impl Book<File> {
    /// Opens a book and checks it in one pass.
    pub fn open(path: &Path) -> Result<Book<File>, BookError> {
        // Checked before opening: opening a pipe could block forever.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file").into());
        }
        Book::new(File::open(path)?)
    }
}

impl<F: Read + Seek> Book<F> {
    /// A book in any seekable source. Size and order are checked: in an unsorted book a search would silently find
    /// nothing.
    pub fn new(mut file: F) -> Result<Book<F>, BookError> {
        let size = file.seek(SeekFrom::End(0))?;
        if size == 0 {
            return Err(BookError::Empty);
        }
        if size % BookEntry::SIZE as u64 != 0 {
            return Err(BookError::IncompleteEntry { size });
        }
        let mut book = Book { file, entries: size / BookEntry::SIZE as u64 };
        let mut last = Key(0);
        book.for_each(|index, entry| {
            let is_sorted = entry.key >= last;
            last = entry.key;
            if is_sorted { Ok(()) } else { Err(BookError::Unsorted { index }) }
        })?;
        Ok(book)
    }

    /// The number of entries.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Calls `emit` with each entry and its index, in order.
    pub fn for_each<E: From<BookError>>(
        &mut self,
        mut emit: impl FnMut(u64, BookEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.rewind().map_err(BookError::Io)?;
        let mut reader = BufReader::with_capacity(1 << 16, &mut self.file);
        for index in 0..self.entries {
            let mut bytes = [0; BookEntry::SIZE];
            reader.read_exact(&mut bytes).map_err(BookError::Io)?;
            emit(index, BookEntry::from_bytes(bytes))?;
        }
        Ok(())
    }

    /// The entries with a key, in the order of the book.
    pub fn find(&mut self, key: Key) -> Result<Vec<BookEntry>, BookError> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key { low = middle + 1 } else { high = middle }
        }
        let mut found = Vec::new();
        for index in low..self.entries {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            if found.len() == MAX_MOVES {
                return Err(BookError::TooManyMoves { key });
            }
            found.push(entry);
        }
        Ok(found)
    }

    /// The entries for a position, each with its move.
    pub fn probe(&mut self, position: &Position<Chess>) -> Result<Vec<ProbedMove>, BookError> {
        let entries = self.find(schemes::POLYGLOT.key(position))?;
        Ok(entries.into_iter().map(|entry| ProbedMove { entry, mv: entry.mv.find(position) }).collect())
    }

    fn entry(&mut self, index: u64) -> Result<BookEntry, BookError> {
        let mut bytes = [0; BookEntry::SIZE];
        self.file.seek(SeekFrom::Start(index * BookEntry::SIZE as u64))?;
        self.file.read_exact(&mut bytes)?;
        Ok(BookEntry::from_bytes(bytes))
    }
}

impl<F> fmt::Debug for Book<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("entries", &self.entries).finish_non_exhaustive()
    }
}
