//! The 960 start positions in Scharnagl's numbering; 518 is chess.

use crate::{Chess, Position, Reading};

/// The ten ways to put two knights on five empty squares.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Position<Chess> {
    /// Where a game of Chess960 begins, by its number from 0 to 959.
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
        let rank = first_rank(number)?;
        let fen = format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", rank.to_uppercase());
        let reading = Reading::STRICT.chess960();
        Some(Position::from_fen(&fen, reading).expect("each of the 960 starts is legal").position)
    }
}

/// The men of the first rank in small letters.
fn first_rank(number: u16) -> Option<String> {
    let number = Some(usize::from(number)).filter(|number| *number < 960)?;
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    let (first, second) = KNIGHTS[knights];
    let mut rank = [None; 8];
    rank[2 * light + 1] = Some('b');
    rank[2 * dark] = Some('b');
    for (nth, man) in [(queen, 'q'), (second, 'n'), (first, 'n'), (0, 'r'), (0, 'k'), (0, 'r')] {
        let mut empty = rank.iter_mut().filter(|square| square.is_none());
        *empty.nth(nth).expect("as many squares are empty as the number counts") = Some(man);
    }
    rank.into_iter().collect()
}
