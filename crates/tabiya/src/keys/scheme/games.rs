use crate::Variant;

/// The variants a scheme supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub struct Games {
    pub chess: bool,
    pub chess960: bool,
    pub makruk: bool,
}

impl Games {
    /// Chess and Chess960.
    pub const CHESS: Games = Games { chess: true, chess960: true, makruk: false };
    /// Chess without Chess960.
    pub const PLAIN_CHESS: Games = Games { chess: true, chess960: false, makruk: false };
    /// Makruk.
    pub const MAKRUK: Games = Games { chess: false, chess960: false, makruk: true };

    /// Whether the scheme supports a variant.
    #[must_use]
    pub const fn contains(self, variant: Variant) -> bool {
        match variant {
            Variant::Chess => self.chess,
            Variant::Chess960 => self.chess960,
            Variant::Makruk => self.makruk,
        }
    }
}
