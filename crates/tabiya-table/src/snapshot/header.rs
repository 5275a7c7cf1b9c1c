use tabiya::Variant;

use super::{BLOCK, CHECKSUM, SnapshotError, SnapshotPart};
use crate::generation::Generation;

const MAGIC: &[u8; 8] = b"tabiyaTT";
const VERSION: u32 = 2;
const NAME: usize = 24;
const MAX_NAME_LEN: usize = Header::LEN - CHECKSUM - NAME;

/// The header before the clusters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) generation: Generation,
    pub(super) mebibytes: u64,
    pub(super) variant: Variant,
    pub(super) scheme: String,
}

impl Header {
    pub(super) const LEN: usize = 64;

    pub(super) fn to_bytes(&self) -> Result<[u8; Header::LEN], SnapshotError> {
        let too_long = SnapshotError::NameTooLong { at_most: MAX_NAME_LEN };
        let mut bytes = [0; Header::LEN];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12] = self.generation.number();
        bytes[13] = self.scheme.len() as u8;
        bytes[14] = number(self.variant);
        bytes[16..24].copy_from_slice(&self.mebibytes.to_le_bytes());
        let place = bytes[NAME..NAME + MAX_NAME_LEN].get_mut(..self.scheme.len()).ok_or(too_long)?;
        place.copy_from_slice(self.scheme.as_bytes());
        let checksum = crc32fast::hash(&bytes[..Header::LEN - CHECKSUM]);
        bytes[Header::LEN - CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        Ok(bytes)
    }

    pub(super) fn from_bytes(bytes: &[u8; Header::LEN]) -> Result<Header, SnapshotError> {
        const DAMAGED: SnapshotError = SnapshotError::Damaged { part: SnapshotPart::Header };
        if bytes[..8] != *MAGIC {
            return Err(SnapshotError::NotASnapshot);
        }
        let found = u32::from_le_bytes(array(&bytes[8..12]));
        if found != VERSION {
            return Err(SnapshotError::Version { expected: VERSION, found });
        }
        if crc32fast::hash(&bytes[..Header::LEN - CHECKSUM]) != Header::checksum(bytes) {
            return Err(DAMAGED);
        }
        let name = bytes[NAME..NAME + MAX_NAME_LEN].get(..usize::from(bytes[13])).ok_or(DAMAGED)?;
        Ok(Header {
            generation: Generation::new(bytes[12]).ok_or(DAMAGED)?,
            mebibytes: u64::from_le_bytes(array(&bytes[16..24])),
            variant: Variant::ALL.into_iter().find(|variant| number(*variant) == bytes[14]).ok_or(DAMAGED)?,
            scheme: String::from_utf8_lossy(name).into_owned(),
        })
    }

    pub(super) fn checksum(bytes: &[u8; Header::LEN]) -> u32 {
        u32::from_le_bytes(array(&bytes[Header::LEN - CHECKSUM..]))
    }

    /// The length of the file; `None` if it overflows.
    pub(super) fn file_len(&self) -> Option<u64> {
        let blocks = self.mebibytes.checked_mul((BLOCK + CHECKSUM) as u64)?;
        blocks.checked_add((Header::LEN + CHECKSUM) as u64)
    }
}

/// The number of a game in the file.
fn number(variant: Variant) -> u8 {
    match variant {
        Variant::Chess => 1,
        Variant::Chess960 => 2,
        Variant::Makruk => 3,
    }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(scheme: &str) -> Header {
        let (generation, variant) = (Generation::FIRST.next(), Variant::Makruk);
        Header { generation, mebibytes: 3, variant, scheme: scheme.into() }
    }

    #[test]
    fn a_header_round_trips() {
        let longest = "x".repeat(MAX_NAME_LEN);
        for scheme in ["", "tabiya", "ตาบิยา", &longest] {
            let bytes = header(scheme).to_bytes().expect("the name is short enough");
            assert_eq!(Header::from_bytes(&bytes).expect("nothing is wrong"), header(scheme));
        }
    }

    #[test]
    fn a_name_that_is_too_long_is_an_error() {
        for len in [MAX_NAME_LEN + 1, 255, 256, 300] {
            let error = header(&"x".repeat(len)).to_bytes().expect_err("no room");
            assert_eq!(error.to_string(), "the name of the key scheme has more than 36 bytes");
        }
    }

    #[test]
    fn an_impossible_size_is_an_error() {
        let huge = Header { mebibytes: u64::MAX, ..header("tabiya") };
        assert_eq!(huge.file_len(), None);
        assert_eq!(header("tabiya").file_len(), Some(64 + 3 * 1_048_580 + 4));
    }
}
