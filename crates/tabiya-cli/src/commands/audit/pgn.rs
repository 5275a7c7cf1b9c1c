//! Positions from PGN files.

use std::path::Path;

use tabiya::{AnyPosition, Variant};
use tabiya_audit::Collection;
use tabiya_pgn::{Input, Reader, Record, replay};

use crate::output::{self, Failure, Verdict, complain};

/// Adds the positions of a file's games until the collection is full. Returns whether all games could be played.
pub(super) fn add_games(
    path: &Path,
    variant: Variant,
    collection: &mut Collection<'_>,
    progress: &mut dyn FnMut(usize),
) -> Result<Verdict, Failure> {
    let name = output::path(path);
    let input =
        Input::open(path).map_err(|error| Failure::BadInput(format!("cannot read {name}: {error}")))?;
    let mut reader = Reader::new(input);
    let mut record = Record::new();
    let (mut games, mut left_out, mut verdict) = (0, 0, Verdict::Good);
    let bad = |error| Failure::BadInput(format!("{name}: {error}"));
    while !collection.is_full() && reader.read_game(&mut record).map_err(bad)? {
        games += 1;
        match replay::setup(&record, variant) {
            Ok((start, _)) if start.variant() == variant => {
                if let Err(problem) = add_game(start, &record, collection) {
                    complain("error", format!("{name}, game {games}, {problem}"));
                    verdict = Verdict::BadInput;
                }
            }
            Ok(_) | Err(_) => left_out += 1,
        }
        progress(collection.len());
    }
    if left_out > 0 {
        complain(
            "warning",
            format!("{left_out} of {games} games skipped: not {variant}, or without a valid start position"),
        );
    }
    Ok(verdict)
}

/// Adds every position up to the first illegal move.
fn add_game(start: AnyPosition, record: &Record, collection: &mut Collection<'_>) -> Result<(), String> {
    let add = |collection: &mut Collection<'_>, position: &AnyPosition| {
        collection.add(position).map_err(|error| format!("line {}: {error}", record.line()))
    };
    let mut position = start;
    add(collection, &position)?;
    for (index, (san, line)) in record.moves().enumerate() {
        let mv = position.parse_san(san);
        position =
            position.play_legal(mv.map_err(|error| format!("line {line}, ply {}: {error}", index + 1))?);
        add(collection, &position)?;
    }
    Ok(())
}
