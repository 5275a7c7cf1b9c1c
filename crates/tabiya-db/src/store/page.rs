//! A file with a checksum for each page: written sequentially, then memory-mapped and never changed.
//!
//! ```text
//! payload                       any number of bytes, in pages of 4096
//! checksums                     CRC-32 of each page, 4 bytes each
//! trailer, 48 bytes:
//!    0  kind                    8 letters, such as `shared  `
//!    8  version                 4 bytes
//!   12  CRC-32 of the checksums 4 bytes
//!   16  payload length          8 bytes
//!   24  segment                 8 bytes, the same in all files of a segment
//!   32  reserved                4 bytes, 0
//!   36  CRC-32 of bytes 0-35    4 bytes
//!   40  `TABIYADB`
//! ```
//! All numbers are little-endian.

#![expect(unsafe_code, reason = "memory-mapped files")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;

use super::numbers::{u32_at, u64_at};
use crate::error::{DbError, Result};

/// The format version of all files. Other versions are rejected.
pub const FORMAT: u32 = 3;
const PAGE: usize = 4096;
const TRAILER: usize = 48;
/// Files up to this size are prefetched completely by `read_ahead`.
const MAX_PREFETCH: usize = 8 << 20;
const MAGIC: &[u8; 8] = b"TABIYADB";

/// Writes a file with checksums.
#[derive(Debug)]
pub(crate) struct PageWriter {
    path: PathBuf,
    out: BufWriter<File>,
    length: u64,
    page: crc32fast::Hasher,
    checksums: Vec<u8>,
}

impl PageWriter {
    pub(crate) fn create(path: &Path) -> Result<PageWriter> {
        let file = File::create_new(path).map_err(DbError::io(path))?;
        Ok(PageWriter {
            path: path.to_owned(),
            out: BufWriter::with_capacity(1 << 17, file),
            length: 0,
            page: crc32fast::Hasher::new(),
            checksums: Vec::new(),
        })
    }

    /// The number of bytes written.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let room = PAGE - self.length as usize % PAGE;
            let (now, later) = rest.split_at(room.min(rest.len()));
            self.page.update(now);
            self.length += now.len() as u64;
            if now.len() == room {
                self.end_page();
            }
            rest = later;
        }
        self.out.write_all(bytes).map_err(DbError::io(&self.path))
    }

    fn end_page(&mut self) {
        let page = std::mem::take(&mut self.page);
        self.checksums.extend(page.finalize().to_le_bytes());
    }

    /// Writes checksums and trailer, and syncs the file to disk. Returns the size of the file.
    pub(crate) fn finish(mut self, kind: &[u8; 8], segment: u64) -> Result<u64> {
        if !(self.length as usize).is_multiple_of(PAGE) {
            self.end_page();
        }
        let mut trailer = Vec::with_capacity(TRAILER);
        trailer.extend(kind);
        trailer.extend(FORMAT.to_le_bytes());
        trailer.extend(crc32fast::hash(&self.checksums).to_le_bytes());
        trailer.extend(self.length.to_le_bytes());
        trailer.extend(segment.to_le_bytes());
        trailer.extend([0; 4]);
        trailer.extend(crc32fast::hash(&trailer).to_le_bytes());
        trailer.extend(MAGIC);
        let path = self.path;
        let mut write = || {
            self.out.write_all(&self.checksums)?;
            self.out.write_all(&trailer)?;
            self.out.flush()?;
            self.out.get_ref().sync_all()
        };
        write().map_err(DbError::io(&path))?;
        Ok(self.length + self.checksums.len() as u64 + TRAILER as u64)
    }
}

/// A memory-mapped file. Each page is verified on first access, so corrupt data is never returned.
#[derive(Debug)]
pub(crate) struct PageFile {
    path: PathBuf,
    map: Mmap,
    length: usize,
    /// Verified pages.
    verified: PageSet,
    /// Prefetched pages.
    prefetched: PageSet,
}

/// A bit for each page.
#[derive(Debug)]
struct PageSet(Vec<AtomicU64>);

impl PageSet {
    fn new(pages: usize) -> PageSet {
        PageSet((0..pages.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn has(&self, page: usize) -> bool {
        self.0.get(page / 64).is_some_and(|words| words.load(Ordering::Relaxed) >> (page % 64) & 1 == 1)
    }

    fn set(&self, page: usize) {
        if let Some(words) = self.0.get(page / 64) {
            words.fetch_or(1 << (page % 64), Ordering::Relaxed);
        }
    }
}

impl PageFile {
    pub(crate) fn open(path: &Path, kind: &[u8; 8], segment: u64) -> Result<PageFile> {
        let file = File::open(path).map_err(DbError::io(path))?;
        let too_short = || DbError::damaged(path, "too short for a database file");
        if file.metadata().map_err(DbError::io(path))?.len() < TRAILER as u64 {
            return Err(too_short());
        }
        // SAFETY: the file is never modified: new data gets a new name, and files are deleted but not truncated. If another
        // program truncates it while it is mapped, the process gets a SIGBUS; it never reads wrong data.
        let map = unsafe { Mmap::map(&file) }.map_err(DbError::io(path))?;
        let trailer = map.len().checked_sub(TRAILER).map(|start| &map[start..]).ok_or_else(too_short)?;
        if &trailer[40..] != MAGIC {
            let what = "truncated or not a database file (no TABIYADB mark at the end)";
            return Err(DbError::damaged(path, what));
        }
        let number = |at| u32_at(trailer, at).unwrap_or_default();
        if number(36) != crc32fast::hash(&trailer[..36]) {
            return Err(DbError::damaged(path, "checksum mismatch in the trailer"));
        }
        if number(8) != FORMAT {
            return Err(DbError::Version { path: path.to_owned(), found: number(8) });
        }
        if &trailer[..8] != kind {
            let expected = String::from_utf8_lossy(kind).trim().to_owned();
            return Err(DbError::damaged(path, format!("not the file `{expected}` of a segment")));
        }
        if u64_at(trailer, 24) != Some(segment) {
            return Err(DbError::damaged(path, "it belongs to another segment"));
        }
        let length = u64_at(trailer, 16).and_then(|length| usize::try_from(length).ok());
        let fits = |length: &usize| {
            let checksums = length.div_ceil(PAGE).checked_mul(4);
            checksums.and_then(|checksums| checksums.checked_add(TRAILER)?.checked_add(*length))
                == Some(map.len())
        };
        let Some(length) = length.filter(fits) else {
            return Err(DbError::damaged(path, "file size does not match the trailer"));
        };
        if crc32fast::hash(&map[length..map.len() - TRAILER]) != number(12) {
            return Err(DbError::damaged(path, "checksum mismatch in the list of checksums"));
        }
        // The checksums were read sequentially; queries access pages at random, where read-ahead would be wasted.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        let (verified, prefetched) =
            (PageSet::new(length.div_ceil(PAGE)), PageSet::new(length.div_ceil(PAGE)));
        Ok(PageFile { path: path.to_owned(), map, length, verified, prefetched })
    }

    /// Opens a file of which the trailer or the list of checksums may be damaged. Pages are verified as usual.
    pub(crate) fn open_damaged(path: &Path, kind: &[u8; 8], segment: u64) -> Result<PageFile> {
        let error = match PageFile::open(path, kind, segment) {
            Err(error @ DbError::Damaged { .. }) => error,
            opened => return opened,
        };
        let file = File::open(path).map_err(DbError::io(path))?;
        // SAFETY: as in `open`.
        let map = unsafe { Mmap::map(&file) }.map_err(DbError::io(path))?;
        // The size of the file determines the length of the payload.
        let Some(rest) = map.len().checked_sub(TRAILER) else { return Err(error) };
        let pages = rest.div_ceil(PAGE + 4);
        let Some(length) = rest.checked_sub(4 * pages).filter(|length| length.div_ceil(PAGE) == pages) else {
            return Err(error);
        };
        let (verified, prefetched) = (PageSet::new(pages), PageSet::new(pages));
        Ok(PageFile { path: path.to_owned(), map, length, verified, prefetched })
    }

    /// Prefetches the checksums and trailer of a file to be opened, so that all files are loaded in parallel.
    pub(crate) fn prefetch_trailer(path: &Path) {
        if let Ok(file) = File::open(path)
            // SAFETY: as in `open`; nothing is read here.
            && let Ok(map) = unsafe { Mmap::map(&file) }
        {
            let end = map.len() / (PAGE + 4) * 4 + TRAILER + PAGE;
            will_need(&map, map.len().saturating_sub(end), end.min(map.len()));
        }
    }

    /// Enables read-ahead, for a file that some queries read sequentially. A small file is prefetched completely.
    pub(crate) fn read_ahead(self) -> PageFile {
        #[cfg(unix)]
        let _ = self.map.advise(memmap2::Advice::Normal);
        if self.map.len() <= MAX_PREFETCH {
            will_need(&self.map, 0, self.map.len());
        }
        self
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the payload.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The size of the file.
    pub(crate) fn size(&self) -> u64 {
        self.map.len() as u64
    }

    /// Returns verified bytes.
    #[inline]
    pub(crate) fn bytes(&self, start: usize, count: usize) -> Result<&[u8]> {
        let end = start.checked_add(count).filter(|end| *end <= self.length);
        let Some(end) = end else { return Err(self.out_of_bounds()) };
        if count > 0 {
            for page in start / PAGE..=(end - 1) / PAGE {
                if !self.verified.has(page) {
                    self.check(page)?;
                }
            }
        }
        Ok(&self.map[start..end])
    }

    /// Prefetches a byte into the cache, or its page from disk on the first call.
    #[inline]
    pub(crate) fn prefetch(&self, at: usize) -> u8 {
        let page = at / PAGE;
        if !self.prefetched.has(page) {
            self.fetch(page);
            return 0;
        }
        self.map.get(at).copied().unwrap_or(0)
    }

    #[cold]
    #[inline(never)]
    fn fetch(&self, page: usize) {
        if page * PAGE < self.length {
            self.prefetched.set(page);
            will_need(&self.map, page * PAGE, PAGE.min(self.map.len() - page * PAGE));
        }
    }

    #[cold]
    #[inline(never)]
    fn check(&self, page: usize) -> Result<()> {
        let bytes = &self.map[page * PAGE..self.length.min((page + 1) * PAGE)];
        if u32_at(&self.map, self.length + 4 * page) != Some(crc32fast::hash(bytes)) {
            let what = format!("checksum mismatch in page {page} (at byte {})", page * PAGE);
            return Err(DbError::damaged(&self.path, what));
        }
        self.verified.set(page);
        Ok(())
    }

    /// Verifies every page again.
    pub(crate) fn check_all(&self) -> Result<()> {
        (0..self.length.div_ceil(PAGE)).try_for_each(|page| self.check(page))
    }

    /// The error for an offset or length outside of the file.
    #[cold]
    pub(crate) fn out_of_bounds(&self) -> DbError {
        DbError::damaged(&self.path, "an offset points beyond the end of the file")
    }
}

/// Advises the system to read a range in the background.
fn will_need(map: &Mmap, start: usize, count: usize) {
    #[cfg(unix)]
    let _ = map.advise_range(memmap2::Advice::WillNeed, start, count);
    #[cfg(not(unix))]
    let _ = (map, start, count);
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &[u8; 8] = b"test    ";

    fn written(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut writer = PageWriter::create(&path).unwrap();
        for chunk in bytes.chunks(1000) {
            writer.write(chunk).unwrap();
        }
        let size = writer.finish(KIND, 7).unwrap();
        assert_eq!(size, path.metadata().unwrap().len());
        (folder, path)
    }

    fn pattern(length: usize) -> Vec<u8> {
        (0..length).map(|i| (i * 31 / 7) as u8).collect()
    }

    #[test]
    fn pages_round_trip() {
        for length in [0, 1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE + 17] {
            let bytes = pattern(length);
            let (_folder, path) = written(&bytes);
            let file = PageFile::open(&path, KIND, 7).unwrap();
            assert_eq!(file.bytes(0, length).unwrap(), bytes);
            assert!(file.bytes(1, length).is_err() && file.bytes(usize::MAX, 2).is_err());
        }
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let bytes = pattern(PAGE + 100);
        let (_folder, path) = written(&bytes);
        let good = std::fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            std::fs::write(&path, &bad).unwrap();
            let read = PageFile::open(&path, KIND, 7);
            assert!(read.and_then(|file| file.bytes(0, bytes.len()).map(|_| ())).is_err(), "byte {at}");
        }
    }

    #[test]
    fn truncated_files_are_rejected() {
        let (_folder, path) = written(&pattern(PAGE + 100));
        let good = std::fs::read(&path).unwrap();
        for length in 0..good.len() {
            std::fs::write(&path, &good[..length]).unwrap();
            assert!(PageFile::open(&path, KIND, 7).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn later_versions_are_reported() {
        let (_folder, path) = written(b"x");
        let mut bytes = std::fs::read(&path).unwrap();
        let trailer = bytes.len() - TRAILER;
        bytes[trailer + 8] = 9;
        let check = crc32fast::hash(&bytes[trailer..trailer + 36]);
        bytes[trailer + 36..trailer + 40].copy_from_slice(&check.to_le_bytes());
        std::fs::write(&path, &bytes).unwrap();
        let error = PageFile::open(&path, KIND, 7).unwrap_err();
        assert!(matches!(error, DbError::Version { found: 9, .. }), "{error}");
    }
}
