use std::io::{self, Write};
use std::path::Path;

use tabiya::Variant;
use tabiya_files::atomic_write;

use super::header::Header;
use super::{BLOCK, SnapshotError, block_hasher};
use crate::Table;
use crate::cluster::Cluster;

impl Table {
    /// Writes the table to a file for [`Table::load`]. Keys do not contain the game or the scheme,
    /// so the file does. The name of the scheme
    /// has at most 36 bytes.
    ///
    /// The file is written atomically: an existing file is replaced once the new one is on disk.
    /// Other threads may continue to store.
    ///
    /// ```
    /// use tabiya::{Key, Variant};
    /// use tabiya_table::{Entry, Table};
    ///
    /// let path = std::env::temp_dir().join(format!("tabiya-table-example-{}", std::process::id()));
    /// let table = Table::new(1)?;
    /// table.store(Key(7), Entry { depth: 9, ..Entry::default() });
    /// table.save(&path, Variant::Chess, "tabiya 1")?;
    ///
    /// assert_eq!(Table::load(&path, Variant::Chess, "tabiya 1")?.probe(Key(7)), table.probe(Key(7)));
    /// let error = Table::load(&path, Variant::Makruk, "tabiya 1").expect_err("another game");
    /// assert_eq!(error.to_string(), "the snapshot has positions of chess, expected makruk");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>, variant: Variant, scheme: &str) -> Result<(), SnapshotError> {
        let header = Header {
            generation: self.generation(),
            mebibytes: self.mebibytes() as u64,
            variant,
            scheme: scheme.to_owned(),
        };
        let header = header.to_bytes()?;
        atomic_write(path.as_ref(), |out| {
            out.write_all(&header)?;
            write_blocks(self.clusters(), Header::checksum(&header), out)
        })?;
        Ok(())
    }
}

fn write_blocks(clusters: &[Cluster], header_checksum: u32, out: &mut impl Write) -> io::Result<()> {
    let mut of_checksums = crc32fast::Hasher::new();
    let mut bytes = Vec::with_capacity(BLOCK);
    for (number, block) in clusters.chunks(BLOCK / size_of::<Cluster>()).enumerate() {
        bytes.clear();
        bytes.extend(block.iter().flat_map(Cluster::words).flat_map(u64::to_le_bytes));
        let mut hasher = block_hasher(header_checksum, number);
        hasher.update(&bytes);
        let checksum = hasher.finalize().to_le_bytes();
        of_checksums.update(&checksum);
        out.write_all(&bytes)?;
        out.write_all(&checksum)?;
    }
    out.write_all(&of_checksums.finalize().to_le_bytes())
}
