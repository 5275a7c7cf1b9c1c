//! Threefold repetition, as FIDE's article 9.2 defines it: the same piece on the same squares is not enough.

use tabiya::{Chess, Claim, Game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::<Chess>::new();
    for san in "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
        game.play_san(san)?;
        println!("{:>3}  {:<4}  {} times", game.ply(), san, game.occurrences());
    }
    // After 1. e4 e5 no en passant capture exists, so that position counts with the two others.
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));

    // Kings that go and come back lose their rights to castle: the first visit was another position.
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
    let mut game = Game::<Chess>::from_position(start);
    for uci in "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8".split(' ') {
        game.play_uci(uci)?;
    }
    assert_eq!(game.occurrences(), 2);
    Ok(())
}
