//! Files that are opened when they are asked for.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::{ReadOptionsBuilder, SerializedFileReader};
use tabiya_cli::args::counted;
use tabiya_db::Result;

use crate::column::Opened;
use crate::error::{damaged, io_error, unreadable};
use crate::schema::Table;
use crate::shared_file::SharedFile;

/// A file that is opened when it is asked for, and stays open for a while: what is at its end, which says where everything is, is read once. Any number
/// may read it at the same time.
#[derive(Debug)]
pub(crate) struct LazyFile {
    pub(crate) path: PathBuf,
    table: Table,
    bytes: u64,
    manifest: PathBuf,
    slot: Arc<Slot>,
    open: Arc<OpenFiles>,
}

#[derive(Default)]
struct Slot(Mutex<Option<Arc<Opened>>>);

impl std::fmt::Debug for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if locked(&self.0).is_some() { "open" } else { "closed" })
    }
}

/// Files that are open, those that have been for longest first.
#[derive(Debug, Default)]
pub(crate) struct OpenFiles(Mutex<VecDeque<Arc<Slot>>>);

/// More files than this do not stay open: systems have a limit.
const MOST_OPEN: usize = 512;

impl OpenFiles {
    fn add(&self, slot: &Arc<Slot>) {
        let mut all = locked(&self.0);
        all.push_back(Arc::clone(slot));
        let oldest = if all.len() > MOST_OPEN { all.pop_front() } else { None };
        drop(all);
        if let Some(oldest) = oldest {
            *locked(&oldest.0) = None;
        }
    }
}

impl LazyFile {
    /// Takes a file of which the manifest tells the size.
    pub(crate) fn listed(
        path: PathBuf,
        table: Table,
        bytes: u64,
        manifest: &Path,
        open: &Arc<OpenFiles>,
    ) -> Result<LazyFile> {
        check_listed(&path, bytes, manifest)?;
        let (manifest, open) = (manifest.to_owned(), Arc::clone(open));
        Ok(LazyFile { path, table, bytes, manifest, slot: Arc::default(), open })
    }

    pub(crate) fn with<T>(&self, ask: impl FnOnce(&Opened) -> Result<T>) -> Result<T> {
        // Damage can make the reader of Parquet panic; nothing of ours is left half done by it.
        let asked = catch_unwind(AssertUnwindSafe(|| ask(&*self.opened()?)));
        asked.unwrap_or_else(|_| Err(damaged(&self.path, "it cannot be read")))
    }

    fn opened(&self) -> Result<Arc<Opened>> {
        let mut slot = locked(&self.slot.0);
        if let Some(opened) = &*slot {
            return Ok(Arc::clone(opened));
        }
        let opened = Arc::new(self.open()?);
        *slot = Some(Arc::clone(&opened));
        drop(slot);
        self.open.add(&self.slot);
        Ok(opened)
    }

    fn open(&self) -> Result<Opened> {
        let file = File::open(&self.path).map_err(io_error(&self.path))?;
        // Another one may have come into its place, if it was made anew.
        check_listed(&self.path, self.bytes, &self.manifest)?;
        let file = SharedFile::new(file).map_err(io_error(&self.path))?;
        let options = ReadOptionsBuilder::new().with_page_index().build();
        let opened = SerializedFileReader::new_with_options(file, options).map_err(unreadable(&self.path))?;
        self.table.check(&self.path, opened.metadata())?;
        Ok(opened)
    }
}

/// Refuses a file that is not there in its size.
pub(crate) fn check_listed(path: &Path, bytes: u64, manifest: &Path) -> Result<()> {
    match fs::metadata(path).map(|found| found.len()) {
        Ok(found) if found == bytes => Ok(()),
        Ok(found) => {
            let (found, manifest) = (counted(found, "byte"), manifest.display());
            Err(damaged(path, format!("it has {found}, and {bytes} by {manifest}")))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(damaged(manifest, format!("{}, which it names, is missing", path.display())))
        }
        Err(error) => Err(io_error(path)(error)),
    }
}

/// Whoever panicked left nothing half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
