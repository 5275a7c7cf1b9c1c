use core::fmt;

use super::{Layout, Right, Scheme, Section};

/// Why no scheme can be made of a layout and its numbers.
///
/// ```
/// use tabiya::keys::{LayoutError, Numbers, Scheme, schemes};
///
/// let numbers = Numbers::Listed(vec![1, 2, 3].into());
/// let error = Scheme::new("mine", "my engine 1.0", *schemes::POLYGLOT.layout(), numbers).unwrap_err();
/// assert_eq!(error, LayoutError::Length { expected: 781, found: 3 });
/// assert_eq!(error.to_string(), "the layout needs 781 numbers, and there are 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayoutError {
    /// The name is empty, too long, or has other characters than letters, digits, `-`, `.` and `_`.
    Name,
    /// The numbers are laid out for a board that ours does not fit on, or for one nobody has.
    Board {
        /// Its files.
        files: u8,
        /// Its ranks.
        ranks: u8,
    },
    /// A section is there twice, and so another is missing.
    SectionTwice(Section),
    /// A castling right is there twice, and so another is missing.
    RightTwice(Right),
    /// The material's numbers begin too late for all men of a kind to have one.
    MaterialFrom(u8),
    /// From its seed the generator gives only zeros.
    OnlyZeros,
    /// The number of the generator's stream has too many bits.
    Stream,
    /// The list of numbers does not fit the layout.
    Length {
        /// How many numbers the layout needs.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Name => {
                let longest = Scheme::LONGEST_NAME;
                write!(f, "a dialect's name has up to {longest} letters, digits, `-`, `.` and `_`")
            }
            LayoutError::Board { files, ranks } => {
                let largest = Layout::LARGEST_BOARD;
                write!(f, "the board has {files}x{ranks} squares: each side must have 8 to {largest}")
            }
            LayoutError::SectionTwice(section) => write!(f, "the section {section:?} is there twice"),
            LayoutError::RightTwice(right) => {
                write!(f, "the right to castle {} is there twice", right.letter())
            }
            LayoutError::MaterialFrom(first) => {
                let last = Layout::LAST_MATERIAL_START;
                write!(f, "the material's numbers begin with number {first}: at most {last} leaves room")
            }
            LayoutError::OnlyZeros => f.write_str("from 0 this generator gives only zeros"),
            LayoutError::Stream => f.write_str("the number of a PCG stream has at most 127 bits"),
            LayoutError::Length { expected, found } => {
                write!(f, "the layout needs {expected} numbers, and there are {found}")
            }
        }
    }
}

impl core::error::Error for LayoutError {}
