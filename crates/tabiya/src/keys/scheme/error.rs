use core::fmt;

use super::{Layout, Right, Scheme, Section};

/// Why a layout and its numbers do not make a scheme.
///
/// ```
/// use tabiya::keys::{LayoutError, Numbers, Scheme, schemes};
///
/// let numbers = Numbers::Listed(vec![1, 2, 3].into());
/// let error = Scheme::new("mine", "my engine 1.0", *schemes::POLYGLOT.layout(), numbers).unwrap_err();
/// assert_eq!(error, LayoutError::Length { expected: 781, found: 3 });
/// assert_eq!(error.to_string(), "the layout needs 781 numbers, found 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayoutError {
    /// The name is empty, too long, or has other characters than letters, digits, `-`, `.` and `_`.
    Name,
    /// The numbers are laid out for a board smaller than 8x8 or unreasonably large.
    Board {
        /// The number of files.
        files: u8,
        /// The number of ranks.
        ranks: u8,
    },
    /// A section is listed twice, so another one is missing.
    SectionTwice(Section),
    /// A castling right is listed twice, so another one is missing.
    RightTwice(Right),
    /// The material numbers start too late for all pieces of a kind.
    MaterialFrom(u8),
    /// The generator gives only zeros with this seed.
    OnlyZeros,
    /// The PCG stream number has too many bits.
    Stream,
    /// The number of numbers does not match the layout.
    Length {
        /// How many the layout needs.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Name => {
                let longest = Scheme::MAX_NAME_LEN;
                write!(f, "the name of a dialect must have 1 to {longest} letters, digits, `-`, `.` or `_`")
            }
            LayoutError::Board { files, ranks } => {
                let largest = Layout::MAX_BOARD_SIZE;
                write!(f, "the board has {files}x{ranks} squares: each side must have 8 to {largest}")
            }
            LayoutError::SectionTwice(section) => write!(f, "the section {section:?} is listed twice"),
            LayoutError::RightTwice(right) => {
                write!(f, "the castling right {} is listed twice", right.letter())
            }
            LayoutError::MaterialFrom(first) => {
                let last = Layout::MAX_MATERIAL_START;
                write!(f, "the material numbers start at number {first}; the last possible start is {last}")
            }
            LayoutError::OnlyZeros => f.write_str("this generator gives only zeros with seed 0"),
            LayoutError::Stream => f.write_str("a PCG stream number has at most 127 bits"),
            LayoutError::Length { expected, found } => {
                write!(f, "the layout needs {expected} numbers, found {found}")
            }
        }
    }
}

impl core::error::Error for LayoutError {}
