//! The 960 start positions in Scharnagl's numbering; 518 is chess.

use crate::{Castling, Chess, Color, File, Piece, Position, Rank, Role, Setup, Square};

/// The ten ways to put two knights on five empty squares.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Position<Chess> {
    /// The Chess960 start position with this number, 0 to 959.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start_960(0).expect("the first");
    /// assert_eq!(start.to_shredder_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// assert_eq!(Position::<Chess>::start_960(518), Some(Position::start()));
    /// assert_eq!(Position::<Chess>::start_960(960), None);
    /// ```
    #[must_use]
    pub fn start_960(number: u16) -> Option<Position<Chess>> {
        let roles = first_rank(number)?;
        let mut setup = Setup::new();
        let mut castling = Castling::NONE;
        for (file, role) in File::ALL.into_iter().zip(roles) {
            for color in Color::ALL {
                let on = |rank: Rank| Square::new(file, rank.relative_to(color));
                let pawn = Piece { color, role: Role::Pawn };
                setup = setup.with(on(Rank::First), Piece { color, role }).with(on(Rank::Second), pawn);
                if role == Role::Rook {
                    castling.insert(color, file);
                }
            }
        }
        Some(setup.castling(castling).position().expect("each of the 960 starts is legal"))
    }
}

/// The roles on the first rank, from the a-file.
fn first_rank(number: u16) -> Option<[Role; 8]> {
    let number = Some(usize::from(number)).filter(|number| *number < 960)?;
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    let (first, second) = KNIGHTS[knights];
    let mut rank = [None; 8];
    rank[2 * light + 1] = Some(Role::Bishop);
    rank[2 * dark] = Some(Role::Bishop);
    let others = [
        (queen, Role::Queen),
        (second, Role::Knight),
        (first, Role::Knight),
        (0, Role::Rook),
        (0, Role::King),
        (0, Role::Rook),
    ];
    for (nth, role) in others {
        let mut empty = rank.iter_mut().filter(|square| square.is_none());
        *empty.nth(nth).expect("the number selects one of the empty squares") = Some(role);
    }
    Some(rank.map(|role| role.expect("eight pieces on eight squares")))
}
