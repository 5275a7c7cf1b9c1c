use crate::keys::native;
use crate::{
    Bitboard, ByColor, ByRole, Castling, Color, Feature, File, Key, Key128, Keys, Piece, Role, Square,
    Witness,
};

/// Everything a position's key depends on, and the keys.
///
/// Two positions are the same under FIDE article 9.2 if and only if their identities are equal. Only the setters
/// change an identity, and they update its keys: `put`, `remove`, `set_castling`, `set_en_passant`, `pass_turn`,
/// and two that combine several of these, `step` and `lose_castling`.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// // A double step that cannot be captured en passant does not change the identity.
/// let stepped: Position<Chess> = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1".parse()?;
/// let plain: Position<Chess> = "4k3/8/8/8/4P3/8/8/4K3 b - - 7 40".parse()?;
/// assert_eq!(stepped.identity(), plain.identity());
/// assert_eq!(stepped.key(), plain.key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    by_role: ByRole<Bitboard>,
    by_color: ByColor<Bitboard>,
    keys: Keys,
    castling: Castling,
    en_passant: Option<File>,
    turn: Color,
}

impl Identity {
    /// An empty board, white to move.
    pub(crate) fn empty() -> Identity {
        Identity {
            by_role: ByRole::default(),
            by_color: ByColor::default(),
            keys: Keys::default(),
            castling: Castling::NONE,
            en_passant: None,
            turn: Color::White,
        }
    }

    /// The squares of all pieces of a role.
    #[inline]
    #[must_use]
    pub fn role(&self, role: Role) -> Bitboard {
        self.by_role[role]
    }

    /// The squares of a color's pieces.
    #[inline]
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// The squares of a color's pieces of one role.
    #[inline]
    #[must_use]
    pub fn piece(&self, piece: Piece) -> Bitboard {
        self.by_role[piece.role] & self.by_color[piece.color]
    }

    /// All occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[Color::White] | self.by_color[Color::Black]
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.by_color[color].contains(square))?;
        Some(Piece { color, role: self.role_of_occupied(square) })
    }

    /// The role of the piece on an occupied square.
    #[inline]
    pub(crate) fn role_of_occupied(&self, square: Square) -> Role {
        // Branch-free: avoids a misprediction on the role.
        let here = |role: Role| (self.by_role[role].0 >> square as u8 & 1) as usize * role as usize;
        let role = here(Role::Knight)
            | here(Role::Bishop)
            | here(Role::Rook)
            | here(Role::Queen)
            | here(Role::King)
            | here(Role::BiaNgai);
        match role {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            5 => Role::King,
            _ => Role::BiaNgai,
        }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The castling rights.
    #[inline]
    #[must_use]
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The file on which a pawn can legally be captured en passant.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<File> {
        self.en_passant
    }

    /// The position's Zobrist keys, updated incrementally.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// All features that are on.
    pub fn features(&self) -> impl Iterator<Item = Feature> + '_ {
        let pieces = self
            .occupied()
            .into_iter()
            .filter_map(|square| self.piece_at(square).map(|piece| Feature::Piece(piece, square)));
        pieces.chain(self.state())
    }

    /// All features that are on, except pieces.
    fn state(&self) -> impl Iterator<Item = Feature> + '_ {
        let castling = Color::ALL.into_iter().flat_map(|color| {
            self.castling.rooks_of(color).into_iter().map(move |rook| Feature::Castling(color, rook.file()))
        });
        let en_passant = self.en_passant.map(Feature::EnPassant);
        let turn = (self.turn == Color::Black).then_some(Feature::BlackToMove);
        castling.chain(en_passant).chain(turn)
    }

    /// The keys computed from scratch; tests compare the incremental keys with these.
    #[must_use]
    pub fn keys_from_scratch(&self) -> Keys {
        let mut keys = Keys { full: self.key_of_state(), ..Keys::default() };
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                let squares = self.piece(piece);
                let sum = squares.into_iter().fold(Key(0), |sum, square| sum ^ native::piece(piece, square));
                keys.full ^= sum;
                match role {
                    Role::Pawn => keys.pawn ^= sum,
                    _ => keys.non_pawn[color] ^= sum,
                }
                keys.material.add_many(piece, squares.len());
            }
        }
        keys
    }

    /// The 128-bit key, computed from scratch.
    #[must_use]
    pub fn key_128(&self) -> Key128 {
        let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
        let sum = pieces.fold(Key128(0), |sum, piece| {
            self.piece(piece).into_iter().fold(sum, |sum, square| sum ^ native::piece_128(piece, square))
        });
        self.state().fold(sum, |sum, feature| sum ^ native::key_128(feature))
    }

    /// The key of everything except the pieces.
    fn key_of_state(&self) -> Key {
        let turn = if self.turn == Color::Black { native::BLACK_TO_MOVE } else { Key(0) };
        native::castling(self.castling) ^ native::en_passant(self.en_passant) ^ turn
    }
}

/// `bench/` compiles the crate once with `--cfg tabiya_no_keys` to measure the cost of the keys. Nothing else may.
const KEEPS_KEYS: bool = !cfg!(tabiya_no_keys);

/// The setters: the only code that changes piece sets, rights or keys.
impl Identity {
    /// Puts a piece on an empty square.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put<W: Witness>(&mut self, piece: Piece, square: Square, witness: &mut W) {
        self.toggle(piece, square.bitboard(), native::piece(piece, square));
        if KEEPS_KEYS {
            self.keys.material.add(piece);
        }
        witness.toggle(Feature::Piece(piece, square), true);
    }

    /// Removes a piece from its square.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn remove<W: Witness>(&mut self, piece: Piece, square: Square, witness: &mut W) {
        self.toggle(piece, square.bitboard(), native::piece(piece, square));
        if KEEPS_KEYS {
            self.keys.material.remove(piece);
        }
        witness.toggle(Feature::Piece(piece, square), false);
    }

    /// Moves a piece from one square to another and removes a captured piece there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn step<W: Witness>(
        &mut self,
        piece: Piece,
        (from, to): (Square, Square),
        victim: Option<Piece>,
        witness: &mut W,
    ) {
        if let Some(victim) = victim {
            self.remove(victim, to, witness);
        }
        self.toggle(
            piece,
            from.bitboard() | to.bitboard(),
            native::piece(piece, from) ^ native::piece(piece, to),
        );
        witness.toggle(Feature::Piece(piece, from), false);
        witness.toggle(Feature::Piece(piece, to), true);
    }

    /// Sets the castling rights.
    #[inline]
    pub(crate) fn set_castling<W: Witness>(&mut self, castling: Castling, witness: &mut W) {
        if KEEPS_KEYS {
            self.keys.full ^= native::castling(self.castling) ^ native::castling(castling);
        }
        // A loop of constant length: the compiler removes it for the witness `()`.
        for &color in &Color::ALL {
            for &file in &File::ALL {
                if self.castling.has(color, file) != castling.has(color, file) {
                    witness.toggle(Feature::Castling(color, file), castling.has(color, file));
                }
            }
        }
        self.castling = castling;
    }

    /// Removes rights, if there are any to remove. Usually there are none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn lose_castling<W: Witness>(&mut self, lost: Castling, witness: &mut W) {
        if !lost.is_empty() {
            self.set_castling(self.castling.without(lost), witness);
        }
    }

    /// Sets the file on which a pawn can legally be captured en passant.
    #[inline]
    pub(crate) fn set_en_passant<W: Witness>(&mut self, file: Option<File>, witness: &mut W) {
        if KEEPS_KEYS {
            self.keys.full ^= native::en_passant(self.en_passant) ^ native::en_passant(file);
        }
        if let Some(old) = self.en_passant {
            witness.toggle(Feature::EnPassant(old), false);
        }
        if let Some(new) = file {
            witness.toggle(Feature::EnPassant(new), true);
        }
        self.en_passant = file;
    }

    /// Switches the side to move.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn pass_turn<W: Witness>(&mut self, from: Color, witness: &mut W) {
        self.turn = !from;
        if KEEPS_KEYS {
            self.keys.full ^= native::BLACK_TO_MOVE;
        }
        witness.toggle(Feature::BlackToMove, self.turn == Color::Black);
    }

    /// Flips a piece's squares in its sets and XORs a key into the keys it belongs to.
    ///
    /// Every set is combined with a mask instead of indexing by role: an indexed store followed by a load of the
    /// copy would stall on store forwarding, and the masked form vectorizes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn toggle(&mut self, piece: Piece, squares: Bitboard, key: Key) {
        let of_role = &ONLY[piece.role.index()];
        let of_color = &ONLY[piece.color as usize];
        for (set, only) in self.by_role.0.iter_mut().zip(of_role) {
            set.0 ^= squares.0 & only;
        }
        for (set, only) in self.by_color.0.iter_mut().zip(of_color) {
            set.0 ^= squares.0 & only;
        }
        if !KEEPS_KEYS {
            return;
        }
        let (pawn, non_pawn) = if piece.role == Role::Pawn { (key, Key(0)) } else { (Key(0), key) };
        self.keys.full ^= key;
        self.keys.pawn ^= pawn;
        for (sum, only) in self.keys.non_pawn.0.iter_mut().zip(of_color) {
            sum.0 ^= non_pawn.0 & only;
        }
    }
}

/// Row `i` has all bits set in column `i` and none in the others.
static ONLY: [[u64; 8]; 8] = {
    let mut masks = [[0; 8]; 8];
    let mut place = 0;
    while place < 8 {
        masks[place][place] = u64::MAX;
        place += 1;
    }
    masks
};

/// Compares everything except the keys, which are a function of the rest.
impl PartialEq for Identity {
    fn eq(&self, other: &Identity) -> bool {
        self.by_role == other.by_role
            && self.by_color == other.by_color
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.turn == other.turn
    }
}

impl Eq for Identity {}

impl core::hash::Hash for Identity {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.keys.full.hash(state);
    }
}
