//! A file that several read at the same time.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

/// A file without a place of its own: each reader has one, which two handles of the system's would share.
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
    type T = BufReader<ReadFrom>;

    fn get_read(&self, start: u64) -> Result<BufReader<ReadFrom>> {
        Ok(BufReader::new(ReadFrom { file: Arc::clone(&self.file), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // Before any memory is asked for: the length is what some file says.
        if start.checked_add(length as u64).is_none_or(|end| end > self.bytes) {
            return Err(ParquetError::EOF(format!("there are no {length} bytes from {start} on")));
        }
        let mut bytes = vec![0; length];
        ReadFrom { file: Arc::clone(&self.file), at: start }.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// A place in a file.
#[derive(Debug)]
pub(crate) struct ReadFrom {
    file: Arc<File>,
    at: u64,
}

impl Read for ReadFrom {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, buffer, self.at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}
