//! Recognizes kinds of folders, for error messages.

use std::path::Path;

use tabiya_db::DbError;

use crate::error::other;
use crate::{folder, stats_folder};

/// The kind of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Nothing,
    File,
    Rows,
    Stats,
    Database,
    /// Another folder.
    Other,
}

impl Kind {
    fn of(path: &Path) -> Kind {
        if !path.is_dir() {
            return if path.exists() { Kind::File } else { Kind::Nothing };
        }
        let manifests = [
            (folder::MANIFEST, Kind::Rows),
            (stats_folder::MANIFEST, Kind::Stats),
            ("manifest", Kind::Database),
        ];
        manifests.into_iter().find(|(name, _)| path.join(name).exists()).map_or(Kind::Other, |(_, kind)| kind)
    }

    /// A description, unless it is another folder.
    fn text(self) -> Option<&'static str> {
        Some(match self {
            Kind::Nothing => "no such folder",
            Kind::File => "it is a file; `tabiya-fleet rows` converts games to rows",
            Kind::Rows => {
                "it is a folder of rows: query it with `tabiya-fleet explore`, compute statistics with `tabiya-fleet stats`"
            }
            Kind::Stats => {
                "it is a folder of statistics: query them together with their rows (`--stats DIR`)"
            }
            Kind::Database => {
                "it is a database of games: query it with `tabiya explore`, convert it with `tabiya-fleet rows`"
            }
            Kind::Other => return None,
        })
    }
}

/// The error for a folder of another kind; `file` is the manifest of the expected kind.
pub(crate) fn not_a(path: &Path, expected: &str, file: &str) -> DbError {
    let what = Kind::of(path).text().map_or_else(|| format!("it has no {file}"), str::to_owned);
    other(format!("{} is not a {expected}: {what}", path.display()))
}

/// The error for a folder that cannot be used for output.
pub(crate) fn not_for_output(path: &Path, expected: &str) -> DbError {
    let what = Kind::of(path).text().unwrap_or("the folder contains other files");
    other(format!("{} cannot become a {expected}: {what}", path.display()))
}

/// The error for rows or statistics instead of a database.
pub(crate) fn not_games(path: &Path) -> Option<DbError> {
    let kind = Kind::of(path);
    let how = match kind {
        Kind::Rows => "; `tabiya-fleet export` writes its games as PGN",
        Kind::Stats => "",
        _ => return None,
    };
    Some(other(format!("{} is not a database of games: {}{how}", path.display(), kind.text()?)))
}
