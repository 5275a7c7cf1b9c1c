use std::fmt;

/// Why a match cannot be played, or not to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MatchError {
    /// An engine cannot play at all.
    Engine {
        /// Which.
        engine: String,
        /// Why.
        why: String,
    },
    /// No opening will do.
    NoOpening,
    /// There are not two engines.
    NotTwoEngines,
    /// The games cannot be written down.
    Record(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Engine { engine, why } => write!(f, "{engine}: {why}"),
            MatchError::NoOpening => f.write_str("no opening will do: allow fewer plies or less balance"),
            MatchError::Record(why) => f.write_str(why),
            MatchError::NotTwoEngines => f.write_str("a match needs two engines"),
        }
    }
}

impl std::error::Error for MatchError {}
