use core::fmt;
use core::ops::{BitXor, BitXorAssign};
use core::str::FromStr;

/// A 64-bit Zobrist key of a position, or of a part of one.
///
/// ```
/// use tabiya::Key;
///
/// assert_eq!(Key(0x2a).to_string(), "000000000000002a");
/// assert_eq!("000000000000002a".parse(), Ok(Key(0x2a)));
/// assert_eq!(format!("{:x} {:#X}", Key(0x2a), Key(0x2a)), "2a 0x2A");
/// assert_eq!(u64::from(Key(0x2a)), 42);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[doc(alias = "zobrist")]
#[doc(alias = "hash")]
pub struct Key(pub u64);

/// A 128-bit key of a position. Its low half is the position's [`Key`].
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let start = Position::<Chess>::start();
/// assert_eq!(start.key_128().0 as u64, start.key().0);
/// assert_eq!(start.key_128().to_string().parse(), Ok(start.key_128()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key128(pub u128);

macro_rules! xor_and_hex {
    ($type:ident, $number:ident, $digits:literal) => {
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
                write!(f, "{:0width$x}", self.0, width = $digits)
            }
        }
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
        impl fmt::LowerHex for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(&self.0, f)
            }
        }
        impl fmt::UpperHex for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::UpperHex::fmt(&self.0, f)
            }
        }
        impl From<$number> for $type {
            fn from(number: $number) -> $type {
                $type(number)
            }
        }
        impl From<$type> for $number {
            fn from(key: $type) -> $number {
                key.0
            }
        }
        /// Reads what `Display` writes. All hexadecimal digits are required, so a truncated key is an error; uppercase
        /// and `0x` are accepted.
        impl FromStr for $type {
            type Err = BadKey;

            fn from_str(text: &str) -> Result<$type, BadKey> {
                let digits = text.strip_prefix("0x").unwrap_or(text);
                let is_whole =
                    digits.len() == $digits && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                let number = is_whole.then(|| $number::from_str_radix(digits, 16).ok()).flatten();
                number.map($type).ok_or(BadKey { digits: $digits })
            }
        }
    };
}

xor_and_hex!(Key, u64, 16);
xor_and_hex!(Key128, u128, 32);

/// The text is not a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BadKey {
    digits: usize,
}

impl fmt::Display for BadKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a key is {} hexadecimal digits", self.digits)
    }
}

impl core::error::Error for BadKey {}
