/// A move that was worse than it had to be, by the points of a hundred it costs its player.
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
    /// `?!`, five points or more.
    Inaccuracy,
    /// `?`, ten.
    Mistake,
    /// `??`, fifteen.
    Blunder,
}

impl Judgment {
    /// What to say of a move that costs so many points.
    #[must_use]
    pub fn of(lost: f64) -> Option<Judgment> {
        match lost {
            15.0.. => Some(Judgment::Blunder),
            10.0.. => Some(Judgment::Mistake),
            5.0.. => Some(Judgment::Inaccuracy),
            _ => None,
        }
    }

    /// The NAG that says it.
    #[must_use]
    pub fn nag(self) -> u8 {
        match self {
            Judgment::Inaccuracy => 6,
            Judgment::Mistake => 2,
            Judgment::Blunder => 4,
        }
    }
}
