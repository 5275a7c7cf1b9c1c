use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame score in centipawns.
///
/// Packed into one integer, so that one addition adds both; each stays well within 16 bits.
///
/// ```
/// use tabiya_engine::eval::TaperedScore;
///
/// let pair = TaperedScore::new(20, 45) + TaperedScore::new(-30, -50) * 2;
/// assert_eq!((pair.middlegame(), pair.endgame()), (-40, -55));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct TaperedScore(i32);

impl TaperedScore {
    /// Zero.
    pub const ZERO: TaperedScore = TaperedScore(0);

    /// A score from its halves.
    #[inline]
    #[must_use]
    pub const fn new(middlegame: i32, endgame: i32) -> TaperedScore {
        TaperedScore((endgame << 16).wrapping_add(middlegame))
    }

    /// The middlegame score.
    #[inline]
    #[must_use]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame score.
    #[inline]
    #[must_use]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed from the upper.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for TaperedScore {
    type Output = TaperedScore;

    #[inline]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_add(other.0))
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;

    #[inline]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;

    #[inline]
    fn mul(self, times: i32) -> TaperedScore {
        TaperedScore(self.0.wrapping_mul(times))
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;

    #[inline]
    fn neg(self) -> TaperedScore {
        TaperedScore(self.0.wrapping_neg())
    }
}

impl AddAssign for TaperedScore {
    #[inline]
    fn add_assign(&mut self, other: TaperedScore) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline]
    fn sub_assign(&mut self, other: TaperedScore) {
        *self = *self - other;
    }
}

impl Sum for TaperedScore {
    fn sum<I: Iterator<Item = TaperedScore>>(scores: I) -> TaperedScore {
        scores.fold(TaperedScore::ZERO, Add::add)
    }
}

impl fmt::Debug for TaperedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}
