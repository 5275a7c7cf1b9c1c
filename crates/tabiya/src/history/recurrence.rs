/// What a position's past is to it, found once when the position is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Recurrence {
    /// How many plies back a same position could be: since the last capture, pawn move, pass or unknown past.
    pub(super) reversible_span: u32,
    /// How many plies ago the same position last occurred; 0 if it has not.
    pub(super) back: u32,
    /// How often it has occurred, this time included.
    pub(super) times: u32,
    /// Whether this or another position of that span has occurred twice.
    pub(super) repeated: bool,
}

impl Recurrence {
    /// Nothing before it can come again.
    pub(super) const FIRST: Recurrence =
        Recurrence { reversible_span: 0, back: 0, times: 1, repeated: false };

    /// A position after a move that can be taken back, not yet seen to be an old one.
    #[inline]
    pub(super) fn after(before: &Recurrence) -> Recurrence {
        Recurrence {
            reversible_span: before.reversible_span + 1,
            repeated: before.repeated,
            ..Recurrence::FIRST
        }
    }

    /// The position is one that occurred so many plies ago.
    #[inline]
    pub(super) fn is_again(&mut self, earlier: &Recurrence, back: usize) {
        self.back = back as u32;
        self.times = earlier.times + 1;
        self.repeated = true;
    }
}
