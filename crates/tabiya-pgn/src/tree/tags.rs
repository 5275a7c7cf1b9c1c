//! The tags of a tree. Those of the roster come first, in their order.

use tabiya::{AnyPosition, Variant, with_position};

use super::Tree;
use crate::export::{DERIVED, ROSTER, setup_tags};
use crate::reader::may_be_in_name;
use crate::replay::{variant_named, variant_tag};
use crate::{GameResult, Record};

/// Maximum length of a value with its backslashes: values up to this length are read back completely.
const MAX_VALUE: usize = 3800;

/// The tags of a new game.
pub(super) fn of_start(start: &AnyPosition) -> Vec<(String, String)> {
    let is_960 = start.variant() == Variant::Chess960;
    let setup = with_position!(start, position => setup_tags(position, is_960));
    let setup = setup.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    with_roster(setup, GameResult::Unknown)
}

/// The tags of a file. The variant is added if the tags do not imply it.
pub(super) fn of_record(record: &Record, start: &AnyPosition) -> Vec<(String, String)> {
    let read = record
        .tags()
        .map(|(name, value)| (String::from_utf8_lossy(name).into_owned(), fitting(&value.text())));
    let mut tags = with_roster(read.collect(), record.result());
    let variant = start.variant();
    let named = record.tag("Variant").and_then(|name| variant_named(&name, Variant::Chess));
    if let Some(name) = variant_tag(variant).filter(|_| named != Some(variant)) {
        set(&mut tags, "Variant", name);
    }
    tags
}

impl Tree {
    /// Sets a tag, or replaces one of the same name. `Variant`, `SetUp` and `FEN` follow from the start, and `Result` is
    /// set by [`Tree::set_result`]: these and invalid names are ignored.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    /// use tabiya_pgn::Tree;
    ///
    /// let mut tree = Tree::new(AnyPosition::start(Variant::Chess));
    /// tree.set_tag("white", "Anderssen");
    /// assert_eq!(tree.tags().nth(4), Some(("White", "Anderssen")));
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) {
        if may_be_set(name) {
            set(&mut self.tags, name, &fitting(value));
        }
    }

    /// Replaces all tags; a name may occur twice, as in some files. Invalid names are ignored. `Variant`, `SetUp`, `FEN` and
    /// `Result` keep their values and get the place they have in the list.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    /// use tabiya_pgn::Tree;
    ///
    /// let mut tree = Tree::new(AnyPosition::start(Variant::Chess));
    /// tree.set_tags([("Source", "a book"), ("White", "Anderssen"), ("Source", "a newspaper")]);
    /// let sources: Vec<_> = tree.tags().filter(|(name, _)| *name == "Source").map(|(_, value)| value).collect();
    /// assert_eq!(sources, ["a book", "a newspaper"]);
    /// assert_eq!(tree.tag("White"), Some("Anderssen"));
    /// ```
    pub fn set_tags<'a>(&mut self, tags: impl IntoIterator<Item = (&'a str, &'a str)>) {
        let mut derived = std::mem::take(&mut self.tags);
        derived.retain(|(name, _)| is_derived(name));
        let mut all = Vec::new();
        for (name, value) in tags {
            if may_be_set(name) {
                all.push((name.to_owned(), fitting(value)));
            } else if let Some(place) = derived.iter().position(|(known, _)| known.eq_ignore_ascii_case(name))
            {
                all.push(derived.remove(place));
            }
        }
        derived.extend(all);
        self.tags = with_roster(derived, self.result);
    }

    /// Sets the result of the game.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        set(&mut self.tags, "Result", &result.to_string());
    }
}

/// Whether it is a valid name, and not of a derived tag.
fn may_be_set(name: &str) -> bool {
    let is_name = !name.is_empty() && name.len() < 200 && name.bytes().all(may_be_in_name);
    is_name && !is_derived(name)
}

fn is_derived(name: &str) -> bool {
    DERIVED.iter().any(|derived| derived.eq_ignore_ascii_case(name))
}

fn set(tags: &mut Vec<(String, String)>, name: &str, value: &str) {
    match tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((_, known)) => value.clone_into(known),
        None => tags.push((name.to_owned(), value.to_owned())),
    }
}

/// Puts the roster first. The `Result` tag is the result of the game, unless the file has text that is not a result.
fn with_roster(mut others: Vec<(String, String)>, result: GameResult) -> Vec<(String, String)> {
    let mut take = |name: &str| {
        let found = others.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|index| others.remove(index).1)
    };
    let mut tags: Vec<(String, String)> = ROSTER
        .iter()
        .map(|(name, unknown)| ((*name).to_owned(), take(name).unwrap_or_else(|| (*unknown).to_owned())))
        .collect();
    let unparsed = take("Result").filter(|unparsed| GameResult::parse(unparsed.trim().as_bytes()).is_none());
    tags.push(("Result".to_owned(), unparsed.unwrap_or_else(|| result.to_string())));
    tags.extend(others);
    tags
}

/// Makes a value fit to be written and read back: on one line and not too long. Tabs and line ends become blanks. Other
/// control characters must not, because leading and trailing blanks are ignored.
fn fitting(value: &str) -> String {
    let mut length = 0;
    let fits = |char: &char| {
        length += char.len_utf8() + usize::from(matches!(char, '"' | '\\'));
        length <= MAX_VALUE
    };
    let printable = |char: char| match char {
        _ if char.is_ascii_whitespace() => ' ',
        _ if char.is_control() => char::REPLACEMENT_CHARACTER,
        _ => char,
    };
    value.chars().map(printable).take_while(fits).collect()
}
