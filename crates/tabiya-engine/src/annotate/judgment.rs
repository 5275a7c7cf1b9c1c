/// The mark of a bad move, by the expected score it loses, in percent.
///
/// ```
/// use tabiya_engine::annotate::Judgment;
///
/// assert_eq!(Judgment::of(4.9), None);
/// assert_eq!(Judgment::of(12.0), Some(Judgment::Mistake));
/// assert_eq!(Judgment::Blunder.nag(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgment {
    /// `?!`, 5 % or more.
    Inaccuracy,
    /// `?`, 10 % or more.
    Mistake,
    /// `??`, 15 % or more.
    Blunder,
}

impl Judgment {
    /// The mark of a move that loses this much.
    #[must_use]
    pub fn of(lost: f64) -> Option<Judgment> {
        match lost {
            15.0.. => Some(Judgment::Blunder),
            10.0.. => Some(Judgment::Mistake),
            5.0.. => Some(Judgment::Inaccuracy),
            _ => None,
        }
    }

    /// Its NAG.
    #[must_use]
    pub fn nag(self) -> u8 {
        match self {
            Judgment::Inaccuracy => 6,
            Judgment::Mistake => 2,
            Judgment::Blunder => 4,
        }
    }
}
