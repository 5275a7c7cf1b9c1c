use crate::Square;

/// The order in which a scheme numbers the squares, and the size of its board.
///
/// ```
/// use tabiya::{Square, keys::SquareOrder};
///
/// assert_eq!(SquareOrder::A1_B1.index(Square::H8), 63);
/// let mut from_a8 = SquareOrder::A1_B1;
/// from_a8.from_rank_8 = true;
/// assert_eq!(from_a8.index(Square::A8), 0);
/// assert_eq!(from_a8.first_two(), "a8 b8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SquareOrder {
    /// a1, a2, … rather than a1, b1, …
    pub file_by_file: bool,
    /// Ranks are numbered from the eighth to the first.
    pub from_rank_8: bool,
    /// Files are numbered from h to a.
    pub from_file_h: bool,
    /// The number of files the numbers are laid out for; our board uses the first eight.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
}

impl SquareOrder {
    /// a1, b1, … h1, a2, … h8: the order of [`Square`].
    pub const A1_B1: SquareOrder =
        SquareOrder { file_by_file: false, from_rank_8: false, from_file_h: false, files: 8, ranks: 8 };

    /// The names of all orders, by their first two squares.
    pub const ORDERS: [&'static str; 8] =
        ["a1 b1", "a1 a2", "a8 b8", "a8 a7", "h1 g1", "h1 h2", "h8 g8", "h8 h7"];

    /// The order that starts with these two squares, on an 8x8 board.
    #[must_use]
    pub fn beginning(first_two: &str) -> Option<SquareOrder> {
        let orders = (0..8_u8).map(|bits| SquareOrder {
            file_by_file: bits & 1 != 0,
            from_rank_8: bits & 2 != 0,
            from_file_h: bits & 4 != 0,
            ..SquareOrder::A1_B1
        });
        orders.into_iter().find(|order| order.first_two() == first_two)
    }

    /// The first two squares, which name the order.
    #[must_use]
    pub const fn first_two(&self) -> &'static str {
        let from = self.from_file_h as usize * 4 + self.from_rank_8 as usize * 2;
        SquareOrder::ORDERS[from + self.file_by_file as usize]
    }

    /// The number of numbers per piece.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The index of a square within a piece's numbers.
    #[must_use]
    pub const fn index(&self, square: Square) -> usize {
        let file = square as usize % 8;
        let rank = square as usize / 8;
        let file = if self.from_file_h { 7 - file } else { file };
        let rank = if self.from_rank_8 { 7 - rank } else { rank };
        if self.file_by_file { file * self.ranks as usize + rank } else { rank * self.files as usize + file }
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn orders_start_with_the_squares_in_their_names() {
        for name in SquareOrder::ORDERS {
            let order = SquareOrder::beginning(name).expect("the name is one of the list");
            let at = |i| Square::ALL.into_iter().find(|&square| order.index(square) == i);
            let first_two = at(0).zip(at(1)).map(|(a, b)| format!("{a} {b}"));
            assert_eq!(first_two.as_deref(), Some(name));
            let mut all = Square::ALL.map(|square| order.index(square));
            all.sort_unstable();
            assert!(all.into_iter().eq(0..64), "{name}");
        }
    }
}
