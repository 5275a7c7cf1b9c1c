use tabiya::{AnyPosition, FenWarning, Reading, Variant};

use super::complain;

/// Reads a FEN leniently and prints warnings about repairs, with the line number if there is one.
///
/// ```
/// let position = tabiya_cli::args::lenient_position("startpos", None, None)?;
/// assert_eq!(position, tabiya::AnyPosition::start(tabiya::Variant::Chess));
/// # Ok::<(), String>(())
/// ```
pub fn lenient_position(
    fen: &str,
    variant: Option<Variant>,
    line: Option<usize>,
) -> Result<AnyPosition, String> {
    let (position, notes) = read_position(fen, variant, false)?;
    warn(&notes, line);
    Ok(position)
}

/// Reads a FEN or an EPD. Without a variant, chess, or Chess960 if the text is valid only there.
///
/// ```
/// assert!(tabiya_cli::args::read_position("8/8/8/8/8/8/8/8 w - -", None, true).is_err());
/// ```
pub fn read_position(
    text: &str,
    variant: Option<Variant>,
    strict: bool,
) -> Result<(AnyPosition, Vec<FenWarning>), String> {
    let from_epd = tabiya::epd_to_fen(text).map_err(|error| error.to_string())?;
    let fen = from_epd.as_deref().unwrap_or(text);
    let reading = if strict { Reading::STRICT } else { Reading::LENIENT };
    let read = match variant {
        Some(variant) => AnyPosition::from_fen(variant, fen, reading),
        None => AnyPosition::from_fen(Variant::Chess, fen, reading.either()),
    };
    read.map(|parsed| (parsed.position, parsed.notes)).map_err(|error| error.to_string())
}

/// Prints warnings about repairs.
pub fn warn(notes: &[FenWarning], line: Option<usize>) {
    for note in notes {
        match line {
            Some(line) => complain("warning", format!("line {line}: {note}")),
            None => complain("warning", note),
        }
    }
}
