//! Files with size and checksum.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use tabiya_db::Result;

use crate::error::io_error;

/// The expected size and checksum of a file.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct FileSum {
    /// Its size.
    pub bytes: u64,
    /// The CRC-32 of its bytes.
    pub crc32: u32,
}

/// A new file whose checksum is computed while it is written.
pub(crate) struct SummedFile {
    file: File,
    hasher: Hasher,
    bytes: u64,
}

impl SummedFile {
    pub(crate) fn create(path: &Path) -> Result<SummedFile> {
        let file = File::create(path).map_err(io_error(path))?;
        Ok(SummedFile { file, hasher: Hasher::new(), bytes: 0 })
    }

    /// Syncs the file and returns its size and checksum.
    pub(crate) fn finish(self, path: &Path) -> Result<FileSum> {
        self.file.sync_all().map_err(io_error(path))?;
        Ok(FileSum { bytes: self.bytes, crc32: self.hasher.finalize() })
    }
}

impl Write for SummedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The current size and checksum of a file.
pub(crate) fn sum_of(path: &Path) -> Result<FileSum> {
    let mut file = File::open(path).map_err(io_error(path))?;
    let (mut hasher, mut bytes, mut buffer) = (Hasher::new(), 0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer).map_err(io_error(path))? {
            0 => return Ok(FileSum { bytes, crc32: hasher.finalize() }),
            read => {
                hasher.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
}
