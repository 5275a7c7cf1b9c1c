use std::io::{self, Read};

/// The header of a Zstandard frame (RFC 8878, 3.1.1.1 and 3.1.2).
pub(super) enum Header {
    /// A skippable frame with this number of bytes.
    Skipped(u32),
    /// A frame of compressed blocks.
    Blocks(FrameHeader),
}

/// The fields of a frame header.
pub(super) struct FrameHeader {
    /// The header's bytes in the file.
    pub(super) bytes: Vec<u8>,
    /// Window size in bytes: how far back the data may refer.
    pub(super) window: u64,
    /// The decompressed size, if the header has it.
    pub(super) content: Option<u64>,
}

/// Magic number of a frame of blocks.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

impl Header {
    /// Reads a header, up to the first block or skipped byte.
    pub(super) fn read(source: &mut impl Read) -> io::Result<Header> {
        let mut bytes = Vec::with_capacity(18);
        match next(source, &mut bytes, 4)? {
            0x184d_2a50..=0x184d_2a5f => {
                // Only four bytes were read, so this fits.
                let length = next(source, &mut bytes, 4)?;
                return Ok(Header::Skipped(length as u32));
            }
            _ if bytes != MAGIC => {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "expected the start of a frame"));
            }
            _ => {}
        }
        let descriptor = next(source, &mut bytes, 1)?;
        let is_single_segment = descriptor >> 5 & 1 == 1;
        let window = if is_single_segment { None } else { Some(window(next(source, &mut bytes, 1)?)) };
        next(source, &mut bytes, [0, 1, 2, 4][(descriptor & 3) as usize])?;
        let content = match descriptor >> 6 {
            0 if is_single_segment => Some(next(source, &mut bytes, 1)?),
            0 => None,
            1 => Some(next(source, &mut bytes, 2)? + 256),
            2 => Some(next(source, &mut bytes, 4)?),
            _ => Some(next(source, &mut bytes, 8)?),
        };
        // A single segment has no window: all of its content is kept.
        let window = window.or(content).unwrap_or(0);
        Ok(Header::Blocks(FrameHeader { bytes, window, content }))
    }
}

/// Reads the next little-endian number of `length` bytes and appends its bytes.
fn next(source: &mut impl Read, bytes: &mut Vec<u8>, length: usize) -> io::Result<u64> {
    let mut number = [0; 8];
    source.read_exact(&mut number[..length]).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "the frame header is incomplete"),
        _ => error,
    })?;
    bytes.extend_from_slice(&number[..length]);
    Ok(u64::from_le_bytes(number))
}

/// The window size of a descriptor byte: a power of two plus eighths of it.
fn window(descriptor: u64) -> u64 {
    let base = 1 << (10 + (descriptor >> 3));
    base + base / 8 * (descriptor & 7)
}
