use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use tabiya::Variant;

use super::header::Header;
use super::{BLOCK, CHECKSUM, SnapshotError, SnapshotPart, block_hasher};
use crate::cluster::Cluster;
use crate::{SizeError, Table};

impl Table {
    /// Loads a table written by [`Table::save`], with its original size.
    ///
    /// Everything is checked: the table was saved for the same game and key scheme and is undamaged, or an error
    /// is returned.
    pub fn load(path: impl AsRef<Path>, variant: Variant, scheme: &str) -> Result<Table, SnapshotError> {
        let path = path.as_ref();
        // Checked before opening: a pipe could block.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a snapshot is a file").into());
        }
        let mut file = File::open(path)?;
        let found = file.metadata()?.len();
        let mut header = [0; Header::LEN];
        if found < header.len() as u64 {
            return Err(SnapshotError::NotASnapshot);
        }
        file.read_exact(&mut header)?;
        let checksum = Header::checksum(&header);
        let header = Header::from_bytes(&header)?;
        if header.scheme != scheme {
            return Err(SnapshotError::Scheme { expected: scheme.to_owned(), found: header.scheme });
        }
        if header.variant != variant {
            return Err(SnapshotError::Game { expected: variant, found: header.variant });
        }
        // Allocates only what the file contains.
        let expected = header.file_len().unwrap_or(u64::MAX);
        if found != expected {
            return Err(SnapshotError::Length { expected, found });
        }
        let too_large = SizeError::TooLarge { mebibytes: usize::MAX, available: None };
        let mut table = Table::new(usize::try_from(header.mebibytes).map_err(|_| too_large)?)?;
        table.set_generation(header.generation);
        read_blocks(table.clusters_mut(), checksum, &mut file)?;
        Ok(table)
    }
}

fn read_blocks(
    clusters: &mut [Cluster],
    header_checksum: u32,
    file: &mut impl Read,
) -> Result<(), SnapshotError> {
    let mut of_checksums = crc32fast::Hasher::new();
    let mut bytes = vec![0; BLOCK + CHECKSUM];
    for (number, block) in clusters.chunks_mut(BLOCK / size_of::<Cluster>()).enumerate() {
        file.read_exact(&mut bytes)?;
        let (data, checksum) = bytes.split_at(BLOCK);
        let mut hasher = block_hasher(header_checksum, number);
        hasher.update(data);
        if hasher.finalize().to_le_bytes() != checksum {
            return Err(SnapshotError::Damaged { part: SnapshotPart::Mebibyte(number) });
        }
        of_checksums.update(checksum);
        let (words, _) = data.as_chunks::<8>();
        let (quartets, _) = words.as_chunks::<4>();
        for (cluster, words) in block.iter_mut().zip(quartets) {
            *cluster = Cluster::from_words(words.map(u64::from_le_bytes));
        }
    }
    let mut end = [0; CHECKSUM];
    file.read_exact(&mut end)?;
    if of_checksums.finalize().to_le_bytes() != end {
        return Err(SnapshotError::Damaged { part: SnapshotPart::End });
    }
    Ok(())
}
