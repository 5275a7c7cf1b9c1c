//! One position per line: FEN or EPD.

use tabiya::{AnyPosition, Reading, Variant, epd_to_fen};

/// The position of a line: four fields, then the counters of a FEN, the operations of an EPD, or nothing.
pub(super) fn position(line: &str, variant: Variant) -> Result<AnyPosition, String> {
    let fen = epd_to_fen(line).map_err(|error| error.to_string())?;
    AnyPosition::from_fen(variant, fen.as_deref().unwrap_or(line), Reading::LENIENT)
        .map(|parsed| parsed.position)
        .map_err(|error| error.to_string())
}
