use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::frame::{FrameHeader, Header};

/// A sequence of Zstandard frames, as parallel compressors write them. Sizes and checksums are verified.
pub(super) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
    /// The decompressed size in the header, and the number of bytes produced so far.
    expected_size: Option<u64>,
    produced: u64,
    /// The error that ended the frame, returned after all data before it.
    failure: Option<io::Error>,
}

/// Maximum number of bytes decompressed at once.
const MAX_CHUNK: usize = 1 << 16;
/// Maximum window size: 28 MiB. The decoder's buffer is the window plus a little, rounded up to a power of two, so a
/// window of 32 MiB would need 64 MiB.
const MAX_WINDOW: u64 = 28 << 20;
/// An empty last block, with room for a checksum.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> Frames<R> {
    pub(super) fn new(source: R) -> Frames<R> {
        Frames {
            source,
            decoder: FrameDecoder::new(),
            in_frame: false,
            expected_size: None,
            produced: 0,
            failure: None,
        }
    }

    /// Starts the next frame; `false` at the end of the input.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match Header::read(&mut self.source)? {
                Header::Blocks(header) => {
                    self.prepare(&header)?;
                    return Ok(true);
                }
                Header::Skipped(length) => {
                    let skipped = io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
            }
        }
        Ok(false)
    }

    fn prepare(&mut self, header: &FrameHeader) -> io::Result<()> {
        if header.window > MAX_WINDOW {
            let (window, limit) = (header.window.div_ceil(1 << 20), MAX_WINDOW >> 20);
            let reason = format!(
                "needs a window of {window} MiB, and the limit is {limit} MiB; decompress it first: \
                 zstd -d --long=31 -c FILE | tabiya game -"
            );
            return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
        }
        self.decoder.reset(header.bytes.as_slice()).map_err(|error| self.explain(error))?;
        (self.in_frame, self.expected_size, self.produced) = (true, header.content, 0);
        Ok(())
    }

    /// Decompresses until `needed` bytes are available, or the frame ends.
    ///
    /// The decoder holds back one window until the frame ends. After an error, an empty last block is inserted to end the
    /// frame, so that every block before the damage is returned.
    fn decompress(&mut self, needed: usize) {
        while self.decoder.can_collect() < needed && !self.decoder.is_finished() {
            let strategy = BlockDecodingStrategy::UptoBytes(needed - self.decoder.can_collect());
            if let Err(error) = self.decoder.decode_blocks(&mut self.source, strategy) {
                self.failure = Some(self.explain(error));
                if self.decoder.decode_blocks(&LAST_BLOCK[..], BlockDecodingStrategy::All).is_err() {
                    return;
                }
            }
        }
    }

    /// Verifies size and checksum of a frame that has ended.
    fn check(&mut self) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let produced = self.produced;
        if let Some(expected_size) = self.expected_size.filter(|expected_size| *expected_size != produced) {
            let reason = format!(
                "the frame header announces {expected_size} bytes of content, but the frame has {produced}"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        let checksum = self.decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "checksum mismatch"));
        }
        Ok(())
    }

    /// Converts an error of the decoder. At the end of the file it means truncation.
    fn explain(&mut self, error: FrameDecoderError) -> io::Error {
        match self.source.fill_buf() {
            Ok([]) => io::Error::new(io::ErrorKind::UnexpectedEof, error),
            Ok(_) => io::Error::new(io::ErrorKind::InvalidData, error),
            Err(source) => source,
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.in_frame && !self.begin_frame()? {
                return Ok(0);
            }
            self.decompress(buffer.len().min(MAX_CHUNK));
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                self.produced += count as u64;
                return Ok(count);
            }
            self.in_frame = false;
            self.check()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// Reading more than needed from a pipe would block.
    #[test]
    fn reads_no_more_blocks_than_needed() {
        struct Exactly<'a>(&'a [u8]);
        impl Read for Exactly<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0.is_empty(), "reads more than needed");
                self.0.read(buffer)
            }
        }
        // A window of 1024 bytes, which the decoder holds back, and three blocks of 1000, none of them the last.
        let block = [&[0x40, 0x1f, 0][..], &[b'x'; 1000]].concat();
        let compressed = [&[0x28, 0xb5, 0x2f, 0xfd, 0, 0][..], &block.repeat(3)].concat();
        let mut frames = Frames::new(BufReader::with_capacity(1, Exactly(&compressed)));
        let mut text = [0; 3000 - 1024];
        assert_eq!(frames.read(&mut text).expect("no error yet"), text.len());
        assert_eq!(text, [b'x'; 3000 - 1024]);
    }
}
