use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{Color, File, Piece, Square, Variant};

/// One fact a position's key depends on. A key is the XOR of the keys of the position's features.
///
/// ```
/// use tabiya::{Color, Feature, Piece, Role, Square};
///
/// let knight = Piece { color: Color::White, role: Role::Knight };
/// assert_eq!(Feature::Piece(knight, Square::G1).to_string(), "white knight g1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// A piece is on a square.
    Piece(Piece, Square),
    /// A color may castle with the rook on this file.
    Castling(Color, File),
    /// A pawn on this file can legally be captured en passant.
    EnPassant(File),
    /// Black is to move.
    BlackToMove,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feature::Piece(piece, square) => write!(f, "{piece} {square}"),
            Feature::Castling(color, file) => write!(f, "{color} castling {file}"),
            Feature::EnPassant(file) => write!(f, "en passant {file}"),
            Feature::BlackToMove => f.write_str("turn"),
        }
    }
}

/// Observes the features that a move switches off and on, for example to update another program's key or a network's accumulator.
///
/// `()` observes nothing and compiles to nothing; a pair forwards to two witnesses.
///
/// ```
/// use tabiya::{Chess, Feature, Position, Witness};
///
/// struct Log(Vec<String>);
/// impl Witness for Log {
///     fn toggle(&mut self, feature: Feature, on: bool) {
///         self.0.push(format!("{} {feature}", if on { "+" } else { "−" }));
///     }
/// }
///
/// let mut log = Log(Vec::new());
/// let start = Position::<Chess>::start();
/// start.play_legal_with(start.parse_uci("g1f3")?, &mut log);
/// assert_eq!(log.0, ["− white knight g1", "+ white knight f3", "+ turn"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Witness {
    /// Called when a feature is switched on or off.
    fn toggle(&mut self, feature: Feature, on: bool);
}

/// A feature switched on or off by a move.
///
/// `Vec<Toggle>` is a [`Witness`].
///
/// ```
/// use tabiya::{Chess, Position, Toggle};
///
/// let start = Position::<Chess>::start();
/// let mut toggles: Vec<Toggle> = Vec::new();
/// start.play_legal_with(start.parse_uci("g1f3")?, &mut toggles);
/// let read: Vec<String> = toggles.iter().map(Toggle::to_string).collect();
/// assert_eq!(read, ["− white knight g1", "+ white knight f3", "turn"]);
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Toggle {
    /// The feature.
    pub feature: Feature,
    /// True if the feature was switched on.
    pub on: bool,
}

/// Prefixes what is switched off with `−` and what is switched on with `+`.
impl fmt::Display for Toggle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.feature, self.on) {
            (Feature::BlackToMove, _) => self.feature.fmt(f),
            (feature, true) => write!(f, "+ {feature}"),
            (feature, false) => write!(f, "− {feature}"),
        }
    }
}

impl Toggle {
    /// The same with the variant's own piece names.
    ///
    /// ```
    /// use tabiya::{Makruk, Position, Toggle, Variant};
    ///
    /// let start = Position::<Makruk>::start();
    /// let mut toggles: Vec<Toggle> = Vec::new();
    /// start.play_legal_with(start.parse_uci("b1d2")?, &mut toggles);
    /// assert_eq!(toggles[0].text(Variant::Makruk), "− white ma b1");
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn text(&self, variant: Variant) -> String {
        match (variant, self.feature) {
            (Variant::Makruk, Feature::Piece(piece, square)) => {
                let sign = if self.on { '+' } else { '−' };
                format!("{sign} {} {} {square}", piece.color, piece.role.makruk_name())
            }
            _ => self.to_string(),
        }
    }
}

/// Collects all toggles.
impl Witness for Vec<Toggle> {
    fn toggle(&mut self, feature: Feature, on: bool) {
        self.push(Toggle { feature, on });
    }
}

impl Witness for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn toggle(&mut self, _: Feature, _: bool) {}
}

impl<A: Witness, B: Witness> Witness for (A, B) {
    #[inline]
    fn toggle(&mut self, feature: Feature, on: bool) {
        self.0.toggle(feature, on);
        self.1.toggle(feature, on);
    }
}

impl<W: Witness> Witness for &mut W {
    #[inline]
    fn toggle(&mut self, feature: Feature, on: bool) {
        (**self).toggle(feature, on);
    }
}
