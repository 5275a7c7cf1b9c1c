//! The board as one side sees it. Everything is turned so that the side's pawns move up, and so the rest of the
//! evaluation knows no colors: what is written for one side holds for both.

use tabiya::{Bitboard, Color, Position, Role, Rules, Square};

use super::{Tally, Term};

/// The squares of a1's color.
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
    /// All of them, and the king.
    pub(super) all: Bitboard,
    /// Where the king or khun stands.
    pub(super) king: Square,
}

/// Both sides' pieces as one side sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) own: SidePieces,
    pub(super) enemy: SidePieces,
    pub(super) occupied: Bitboard,
}

impl View {
    /// White's view and black's.
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

    /// Counts those of these squares where pieces stand, by role from pawn to queen.
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

    /// Everything but pawns and the king.
    #[inline(always)]
    pub(super) fn pieces(&self) -> Bitboard {
        self.knights | self.bishops | self.rooks | self.queens
    }
}

/// What one side's pieces attack, in its own view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attacks {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) queens: Bitboard,
    pub(super) king: Bitboard,
    /// What any piece attacks.
    pub(super) all: Bitboard,
    /// What two pieces attack, or more.
    pub(super) twice: Bitboard,
}

impl Attacks {
    /// Notes what another piece attacks.
    #[inline(always)]
    pub(super) fn note(&mut self, reach: Bitboard) {
        self.twice |= self.all & reach;
        self.all |= reach;
    }

    /// The same attacks in the enemy's view.
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

/// The set moved up a row.
#[inline(always)]
pub(super) fn up(set: Bitboard) -> Bitboard {
    set.forward(Color::White)
}

/// The set moved down a row.
#[inline(always)]
pub(super) fn down(set: Bitboard) -> Bitboard {
    set.forward(Color::Black)
}

/// The set moved a column to either side, without the set itself.
#[inline(always)]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.west() | set.east()
}

/// The set and everything above it.
#[inline(always)]
pub(super) fn and_above(mut set: Bitboard) -> Bitboard {
    set.0 |= set.0 << 8;
    set.0 |= set.0 << 16;
    set.0 |= set.0 << 32;
    set
}

/// The set and everything below it.
#[inline(always)]
pub(super) fn and_below(mut set: Bitboard) -> Bitboard {
    set.0 |= set.0 >> 8;
    set.0 |= set.0 >> 16;
    set.0 |= set.0 >> 32;
    set
}

/// The rank as a number, 0 to 7.
#[inline(always)]
pub(super) fn rank(square: Square) -> usize {
    square as usize >> 3
}

/// The file as a number, 0 to 7.
#[inline(always)]
pub(super) fn file(square: Square) -> usize {
    square as usize & 7
}

/// How many king's moves lie between two squares.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> usize {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}

/// How far from the four centre squares, by file and by rank together: 0 to 6.
pub(super) fn from_centre(square: Square) -> i32 {
    let off = |place: usize| (if place < 4 { 3 - place } else { place - 4 }) as i32;
    off(file(square)) + off(rank(square))
}
