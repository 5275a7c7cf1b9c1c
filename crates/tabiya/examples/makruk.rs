//! Makruk, the chess of Thailand: the same types with other rules, and a count instead of the fifty moves.

use tabiya::{Game, Makruk, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Position::<Makruk>::start();
    println!("{start}");
    println!("{} legal moves: {}", start.legal_moves().len(), san(&start));

    // Black has a lone khun against a rua: sixteen moves to mate it, counted from the pieces on the board.
    let mut game = Game::<Makruk>::from_position("2k5/8/3p4/8/8/3R4/8/3K4 w - - 0 1".parse()?);
    game.play_san("Rxd6")?;
    let count = game.count().expect("a count is running");
    println!("after Rxd6 the count is {count}: {} of {} half-moves", count.plies, count.limit);
    assert_eq!((count.plies, count.limit), (6, 32));
    Ok(())
}

fn san(position: &Position<Makruk>) -> String {
    position.legal_moves().into_iter().map(|mv| position.san(mv)).collect::<Vec<_>>().join(" ")
}
