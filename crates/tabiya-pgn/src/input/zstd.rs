use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Zstandard frames, one after the other, as tools that pack in pieces write them. Their checksums are checked.
pub(super) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
    /// Why the frame broke off; said after all that came before.
    failure: Option<io::Error>,
}

/// How much is unpacked at once.
const STEP: usize = 1 << 16;
/// An empty block that is the last of its frame, and room for a checksum.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> Frames<R> {
    pub(super) fn new(source: R) -> Frames<R> {
        Frames { source, decoder: FrameDecoder::new(), in_frame: false, failure: None }
    }

    /// Begins the next frame; `false` if there is none.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(self.explain(error)),
            }
        }
        Ok(false)
    }

    /// Unpacks until so much can be taken, or all there is.
    ///
    /// The decoder holds a whole window back until the frame ends. So a frame that breaks off is ended by us: then
    /// every block before the damage comes out.
    fn unpack(&mut self, wanted: usize) {
        while self.decoder.can_collect() < wanted && !self.decoder.is_finished() {
            let strategy = BlockDecodingStrategy::UptoBytes(wanted - self.decoder.can_collect());
            if let Err(error) = self.decoder.decode_blocks(&mut self.source, strategy) {
                self.failure = Some(self.explain(error));
                self.decoder
                    .decode_blocks(&LAST_BLOCK[..], BlockDecodingStrategy::All)
                    .expect("the frame has begun, and an empty block needs nothing before it");
            }
        }
    }

    /// An error of the decoder. At the end of the file it means that there should have been more.
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
            self.unpack(buffer.len().min(STEP));
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            self.in_frame = false;
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            let promised = self.decoder.get_checksum_from_data();
            if promised.is_some() && promised != self.decoder.get_calculated_checksum() {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is wrong"));
            }
        }
    }
}
