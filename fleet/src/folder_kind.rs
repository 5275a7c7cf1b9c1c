//! What a folder is, for who expected another.

use std::path::Path;

use tabiya_db::DbError;

use crate::error::other;
use crate::{folder, stats_folder};

/// What is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Nothing,
    File,
    Rows,
    Stats,
    Database,
    /// A folder that we do not know.
    Other,
}

impl Kind {
    fn of(path: &Path) -> Kind {
        if !path.is_dir() {
            return if path.exists() { Kind::File } else { Kind::Nothing };
        }
        let signs = [
            (folder::MANIFEST, Kind::Rows),
            (stats_folder::MANIFEST, Kind::Stats),
            ("manifest", Kind::Database),
        ];
        signs.into_iter().find(|(name, _)| path.join(name).exists()).map_or(Kind::Other, |(_, kind)| kind)
    }

    /// What is said of it, unless it is a folder we do not know.
    fn text(self) -> Option<&'static str> {
        Some(match self {
            Kind::Nothing => "there is no such folder",
            Kind::File => "it is a file; `tabiya-fleet rows` makes rows of games",
            Kind::Rows => {
                "it is a folder of rows, which `tabiya-fleet explore` asks and of which `tabiya-fleet stats` makes statistics"
            }
            Kind::Stats => {
                "it is a folder of statistics, which are asked together with their rows (`--stats DIR`)"
            }
            Kind::Database => {
                "it is a database of games, which `tabiya explore` asks and of which `tabiya-fleet rows` makes rows"
            }
            Kind::Other => return None,
        })
    }
}

/// Why a folder is not what it should be; `sign` is the file that one of those has.
pub(crate) fn not_a(path: &Path, expected: &str, sign: &str) -> DbError {
    let what = Kind::of(path).text().map_or_else(|| format!("it has no {sign}"), str::to_owned);
    other(format!("{} is not a {expected}: {what}", path.display()))
}

/// Why a folder is left alone.
pub(crate) fn taken(path: &Path, wanted: &str) -> DbError {
    let what = Kind::of(path).text().unwrap_or("there are other files in the folder");
    other(format!("{} cannot become a {wanted}: {what}", path.display()))
}

/// Why a folder that is one of ours has no games to be read, if it is.
pub(crate) fn not_games(path: &Path) -> Option<DbError> {
    let kind = Kind::of(path);
    let how = match kind {
        Kind::Rows => "; `tabiya-fleet export` writes its games as PGN",
        Kind::Stats => "",
        _ => return None,
    };
    Some(other(format!("{} is not a database of games: {}{how}", path.display(), kind.text()?)))
}
