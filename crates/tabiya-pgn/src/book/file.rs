use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use tabiya::keys::schemes;
use tabiya::{Chess, Key, Move, Position};

use super::{BookEntry, BookMoveError};

/// More moves than any position has; a book with more under one key is broken.
const MOST_MOVES: usize = 1024;

/// A book in a file. It is searched where it lies; nothing is loaded.
pub struct Book<F> {
    file: F,
    entries: u64,
}

/// A move a book has for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbedMove {
    /// As the book has it.
    pub entry: BookEntry,
    /// The move, if it is one here.
    pub mv: Result<Move, BookMoveError>,
}

/// Why a file is not a book.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    Io(io::Error),
    /// There is nothing in it.
    Empty,
    /// Its size is not a number of whole entries.
    NotWhole {
        /// The size in bytes.
        size: u64,
    },
    /// An entry has a smaller key than the one before it, so that nothing can be found.
    Unsorted {
        /// Which entry, from 0.
        index: u64,
    },
    /// Too many entries with one key.
    TooManyMoves {
        /// The key.
        key: Key,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Io(error) => error.fmt(f),
            BookError::Empty => f.write_str("the file is empty: there is no book in it"),
            BookError::NotWhole { size } => {
                let over = size % BookEntry::SIZE as u64;
                write!(
                    f,
                    "not a Polyglot book, or cut short: its {size} bytes are {over} more than whole entries of 16"
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
                write!(f, "a broken book: more than {MOST_MOVES} moves with the key {key}")
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
    /// Opens a book and looks through it once.
    pub fn open(path: &Path) -> Result<Book<File>, BookError> {
        // Before it is opened: a pipe might keep us waiting for ever.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a book is a file").into());
        }
        Book::new(File::open(path)?)
    }
}

impl<F: Read + Seek> Book<F> {
    /// A book in anything that can be searched. Its size and its order are checked: in a book out of order a search
    /// would find nothing and say nothing.
    pub fn new(mut file: F) -> Result<Book<F>, BookError> {
        let size = file.seek(SeekFrom::End(0))?;
        if size == 0 {
            return Err(BookError::Empty);
        }
        if size % BookEntry::SIZE as u64 != 0 {
            return Err(BookError::NotWhole { size });
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

    /// How many entries there are.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Gives each entry with its index, from first to last.
    pub fn for_each<E: From<BookError>>(
        &mut self,
        mut give: impl FnMut(u64, BookEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.rewind().map_err(BookError::Io)?;
        let mut reader = BufReader::with_capacity(1 << 16, &mut self.file);
        for index in 0..self.entries {
            let mut bytes = [0; BookEntry::SIZE];
            reader.read_exact(&mut bytes).map_err(BookError::Io)?;
            give(index, BookEntry::from_bytes(bytes))?;
        }
        Ok(())
    }

    /// The entries with a key, as the book has them.
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
            if found.len() == MOST_MOVES {
                return Err(BookError::TooManyMoves { key });
            }
            found.push(entry);
        }
        Ok(found)
    }

    /// What the book has for a position: each entry, with the move it means.
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
