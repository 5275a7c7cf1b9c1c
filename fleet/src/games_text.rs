//! Export of games as PGN.

use std::io::{self, BufWriter, PipeReader, Write};
use std::thread;

use tabiya_db::{Collection, DbError, GameId, Result};

/// Writes all games as PGN, by number.
pub fn write_all(games: &dyn Collection, out: &mut impl Write) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let failed = |error: io::Error| DbError::Other(Box::new(error));
    for number in 1..=games.games() {
        games.game(GameId(number))?.write_pgn(&mut out, &[]).map_err(failed)?;
    }
    out.flush().map_err(failed)
}

/// Passes all games as PGN to a function through a pipe. Returns the function's result if all games were written.
pub fn through_pipe<T>(games: &dyn Collection, read: impl FnOnce(PipeReader) -> Result<T>) -> Result<T> {
    let (reader, mut writer) = io::pipe().map_err(|error| DbError::Other(Box::new(error)))?;
    thread::scope(|scope| {
        let source = scope.spawn(move || write_all(games, &mut writer));
        // If the function fails, the writer fails with a broken pipe: report the function's error.
        let result = read(reader)?;
        source.join().expect("the writer does not panic")?;
        Ok(result)
    })
}
