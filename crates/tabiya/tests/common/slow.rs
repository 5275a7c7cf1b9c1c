//! The rules written plainly: men on sixty-four squares, geometry by steps, and "the king is not attacked
//! afterwards" tried out on the board. No bitboards, no pins, nothing shared with the fast generator.

use tabiya::{Color, File, Move, MoveKind, Piece, Position, Rank, Role, Rules, Square};

type Step = (i8, i8);

const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A board, and which game's men stand on it.
#[derive(Clone)]
pub(crate) struct Board {
    men: [Option<Piece>; 64],
    is_makruk: bool,
}

impl Board {
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Board {
        Board { men: Square::ALL.map(|square| position.piece_at(square)), is_makruk: R::NAME == "makruk" }
    }

    pub(crate) fn same_men(&self, other: &Board) -> bool {
        self.men == other.men
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.men[square as usize]
    }

    fn holds(&self, square: Square, color: Color) -> bool {
        self.at(square).is_some_and(|man| man.color == color)
    }

    /// The squares a man attacks.
    fn attacked_from(&self, from: Square, man: Piece) -> Vec<Square> {
        let ahead = forward(man.color);
        let pawn = [(-1, ahead), (1, ahead)];
        let khon = [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, ahead)];
        match (self.is_makruk, man.role) {
            (_, Role::Pawn) => self.steps(from, &pawn, 1),
            (_, Role::Knight) => self.steps(from, &KNIGHT, 1),
            (_, Role::Rook) => self.steps(from, &STRAIGHT, 8),
            (_, Role::King) => self.steps(from, &[STRAIGHT, DIAGONAL].concat(), 1),
            (false, Role::Bishop) => self.steps(from, &DIAGONAL, 8),
            (false, Role::Queen) => self.steps(from, &[STRAIGHT, DIAGONAL].concat(), 8),
            (true, Role::Bishop) => self.steps(from, &khon, 1),
            (true, Role::Queen) | (_, Role::BiaNgai) => self.steps(from, &DIAGONAL, 1),
        }
    }

    /// The squares met when taking each step up to so often, until a man is in the way.
    fn steps(&self, from: Square, steps: &[Step], times: usize) -> Vec<Square> {
        let mut met = Vec::new();
        for &(files, ranks) in steps {
            let mut at = from;
            for _ in 0..times {
                let Some(next) = at.offset(files, ranks) else { break };
                met.push(next);
                if self.at(next).is_some() {
                    break;
                }
                at = next;
            }
        }
        met
    }

    pub(crate) fn is_attacked(&self, square: Square, by: Color) -> bool {
        Square::ALL.into_iter().any(|from| match self.at(from) {
            Some(man) if man.color == by => self.attacked_from(from, man).contains(&square),
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
        let man = next.men[mv.from as usize].take().expect("somebody moves");
        match mv.kind {
            MoveKind::Castle => {
                let rook = next.men[mv.to as usize].take();
                let (king_to, rook_to) = castled(mv.from, mv.to);
                next.men[king_to as usize] = Some(man);
                next.men[rook_to as usize] = rook;
            }
            MoveKind::EnPassant => {
                next.men[Square::new(mv.to.file(), mv.from.rank()) as usize] = None;
                next.men[mv.to as usize] = Some(man);
            }
            MoveKind::Promotion(role) => next.men[mv.to as usize] = Some(Piece { role, ..man }),
            MoveKind::Normal | MoveKind::Capture | MoveKind::DoubleStep => {
                next.men[mv.to as usize] = Some(man)
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

/// Every move by the men's geometry; the king may be left attacked.
pub(crate) fn pseudo_legal_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let us = position.turn();
    let board = Board::of(position);
    let mut moves = Vec::new();
    for from in Square::ALL {
        match board.at(from) {
            Some(man) if man.color == us && man.role == Role::Pawn => {
                pawn_moves(position, &board, from, &mut moves);
            }
            Some(man) if man.color == us => {
                let targets = board.attacked_from(from, man).into_iter().filter(|&to| !board.holds(to, us));
                let role = man.role;
                moves.extend(targets.map(|to| Move { from, to, role, kind: arrival(&board, to) }));
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
    if let Some(to) = passed.and_then(|passed| passed.offset(0, ahead)).filter(empty) {
        if own_rank(from, us) == Rank::Second {
            push(to, MoveKind::DoubleStep);
        }
    }
    if let Some(target) = position.double_step() {
        if [-1, 1].into_iter().any(|files| from.offset(files, ahead) == Some(target)) {
            push(target, MoveKind::EnPassant);
        }
    }
}

/// Castling as FIDE's rules for Chess960 have it: squares between and at the ends are free but for king and rook,
/// and none of the squares the king is on, crosses or reaches is attacked.
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

/// Where king and rook stand after castling.
fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) =
        if rook.file() > king.file() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(king_file, king.rank()), Square::new(rook_file, king.rank()))
}

/// All squares of a rank from one to another, both ends included.
fn stretch(a: Square, b: Square) -> Vec<Square> {
    Square::ALL.into_iter().filter(|&square| a.min(b) <= square && square <= a.max(b)).collect()
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

fn own_rank(square: Square, color: Color) -> Rank {
    square.rank().relative_to(color)
}
