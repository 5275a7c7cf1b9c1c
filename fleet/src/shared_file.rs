//! A file that is read concurrently.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

/// A file read at explicit offsets: handles duplicated by the system would share one offset.
#[derive(Debug)]
pub(crate) struct SharedFile {
    file: Arc<File>,
    bytes: u64,
}

impl SharedFile {
    pub(crate) fn new(file: File) -> io::Result<SharedFile> {
        let bytes = file.metadata()?.len();
        Ok(SharedFile { file: Arc::new(file), bytes })
    }
}

impl Length for SharedFile {
    fn len(&self) -> u64 {
        self.bytes
    }
}

impl ChunkReader for SharedFile {
    type T = BufReader<Cursor>;

    fn get_read(&self, start: u64) -> Result<BufReader<Cursor>> {
        Ok(BufReader::new(Cursor::new(&self.file, start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // Before allocating: the length comes from a file.
        if start.checked_add(length as u64).is_none_or(|end| end > self.bytes) {
            return Err(ParquetError::EOF(format!("there are no {length} bytes at offset {start}")));
        }
        let mut bytes = vec![0; length];
        Cursor::new(&self.file, start).read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// An offset in a file that advances with each read or write.
#[derive(Debug)]
pub(crate) struct Cursor {
    file: Arc<File>,
    at: u64,
}

impl Cursor {
    pub(crate) fn new(file: &Arc<File>, at: u64) -> Cursor {
        Cursor { file: Arc::clone(file), at }
    }
}

impl Read for Cursor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, buffer, self.at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Write for Cursor {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let written = std::os::unix::fs::FileExt::write_at(&*self.file, bytes, self.at)?;
        #[cfg(windows)]
        let written = std::os::windows::fs::FileExt::seek_write(&*self.file, bytes, self.at)?;
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
