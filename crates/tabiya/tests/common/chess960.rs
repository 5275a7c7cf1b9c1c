//! The 960 start positions in Scharnagl's numbering; 518 is chess.

/// The men of the first rank in small letters.
pub(crate) fn first_rank(number: usize) -> String {
    let mut rank = [None; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    rank[2 * light + 1] = Some('b');
    rank[2 * dark] = Some('b');
    put_on_empty(&mut rank, queen, 'q');
    // The ten ways to put two knights on five empty squares.
    let (first, second) =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][knights % 10];
    put_on_empty(&mut rank, second, 'n');
    put_on_empty(&mut rank, first, 'n');
    for man in ['r', 'k', 'r'] {
        put_on_empty(&mut rank, 0, man);
    }
    rank.into_iter().flatten().collect()
}

/// A start position; black's men may stand by another number than white's.
pub(crate) fn start(white: usize, black: usize) -> String {
    let (white, black) = (first_rank(white).to_uppercase(), first_rank(black));
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

fn put_on_empty(rank: &mut [Option<char>; 8], nth: usize, man: char) {
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *square = Some(man);
    }
}
