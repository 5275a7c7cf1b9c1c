//! A table as a file, and back.
//!
//! ```text
//! header, 64 bytes:  magic 8 | version 4 | generation 1 | length of name 1 | game 1 | 0 | MiB 8 | name 36 | checksum 4
//! for each MiB:      32,768 clusters, 32 bytes each | checksum 4
//! end:               checksum of the checksums 4
//! ```
//!
//! Numbers are little-endian, checksums CRC-32. That of the n-th mebibyte begins with the header's plus n, so that no
//! part can stand in for another.

mod error;
mod header;
mod load;
mod save;

pub use error::{SnapshotError, SnapshotPart};

/// What is checksummed at a time.
const BLOCK: usize = 1 << 20;

const CHECKSUM: usize = 4;

/// Where the checksum of one block begins.
fn block_hasher(header_checksum: u32, number: usize) -> crc32fast::Hasher {
    crc32fast::Hasher::new_with_initial(header_checksum.wrapping_add(number as u32))
}
