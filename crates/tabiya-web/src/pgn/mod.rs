//! Files of games: decompressed, indexed, and loaded into databases.

mod index;
#[cfg(feature = "server")]
mod loaded;

use std::io::{self, Read};

use tabiya_pgn::Input;

#[cfg(feature = "server")]
pub(crate) use index::variant_in;
pub(crate) use index::{Chunk, index};
#[cfg(feature = "server")]
pub(crate) use loaded::{FoundGame, load};

/// The maximum size of a compressed file, and of its decompressed data.
pub(crate) const MAX_BYTES: usize = 32 << 20;
const MAX_DECOMPRESSED: u64 = 256 << 20;
/// The maximum size of a chunk that is indexed at once.
pub(crate) const MAX_CHUNK: usize = 8 << 20;
/// The size of a decompressed chunk.
const CHUNK: usize = 1 << 16;

/// The last byte after decompressed data is 1 if it is complete. Aborting the response would not do: browsers drop data that the page
/// has not read by then.
const COMPLETE: u8 = 1;
const PARTIAL: u8 = 0;

/// Decompresses a file in chunks until its end, or until `on_chunk` returns false.
pub(crate) fn decompress(file: &[u8], on_chunk: &mut dyn FnMut(Vec<u8>) -> bool) {
    let mut goes_on = true;
    let last = match decompress_all(file, &mut |chunk| {
        goes_on = on_chunk(chunk);
        goes_on
    }) {
        Ok(()) => COMPLETE,
        Err(_) => PARTIAL,
    };
    if goes_on {
        on_chunk(vec![last]);
    }
}

fn decompress_all(file: &[u8], on_chunk: &mut dyn FnMut(Vec<u8>) -> bool) -> io::Result<()> {
    if file.len() > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut input = LimitedReader::new(Input::new(file)?, MAX_DECOMPRESSED);
    loop {
        let mut chunk = vec![0; CHUNK];
        let count = input.read(&mut chunk)?;
        chunk.truncate(count);
        if count == 0 || !on_chunk(chunk) {
            return Ok(());
        }
    }
}

/// Reads up to a limit; more data is an error, not the end of the file.
pub(super) struct LimitedReader<R> {
    file: R,
    left: u64,
    max: u64,
}

impl<R> LimitedReader<R> {
    pub(super) fn new(file: R, max: u64) -> LimitedReader<R> {
        LimitedReader { file, left: max, max }
    }
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return match self.file.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::other(format!(
                    "the decompressed file is larger than {} MiB",
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

#[cfg(all(test, feature = "server"))]
pub(crate) fn add_wire_types(types: &mut crate::wire_types::WireTypes) {
    types.add::<index::IndexResponse>();
    types.add::<FoundGame>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn decompressed(file: &[u8]) -> (usize, u8) {
        let mut response = Vec::new();
        decompress(file, &mut |chunk| {
            response.extend(chunk);
            true
        });
        (response.len() - 1, *response.last().unwrap())
    }

    #[test]
    fn damaged_file_is_decompressed_as_far_as_intact() {
        let text = "1. e4 *\n\n".repeat(50_000);
        assert_eq!(decompressed(text.as_bytes()), (text.len(), COMPLETE));
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        let compressed = encoder.finish().unwrap();
        assert_eq!(decompressed(&compressed), (text.len(), COMPLETE));
        let (length, last) = decompressed(&compressed[..compressed.len() / 2]);
        assert!(0 < length && length < text.len() && last == PARTIAL);
        assert_eq!(decompressed(&[0x1f, 0x8b, 8, 0, 0]), (0, PARTIAL));
        assert_eq!(decompressed(&vec![b' '; MAX_BYTES + 1]), (0, PARTIAL));
    }

    #[test]
    fn decompression_stops_when_the_client_is_gone() {
        let mut chunks = 0;
        decompress("1. e4 *\n\n".repeat(50_000).as_bytes(), &mut |_| {
            chunks += 1;
            false
        });
        assert_eq!(chunks, 1);
    }
}
