use std::fmt;
use std::time::Duration;

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PeerError {
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

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeerError::CannotStart(reason) => write!(f, "the engine cannot be started: {reason}"),
            PeerError::NoAnswer { to, waited } => {
                write!(f, "the engine did not answer `{to}` within {:.1} s", waited.as_secs_f64())
            }
            PeerError::Ended { after, status: Some(status) } => {
                write!(f, "the engine ended ({status}) instead of answering `{after}`")
            }
            PeerError::Ended { after, status: None } => {
                write!(f, "the engine closed its output instead of answering `{after}`")
            }
            PeerError::TooMuch { to } => write!(f, "the engine's answer to `{to}` does not end"),
            PeerError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for PeerError {}
