//! Files that are opened when they are asked for.

use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::{ReadOptionsBuilder, SerializedFileReader};
use tabiya_db::Result;

use crate::column::Opened;
use crate::error::{damaged, io_error, unreadable};
use crate::schema::Table;

/// A file that is opened when it is asked for, and stays open: what is at its end, which says where everything is, is read once.
#[derive(Debug)]
pub(crate) struct LazyFile {
    pub(crate) path: PathBuf,
    table: Table,
    opened: Mutex<OpenSlot>,
}

#[derive(Default)]
struct OpenSlot(Option<Opened>);

impl std::fmt::Debug for OpenSlot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "open" } else { "closed" })
    }
}

impl LazyFile {
    /// Takes a file of which the manifest tells the size.
    pub(crate) fn listed(path: PathBuf, table: Table, bytes: u64, manifest: &Path) -> Result<LazyFile> {
        let found = fs::metadata(&path).map(|found| found.len());
        match found {
            Ok(found) if found == bytes => Ok(LazyFile { path, table, opened: Mutex::default() }),
            Ok(found) => {
                let manifest = manifest.display();
                Err(damaged(&path, format!("it has {found} bytes, and {bytes} by {manifest}")))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(damaged(manifest, format!("{}, which it names, is missing", path.display())))
            }
            Err(error) => Err(io_error(&path)(error)),
        }
    }

    pub(crate) fn with<T>(&self, stays_open: bool, ask: impl FnOnce(&Opened) -> Result<T>) -> Result<T> {
        let mut slot = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = slot.0.take();
        // Damage can make the reader of Parquet panic; nothing of ours is left half done by it.
        let asked = catch_unwind(AssertUnwindSafe(|| -> Result<(T, Opened)> {
            let file = opened.map_or_else(|| self.open(), Ok)?;
            Ok((ask(&file)?, file))
        }));
        let (answer, file) = asked.unwrap_or_else(|_| Err(damaged(&self.path, "it cannot be read")))?;
        slot.0 = stays_open.then_some(file);
        Ok(answer)
    }

    fn open(&self) -> Result<Opened> {
        let file = File::open(&self.path).map_err(io_error(&self.path))?;
        let options = ReadOptionsBuilder::new().with_page_index().build();
        let opened = SerializedFileReader::new_with_options(file, options).map_err(unreadable(&self.path))?;
        self.table.check(&self.path, opened.metadata())?;
        Ok(opened)
    }
}
