use std::fmt;

/// What loses a game off the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misdeed {
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
pub struct Misdeeds {
    /// Moves that are none.
    pub illegal_moves: u64,
    /// Flags that fell.
    pub time_losses: u64,
    /// Programs that ended.
    pub crashes: u64,
    /// Programs that had to be killed.
    pub hangs: u64,
}

impl Misdeeds {
    /// Counts one more.
    pub fn add(&mut self, misdeed: &Misdeed) {
        *match misdeed {
            Misdeed::IllegalMove(_) => &mut self.illegal_moves,
            Misdeed::TimeLoss => &mut self.time_losses,
            Misdeed::Crash(_) => &mut self.crashes,
            Misdeed::Hang => &mut self.hangs,
        } += 1;
    }

    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.illegal_moves + self.time_losses + self.crashes + self.hangs
    }
}

impl fmt::Display for Misdeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misdeed::IllegalMove(text) => write!(f, "illegal move `{text}`"),
            Misdeed::TimeLoss => f.write_str("time loss"),
            Misdeed::Crash(Some(status)) => write!(f, "crash ({status})"),
            Misdeed::Crash(None) => f.write_str("crash"),
            Misdeed::Hang => f.write_str("hang"),
        }
    }
}
