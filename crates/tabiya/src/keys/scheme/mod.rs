//! Other programs' key schemes: one data structure, and one function that computes keys.

mod clock_step;
mod en_passant_policy;
mod error;
mod feature_numbers;
mod games;
mod key_part;
mod layout;
mod named;
mod piece_order;
mod section;
mod square_order;
mod tables;

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::Generator;
use crate::{Color, Key, Piece, Position, Role, Rules, Variant};
use key_part::PartKeys;
use tables::{StoredTables, Tables};

pub use clock_step::ClockStep;
pub use en_passant_policy::EnPassantPolicy;
pub use error::LayoutError;
pub use feature_numbers::{CastlingNumbers, EnPassantNumbers, Right, SideNumbers};
pub use games::Games;
pub use key_part::{KeyPart, KeyParts, PawnStart, UnknownKeyPart};
pub use layout::Layout;
pub use named::NumberName;
pub use piece_order::{PieceOrder, PieceOrderError};
pub use section::Section;
pub use square_order::SquareOrder;

pub(super) use key_part::PartKeys as KeysOfParts;

/// Another program's key scheme: its numbers, their order, and its rules for castling and en passant.
///
/// Built-in schemes are in [`schemes`](super::schemes); create your own with [`Scheme::new`].
///
/// ```
/// use tabiya::{Chess, Position, keys::schemes};
///
/// let start = Position::<Chess>::start();
/// assert_eq!(schemes::POLYGLOT.key(&start).to_string(), "463b96181691fc9c");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scheme {
    name: Cow<'static, str>,
    title: Cow<'static, str>,
    layout: Layout,
    numbers: Numbers,
    tables: StoredTables,
}

/// The source of a scheme's numbers.
// Exhaustive: numbers are either generated or listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Computed by a generator.
    Generated(Generator),
    /// Listed.
    Listed(Cow<'static, [u64]>),
}

impl Numbers {
    /// All numbers; `count` of them if they are generated.
    fn list(&self, count: usize) -> Cow<'_, [u64]> {
        match self {
            Numbers::Generated(generator) => Cow::Owned(generator.numbers(count)),
            Numbers::Listed(list) => Cow::Borrowed(list),
        }
    }
}

/// A scheme has no such key.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoSuchKey {
    /// The scheme does not support the variant.
    Game {
        /// The scheme.
        dialect: String,
        /// The variant.
        variant: Variant,
    },
    /// The scheme has no key of this part.
    Part {
        /// The scheme.
        dialect: String,
        /// The part.
        part: KeyPart,
        /// The parts it has.
        known: Vec<KeyPart>,
    },
}

impl Scheme {
    /// The maximum length of a name in bytes.
    pub const MAX_NAME_LEN: usize = 64;

    /// Creates a scheme.
    ///
    /// ```
    /// use tabiya::keys::{Generator, Numbers, Scheme, schemes};
    ///
    /// // Stockfish 15's layout with other numbers.
    /// let layout = *schemes::STOCKFISH_15.layout();
    /// let numbers = Numbers::Generated(Generator::SplitMix64 { seed: 2026 });
    /// let scheme = Scheme::new("mine", "my engine 1.0", layout, numbers)?;
    /// assert_eq!(scheme.name(), "mine");
    /// # Ok::<(), tabiya::keys::LayoutError>(())
    /// ```
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        layout: Layout,
        numbers: Numbers,
    ) -> Result<Scheme, LayoutError> {
        let name = name.into();
        Scheme::check_name(&name)?;
        layout.check()?;
        if let Numbers::Generated(generator) = &numbers {
            generator.check()?;
        }
        let tables = {
            let list = numbers.list(layout.len());
            if list.len() != layout.len() {
                return Err(LayoutError::Length { expected: layout.len(), found: list.len() });
            }
            StoredTables::new(&layout, &list)
        };
        Ok(Scheme { name: Cow::Owned(name), title: Cow::Owned(title.into()), layout, numbers, tables })
    }

    /// Rejects a name that does not fit in a dialect file or on a command line.
    pub fn check_name(name: &str) -> Result<(), LayoutError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        let fits = (1..=Scheme::MAX_NAME_LEN).contains(&name.len());
        if fits && name.bytes().all(allowed) { Ok(()) } else { Err(LayoutError::Name) }
    }

    /// A scheme known at compile time; `list` is the result of `numbers`.
    pub(super) const fn known(
        name: &'static str,
        title: &'static str,
        layout: &Layout,
        numbers: Numbers,
        list: &[u64],
    ) -> Scheme {
        assert!(list.len() == layout.len(), "the list has as many numbers as the layout needs");
        let tables = StoredTables::new(layout, list);
        Scheme { name: Cow::Borrowed(name), title: Cow::Borrowed(title), layout: *layout, numbers, tables }
    }

    #[inline]
    fn tables(&self) -> &Tables {
        self.tables.get(&self.layout, &self.numbers)
    }

    /// The name of the scheme.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program and its versions.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The order and use of the numbers.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The source of the numbers.
    #[must_use]
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The keys the scheme has, the full one first.
    #[must_use]
    pub fn parts(&self) -> Vec<KeyPart> {
        let parts = self.layout.parts;
        let keeps = |part: &KeyPart| match part {
            KeyPart::Full => true,
            KeyPart::Raw => parts.raw,
            KeyPart::Pawn => parts.pawn.is_some(),
            KeyPart::Material => parts.material.is_some(),
            KeyPart::Minor => parts.minor,
            KeyPart::NonPawnWhite | KeyPart::NonPawnBlack => parts.non_pawn,
        };
        KeyPart::ALL.into_iter().filter(keeps).collect()
    }

    /// Returns an error if the scheme does not support a variant or a part.
    pub fn check(&self, variant: Variant, part: KeyPart) -> Result<(), NoSuchKey> {
        let dialect = || self.name.clone().into_owned();
        if !self.layout.games.contains(variant) {
            return Err(NoSuchKey::Game { dialect: dialect(), variant });
        }
        let known = self.parts();
        if known.contains(&part) { Ok(()) } else { Err(NoSuchKey::Part { dialect: dialect(), part, known }) }
    }
}

/// Keys computed from scratch.
impl Scheme {
    /// The key the program prints for a position.
    #[inline]
    #[must_use]
    pub fn key<R: Rules>(&self, position: &Position<R>) -> Key {
        self.raw_key(position) ^ self.clock_key(position)
    }

    /// The key of a part. Parts that the program does not keep are computed in the usual way.
    ///
    /// ```
    /// use tabiya::{Chess, Position, keys::{KeyPart, schemes}};
    ///
    /// let start = Position::<Chess>::start();
    /// assert_eq!(schemes::STOCKFISH.part(KeyPart::Pawn, &start).to_string(), "916bb95c438c0ba9");
    /// ```
    #[must_use]
    pub fn part<R: Rules>(&self, part: KeyPart, position: &Position<R>) -> Key {
        match part {
            KeyPart::Full => self.key(position),
            KeyPart::Raw => self.raw_key(position),
            _ => self.keys_of_parts(position).of(part, Key(0)),
        }
    }

    #[inline]
    fn raw_key<R: Rules>(&self, position: &Position<R>) -> Key {
        let identity = position.identity();
        let mut key = self.state_key(position) ^ self.tables().side[identity.turn() as usize];
        for &role in R::ROLES {
            for color in Color::ALL {
                let piece = Piece { color, role };
                for square in identity.piece(piece) {
                    key ^= self.tables().piece(piece, square);
                }
            }
        }
        key
    }

    /// All parts, computed by their definition.
    pub(crate) fn keys_of_parts<R: Rules>(&self, position: &Position<R>) -> PartKeys {
        let identity = position.identity();
        let raw = self.state_key(position) ^ self.tables().side[identity.turn() as usize];
        let mut keys = PartKeys { raw, pawn: self.tables().no_pawns, ..PartKeys::default() };
        for &role in R::ROLES {
            for color in Color::ALL {
                let piece = Piece { color, role };
                for (nth, square) in identity.piece(piece).into_iter().enumerate() {
                    self.toggle_piece(&mut keys, piece, self.tables().piece(piece, square));
                    keys.material ^= self.nth_piece(piece, nth as u32);
                }
            }
        }
        keys
    }

    /// Adds a piece to, or removes it from, every part except the material.
    #[inline]
    pub(crate) fn toggle_piece(&self, keys: &mut PartKeys, piece: Piece, key: Key) {
        keys.raw ^= key;
        match piece.role {
            Role::Pawn => keys.pawn ^= key,
            _ => keys.non_pawn[piece.color] ^= key,
        }
        if matches!(piece.role, Role::Knight | Role::Bishop) {
            keys.minor ^= key;
        }
    }

    /// The contribution of the nth piece of a kind, from 0, to the material key.
    #[inline]
    pub(crate) fn nth_piece(&self, piece: Piece, nth: u32) -> Key {
        let first = u32::from(self.layout.parts.material.unwrap_or(0));
        let number = (first + nth) as usize % 64;
        self.tables().pieces[piece.role as usize][piece.color as usize][number]
    }

    /// The key of a piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, piece: Piece, square: crate::Square) -> Key {
        self.tables().piece(piece, square)
    }

    /// The contribution of castling and en passant.
    #[inline]
    pub(crate) fn state_key<R: Rules>(&self, position: &Position<R>) -> Key {
        self.tables().castling(position.identity()) ^ self.en_passant_key(position)
    }

    #[inline]
    fn en_passant_key<R: Rules>(&self, position: &Position<R>) -> Key {
        if position.double_step().is_none() {
            return self.tables().no_en_passant;
        }
        match EnPassantPolicy::of(position) {
            Some((square, reach)) if reach >= self.layout.includes_en_passant => {
                self.tables().en_passant[square as usize]
            }
            _ => self.tables().no_en_passant,
        }
    }

    /// The contribution of the half-move clock to the printed key. Makruk has no such clock.
    #[inline]
    pub(crate) fn clock_key<R: Rules>(&self, position: &Position<R>) -> Key {
        match self.layout.clock {
            Some(step) if R::CLOCK_LIMITS.is_some() => step.key(position.halfmove_clock()),
            _ => Key(0),
        }
    }

    /// The contribution of switching the side to move.
    #[inline]
    pub(crate) fn turn_key(&self) -> Key {
        self.tables().side[0] ^ self.tables().side[1]
    }
}

impl fmt::Display for NoSuchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchKey::Game { dialect, variant } => write!(f, "{dialect} has no keys for {variant}"),
            NoSuchKey::Part { dialect, part, known } => {
                let known: Vec<String> = known.iter().map(ToString::to_string).collect();
                write!(f, "{dialect} has no part {part}; it has {}", known.join(", "))
            }
        }
    }
}

impl core::error::Error for NoSuchKey {}
