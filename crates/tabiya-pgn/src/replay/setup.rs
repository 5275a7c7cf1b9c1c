use std::fmt;

use tabiya::{AnyPosition, FenError, FenNote, Reading, Variant};

use crate::Record;

/// Why it is not known where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// The tag `Variant` names a game we do not know.
    UnknownVariant(String),
    /// The tag `FEN` is wrong.
    BadFen(FenError),
    /// The tag `SetUp` promises a position, but there is no `FEN`.
    MissingFen,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::UnknownVariant(name) => {
                let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
                write!(f, "unknown variant `{shown}`: not replayed")
            }
            SetupError::BadFen(error) => write!(f, "the FEN tag is wrong, not replayed: {error}"),
            SetupError::MissingFen => f.write_str("the SetUp tag promises a FEN tag, and there is none"),
        }
    }
}

impl std::error::Error for SetupError {}

/// Where a game begins, and in which game: what the tags `Variant`, `SetUp` and `FEN` say.
///
/// A file that does not name its game is of the variant given here; one of chess whose FEN can only mean Chess960 is
/// read as such. With the position come repairs of the FEN, and remarks.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::{Reader, Record, replay};
///
/// let mut record = Record::new();
/// Reader::new(&b"[Variant \"Makruk\"]\n\n1. e4 *"[..]).read_game(&mut record)?;
/// let (start, _) = replay::setup(&record, Variant::Chess).expect("the tags are right");
/// assert_eq!(start.variant(), Variant::Makruk);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
pub fn setup(record: &Record, unless_named: Variant) -> Result<(AnyPosition, Vec<FenNote>), SetupError> {
    let named = record.tag("Variant");
    let variant = match &named {
        Some(name) => variant_named(name, unless_named)
            .ok_or_else(|| SetupError::UnknownVariant(name.clone().into_owned()))?,
        None => unless_named,
    };
    // "From Position" names no game either.
    let is_named = named.is_some_and(|name| variant_named(&name, Variant::Makruk) == Some(Variant::Chess));
    let reading =
        if variant == Variant::Chess && !is_named { Reading::LENIENT.either() } else { Reading::LENIENT };
    match record.tag("FEN") {
        Some(fen) => {
            let parsed = AnyPosition::from_fen(variant, &fen, reading).map_err(SetupError::BadFen)?;
            Ok((parsed.position, parsed.notes))
        }
        None if record.tag("SetUp").is_some_and(|setup| setup.trim() == "1") => Err(SetupError::MissingFen),
        None => Ok((AnyPosition::start(variant), Vec::new())),
    }
}

/// The variant a tag means, in the spellings of lichess, cutechess, Fairy-Stockfish, XBoard and ChessBase.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::replay::variant_named;
///
/// assert_eq!(variant_named("Fischerandom", Variant::Chess), Some(Variant::Chess960));
/// assert_eq!(variant_named("Atomic", Variant::Chess), None);
/// ```
#[must_use]
pub fn variant_named(name: &str, unless_named: Variant) -> Option<Variant> {
    let letters = name.chars().filter(|char| char.is_alphanumeric()).take(40);
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    match plain.as_str() {
        // "From Position" says where the game began and nothing of its rules.
        "" | "fromposition" => Some(unless_named),
        "standard" | "chess" | "normal" | "orthodox" | "regular" | "classical" | "standardchess" => {
            Some(Variant::Chess)
        }
        "chess960" | "960" | "frc" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "fischerrandomchess" | "freestyle" | "freestylechess" | "wildfr" => Some(Variant::Chess960),
        "makruk" | "thai" | "thaichess" => Some(Variant::Makruk),
        _ => None,
    }
}
