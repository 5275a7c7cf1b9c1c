use crate::Key;

/// What a position's past is to it, found once when the position is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Recurrence {
    /// How many plies back a same position could be: since the last capture, pawn move, pass or unknown past.
    pub(super) stretch: u32,
    /// How many plies ago the same position last occurred; 0 if it has not.
    pub(super) back: u32,
    /// How often it has occurred, this time included.
    pub(super) times: u32,
    /// Whether this or another position of the stretch has occurred twice.
    pub(super) repeated: bool,
}

impl Recurrence {
    /// Nothing before it can come again.
    pub(super) const FIRST: Recurrence = Recurrence { stretch: 0, back: 0, times: 1, repeated: false };

    /// A position after a move that can be taken back, not yet seen to be an old one.
    #[inline]
    pub(super) fn after(before: &Recurrence) -> Recurrence {
        Recurrence {
            stretch: before.stretch.saturating_add(1),
            repeated: before.repeated,
            ..Recurrence::FIRST
        }
    }

    /// The position is one that occurred so many plies ago.
    #[inline]
    pub(super) fn is_again(&mut self, earlier: &Recurrence, back: usize) {
        self.back = back as u32;
        self.times = earlier.times.saturating_add(1);
        self.repeated = true;
    }
}

/// How many plies ago the last of these keys occurred among the others, no further back than the stretch.
///
/// The same side is to move every second ply, and nothing can come again before four.
#[inline]
pub(super) fn last_occurrence(keys: &[Key], stretch: u32) -> Option<usize> {
    let stretch = stretch as usize;
    let (here, past) = keys.split_last()?;
    if stretch < 4 {
        return None;
    }
    let candidates = past.get(past.len().checked_sub(stretch)?..past.len() - 3)?;
    let passed = candidates.iter().rev().step_by(2).position(|key| key == here)?;
    Some(4 + 2 * passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scan_looks_at_every_second_ply_of_the_stretch() {
        let keys = [5, 1, 2, 3, 4, 1, 2, 3, 4, 5].map(Key);
        assert_eq!(last_occurrence(&keys[..9], 8), Some(4));
        assert_eq!(last_occurrence(&keys[..9], 4), Some(4));
        assert_eq!(last_occurrence(&keys[..9], 3), None);
        // Nine plies ago the other side was to move.
        assert_eq!(last_occurrence(&keys, 9), None);
        assert_eq!(last_occurrence(&keys, 100), None);
        assert_eq!(last_occurrence(&[], 0), None);
    }
}
