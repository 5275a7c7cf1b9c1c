//! Reading positions and moves, and processing standard input line by line.

pub(crate) use tabiya_cli::args::{join, lenient_position, read_position, warn};
pub(crate) use tabiya_pgn::{moves_of, parse_ply, play_each};

use crate::output::{Failure, Verdict};

/// Processes each line of standard input: see [`tabiya_cli::args::answer_each_line`].
pub(crate) fn answer_each_line(
    as_json: bool,
    answer: impl FnMut(&str, usize) -> Result<String, String>,
) -> Result<Verdict, Failure> {
    let is_good = tabiya_cli::args::answer_each_line(as_json, answer)?;
    Ok(if is_good { Verdict::Good } else { Verdict::BadInput })
}
