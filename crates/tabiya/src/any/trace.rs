use alloc::string::String;
use alloc::vec::Vec;

use crate::with_position;
use crate::{AnyGame, AnyPosition, Claim, Count, Key, Move, Outcome, Toggle};

/// The effects of one move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TracedMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// The features it toggled, by name.
    pub toggled: Vec<String>,
    /// The key of the position after the move.
    pub key: Key,
    /// How often that position had then occurred.
    pub occurrences: u32,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Makruk's count.
    pub count: Option<Count>,
    /// The draw that could then be claimed.
    pub claims: Vec<Claim>,
    /// The outcome, if the game was then over.
    pub outcome: Option<Outcome>,
}

impl AnyGame {
    /// The effects of each move.
    ///
    /// ```
    /// use tabiya::{AnyGame, Variant};
    ///
    /// let mut game = AnyGame::new(Variant::Chess);
    /// game.play_uci("g1f3")?;
    /// let trace = game.trace();
    /// assert_eq!(trace[0].san, "Nf3");
    /// assert_eq!(trace[0].toggled, ["− white knight g1", "+ white knight f3", "turn"]);
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn trace(&self) -> Vec<TracedMove> {
        let mut replayed = AnyGame::from(self.start());
        let trace_move = |(before, mv): (AnyPosition, &Move)| {
            replayed.play_legal(*mv);
            traced(&before, *mv, &replayed)
        };
        self.positions().zip(self.moves()).map(trace_move).collect()
    }
}

fn traced(before: &AnyPosition, mv: Move, after: &AnyGame) -> TracedMove {
    let mut toggles: Vec<Toggle> = Vec::new();
    with_position!(before, position => {
        position.play_legal_with(mv, &mut toggles);
    });
    let position = after.position();
    TracedMove {
        uci: before.uci(mv),
        san: before.san(mv),
        toggled: toggles.iter().map(|toggle| toggle.text(before.variant())).collect(),
        key: position.key(),
        occurrences: after.occurrences(),
        halfmove_clock: position.halfmove_clock(),
        count: after.count(),
        claims: after.claims(),
        outcome: after.outcome(),
    }
}
