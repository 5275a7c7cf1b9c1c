use std::time::Duration;

use crate::TimeControl;

/// What one side has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    control: TimeControl,
    left: Duration,
    /// Until time is given again.
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

    /// A move was made in time, give or take the margin.
    pub(crate) fn press(&mut self, taken: Duration) {
        self.left = self.left.saturating_sub(taken) + self.control.increment;
        self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
        if self.moves_to_go == Some(0) {
            self.left += self.control.base;
            self.moves_to_go = self.control.moves;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_taken_added_and_given_again() {
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
}
