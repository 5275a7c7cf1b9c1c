use std::fmt;
use std::time::Duration;

/// Limits per move. `None` means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Limit {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// Fixed time per move.
    pub move_time: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

/// A time control: time for a number of moves or for the game, and an increment.
///
/// ```
/// use tabiya_match::TimeControl;
///
/// let blitz: TimeControl = "40/1:30+0.5".parse()?;
/// assert_eq!(blitz.to_string(), "40/90+0.5");
/// assert!("".parse::<TimeControl>().is_err());
/// # Ok::<(), tabiya_match::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TimeControl {
    /// The number of moves after which the time is renewed, if any.
    pub moves: Option<u32>,
    /// The initial time.
    pub base: Duration,
    /// The increment per move.
    pub increment: Duration,
}

/// Why a text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TimeControlError {
    /// Invalid format.
    Format,
    /// No time.
    NoTime,
}

/// The maximum, to catch mistakes.
const MAX_SECONDS: f64 = 1e7;

impl Limit {
    /// Whether there is no limit.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Limit::default()
    }
}

/// Writes it like the PGN tag `TimeControl`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes/move")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "-".to_string() } else { parts.join(", ") })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeControlError::Format => "expected seconds as in 8+0.08, 1:30+1 or 40/60+0.5",
            TimeControlError::NoTime => "the clock has no time",
        })
    }
}

impl std::error::Error for TimeControlError {}

impl std::str::FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|moves| *moves > 0).ok_or(TimeControlError::Format)?;
                (Some(moves), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = minutes_and_seconds(base).ok_or(TimeControlError::Format)?;
        let increment = seconds(increment).ok_or(TimeControlError::Format)?;
        if base.is_zero() && increment.is_zero() {
            return Err(TimeControlError::NoTime);
        }
        Ok(TimeControl { moves, base, increment })
    }
}

fn minutes_and_seconds(text: &str) -> Option<Duration> {
    let Some((minutes, rest)) = text.split_once(':') else { return seconds(text) };
    let minutes: u32 = minutes.parse().ok().filter(|minutes| *minutes < 100_000)?;
    Some(Duration::from_secs(u64::from(minutes) * 60) + seconds(rest)?)
}

fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    (0.0..=MAX_SECONDS).contains(&number).then(|| Duration::from_secs_f64(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_in_seconds_or_minutes() {
        let read = |text: &str| text.parse::<TimeControl>().map(|clock| clock.to_string());
        for text in ["8+0.08", "40/60+0.5", "0+1", "10"] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
        assert_eq!(read("2:05").as_deref(), Ok("125"));
    }

    #[test]
    fn invalid_clocks_are_rejected() {
        for text in ["", "x", "-1", "0/10", "1+", "+1", "1/", "nan", "inf", "1e300", "0", "1:2:3", "-1/5"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        let message = |text: &str| text.parse::<TimeControl>().expect_err(text).to_string();
        assert_eq!(message("soon"), "expected seconds as in 8+0.08, 1:30+1 or 40/60+0.5");
        assert_eq!(message("0+0"), "the clock has no time");
    }
}
