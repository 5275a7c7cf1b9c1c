use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use tabiya::{AnyPosition, FenError, FenWarning, ParsedFen, Reading, Variant, printable};

use crate::{Record, TagValue};

/// Why the start of a game is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupTagsError {
    /// The tag `Variant` names an unknown variant.
    UnknownVariant(String),
    /// The tag `FEN` is invalid.
    BadFen(FenError),
    /// The tag `SetUp` is 1, but there is no `FEN`.
    MissingFen,
}

impl fmt::Display for SetupTagsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupTagsError::UnknownVariant(name) => {
                write!(f, "unknown variant `{}`: not replayed", printable(name))
            }
            SetupTagsError::BadFen(error) => write!(f, "invalid FEN tag, not replayed: {error}"),
            SetupTagsError::MissingFen => f.write_str("SetUp tag without a FEN tag"),
        }
    }
}

impl std::error::Error for SetupTagsError {}

/// The start position and variant of a game, from the tags `Variant`, `SetUp` and `FEN`.
///
/// A game without a `Variant` tag is of the given variant, with two exceptions. A chess FEN that is only possible in
/// Chess960 or Makruk is read as such. Games from PlayOK, which has chess and Makruk but names neither, are read as
/// Makruk unless the moves are legal only in chess. Repairs of the FEN and remarks are returned with the position.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::{Reader, Record, replay};
///
/// let mut record = Record::new();
/// Reader::new(&b"[Variant \"Makruk\"]\n\n1. e4 *"[..]).read_game(&mut record)?;
/// let (start, _) = replay::setup(&record, Variant::Chess).expect("valid tags");
/// assert_eq!(start.variant(), Variant::Makruk);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
pub fn setup(
    record: &Record,
    default_variant: Variant,
) -> Result<(AnyPosition, Vec<FenWarning>), SetupTagsError> {
    let Tags { variant: named, site, set_up, fen } = Tags::of(record);
    let variant = match &named {
        Some(name) => variant_named(name, default_variant)
            .ok_or_else(|| SetupTagsError::UnknownVariant(name.clone().into_owned()))?,
        None if site.is_some_and(|site| site.raw().trim_ascii().eq_ignore_ascii_case(PLAYOK)) => {
            variant_at_playok(record, fen.is_some())
        }
        None => default_variant,
    };
    // "From Position" does not name a variant either.
    let is_named = named.is_some_and(|name| variant_named(&name, Variant::Makruk) == Some(Variant::Chess));
    match fen {
        Some(fen) => {
            let is_certain = is_named || variant != Variant::Chess;
            let parsed = read_fen(&fen.text(), variant, is_certain).map_err(SetupTagsError::BadFen)?;
            Ok((parsed.position, parsed.notes))
        }
        None if set_up.is_some_and(|set_up| set_up.text().trim() == "1") => Err(SetupTagsError::MissingFen),
        None => Ok((start_of(variant), Vec::new())),
    }
}

/// The start position of a variant. Cached, because it is parsed from a FEN and nearly every game begins there.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
/// use tabiya_pgn::replay::start_of;
///
/// assert_eq!(start_of(Variant::Makruk), AnyPosition::start(Variant::Makruk));
/// ```
#[must_use]
pub fn start_of(variant: Variant) -> AnyPosition {
    static STARTS: LazyLock<[AnyPosition; 3]> = LazyLock::new(|| Variant::ALL.map(AnyPosition::start));
    STARTS[variant as usize]
}

/// The tags that define the start: the first of each name, ignoring case.
#[derive(Default)]
struct Tags<'a> {
    variant: Option<Cow<'a, str>>,
    site: Option<TagValue<'a>>,
    set_up: Option<TagValue<'a>>,
    fen: Option<TagValue<'a>>,
}

impl<'a> Tags<'a> {
    fn of(record: &'a Record) -> Tags<'a> {
        let mut tags = Tags::default();
        for (name, value) in record.tags() {
            let is = |usual: &[u8]| name.eq_ignore_ascii_case(usual);
            match name.len() {
                3 if is(b"FEN") => tags.fen = tags.fen.or(Some(value)),
                4 if is(b"Site") => tags.site = tags.site.or(Some(value)),
                5 if is(b"SetUp") => tags.set_up = tags.set_up.or(Some(value)),
                7 if is(b"Variant") => tags.variant = tags.variant.or_else(|| Some(value.text())),
                _ => {}
            }
        }
        tags
    }
}

/// Reads a FEN of this variant. Unless the tags name chess, a FEN impossible in chess may be of another variant.
fn read_fen(fen: &str, variant: Variant, is_certain: bool) -> Result<ParsedFen<AnyPosition>, FenError> {
    if is_certain {
        return AnyPosition::from_fen(variant, fen, Reading::LENIENT);
    }
    AnyPosition::from_fen(variant, fen, Reading::LENIENT.either())
        .or_else(|error| AnyPosition::from_fen(Variant::Makruk, fen, Reading::LENIENT).map_err(|_| error))
}

/// The `Site` tag of PlayOK, for Makruk as for chess.
const PLAYOK: &[u8] = b"PlayOK";

/// Makruk, unless all moves are legal in chess and not all in Makruk: the two soon differ.
#[cold]
fn variant_at_playok(record: &Record, is_set_up: bool) -> Variant {
    let knows_all = |variant| {
        let start = AnyPosition::start(variant);
        record.moves().try_fold(start, |position, (san, _)| position.play_san(san)).is_ok()
    };
    if !is_set_up && !knows_all(Variant::Makruk) && knows_all(Variant::Chess) {
        return Variant::Chess;
    }
    Variant::Makruk
}

/// The value of the `Variant` tag; none for chess, which needs no such tag.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::replay::variant_tag;
///
/// assert_eq!(variant_tag(Variant::Chess960), Some("Chess960"));
/// assert_eq!(variant_tag(Variant::Chess), None);
/// ```
#[must_use]
pub fn variant_tag(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Chess => None,
        Variant::Chess960 => Some("Chess960"),
        Variant::Makruk => Some("Makruk"),
    }
}

/// The variant of a `Variant` tag, in the spellings of lichess, cutechess, Fairy-Stockfish, XBoard and ChessBase.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::replay::variant_named;
///
/// assert_eq!(variant_named("Fischerandom", Variant::Chess), Some(Variant::Chess960));
/// assert_eq!(variant_named("Atomic", Variant::Chess), None);
/// ```
#[must_use]
pub fn variant_named(name: &str, default_variant: Variant) -> Option<Variant> {
    let letters = name.chars().filter(|char| char.is_alphanumeric()).take(40);
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    match plain.as_str() {
        // "From Position" refers to the start position, not to the rules.
        "" | "fromposition" => Some(default_variant),
        "standard" | "chess" | "normal" | "orthodox" | "regular" | "classical" | "standardchess" => {
            Some(Variant::Chess)
        }
        "chess960" | "960" | "frc" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "fischerrandomchess" | "freestyle" | "freestylechess" | "wildfr" => Some(Variant::Chess960),
        "makruk" | "thai" | "thaichess" => Some(Variant::Makruk),
        _ => None,
    }
}
