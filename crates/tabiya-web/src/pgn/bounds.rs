//! How much of a file is read.

use std::io::{self, Read};

/// The largest file a page may have unpacked, and the most that it may unpack to.
pub(crate) const MOST_BYTES: usize = 32 << 20;
pub(crate) const MOST_UNPACKED: u64 = 256 << 20;
/// The largest piece of a file that is indexed at once.
pub(crate) const MOST_PIECE: usize = 8 << 20;

/// Reads on up to a limit. If there is more the file does not just end there: it is said.
pub(super) struct Unpacked<R> {
    file: R,
    left: u64,
    most: u64,
}

impl<R> Unpacked<R> {
    pub(super) fn at_most(most: u64, file: R) -> Unpacked<R> {
        Unpacked { file, left: most, most }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return match self.file.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::other(format!(
                    "unpacked it is larger than {} MiB; the rest is not shown",
                    self.most >> 20
                ))),
            };
        }
        let room = usize::try_from(self.left).map_or(buffer.len(), |left| buffer.len().min(left));
        let count = self.file.read(&mut buffer[..room])?;
        self.left -= count as u64;
        Ok(count)
    }
}
