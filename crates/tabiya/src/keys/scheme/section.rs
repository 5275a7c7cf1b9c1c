/// A run of numbers with one purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Pieces on squares.
    Pieces,
    /// Castling rights.
    Castling,
    /// En passant.
    EnPassant,
    /// The side to move.
    Side,
    /// What the pawn part starts with.
    NoPawns,
}

impl Section {
    /// Every section, in the usual order.
    pub const ALL: [Section; 5] =
        [Section::Pieces, Section::Castling, Section::EnPassant, Section::Side, Section::NoPawns];
}
