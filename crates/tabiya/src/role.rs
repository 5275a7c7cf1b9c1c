use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

/// The kind of a piece, without its color.
///
/// The first six have the names of chess. Makruk's pieces take the same places and have their own names, defined as
/// constants of [`Makruk`](crate::Makruk); the seventh exists only in Makruk.
///
/// ```
/// use tabiya::{Makruk, Role};
///
/// assert_eq!(Makruk::KHON, Role::Bishop);
/// assert_eq!(Role::Knight.to_string(), "knight");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// Chess's pawn, Makruk's bia.
    Pawn,
    /// Chess's knight, Makruk's ma.
    Knight,
    /// Chess's bishop, Makruk's khon.
    Bishop,
    /// Chess's rook, Makruk's rua.
    Rook,
    /// Chess's queen, Makruk's met.
    Queen,
    /// Chess's king, Makruk's khun.
    King,
    /// Makruk's promoted bia. It moves like a met but is a different piece, shown face down.
    BiaNgai,
}

impl Role {
    /// All roles of all variants.
    pub const ALL: [Role; 7] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::BiaNgai];

    /// Its name in Makruk.
    ///
    /// ```
    /// use tabiya::Role;
    ///
    /// assert_eq!(Role::Bishop.makruk_name(), "khon");
    /// ```
    #[must_use]
    pub const fn makruk_name(self) -> &'static str {
        match self {
            Role::Pawn => "bia",
            Role::Knight => "ma",
            Role::Bishop => "khon",
            Role::Rook => "rua",
            Role::Queen => "met",
            Role::King => "khun",
            Role::BiaNgai => "promoted bia",
        }
    }

    /// Its name in chess; Makruk's promoted bia keeps its name.
    pub(crate) const fn chess_name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
            Role::BiaNgai => "promoted bia",
        }
    }

    /// The lowercase letter in chess; `m` is Makruk's promoted bia, as in the UCI move `a5a6m`.
    ///
    /// For the letters of Makruk FENs see [`Position::to_fen`](crate::Position::to_fen).
    ///
    /// ```
    /// use tabiya::Role;
    ///
    /// assert_eq!(Role::Knight.char(), 'n');
    /// assert!(Role::ALL.into_iter().all(|role| Role::from_char(role.char()) == Some(role)));
    /// ```
    #[must_use]
    pub const fn char(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
            Role::BiaNgai => 'm',
        }
    }

    /// The role with this [letter](Self::char), lowercase.
    #[must_use]
    pub fn from_char(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.char() == letter)
    }

    /// The index, in a form that proves to the compiler that it is below 8; see `Square::index`.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize & 7
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.chess_name())
    }
}

/// The text is not the name of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownRole;

impl fmt::Display for UnknownRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown piece: expected a name such as knight, or Makruk's, such as khon")
    }
}

impl core::error::Error for UnknownRole {}

/// Reads the name in chess or in Makruk.
///
/// ```
/// use tabiya::{Makruk, Role};
///
/// assert_eq!("bishop".parse(), Ok(Role::Bishop));
/// assert_eq!("khon".parse(), Ok(Makruk::KHON));
/// assert!("bishops".parse::<Role>().is_err());
/// ```
impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Role, UnknownRole> {
        let named = |role: &Role| role.chess_name() == text || role.makruk_name() == text;
        Role::ALL.into_iter().find(named).ok_or(UnknownRole)
    }
}

/// One `T` for each role, indexed by [`Role`].
///
/// ```
/// use tabiya::{ByRole, Role};
///
/// let mut values = ByRole([0; 7]);
/// values[Role::Rook] = 5;
/// assert_eq!(values[Role::Rook], 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByRole<T>(pub [T; 7]);

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    #[inline]
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    #[inline]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn a_promoted_bia_has_one_name() {
        assert_eq!(Role::BiaNgai.to_string(), Role::BiaNgai.makruk_name());
    }
}
