//! How much of a file is read.

use std::io::{self, Read};

/// The largest file a page may have unpacked, and the most that it may unpack to.
pub(crate) const MAX_BYTES: usize = 32 << 20;
pub(crate) const MAX_DECOMPRESSED: u64 = 256 << 20;
/// The largest piece of a file that is indexed at once.
pub(crate) const MAX_CHUNK: usize = 8 << 20;

/// Reads on up to a limit. If there is more the file does not just end there: it is said.
pub(super) struct LimitedReader<R> {
    file: R,
    left: u64,
    max: u64,
}

impl<R> LimitedReader<R> {
    pub(super) fn read_limited(max: u64, file: R) -> LimitedReader<R> {
        LimitedReader { file, left: max, max }
    }
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return match self.file.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::other(format!(
                    "unpacked it is larger than {} MiB; the rest is not shown",
                    self.max >> 20
                ))),
            };
        }
        let room = usize::try_from(self.left).map_or(buffer.len(), |left| buffer.len().min(left));
        let count = self.file.read(&mut buffer[..room])?;
        self.left -= count as u64;
        Ok(count)
    }
}
