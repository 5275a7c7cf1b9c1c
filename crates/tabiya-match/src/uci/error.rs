use std::fmt;
use std::time::Duration;

/// Why an engine did not respond.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UciEngineError {
    /// The program could not be started.
    CannotStart(String),
    /// No response in time.
    NoAnswer {
        /// The command.
        to: String,
        /// The timeout.
        waited: Duration,
    },
    /// The program ended or closed its output.
    Ended {
        /// The last command.
        after: String,
        /// Its exit status, if it ended.
        status: Option<String>,
    },
    /// It wrote without end.
    TooMuch {
        /// The command.
        to: String,
    },
    /// The stop flag was set.
    Stopped,
}

impl fmt::Display for UciEngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciEngineError::CannotStart(reason) => write!(f, "cannot start the engine: {reason}"),
            UciEngineError::NoAnswer { to, waited } => {
                write!(f, "the engine did not respond to `{to}` within {:.1} s", waited.as_secs_f64())
            }
            UciEngineError::Ended { after, status: Some(status) } => {
                write!(f, "the engine ended ({status}) instead of responding to `{after}`")
            }
            UciEngineError::Ended { after, status: None } => {
                write!(f, "the engine closed its output instead of responding to `{after}`")
            }
            UciEngineError::TooMuch { to } => write!(f, "the engine's answer to `{to}` does not end"),
            UciEngineError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for UciEngineError {}
