//! Files of games: unpacked, indexed, and asked by position.

mod bounds;
mod index;
#[cfg(feature = "server")]
mod loaded;

use std::io::{self, Read};

use tabiya_pgn::Input;

pub(crate) use bounds::MOST_BYTES;
#[cfg(feature = "server")]
pub(crate) use bounds::MOST_PIECE;
use bounds::{MOST_UNPACKED, Unpacked};
#[cfg(feature = "server")]
pub(crate) use index::variant_asked;
pub(crate) use index::{Piece, index};
#[cfg(feature = "server")]
pub(crate) use loaded::{GameFound, load};

/// So much is unpacked at once.
const UNPACKED_PIECE: usize = 1 << 16;

/// The last byte of what is unpacked says whether that is all. A stream that merely broke off would not do: a browser drops
/// what its page has not read by then.
const WHOLE: u8 = 1;
const IN_PART: u8 = 0;

/// Unpacks a file, piece by piece, until all is told or nobody listens.
pub(crate) fn unpack(file: &[u8], tell: &mut dyn FnMut(Vec<u8>) -> bool) {
    let mut is_heard = true;
    let last = match unpack_whole(file, &mut |piece| {
        is_heard = tell(piece);
        is_heard
    }) {
        Ok(()) => WHOLE,
        Err(_) => IN_PART,
    };
    if is_heard {
        tell(vec![last]);
    }
}

fn unpack_whole(file: &[u8], tell: &mut dyn FnMut(Vec<u8>) -> bool) -> io::Result<()> {
    if file.len() > MOST_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut input = Unpacked::at_most(MOST_UNPACKED, Input::new(file)?);
    loop {
        let mut piece = vec![0; UNPACKED_PIECE];
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

    fn unpacked(file: &[u8]) -> (usize, u8) {
        let mut told = Vec::new();
        unpack(file, &mut |piece| {
            told.extend(piece);
            true
        });
        (told.len() - 1, *told.last().unwrap())
    }

    #[test]
    fn a_packed_file_is_unpacked_and_a_damaged_one_as_far_as_it_goes() {
        let text = "1. e4 *\n\n".repeat(50_000);
        assert_eq!(unpacked(text.as_bytes()), (text.len(), WHOLE));
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(text.as_bytes()).unwrap();
        let packed = packer.finish().unwrap();
        assert_eq!(unpacked(&packed), (text.len(), WHOLE));
        let (length, last) = unpacked(&packed[..packed.len() / 2]);
        assert!(0 < length && length < text.len() && last == IN_PART);
        assert_eq!(unpacked(&[0x1f, 0x8b, 8, 0, 0]), (0, IN_PART));
        assert_eq!(unpacked(&vec![b' '; MOST_BYTES + 1]), (0, IN_PART));
    }

    #[test]
    fn nobody_unpacks_for_a_page_that_has_gone() {
        let mut pieces = 0;
        unpack("1. e4 *\n\n".repeat(50_000).as_bytes(), &mut |_| {
            pieces += 1;
            false
        });
        assert_eq!(pieces, 1);
    }
}
