//! The board from one side's point of view, with its pawns moving up, so that the evaluation is written for one
//! color.

use tabiya::{Bitboard, Color, Position, Role, Rules, Square};

use super::{Tally, Term};

/// The dark squares.
pub(super) const DARK: Bitboard = Bitboard::DARK_SQUARES;

/// One side's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct SidePieces {
    /// Pawns or bia.
    pub(super) pawns: Bitboard,
    /// Knights or ma.
    pub(super) knights: Bitboard,
    /// Bishops or khon.
    pub(super) bishops: Bitboard,
    /// Rooks or rua.
    pub(super) rooks: Bitboard,
    /// Queens, or mets and promoted bia together.
    pub(super) queens: Bitboard,
    /// All pieces, including the king.
    pub(super) all: Bitboard,
    /// The square of the king or khun.
    pub(super) king: Square,
}

/// Both sides' pieces from one side's point of view.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) own: SidePieces,
    pub(super) enemy: SidePieces,
    pub(super) occupied: Bitboard,
}

impl View {
    /// White's and Black's view.
    #[inline(always)]
    pub(super) fn both<R: Rules>(position: &Position<R>) -> [View; 2] {
        let pieces = |color| SidePieces::of(position, color);
        let (white, black) = (pieces(Color::White), pieces(Color::Black));
        let occupied = white.all | black.all;
        [
            View { own: white, enemy: black, occupied },
            View { own: black.flipped(), enemy: white.flipped(), occupied: occupied.flipped() },
        ]
    }
}

impl SidePieces {
    #[inline(always)]
    fn of<R: Rules>(position: &Position<R>, color: Color) -> SidePieces {
        let id = position.identity();
        let all = id.color(color);
        let mut queens = id.role(Role::Queen);
        if R::HAS_PROMOTED_PAWNS {
            queens |= id.role(Role::BiaNgai);
        }
        SidePieces {
            pawns: id.role(Role::Pawn) & all,
            knights: id.role(Role::Knight) & all,
            bishops: id.role(Role::Bishop) & all,
            rooks: id.role(Role::Rook) & all,
            queens: queens & all,
            all,
            king: position.king(color),
        }
    }

    #[inline(always)]
    fn flipped(self) -> SidePieces {
        SidePieces {
            pawns: self.pawns.flipped(),
            knights: self.knights.flipped(),
            bishops: self.bishops.flipped(),
            rooks: self.rooks.flipped(),
            queens: self.queens.flipped(),
            all: self.all.flipped(),
            king: self.king.flipped(),
        }
    }

    /// Knights and bishops.
    #[inline(always)]
    pub(super) fn minors(&self) -> Bitboard {
        self.knights | self.bishops
    }

    /// Counts a side's pieces on these squares, by role from pawn to queen.
    #[inline(always)]
    pub(super) fn tally_on<T: Tally>(&self, squares: Bitboard, term: Term, tally: &mut T) {
        if squares.is_empty() {
            return;
        }
        for (role, pieces) in
            [self.pawns, self.knights, self.bishops, self.rooks, self.queens].into_iter().enumerate()
        {
            tally.add(term, role, (pieces & squares).len() as i32);
        }
    }

    /// All pieces except pawns and king.
    #[inline(always)]
    pub(super) fn pieces(&self) -> Bitboard {
        self.knights | self.bishops | self.rooks | self.queens
    }
}

/// The attacks of one side's pieces, from its point of view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attacks {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) queens: Bitboard,
    pub(super) king: Bitboard,
    /// Attacked squares.
    pub(super) all: Bitboard,
    /// Squares attacked twice or more.
    pub(super) twice: Bitboard,
}

impl Attacks {
    /// Adds the attacks of another piece.
    #[inline(always)]
    pub(super) fn note(&mut self, reach: Bitboard) {
        self.twice |= self.all & reach;
        self.all |= reach;
    }

    /// The same attacks from the enemy's point of view.
    #[inline(always)]
    pub(super) fn flipped(self) -> Attacks {
        Attacks {
            pawns: self.pawns.flipped(),
            knights: self.knights.flipped(),
            bishops: self.bishops.flipped(),
            rooks: self.rooks.flipped(),
            queens: self.queens.flipped(),
            king: self.king.flipped(),
            all: self.all.flipped(),
            twice: self.twice.flipped(),
        }
    }
}

/// The set shifted up one rank.
#[inline(always)]
pub(super) fn up(set: Bitboard) -> Bitboard {
    set.forward(Color::White)
}

/// The set shifted down one rank.
#[inline(always)]
pub(super) fn down(set: Bitboard) -> Bitboard {
    set.forward(Color::Black)
}

/// The set shifted one file to either side, without the set itself.
#[inline(always)]
pub(super) fn adjacent_files(set: Bitboard) -> Bitboard {
    set.west() | set.east()
}

/// The set and all squares above it.
#[inline(always)]
pub(super) fn and_above(mut set: Bitboard) -> Bitboard {
    set.0 |= set.0 << 8;
    set.0 |= set.0 << 16;
    set.0 |= set.0 << 32;
    set
}

/// The set and all squares below it.
#[inline(always)]
pub(super) fn and_below(mut set: Bitboard) -> Bitboard {
    set.0 |= set.0 >> 8;
    set.0 |= set.0 >> 16;
    set.0 |= set.0 >> 32;
    set
}

/// The rank index, 0 to 7.
#[inline(always)]
pub(super) fn rank(square: Square) -> usize {
    square as usize >> 3
}

/// The file index, 0 to 7.
#[inline(always)]
pub(super) fn file(square: Square) -> usize {
    square as usize & 7
}

/// The king distance between two squares.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> usize {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}

/// The Manhattan distance from the center, 0 to 6.
pub(super) fn from_center(square: Square) -> i32 {
    let off = |place: usize| (if place < 4 { 3 - place } else { place - 4 }) as i32;
    off(file(square)) + off(rank(square))
}
