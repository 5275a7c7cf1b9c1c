//! Builds a Polyglot book from a few games and probes it.

use std::io::Cursor;

use tabiya::{Chess, Position};
use tabiya_pgn::book::{Book, BookBuilder, Options, add_to_book, shares};
use tabiya_pgn::{Reader, Record};

const GAMES: &str = "\
1. e4 e5 2. Nf3 Nc6 1-0

1. e4 c5 2. Nf3 d6 0-1

1. d4 d5 2. c4 e6 1/2-1/2
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = BookBuilder::new(Options { min_games: 1, ..Options::default() }, &std::env::temp_dir());
    let (mut reader, mut record) = (Reader::new(GAMES.as_bytes()), Record::new());
    while reader.read_game(&mut record)? {
        add_to_book(&mut builder, &record)?;
    }
    let mut bytes = Vec::new();
    let stats = builder.finish(&mut bytes)?;
    println!("{} moves in {} positions", stats.entries, stats.positions);

    let mut book = Book::new(Cursor::new(bytes))?;
    let start = Position::<Chess>::start();
    for share in shares(&book.probe(&start)?) {
        println!("{}  {:.0} %", start.san(share.mv), 100.0 * share.share);
    }
    Ok(())
}
