use std::fmt;

/// Reasons to lose a game off the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Forfeit {
    /// An illegal move.
    IllegalMove(String),
    /// Loss on time.
    TimeLoss,
    /// The program ended, with its status if known.
    Crash(Option<String>),
    /// No response, not even to `stop`; the program was killed.
    Hang,
}

/// An engine's forfeits. Each lost a game, except while evaluating an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Forfeits {
    /// Illegal moves.
    pub illegal_moves: u64,
    /// Losses on time.
    pub time_losses: u64,
    /// Programs that ended.
    pub crashes: u64,
    /// Programs that were killed.
    pub hangs: u64,
}

impl Forfeits {
    /// Counts a forfeit.
    pub fn add(&mut self, forfeit: &Forfeit) {
        *match forfeit {
            Forfeit::IllegalMove(_) => &mut self.illegal_moves,
            Forfeit::TimeLoss => &mut self.time_losses,
            Forfeit::Crash(_) => &mut self.crashes,
            Forfeit::Hang => &mut self.hangs,
        } += 1;
    }

    /// The total.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.illegal_moves + self.time_losses + self.crashes + self.hangs
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forfeit::IllegalMove(text) => write!(f, "illegal move `{text}`"),
            Forfeit::TimeLoss => f.write_str("time loss"),
            Forfeit::Crash(Some(status)) => write!(f, "crash ({status})"),
            Forfeit::Crash(None) => f.write_str("crash"),
            Forfeit::Hang => f.write_str("hang"),
        }
    }
}
