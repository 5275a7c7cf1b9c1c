//! Input: files and standard input, plain or compressed.

mod counting_reader;
mod frame;
mod zstd;

pub use counting_reader::Counter;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

use counting_reader::{CountingReader, SharedError};
use zstd::Frames;

/// The compression format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Compression {
    /// Not compressed.
    Plain,
    /// gzip, `.gz`
    Gzip,
    /// bzip2, `.bz2`
    Bzip2,
    /// Zstandard, `.zst`
    Zstd,
}

impl Compression {
    /// Detects the format by the first bytes of a file; its name does not matter.
    ///
    /// ```
    /// use tabiya_pgn::Compression;
    ///
    /// assert_eq!(Compression::of(b"BZh91AY"), Compression::Bzip2);
    /// assert_eq!(Compression::of(b"[Event \"x\"]"), Compression::Plain);
    /// ```
    #[must_use]
    pub fn of(first: &[u8]) -> Compression {
        match first {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            _ => Compression::Plain,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Plain => "plain",
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Zstd => "zstd",
        }
    }
}

/// A decompressing reader. Errors in compressed data name the byte of the file; errors of the source are returned
/// unchanged.
///
/// ```
/// use std::io::Read;
/// use tabiya_pgn::Input;
///
/// let mut text = String::new();
/// Input::new(&b"1. e4 *"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Input<'a> {
    decompressed: Box<dyn Read + Send + 'a>,
    compression: Compression,
    compressed_bytes: Counter,
    failure: SharedError,
}

/// Buffer size for reading compressed data.
const BUFFER_SIZE: usize = 1 << 16;
/// Length of the longest magic number.
const MAX_MAGIC: usize = 4;

impl<'a> Input<'a> {
    /// Detects the format by the first bytes and decompresses if necessary.
    pub fn new(source: impl Read + Send + 'a) -> io::Result<Input<'a>> {
        let (compressed_bytes, failure) = (Counter::default(), SharedError::default());
        let mut source = CountingReader::new(source, compressed_bytes.clone(), failure.clone());
        let mut first = [0; MAX_MAGIC];
        let mut count = 0;
        while count < MAX_MAGIC {
            match source.read(&mut first[count..]) {
                Ok(0) => break,
                Ok(read) => count += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failure.take().unwrap_or(error)),
            }
        }
        let compression = Compression::of(&first[..count]);
        let stream = io::Cursor::new(first).take(count as u64).chain(source);
        let decompressed: Box<dyn Read + Send + 'a> = match compression {
            Compression::Plain => Box::new(stream),
            Compression::Gzip => Box::new(MultiGzDecoder::new(buffered(stream))),
            Compression::Bzip2 => Box::new(MultiBzDecoder::new(buffered(stream))),
            Compression::Zstd => Box::new(Frames::new(buffered(stream))),
        };
        Ok(Input { decompressed, compression, compressed_bytes, failure })
    }

    /// Opens a file.
    pub fn open(path: &Path) -> io::Result<Input<'static>> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
        }
        Input::new(file)
    }

    /// The compression format of the input.
    #[must_use]
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// Counts the bytes read from the file, before decompression: for a progress bar.
    #[must_use]
    pub fn compressed_bytes(&self) -> Counter {
        self.compressed_bytes.clone()
    }
}

fn buffered<R: Read>(source: R) -> impl BufRead {
    BufReader::with_capacity(BUFFER_SIZE, source)
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decompressed.read(buffer).map_err(|error| {
            if let Some(failure) = self.failure.take() {
                return failure;
            }
            if self.compression == Compression::Plain || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let (format, at) = (self.compression.name(), self.compressed_bytes.get());
            if error.kind() == io::ErrorKind::Unsupported {
                return io::Error::new(error.kind(), format!("the {format} data {error}"));
            }
            let cut = error.kind() == io::ErrorKind::UnexpectedEof;
            let condition = if cut { "is truncated" } else { "is damaged" };
            io::Error::new(
                error.kind(),
                format!("the {format} data {condition} at or before byte {at} of the file: {error}"),
            )
        })
    }
}

impl std::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("compression", &self.compression).finish_non_exhaustive()
    }
}
