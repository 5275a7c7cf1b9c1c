//! Files that are opened on first use.

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

/// A Parquet file that is opened on first use and stays open for a while, so that its footer is read once. It can be read
/// concurrently.
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

/// Open files, least recently opened first.
#[derive(Debug, Default)]
pub(crate) struct OpenFiles(Mutex<VecDeque<Arc<Slot>>>);

/// The maximum number of open files; systems have a limit.
const MAX_OPEN: usize = 512;

impl OpenFiles {
    fn add(&self, slot: &Arc<Slot>) {
        let mut all = locked(&self.0);
        all.push_back(Arc::clone(slot));
        let oldest = if all.len() > MAX_OPEN { all.pop_front() } else { None };
        drop(all);
        if let Some(oldest) = oldest {
            *locked(&oldest.0) = None;
        }
    }
}

impl LazyFile {
    /// A file whose size is in the manifest. It is checked when the file is opened.
    pub(crate) fn listed(
        path: PathBuf,
        table: Table,
        bytes: u64,
        manifest: &Path,
        open: &Arc<OpenFiles>,
    ) -> LazyFile {
        let (manifest, open) = (manifest.to_owned(), Arc::clone(open));
        LazyFile { path, table, bytes, manifest, slot: Arc::default(), open }
    }

    pub(crate) fn with<T>(&self, query: impl FnOnce(&Opened) -> Result<T>) -> Result<T> {
        // The Parquet reader can panic on damaged files; our state stays consistent.
        let result = catch_unwind(AssertUnwindSafe(|| query(&*self.opened()?)));
        result.unwrap_or_else(|_| Err(damaged(&self.path, "it cannot be read")))
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
        check_listed(&self.path, self.bytes, &self.manifest)?;
        let file = File::open(&self.path).map_err(io_error(&self.path))?;
        let file = SharedFile::new(file).map_err(io_error(&self.path))?;
        let options = ReadOptionsBuilder::new().with_page_index().build();
        let opened = SerializedFileReader::new_with_options(file, options).map_err(unreadable(&self.path))?;
        self.table.check(&self.path, opened.metadata())?;
        Ok(opened)
    }
}

/// Checks that a file exists with its size.
pub(crate) fn check_listed(path: &Path, bytes: u64, manifest: &Path) -> Result<()> {
    match fs::metadata(path).map(|found| found.len()) {
        Ok(found) if found == bytes => Ok(()),
        Ok(found) => {
            let (found, manifest) = (counted(found, "byte"), manifest.display());
            Err(damaged(path, format!("it has {found}, but {bytes} in {manifest}")))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(damaged(manifest, format!("its file {} is missing", path.display())))
        }
        Err(error) => Err(io_error(path)(error)),
    }
}

/// Ignores poisoning: our updates cannot panic halfway.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
