//! The game a `position` command describes.

use tabiya::{AnyGame, AnyPosition, Reading, Variant, printable};

use super::command::Start;

/// The game after the command, whole or not at all. Repairs of the FEN go to `notes`.
pub(crate) fn set_up(
    variant: Variant,
    start: &Start,
    moves: &[String],
    notes: &mut Vec<String>,
) -> Result<AnyGame, String> {
    let mut game = match start {
        Start::Usual => AnyGame::new(variant),
        Start::Fen(fen) => {
            let parsed =
                AnyPosition::from_fen(variant, fen, Reading::LENIENT).map_err(|error| error.to_string())?;
            notes.extend(parsed.notes.iter().map(ToString::to_string));
            AnyGame::from(parsed.position)
        }
    };
    for (i, text) in moves.iter().enumerate() {
        game.play_uci(text).map_err(|error| format!("ply {} ({}): {error}", i + 1, printable(text)))?;
    }
    Ok(game)
}
