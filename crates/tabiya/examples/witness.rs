//! A witness follows what a move changes: here it keeps another program's key, and counts pieces, while moves are played.

use tabiya::keys::schemes;
use tabiya::{Chess, Feature, Piece, Position, Role, Witness};

/// How many pawns are on the board, kept up to date by what goes off and on.
struct Pawns(i32);

impl Witness for Pawns {
    fn toggle(&mut self, feature: Feature, on: bool) {
        if let Feature::Piece(Piece { role: Role::Pawn, .. }, _) = feature {
            self.0 += if on { 1 } else { -1 };
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::<Chess>::start();
    let mut pawns = Pawns(16);
    for uci in ["e2e4", "d7d5", "e4d5", "d8d5"] {
        let mv = position.parse_uci(uci)?;
        position = position.play_legal_with(mv, &mut pawns);
        println!("{uci}  {}  {} pawns", schemes::POLYGLOT.key(&position), pawns.0);
    }
    assert_eq!(pawns.0, 14);
    Ok(())
}
