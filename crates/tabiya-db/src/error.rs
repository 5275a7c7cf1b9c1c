use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why a database cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum DbError {
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The folder does not contain a database.
    NotADatabase {
        /// The folder.
        path: PathBuf,
        /// What was found instead.
        what: &'static str,
    },
    /// A file is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file has an unsupported format version.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The operation was cancelled by its [`AddObserver`](crate::AddObserver).
    Cancelled,
    /// Another process is writing.
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// A new database was to be created.
    Exists {
        /// What exists there.
        path: PathBuf,
    },
    /// There is no such game.
    NoSuchGame {
        /// The requested number.
        number: u64,
        /// The number of games.
        games: u64,
    },
    /// An error of another [`Collection`](crate::Collection).
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// Result of a database operation.
pub type Result<T> = std::result::Result<T, DbError>;

impl DbError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> DbError {
        move |error| DbError::Io { path: path.to_owned(), error }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> DbError {
        DbError::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DbError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            DbError::NotADatabase { path, what } => {
                write!(f, "{} is not a database of games: {what}", path.display())
            }
            DbError::Damaged { path, what } => write!(f, "{} is damaged: {what}", path.display()),
            DbError::Version { path, found } => {
                let why = if *found > crate::FORMAT {
                    "it was written by a newer version of the program"
                } else {
                    "it was written by an older version; add the games to a new database"
                };
                let (path, known) = (path.display(), crate::FORMAT);
                write!(f, "{path} has format version {found}, but this program reads version {known}: {why}")
            }
            DbError::Cancelled => f.write_str("cancelled: the database is unchanged"),
            DbError::Locked { path } => {
                write!(f, "{}: another program is adding to this database; try again later", path.display())
            }
            DbError::Exists { path } => {
                write!(f, "{} exists already: give the name of a new database", path.display())
            }
            DbError::NoSuchGame { number, games } => {
                write!(f, "no game {number}: the database has {games} games")
            }
            DbError::Other(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DbError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DbError::Io { error, .. } => Some(error),
            DbError::Other(error) => error.source(),
            _ => None,
        }
    }
}
