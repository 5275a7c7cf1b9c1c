use std::fmt;
use std::time::Duration;

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UciEngineError {
    /// The program could not be started.
    CannotStart(String),
    /// It did not answer in time.
    NoAnswer {
        /// What it was asked.
        to: String,
        /// How long we waited.
        waited: Duration,
    },
    /// It ended, or closed its output.
    Ended {
        /// What it was asked before.
        after: String,
        /// How it ended, if it did.
        status: Option<String>,
    },
    /// It wrote on and on.
    TooMuch {
        /// What it was asked.
        to: String,
    },
    /// Somebody did not want to wait any longer.
    Stopped,
}

impl fmt::Display for UciEngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciEngineError::CannotStart(reason) => write!(f, "the engine cannot be started: {reason}"),
            UciEngineError::NoAnswer { to, waited } => {
                write!(f, "the engine did not answer `{to}` within {:.1} s", waited.as_secs_f64())
            }
            UciEngineError::Ended { after, status: Some(status) } => {
                write!(f, "the engine ended ({status}) instead of answering `{after}`")
            }
            UciEngineError::Ended { after, status: None } => {
                write!(f, "the engine closed its output instead of answering `{after}`")
            }
            UciEngineError::TooMuch { to } => write!(f, "the engine's answer to `{to}` does not end"),
            UciEngineError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for UciEngineError {}
