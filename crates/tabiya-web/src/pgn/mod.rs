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

/// Unpacks a file, piece by piece, until all is told or nobody listens.
pub(crate) fn unpack(file: &[u8], tell: &mut dyn FnMut(io::Result<Vec<u8>>) -> bool) {
    let mut input = match Input::new(file) {
        Ok(input) => Unpacked::at_most(MOST_UNPACKED, input),
        Err(error) => {
            tell(Err(error));
            return;
        }
    };
    loop {
        let mut piece = vec![0; UNPACKED_PIECE];
        let count = match input.read(&mut piece) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) => {
                tell(Err(error));
                return;
            }
        };
        piece.truncate(count);
        if !tell(Ok(piece)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn unpacked(file: &[u8]) -> (usize, Option<String>) {
        let (mut length, mut problem) = (0, None);
        unpack(file, &mut |piece| {
            match piece {
                Ok(piece) => length += piece.len(),
                Err(error) => problem = Some(error.to_string()),
            }
            true
        });
        (length, problem)
    }

    #[test]
    fn a_packed_file_is_unpacked_and_a_damaged_one_as_far_as_it_goes() {
        let text = "1. e4 *\n\n".repeat(50_000);
        assert_eq!(unpacked(text.as_bytes()), (text.len(), None));
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(text.as_bytes()).unwrap();
        let packed = packer.finish().unwrap();
        assert_eq!(unpacked(&packed), (text.len(), None));
        let (length, problem) = unpacked(&packed[..packed.len() / 2]);
        assert!(length < text.len() && problem.is_some());
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
