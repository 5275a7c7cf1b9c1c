//! The rules by definition: 64 squares, step by step geometry, and "the king is not attacked afterwards" tried on the
//! board. No bitboards, no pins, no code shared with the fast generator.

use tabiya::{Color, File, Move, MoveKind, Piece, Position, Rank, Role, Rules, Square};

type Step = (i8, i8);

const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ALL_ROUND: [Step; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const WHITE_PAWN: [Step; 2] = [(-1, 1), (1, 1)];
const BLACK_PAWN: [Step; 2] = [(-1, -1), (1, -1)];
const WHITE_KHON: [Step; 5] = [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1)];
const BLACK_KHON: [Step; 5] = [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A board and its game.
#[derive(Clone)]
pub(crate) struct Board {
    pieces: [Option<Piece>; 64],
    is_makruk: bool,
}

impl Board {
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Board {
        Board { pieces: Square::ALL.map(|square| position.piece_at(square)), is_makruk: R::NAME == "makruk" }
    }

    pub(crate) fn same_pieces(&self, other: &Board) -> bool {
        self.pieces == other.pieces
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square as usize]
    }

    fn holds(&self, square: Square, color: Color) -> bool {
        self.at(square).is_some_and(|piece| piece.color == color)
    }

    /// The steps of a piece, and how often it may repeat one.
    fn gait(&self, piece: Piece) -> (&'static [Step], usize) {
        let white = piece.color == Color::White;
        match (self.is_makruk, piece.role) {
            (_, Role::Pawn) => (if white { &WHITE_PAWN } else { &BLACK_PAWN }, 1),
            (_, Role::Knight) => (&KNIGHT, 1),
            (_, Role::Rook) => (&STRAIGHT, 8),
            (_, Role::King) => (&ALL_ROUND, 1),
            (false, Role::Bishop) => (&DIAGONAL, 8),
            (false, Role::Queen) => (&ALL_ROUND, 8),
            (true, Role::Bishop) => (if white { &WHITE_KHON } else { &BLACK_KHON }, 1),
            (true, Role::Queen) | (_, Role::BiaNgai) => (&DIAGONAL, 1),
        }
    }

    /// Visits each attacked square until the visitor returns true; returns whether it did.
    fn attacks_until(&self, from: Square, piece: Piece, mut enough: impl FnMut(Square) -> bool) -> bool {
        let (steps, times) = self.gait(piece);
        for &(files, ranks) in steps {
            let mut at = from;
            for _ in 0..times {
                let Some(next) = at.offset(files, ranks) else { break };
                if enough(next) {
                    return true;
                }
                if self.at(next).is_some() {
                    break;
                }
                at = next;
            }
        }
        false
    }

    pub(crate) fn is_attacked(&self, square: Square, by: Color) -> bool {
        Square::ALL.into_iter().any(|from| match self.at(from) {
            Some(piece) if piece.color == by => {
                self.attacks_until(from, piece, |attacked| attacked == square)
            }
            _ => false,
        })
    }

    pub(crate) fn king(&self, color: Color) -> Square {
        let king = Some(Piece { color, role: Role::King });
        Square::ALL.into_iter().find(|&square| self.at(square) == king).expect("each side has a king")
    }

    pub(crate) fn king_is_attacked(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), !color)
    }

    /// The board after a move.
    #[must_use]
    pub(crate) fn after(&self, mv: Move) -> Board {
        let mut next = self.clone();
        let piece = next.pieces[mv.from as usize].take().expect("a piece moves");
        match mv.kind {
            MoveKind::Castle => {
                let rook = next.pieces[mv.to as usize].take();
                let (king_to, rook_to) = castled(mv.from, mv.to);
                next.pieces[king_to as usize] = Some(piece);
                next.pieces[rook_to as usize] = rook;
            }
            MoveKind::EnPassant => {
                next.pieces[Square::new(mv.to.file(), mv.from.rank()) as usize] = None;
                next.pieces[mv.to as usize] = Some(piece);
            }
            MoveKind::Promotion(role) => next.pieces[mv.to as usize] = Some(Piece { role, ..piece }),
            MoveKind::Normal | MoveKind::Capture | MoveKind::DoubleStep => {
                next.pieces[mv.to as usize] = Some(piece);
            }
        }
        next
    }
}

/// Every legal move, in order.
pub(crate) fn legal_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let us = position.turn();
    let mut moves = pseudo_legal_moves(position);
    let board = Board::of(position);
    moves.retain(|&mv| !board.after(mv).king_is_attacked(us));
    moves.sort();
    moves
}

/// Every move by geometry; the king may be left in check.
pub(crate) fn pseudo_legal_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let us = position.turn();
    let board = Board::of(position);
    let mut moves = Vec::new();
    for from in Square::ALL {
        match board.at(from) {
            Some(piece) if piece.color == us && piece.role == Role::Pawn => {
                pawn_moves(position, &board, from, &mut moves);
            }
            Some(piece) if piece.color == us => {
                board.attacks_until(from, piece, |to| {
                    if !board.holds(to, us) {
                        moves.push(Move { from, to, role: piece.role, kind: arrival(&board, to) });
                    }
                    false
                });
            }
            _ => {}
        }
    }
    if !board.is_makruk {
        castlings(position, &board, &mut moves);
    }
    moves
}

fn arrival(board: &Board, to: Square) -> MoveKind {
    if board.at(to).is_some() { MoveKind::Capture } else { MoveKind::Normal }
}

fn pawn_moves<R: Rules>(position: &Position<R>, board: &Board, from: Square, moves: &mut Vec<Move>) {
    let us = position.turn();
    let ahead = forward(us);
    let mut push = |to: Square, kind: MoveKind| moves.push(Move { from, to, role: Role::Pawn, kind });
    let mut arrive = |to: Square| match (board.is_makruk, own_rank(to, us)) {
        (true, Rank::Sixth) => push(to, MoveKind::Promotion(Role::BiaNgai)),
        (false, Rank::Eighth) => {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                push(to, MoveKind::Promotion(role));
            }
        }
        _ => push(to, arrival(board, to)),
    };
    let empty = |to: &Square| board.at(*to).is_none();
    if let Some(to) = from.offset(0, ahead).filter(empty) {
        arrive(to);
    }
    for files in [-1, 1] {
        if let Some(to) = from.offset(files, ahead).filter(|&to| board.holds(to, !us)) {
            arrive(to);
        }
    }
    if board.is_makruk {
        return;
    }
    let passed = from.offset(0, ahead).filter(empty);
    let beyond = passed.and_then(|passed| passed.offset(0, ahead)).filter(empty);
    if let Some(to) = beyond.filter(|_| own_rank(from, us) == Rank::Second) {
        push(to, MoveKind::DoubleStep);
    }
    let beside =
        |&target: &Square| [-1, 1].into_iter().any(|files| from.offset(files, ahead) == Some(target));
    if let Some(target) = position.double_step().filter(beside) {
        push(target, MoveKind::EnPassant);
    }
}

/// Castling by FIDE's Chess960 rules: the squares between and at the ends are empty except for king and rook,
/// and the king's origin, path and target are not attacked.
fn castlings<R: Rules>(position: &Position<R>, board: &Board, moves: &mut Vec<Move>) {
    let us = position.turn();
    let king = board.king(us);
    for file in File::ALL {
        if !position.castling().has(us, file) {
            continue;
        }
        let rook = Square::new(file, Rank::First.relative_to(us));
        let (king_to, rook_to) = castled(king, rook);
        let free = |square: Square| square == king || square == rook || board.at(square).is_none();
        let kings_way = stretch(king, king_to);
        if kings_way.iter().copied().chain(stretch(rook, rook_to)).all(free)
            && !kings_way.iter().any(|&square| board.is_attacked(square, !us))
        {
            moves.push(Move { from: king, to: rook, role: Role::King, kind: MoveKind::Castle });
        }
    }
}

/// The squares of king and rook after castling.
fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) =
        if rook.file() > king.file() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(king_file, king.rank()), Square::new(rook_file, king.rank()))
}

/// All squares of a rank from one to another, including both.
fn stretch(a: Square, b: Square) -> Vec<Square> {
    Square::ALL.into_iter().filter(|&square| a.min(b) <= square && square <= a.max(b)).collect()
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

fn own_rank(square: Square, color: Color) -> Rank {
    square.rank().relative_to(color)
}
