//! Packed files, whole and damaged.

mod common;

use std::io::{Read, Write};

use common::count;
use flate2::Compression as Level;
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
    encoder.write_all(text).and_then(|()| encoder.finish()).expect("a vector takes all")
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).and_then(|()| encoder.finish()).expect("a vector takes all")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

type Pack = fn(&[u8]) -> Vec<u8>;
const FORMATS: [(Compression, Pack); 3] =
    [(Compression::Gzip, gzip), (Compression::Bzip2, bzip2), (Compression::Zstd, zstd)];

#[test]
fn packed_files_are_known_by_their_first_bytes_and_read() {
    for (format, pack) in FORMATS {
        let packed = pack(&text());
        let input = Input::new(packed.as_slice()).expect("it can be read");
        assert_eq!(input.compression(), format);
        let (games, error) = count(input);
        assert!(error.is_none(), "{format:?}: {error:?}");
        assert_eq!(games, GAMES);
    }
}

#[test]
fn files_packed_in_pieces_are_read_to_the_end() {
    for (format, pack) in FORMATS {
        let text = text();
        let (first, second) = text.split_at(text.len() / 3);
        let packed = [pack(first), pack(second)].concat();
        let (games, error) = count(Input::new(packed.as_slice()).expect("it can be read"));
        assert!(error.is_none(), "{format:?}: {error:?}");
        assert_eq!(games, GAMES, "{format:?}");
    }
}

#[test]
fn a_file_cut_short_gives_the_games_before_the_cut_and_says_where_it_was() {
    for (format, pack) in FORMATS {
        let packed = pack(&text());
        for keep in [5, packed.len() / 2, packed.len() - 3] {
            let (games, error) = count(Input::new(&packed[..keep]).expect("it can be read"));
            let error = error.unwrap_or_else(|| panic!("{format:?} cut at {keep} was read")).to_string();
            assert!(error.contains(&format!("byte {keep} of the file")), "{format:?}: {error}");
            assert!(games <= GAMES, "{format:?}");
            assert!(keep == 5 || games > 0, "{format:?} cut at {keep}");
        }
    }
}

/// A Zstandard frame without a checksum, of blocks that are not packed.
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
/// How the header of a frame says one mebibyte.
const MEBIBYTE: u8 = 10 << 3;

/// What comes before an error, and the error.
fn unpacked(packed: &[u8]) -> (Vec<u8>, String) {
    let mut text = Vec::new();
    let result = Input::new(packed).expect("it can be read").read_to_end(&mut text);
    (text, result.err().map_or_else(String::new, |error| error.to_string()))
}

#[test]
fn every_whole_block_before_a_cut_comes_out() {
    let (text, header, block) = (text(), 6, BLOCK + 3);
    let packed = plain_frame(MEBIBYTE, &text);
    for keep in [header + 1, header + block, header + 7 * block + 2, header + 9 * block + 500] {
        let (before, error) = unpacked(&packed[..keep]);
        assert_eq!(before.len(), (keep - header) / block * BLOCK, "cut at {keep}");
        assert!(text.starts_with(&before) && error.contains("cut short"), "cut at {keep}: {error}");
    }
    let mut damaged = packed;
    damaged[header + 8 * block] = 0x06;
    let (before, error) = unpacked(&damaged);
    assert!(before == text[..8 * BLOCK] && error.contains("damaged"), "{} bytes: {error}", before.len());
}

#[test]
fn a_zstd_file_without_its_last_byte_gives_every_game() {
    let packed = zstd(&text());
    let (games, error) = count(Input::new(&packed[..packed.len() - 1]).expect("it can be read"));
    assert_eq!(games, GAMES);
    assert!(error.expect("the checksum is not whole").to_string().contains("cut short"));
}

#[test]
fn a_damaged_file_gives_an_error_and_no_panic() {
    for (format, pack) in FORMATS {
        let packed = pack(&text());
        for place in [20, packed.len() / 3, packed.len() / 2, packed.len() - 2] {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x55;
            let (games, error) = count(Input::new(damaged.as_slice()).expect("it can be read"));
            assert!(error.is_some(), "{format:?} damaged at {place}: {games} games");
        }
    }
}

#[test]
fn the_games_before_the_damage_are_the_right_ones() {
    let packed = gzip(&text());
    let mut cut = Vec::new();
    let _ = Input::new(&packed[..packed.len() / 2]).expect("it can be read").read_to_end(&mut cut);
    assert!(text().starts_with(&cut) && !cut.is_empty());
    let whole = cut.windows(4).filter(|end| end == b"1-0\n").count();
    let (games, error) = count(Input::new(&packed[..packed.len() / 2]).expect("it can be read"));
    assert!(error.is_some());
    assert!(games == whole || games == whole + 1, "{games} of {whole}");
}

#[test]
fn short_and_empty_inputs_are_plain() {
    for bytes in [&b""[..], b"x", b"\x1f", b"BZ", b"1."] {
        assert_eq!(Input::new(bytes).expect("it can be read").compression(), Compression::Plain);
    }
}
