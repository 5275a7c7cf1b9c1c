//! Compressed files, complete and damaged.

use std::io::{self, Read, Write};

use crate::common::count;
use flate2::Compression as Level;
use insta::assert_snapshot;
use tabiya_pgn::{Compression, Input};

const GAMES: usize = 5000;

fn text() -> Vec<u8> {
    let game = |n: usize| {
        format!("[Event \"{n}\"]\n[Round \"{}\"]\n\n1. e4 e5 2. Nf3 {{{}}} Nc6 1-0\n\n", n * n, n * 7919)
    };
    (0..GAMES).map(game).collect::<String>().into_bytes()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Level::fast());
    encoder.write_all(text).and_then(|()| encoder.finish()).expect("writing to a vector cannot fail")
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).and_then(|()| encoder.finish()).expect("writing to a vector cannot fail")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

type Pack = fn(&[u8]) -> Vec<u8>;
const FORMATS: [(Compression, Pack); 3] =
    [(Compression::Gzip, gzip), (Compression::Bzip2, bzip2), (Compression::Zstd, zstd)];

#[test]
fn compressed_files_are_detected_by_content() {
    for (format, compress) in FORMATS {
        let compressed = compress(&text());
        let input = Input::new(compressed.as_slice()).expect("readable");
        assert_eq!(input.compression(), format);
        let (games, error) = count(input);
        assert!(error.is_none(), "{format:?}: {error:?}");
        assert_eq!(games, GAMES);
    }
}

#[test]
fn multi_member_files_are_read_to_the_end() {
    for (format, compress) in FORMATS {
        let text = text();
        let (first, second) = text.split_at(text.len() / 3);
        let compressed = [compress(first), compress(second)].concat();
        let (games, error) = count(Input::new(compressed.as_slice()).expect("readable"));
        assert!(error.is_none(), "{format:?}: {error:?}");
        assert_eq!(games, GAMES, "{format:?}");
    }
}

#[test]
fn truncated_files_give_the_games_before_the_end() {
    for (format, compress) in FORMATS {
        let compressed = compress(&text());
        for keep in [5, compressed.len() / 2, compressed.len() - 3] {
            let (games, error) = count(Input::new(&compressed[..keep]).expect("readable"));
            let error = error.unwrap_or_else(|| panic!("{format:?} cut at {keep} was read")).to_string();
            assert!(error.contains(&format!("byte {keep} of the file")), "{format:?}: {error}");
            assert!(games <= GAMES, "{format:?}");
            assert!(keep == 5 || games > 0, "{format:?} cut at {keep}");
        }
    }
}

/// A Zstandard frame without a checksum, with raw blocks.
fn plain_frame(window: u8, text: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, window];
    let mut blocks = text.chunks(BLOCK).peekable();
    while let Some(block) = blocks.next() {
        let is_last = usize::from(blocks.peek().is_none());
        frame.extend_from_slice(&(block.len() << 3 | is_last).to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
    frame
}

const BLOCK: usize = 10_000;
/// The window descriptor of 1 MiB.
const MEBIBYTE: u8 = 10 << 3;

/// The text before an error, and the error.
fn decompressed(compressed: &[u8]) -> (Vec<u8>, String) {
    let mut text = Vec::new();
    let result = Input::new(compressed).expect("readable").read_to_end(&mut text);
    (text, result.err().map_or_else(String::new, |error| error.to_string()))
}

#[test]
fn complete_blocks_before_a_truncation_are_returned() {
    let (text, header, block) = (text(), 6, BLOCK + 3);
    let compressed = plain_frame(MEBIBYTE, &text);
    for keep in [header + 1, header + block, header + 7 * block + 2, header + 9 * block + 500] {
        let (before, error) = decompressed(&compressed[..keep]);
        assert_eq!(before.len(), (keep - header) / block * BLOCK, "cut at {keep}");
        assert!(text.starts_with(&before) && error.contains("truncated"), "cut at {keep}: {error}");
    }
    let mut damaged = compressed;
    damaged[header + 8 * block] = 0x06;
    let (before, error) = decompressed(&damaged);
    assert!(before == text[..8 * BLOCK] && error.contains("damaged"), "{} bytes: {error}", before.len());
}

#[test]
fn a_zstd_file_without_its_last_byte_gives_all_games() {
    let compressed = zstd(&text());
    let (games, error) = count(Input::new(&compressed[..compressed.len() - 1]).expect("readable"));
    assert_eq!(games, GAMES);
    assert!(error.expect("an incomplete checksum").to_string().contains("truncated"));
}

#[test]
fn damaged_files_give_an_error_and_no_panic() {
    for (format, compress) in FORMATS {
        let compressed = compress(&text());
        for place in [20, compressed.len() / 3, compressed.len() / 2, compressed.len() - 2] {
            let mut damaged = compressed.clone();
            damaged[place] ^= 0x55;
            let (games, error) = count(Input::new(damaged.as_slice()).expect("readable"));
            assert!(error.is_some(), "{format:?} damaged at {place}: {games} games");
        }
    }
}

#[test]
fn games_before_the_damage_are_correct() {
    let compressed = gzip(&text());
    let mut cut = Vec::new();
    let _ = Input::new(&compressed[..compressed.len() / 2]).expect("readable").read_to_end(&mut cut);
    assert!(text().starts_with(&cut) && !cut.is_empty());
    let complete = cut.windows(4).filter(|end| end == b"1-0\n").count();
    let (games, error) = count(Input::new(&compressed[..compressed.len() / 2]).expect("readable"));
    assert!(error.is_some());
    assert!(games == complete || games == complete + 1, "{games} of {complete}");
}

#[test]
fn oversized_windows_are_rejected_with_advice() {
    let text = b"1. e4 *";
    let (wide, widest) = (17 << 3, 14 << 3 | 6);
    assert_snapshot!(decompressed(&plain_frame(wide, text)).1, @"the zstd data needs a window of 128 MiB, and the limit is 28 MiB; decompress it first: zstd -d --long=31 -c FILE | tabiya game -");
    assert_eq!(decompressed(&plain_frame(widest, text)), (text.to_vec(), String::new()));
    assert_snapshot!(decompressed(&plain_frame(widest + 1, text)).1, @"the zstd data needs a window of 30 MiB, and the limit is 28 MiB; decompress it first: zstd -d --long=31 -c FILE | tabiya game -");
    // A single-segment frame has no window: all of its content must be kept.
    let size = 100u32 << 20;
    let single = [&[0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000][..], &size.to_le_bytes(), &[1, 0, 0]].concat();
    assert_snapshot!(decompressed(&single).1, @"the zstd data needs a window of 100 MiB, and the limit is 28 MiB; decompress it first: zstd -d --long=31 -c FILE | tabiya game -");
    // The same holds for a later frame.
    let second = [plain_frame(MEBIBYTE, text), plain_frame(wide, text)].concat();
    let (before, error) = decompressed(&second);
    assert!(before == text && error.contains("128 MiB"), "{error}");
}

#[test]
fn content_size_must_match_the_frame_header() {
    // A two-byte content size has an offset of 256.
    let frame = |size: u16| {
        let header = [&[0x28, 0xb5, 0x2f, 0xfd, 0b0100_0000, MEBIBYTE][..], &(size - 256).to_le_bytes()];
        [header.concat(), plain_frame(MEBIBYTE, &[b'x'; 300])[6..].to_vec()].concat()
    };
    assert_eq!(decompressed(&frame(300)), (vec![b'x'; 300], String::new()));
    let (before, error) = decompressed(&frame(301));
    assert_eq!(before.len(), 300);
    assert_snapshot!(error, @"the zstd data is damaged at or before byte 311 of the file: the frame header announces 301 bytes of content, but the frame has 300");
}

#[test]
fn a_single_segment_frame_has_a_one_byte_content_size() {
    let frame = |size: u8| {
        let header = [0x28, 0xb5, 0x2f, 0xfd, 0b0010_0000, size];
        [&header, &plain_frame(MEBIBYTE, b"1. e4 *")[6..]].concat()
    };
    assert_eq!(decompressed(&frame(7)), (b"1. e4 *".to_vec(), String::new()));
    assert!(decompressed(&frame(8)).1.contains("announces 8 bytes of content, but the frame has 7"));
}

#[test]
fn compressed_bytes_are_counted() {
    let compressed = gzip(&text());
    let mut input = Input::new(compressed.as_slice()).expect("readable");
    let counter = input.compressed_bytes();
    input.read_to_end(&mut Vec::new()).expect("readable");
    assert_eq!(counter.get(), compressed.len() as u64);
    assert_snapshot!(format!("{input:?}"), @"Input { compression: Gzip, .. }");
}

#[test]
fn skippable_frames_are_skipped() {
    let skipped = [&[0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    let frame = plain_frame(MEBIBYTE, b"1. e4 *");
    let compressed = [&skipped[..], &frame, &skipped, &frame].concat();
    assert_eq!(decompressed(&compressed), (b"1. e4 *1. e4 *".to_vec(), String::new()));
    assert_snapshot!(decompressed(&skipped[..6]).1, @"the zstd data is truncated at or before byte 6 of the file: the frame header is incomplete");
    assert_snapshot!(decompressed(&skipped[..9]).1, @"the zstd data is truncated at or before byte 9 of the file: unexpected end of file");
    assert_snapshot!(decompressed(&frame[..5]).1, @"the zstd data is truncated at or before byte 5 of the file: the frame header is incomplete");
    assert_snapshot!(decompressed(&[&frame[..], b"and more"].concat()).1, @"the zstd data is damaged at or before byte 24 of the file: expected the start of a frame");
}

#[test]
fn short_and_empty_inputs_are_plain() {
    for bytes in [&b""[..], b"x", b"\x1f", b"BZ", b"1."] {
        assert_eq!(Input::new(bytes).expect("readable").compression(), Compression::Plain);
    }
}

/// Returns its data, fails once, and would then continue.
struct FailsOnce<'a> {
    before: &'a [u8],
    after: &'a [u8],
    has_failed: bool,
}

impl Read for FailsOnce<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.before.is_empty() && !self.has_failed {
            self.has_failed = true;
            return Err(io::Error::new(io::ErrorKind::TimedOut, "timed out"));
        }
        let rest = if self.has_failed { &mut self.after } else { &mut self.before };
        rest.read(into)
    }
}

#[test]
fn errors_of_the_source_are_returned_unchanged() {
    for (format, compress) in [(Compression::Plain, <[u8]>::to_vec as Pack)].into_iter().chain(FORMATS) {
        let compressed = compress(&text());
        for at in [0, 2, compressed.len() / 2] {
            let (before, after) = compressed.split_at(at);
            let read = Input::new(FailsOnce { before, after, has_failed: false })
                .and_then(|mut input| input.read_to_end(&mut Vec::new()));
            let error = read.expect_err("the error of the source");
            assert_eq!(
                (error.kind(), error.to_string().as_str()),
                (io::ErrorKind::TimedOut, "timed out"),
                "{format:?} at {at}"
            );
        }
    }
}

/// A signal while reading is not an error.
#[test]
fn interrupted_reads_are_continued() {
    struct Interrupted<'a>(&'a [u8], bool);
    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }
    let text = text();
    for (compressed, name) in
        [(text.clone(), "plain"), (gzip(&text), "gzip"), (bzip2(&text), "bzip2"), (zstd(&text), "zstd")]
    {
        let mut read = Vec::new();
        let result =
            Input::new(Interrupted(&compressed, false)).and_then(|mut input| input.read_to_end(&mut read));
        assert!(result.is_ok() && read == text, "{name}: {result:?}");
        // The caller receives the error unchanged and retries.
        let mut input = Input::new(Interrupted(&compressed, false)).expect("the read is retried");
        let mut messages = Vec::new();
        loop {
            match input.read(&mut [0; 4096]) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => messages.push(error.to_string()),
            }
        }
        let as_it_is = io::Error::from(io::ErrorKind::Interrupted).to_string();
        assert!(
            !messages.is_empty() && messages.iter().all(|message| *message == as_it_is),
            "{name}: {messages:?}"
        );
    }
}
