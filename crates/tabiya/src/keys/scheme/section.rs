/// A run of numbers for one kind of feature.
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
    /// The initial value of the pawn key.
    NoPawns,
}

impl Section {
    /// All sections in the usual order.
    pub const ALL: [Section; 5] =
        [Section::Pieces, Section::Castling, Section::EnPassant, Section::Side, Section::NoPawns];
}
