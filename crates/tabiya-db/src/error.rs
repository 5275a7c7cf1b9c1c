use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why a database gives no answer, or is not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum DbError {
    /// A file cannot be read or written.
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no database in the folder.
    NotADatabase {
        /// The folder.
        path: PathBuf,
        /// What is there instead.
        what: &'static str,
    },
    /// A file is not what was written.
    Damaged {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file was written by another version of this program.
    Version {
        /// Which one.
        path: PathBuf,
        /// The version it has.
        found: u32,
    },
    /// Somebody else is writing.
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// There is no such game.
    NoSuchGame {
        /// The number asked for.
        number: u64,
        /// How many there are.
        games: u64,
    },
    /// Another form of the database gives no answer, for a reason of its own.
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// What can be answered, or why not.
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
                    "a newer program wrote it"
                } else {
                    "an older program wrote it; add the games to a new one"
                };
                let (path, known) = (path.display(), crate::FORMAT);
                write!(f, "{path} is of version {found}, and this program reads version {known}: {why}")
            }
            DbError::Locked { path } => {
                write!(f, "{}: another program is adding to this database; try again later", path.display())
            }
            DbError::NoSuchGame { number, games } => {
                write!(f, "there is no game {number}: the database has {games}")
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
