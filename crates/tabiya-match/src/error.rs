use std::fmt;

/// Why a match cannot be started or continued.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MatchError {
    /// An engine cannot play.
    Engine {
        /// The engine.
        engine: String,
        /// The reason.
        why: String,
    },
    /// No suitable opening.
    NoOpening,
    /// Fewer than two engines.
    NotTwoEngines,
    /// The games cannot be written.
    Record(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Engine { engine, why } => write!(f, "{engine}: {why}"),
            MatchError::NoOpening => {
                f.write_str("no suitable opening: allow fewer plies or a larger imbalance")
            }
            MatchError::Record(why) => f.write_str(why),
            MatchError::NotTwoEngines => f.write_str("a match needs two engines"),
        }
    }
}

impl std::error::Error for MatchError {}
