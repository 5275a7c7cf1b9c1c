use std::time::Duration;

use crate::TimeControl;

/// The remaining time of one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    control: TimeControl,
    left: Duration,
    /// Moves until the next time control.
    moves_to_go: Option<u32>,
}

impl Clock {
    pub(crate) fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base, moves_to_go: control.moves }
    }

    pub(crate) fn left(&self) -> Duration {
        self.left
    }

    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    pub(crate) fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Subtracts the time of a move; false if it exceeds the remaining time and the margin.
    pub(crate) fn press(&mut self, taken: Duration) {
        self.left = self.left.saturating_sub(taken).saturating_add(self.control.increment);
        self.moves_to_go = self.moves_to_go.map(|moves| moves.saturating_sub(1));
        if self.moves_to_go == Some(0) {
            self.left = self.left.saturating_add(self.control.base);
            self.moves_to_go = self.control.moves;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_subtracted_incremented_and_renewed() {
        let mut clock = Clock::new("2/10+1".parse().expect("it is a clock"));
        let seconds = Duration::from_secs;
        clock.press(seconds(4));
        assert_eq!((clock.left(), clock.moves_to_go()), (seconds(7), Some(1)));
        clock.press(seconds(7));
        assert_eq!((clock.left(), clock.moves_to_go()), (seconds(11), Some(2)));
        // Late, but within the margin.
        clock.press(seconds(12));
        assert_eq!(clock.left(), seconds(1));
    }

    #[test]
    fn extreme_clocks_do_not_overflow() {
        let (base, increment) = (Duration::MAX, Duration::MAX);
        let mut clock = Clock::new(TimeControl { moves: Some(1), base, increment });
        clock.press(Duration::ZERO);
        assert_eq!((clock.left(), clock.moves_to_go()), (Duration::MAX, Some(1)));
        // Time that is given again after every move.
        let mut clock = Clock::new(TimeControl {
            moves: Some(0),
            base: Duration::from_secs(1),
            increment: Duration::ZERO,
        });
        clock.press(Duration::from_secs(1));
        assert_eq!((clock.left(), clock.moves_to_go()), (Duration::from_secs(1), Some(0)));
    }
}
