use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// A 64-bit name of a position, or of a part of one.
///
/// ```
/// use tabiya::Key;
///
/// assert_eq!(Key(0x2a).to_string(), "000000000000002a");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(pub u64);

/// A 128-bit name of a position. Its low half is the position's [`Key`].
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let start = Position::<Chess>::start();
/// assert_eq!(start.key_128().0 as u64, start.key().0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key128(pub u128);

macro_rules! xor_and_hex {
    ($type:ident, $format:literal) => {
        impl BitXor for $type {
            type Output = $type;
            #[inline]
            fn bitxor(self, other: $type) -> $type {
                $type(self.0 ^ other.0)
            }
        }
        impl BitXorAssign for $type {
            #[inline]
            fn bitxor_assign(&mut self, other: $type) {
                self.0 ^= other.0;
            }
        }
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $format, self.0)
            }
        }
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

xor_and_hex!(Key, "{:016x}");
xor_and_hex!(Key128, "{:032x}");
