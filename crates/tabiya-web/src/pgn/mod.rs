//! Files of games: unpacked, indexed, and asked by position.

mod bounds;
mod index;
#[cfg(feature = "server")]
mod loaded;

use std::io::{self, Read};

use tabiya_pgn::Input;

pub(crate) use bounds::MAX_BYTES;
#[cfg(feature = "server")]
pub(crate) use bounds::MAX_CHUNK;
use bounds::{MAX_DECOMPRESSED, LimitedReader};
#[cfg(feature = "server")]
pub(crate) use index::variant_in;
pub(crate) use index::{Piece, index};
#[cfg(feature = "server")]
pub(crate) use loaded::{FoundGame, load};

/// So much is unpacked at once.
const CHUNK: usize = 1 << 16;

/// The last byte of what is unpacked says whether that is all. A stream that merely broke off would not do: a browser drops
/// what its page has not read by then.
const COMPLETE: u8 = 1;
const PARTIAL: u8 = 0;

/// Unpacks a file, piece by piece, until all is told or nobody listens.
pub(crate) fn decompress(file: &[u8], tell: &mut dyn FnMut(Vec<u8>) -> bool) {
    let mut goes_on = true;
    let last = match decompress_all(file, &mut |piece| {
        goes_on = tell(piece);
        goes_on
    }) {
        Ok(()) => COMPLETE,
        Err(_) => PARTIAL,
    };
    if goes_on {
        tell(vec![last]);
    }
}

fn decompress_all(file: &[u8], tell: &mut dyn FnMut(Vec<u8>) -> bool) -> io::Result<()> {
    if file.len() > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut input = LimitedReader::read_limited(MAX_DECOMPRESSED, Input::new(file)?);
    loop {
        let mut piece = vec![0; CHUNK];
        let count = input.read(&mut piece)?;
        piece.truncate(count);
        if count == 0 || !tell(piece) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn decompressed(file: &[u8]) -> (usize, u8) {
        let mut response = Vec::new();
        decompress(file, &mut |piece| {
            response.extend(piece);
            true
        });
        (response.len() - 1, *response.last().unwrap())
    }

    #[test]
    fn a_packed_file_is_unpacked_and_a_damaged_one_as_far_as_it_goes() {
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
    fn nobody_unpacks_for_a_page_that_has_gone() {
        let mut pieces = 0;
        decompress("1. e4 *\n\n".repeat(50_000).as_bytes(), &mut |_| {
            pieces += 1;
            false
        });
        assert_eq!(pieces, 1);
    }
}
