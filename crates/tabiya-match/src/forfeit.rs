use std::fmt;

/// What loses a game off the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Forfeit {
    /// A move that is none here.
    IllegalMove(String),
    /// The flag fell.
    TimeLoss,
    /// The program ended, in this way if it is known.
    Crash(Option<String>),
    /// No answer, and none to `stop` either; it was killed.
    Hang,
}

/// How often an engine did wrong. Each time it lost a game by it, unless it was judging an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Forfeits {
    /// Moves that are none.
    pub illegal_moves: u64,
    /// Flags that fell.
    pub time_losses: u64,
    /// Programs that ended.
    pub crashes: u64,
    /// Programs that had to be killed.
    pub hangs: u64,
}

impl Forfeits {
    /// Counts one more.
    pub fn add(&mut self, forfeit: &Forfeit) {
        *match forfeit {
            Forfeit::IllegalMove(_) => &mut self.illegal_moves,
            Forfeit::TimeLoss => &mut self.time_losses,
            Forfeit::Crash(_) => &mut self.crashes,
            Forfeit::Hang => &mut self.hangs,
        } += 1;
    }

    /// All of them.
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
