use alloc::string::String;

use crate::notation::{read_setup, write_setup};
use crate::{Chess, FenError, Makruk, ParsedFen, Reading, Setup, Variant};

impl Setup {
    /// Reads a FEN without checking that the position is legal, for editors. Text that is not a FEN
    /// is an error as usual.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Reading, Setup, Variant};
    ///
    /// let read = Setup::from_fen(Variant::Chess, "8/8/8/8/8/8/8/4K3 w - - 0 1", Reading::LENIENT)?;
    /// let error = AnyPosition::from_setup(Variant::Chess, &read.position, Reading::LENIENT).unwrap_err();
    /// assert_eq!(error.to_string(), "illegal position: black has no king");
    /// assert!(Setup::from_fen(Variant::Chess, "8/8/8/8/8/8/8/4K2 w - - 0 1", Reading::LENIENT).is_err());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn from_fen(variant: Variant, text: &str, reading: Reading) -> Result<ParsedFen<Setup>, FenError> {
        match variant {
            Variant::Chess => read_setup::<Chess>(text, reading),
            Variant::Chess960 => read_setup::<Chess>(text, reading.chess960()),
            Variant::Makruk => read_setup::<Makruk>(text, reading),
        }
    }

    /// The FEN of this setup, legal or not, in the format of [`AnyPosition::to_fen_with`](crate::AnyPosition::to_fen_with)
    /// and [`EnPassant::Always`](crate::EnPassant::Always). Pieces that the variant does not have are left out: they have no letter.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Setup, Variant};
    ///
    /// assert_eq!(Setup::new().to_fen(Variant::Chess), "8/8/8/8/8/8/8/8 w - - 0 1");
    /// for variant in Variant::ALL {
    ///     let start = AnyPosition::start(variant);
    ///     assert_eq!(start.setup().to_fen(variant), start.to_fen());
    /// }
    /// ```
    #[must_use]
    pub fn to_fen(&self, variant: Variant) -> String {
        match variant {
            Variant::Chess => write_setup::<Chess>(self, false),
            Variant::Chess960 => write_setup::<Chess>(self, true),
            Variant::Makruk => write_setup::<Makruk>(self, false),
        }
    }
}
