use std::time::{Duration, Instant};

/// A deadline. One too far in the future for the clock never passes.
///
/// ```
/// use std::time::Duration;
/// use tabiya_match::uci::Deadline;
///
/// assert!(Deadline::after(Duration::ZERO).is_past());
/// assert!(!Deadline::after(Duration::MAX).is_past());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// This long from now.
    #[must_use]
    pub fn after(time: Duration) -> Deadline {
        Deadline(Instant::now().checked_add(time))
    }

    /// Whether it has passed.
    #[must_use]
    pub fn is_past(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// The time left.
    #[must_use]
    pub fn left(self) -> Duration {
        self.0.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }

    /// This deadline, or one this long from now if that comes first.
    #[must_use]
    pub fn within(self, time: Duration) -> Deadline {
        Deadline::after(self.left().min(time))
    }
}
