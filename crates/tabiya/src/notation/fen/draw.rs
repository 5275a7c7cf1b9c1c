//! Text diagrams of positions.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::alphabet::Alphabet;
use crate::{File, Position, Rank, Rules, Square};

/// Writes the FEN; `{:#}` draws the board with FEN letters, white at the bottom.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let position: Position<Chess> = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
/// assert_eq!(format!("{position:#}"), "\
/// 8 . . . . k . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . P . . .
/// 1 . . . . K . . R
///   a b c d e f g h");
/// # Ok::<(), tabiya::FenError>(())
/// ```
impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.write_str(&self.to_fen());
        }
        for rank in Rank::ALL.into_iter().rev() {
            let mut row = format!("{} ", rank as u8 + 1);
            for file in File::ALL {
                let mut letter = String::new();
                match self.piece_at(Square::new(file, rank)) {
                    Some(piece) => Alphabet::of::<R>().write(piece, &mut letter),
                    None => letter.push('.'),
                }
                // A promoted bia has two letters and fills its column.
                row.push_str(&format!("{letter:<2}"));
            }
            writeln!(f, "{}", row.trim_end())?;
        }
        f.write_str("  a b c d e f g h")
    }
}
