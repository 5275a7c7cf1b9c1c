//! Saving and loading a table.
//!
//! ```text
//! header, 64 bytes:  magic 8 | version 4 | generation 1 | length of name 1 | game 1 | 0 | MiB 8 | name 36 | checksum 4
//! for each MiB:      32,768 clusters, 32 bytes each | checksum 4
//! end:               checksum of the checksums 4
//! ```
//!
//! Numbers are little-endian, checksums CRC-32. The checksum of the n-th MiB starts with the header's plus n, so that
//! parts cannot be exchanged.

mod error;
mod header;
mod load;
mod save;

pub use error::{SnapshotError, SnapshotPart};

/// The size of a checksummed block.
const BLOCK: usize = 1 << 20;

const CHECKSUM: usize = 4;

/// The initial value of a block's checksum.
fn block_hasher(header_checksum: u32, number: usize) -> crc32fast::Hasher {
    crc32fast::Hasher::new_with_initial(header_checksum.wrapping_add(number as u32))
}
