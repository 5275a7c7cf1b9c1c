use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::frame::{Header, Promise};

/// Zstandard frames, one after the other, as tools that pack in pieces write them. Their sizes and checksums are
/// checked.
pub(super) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
    /// How much text the frame has promised, and how much has come.
    promised: Option<u64>,
    given: u64,
    /// Why the frame broke off; said after all that came before.
    failure: Option<io::Error>,
}

/// How much is unpacked at once.
const STEP: usize = 1 << 16;
/// The widest window there may be: 28 MiB. The decoder keeps it and a little more in a buffer whose size is a power of
/// two, so a window of 32 MiB would need 64.
const WIDEST_WINDOW: u64 = 28 << 20;
/// An empty block that is the last of its frame, and room for a checksum.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> Frames<R> {
    pub(super) fn new(source: R) -> Frames<R> {
        Frames {
            source,
            decoder: FrameDecoder::new(),
            in_frame: false,
            promised: None,
            given: 0,
            failure: None,
        }
    }

    /// Begins the next frame; `false` if there is none.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match Header::read(&mut self.source)? {
                Header::Blocks(promise) => {
                    self.prepare(&promise)?;
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

    fn prepare(&mut self, promise: &Promise) -> io::Result<()> {
        if promise.window > WIDEST_WINDOW {
            let (wide, widest) = (promise.window.div_ceil(1 << 20), WIDEST_WINDOW >> 20);
            let why = format!(
                "a window of {wide} MiB, and at most {widest} MiB are kept in memory; unpack it outside: \
                 zstd -d --long=31 -c FILE | tabiya game -"
            );
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
        self.decoder.reset(promise.bytes.as_slice()).map_err(|error| self.explain(error))?;
        (self.in_frame, self.promised, self.given) = (true, promise.content, 0);
        Ok(())
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
                if self.decoder.decode_blocks(&LAST_BLOCK[..], BlockDecodingStrategy::All).is_err() {
                    return;
                }
            }
        }
    }

    /// Whether a frame that has ended was good.
    fn check(&mut self) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let given = self.given;
        if let Some(promised) = self.promised.filter(|promised| *promised != given) {
            let why = format!("a frame promises {promised} bytes of text and has {given}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let checksum = self.decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is wrong"));
        }
        Ok(())
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
                self.given += count as u64;
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

    /// Who reads from a pipe would wait for what nobody needs yet.
    #[test]
    fn no_more_blocks_are_read_than_give_what_is_wanted() {
        struct Exactly<'a>(&'a [u8]);
        impl Read for Exactly<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0.is_empty(), "nobody needs more");
                self.0.read(buffer)
            }
        }
        // A window of 1024 bytes, which the decoder holds back, and three blocks of 1000 that are not the last.
        let block = [&[0x40, 0x1f, 0][..], &[b'x'; 1000]].concat();
        let packed = [&[0x28, 0xb5, 0x2f, 0xfd, 0, 0][..], &block.repeat(3)].concat();
        let mut frames = Frames::new(BufReader::with_capacity(1, Exactly(&packed)));
        let mut text = [0; 3000 - 1024];
        assert_eq!(frames.read(&mut text).expect("it is whole so far"), text.len());
        assert_eq!(text, [b'x'; 3000 - 1024]);
    }
}
