//! The tags of a tree: those of the roster first, in their order, whatever a file had.

use tabiya::{AnyPosition, Variant, with_position};

use super::Tree;
use crate::export::{DERIVED, ROSTER, setup_tags};
use crate::reader::may_be_in_name;
use crate::replay::{variant_named, variant_tag};
use crate::{GameResult, Record};

/// With its backslashes a value is no longer, so that it is read again whole.
const LONGEST_VALUE: usize = 3800;

/// The tags of a game of which nothing is known but where it begins.
pub(super) fn of_start(start: &AnyPosition) -> Vec<(String, String)> {
    let is_960 = start.variant() == Variant::Chess960;
    let setup = with_position!(start, position => setup_tags(position, is_960));
    let setup = setup.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    with_roster(setup, GameResult::Unknown)
}

/// The tags of a file, and the variant if they do not say it to a reader who expects chess.
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
    /// Sets a tag, in place of an earlier one of that name. `Variant`, `SetUp` and `FEN` follow from the start, and `Result`
    /// is set by [`Tree::set_result`]: they and names that are none are left as they are.
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

    /// Sets all tags, in place of those there were; a name may come twice, as it does in some files. What
    /// [`Tree::set_tag`] leaves alone is left alone here too.
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
        let mut all = std::mem::take(&mut self.tags);
        all.retain(|(name, _)| is_derived(name));
        let set = tags.into_iter().filter(|(name, _)| may_be_set(name));
        all.extend(set.map(|(name, value)| (name.to_owned(), fitting(value))));
        self.tags = with_roster(all, self.result);
    }

    /// Says how the game ended.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        set(&mut self.tags, "Result", &result.to_string());
    }
}

/// Whether it is a name, and that of nothing that follows from the game itself.
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

/// Puts the roster first. What a `Result` tag says is that of the game, unless it is no result at all.
fn with_roster(mut others: Vec<(String, String)>, result: GameResult) -> Vec<(String, String)> {
    let mut take = |name: &str| {
        let found = others.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|index| others.remove(index).1)
    };
    let mut tags: Vec<(String, String)> = ROSTER
        .iter()
        .map(|(name, unknown)| ((*name).to_owned(), take(name).unwrap_or_else(|| (*unknown).to_owned())))
        .collect();
    let said = take("Result").filter(|said| GameResult::parse(said.trim().as_bytes()).is_none());
    tags.push(("Result".to_owned(), said.unwrap_or_else(|| result.to_string())));
    tags.extend(others);
    tags
}

/// A value as it can be written and read again: on one line, and not too long. A tab or a line end is a blank; other control characters
/// must not become one, for blanks about a value do not count.
fn fitting(value: &str) -> String {
    let mut length = 0;
    let fits = |char: &char| {
        length += char.len_utf8() + usize::from(matches!(char, '"' | '\\'));
        length <= LONGEST_VALUE
    };
    let printable = |char: char| match char {
        _ if char.is_ascii_whitespace() => ' ',
        _ if char.is_control() => char::REPLACEMENT_CHARACTER,
        _ => char,
    };
    value.chars().map(printable).take_while(fits).collect()
}
