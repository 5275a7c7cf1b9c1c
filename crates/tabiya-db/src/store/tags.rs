//! The tags of games. Values are stored in dictionaries, one for each kind of tag. The list of tag names of a game is its
//! shape; a collection has few distinct shapes.
//!
//! The file `names`:
//! ```text
//! directory length              8 bytes
//! directory                     groups: count, then for each its name, number of values, size of the values in bytes
//!                               names:  count, then for each the name and its group
//!                               shapes: count, then for each the number of tags, and each tag: 2 × name + (1 if derived from the facts)
//! for each group                the end offset of each value, 4 bytes each; the values
//! ```
//! Counts and numbers are LEB128, texts are preceded by their length.
//!
//! The tags of a game: its shape plus one, and a value for each tag not derived from the facts: its dictionary number from
//! 1, or 0 and the text. Shape 0: the number of tags, and the name and text of each.

use std::collections::HashMap;
use std::path::Path;

use foldhash::fast::RandomState;

use super::numbers::{self, Bytes, u32_at, u64_at};
use super::page::{PageFile, PageWriter};
use crate::Date;
use crate::error::{DbError, Result};
use crate::facts::{Facts, elo_of_tag};

pub(crate) const KIND: &[u8; 8] = b"names   ";
/// The group of player names.
pub(crate) const PLAYERS: &str = "";
/// Tags that can be filtered: their dictionary numbers are stored with the facts, to be checked without reading the game.
pub(crate) const COLUMNS: [&str; 4] = ["White", "Black", "Event", "ECO"];
/// Index of each column.
pub(crate) const WHITE: usize = 0;
pub(crate) const BLACK: usize = 1;
pub(crate) const EVENT: usize = 2;
pub(crate) const ECO: usize = 3;
/// In place of a number: the game has the tag, but its value is stored with the game.
pub(crate) const INLINE: u32 = u32::MAX;

/// The column of a tag, if it has one.
pub(crate) fn column_of(name: &str) -> Option<usize> {
    COLUMNS.iter().position(|column| *column == name)
}
/// Maximum number of names and shapes; tags beyond are stored with the game.
const MAX_NAMES: usize = 4096;
const MAX_SHAPES: usize = 1 << 16;
/// Groups with at least this many values are no longer extended if most lookups add a new value: URLs or times.
const MIN_VALUES_TO_REJECT: usize = 1 << 12;
/// Memory used by a dictionary entry in addition to its text.
const ENTRY_OVERHEAD: usize = 80;

/// Tags that differ only in the color share a dictionary.
pub(crate) fn group_of(name: &str) -> &str {
    name.strip_prefix("White").or_else(|| name.strip_prefix("Black")).unwrap_or(name)
}

/// The value of a tag that is derived from the facts.
pub(crate) fn derived_from_facts(name: &str, facts: &Facts) -> Option<String> {
    match name {
        "Result" => Some(facts.result.to_string()),
        "Date" => Some(facts.date.to_string()),
        "WhiteElo" => facts.white_elo.map(|elo| elo.to_string()),
        "BlackElo" => facts.black_elo.map(|elo| elo.to_string()),
        _ => None,
    }
}

fn is_derived_from_facts(name: &str, value: &str, facts: &Facts) -> bool {
    match name {
        "Result" => tabiya_pgn::GameResult::parse(value.as_bytes()) == Some(facts.result) && value != "1/2",
        "Date" => Date::of_tag(value) == Some(facts.date),
        "WhiteElo" => facts.white_elo.is_some() && elo_of_tag(value) == facts.white_elo,
        "BlackElo" => facts.black_elo.is_some() && elo_of_tag(value) == facts.black_elo,
        _ => false,
    }
}

#[derive(Debug, Default)]
struct Group {
    name: String,
    numbers: HashMap<Box<str>, u32, RandomState>,
    ends: Vec<u32>,
    text: Vec<u8>,
    lookups: usize,
}

/// Collects the tags of games.
#[derive(Debug)]
pub(crate) struct TagWriter {
    names: HashMap<String, usize, RandomState>,
    in_order: Vec<(String, usize)>,
    groups: Vec<Group>,
    shapes: HashMap<Vec<u32>, usize, RandomState>,
    shapes_in_order: Vec<Vec<u32>>,
    memory: usize,
    limit: usize,
    shape: Vec<u32>,
    values: Vec<u8>,
}

impl TagWriter {
    /// `limit` is the memory limit of the dictionaries in bytes.
    pub(crate) fn new(limit: usize) -> TagWriter {
        TagWriter {
            names: HashMap::default(),
            in_order: Vec::new(),
            groups: Vec::new(),
            shapes: HashMap::default(),
            shapes_in_order: Vec::new(),
            memory: 0,
            limit,
            shape: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Appends the tags of a game. Returns the numbers for the columns, 0 for missing tags.
    pub(crate) fn push<'a>(
        &mut self,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        facts: &Facts,
        out: &mut Vec<u8>,
    ) -> [u32; 4] {
        let mut columns = [0; 4];
        self.shape.clear();
        self.values.clear();
        for (name, value) in tags.clone() {
            let Some(index) = self.name(name) else {
                self.shape.clear();
                return self.push_plain(tags, out);
            };
            let is_derived = is_derived_from_facts(name, value, facts) || {
                let number = self.number(self.in_order[index].1, value);
                let column = column_of(name).map(|column| &mut columns[column]);
                match (column, number) {
                    (Some(column), Some(number)) if *column == 0 || *column == number => {
                        *column = number;
                        true
                    }
                    (_, Some(number)) => {
                        numbers::push(&mut self.values, u64::from(number));
                        false
                    }
                    (_, None) => {
                        numbers::push(&mut self.values, 0);
                        numbers::push_text(&mut self.values, value.as_bytes());
                        false
                    }
                }
            };
            self.shape.push(2 * index as u32 + u32::from(is_derived));
        }
        let shape = match self.shapes.get(&self.shape) {
            Some(shape) => *shape,
            None if self.shapes.len() == MAX_SHAPES || self.memory >= self.limit => {
                return self.push_plain(tags, out);
            }
            None => {
                self.shapes.insert(self.shape.clone(), self.shapes.len());
                self.shapes_in_order.push(self.shape.clone());
                self.memory += 8 * self.shape.len() + ENTRY_OVERHEAD;
                self.shapes.len() - 1
            }
        };
        numbers::push(out, shape as u64 + 1);
        out.extend_from_slice(&self.values);
        mark_inline(&mut columns, tags);
        columns
    }

    fn push_plain<'a>(
        &mut self,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        out: &mut Vec<u8>,
    ) -> [u32; 4] {
        numbers::push(out, 0);
        numbers::push(out, tags.clone().count() as u64);
        for (name, value) in tags.clone() {
            numbers::push_text(out, name.as_bytes());
            numbers::push_text(out, value.as_bytes());
        }
        let mut columns = [0; 4];
        mark_inline(&mut columns, tags);
        columns
    }

    fn name(&mut self, name: &str) -> Option<usize> {
        if let Some(index) = self.names.get(name) {
            return Some(*index);
        }
        if self.names.len() == MAX_NAMES || self.memory >= self.limit {
            return None;
        }
        let group = group_of(name);
        let known = self.groups.iter().position(|known| known.name == group);
        let group = known.unwrap_or_else(|| {
            self.groups.push(Group { name: group.to_owned(), ..Group::default() });
            self.groups.len() - 1
        });
        self.names.insert(name.to_owned(), self.in_order.len());
        self.in_order.push((name.to_owned(), group));
        self.memory += 2 * name.len() + 2 * ENTRY_OVERHEAD;
        Some(self.in_order.len() - 1)
    }

    /// The number of a value in its dictionary, from 1, unless the dictionary is full or rejected.
    fn number(&mut self, group: usize, value: &str) -> Option<u32> {
        let group = &mut self.groups[group];
        group.lookups += 1;
        if let Some(number) = group.numbers.get(value) {
            return Some(*number);
        }
        let count = group.ends.len();
        let is_rejected = count >= MIN_VALUES_TO_REJECT && group.name != PLAYERS && count * 2 > group.lookups;
        if is_rejected || self.memory >= self.limit {
            return None;
        }
        group.text.extend_from_slice(value.as_bytes());
        group.ends.push(u32::try_from(group.text.len()).ok()?);
        group.numbers.insert(value.into(), count as u32 + 1);
        self.memory += 2 * value.len() + ENTRY_OVERHEAD;
        Some(count as u32 + 1)
    }

    pub(crate) fn write(&self, path: &Path, segment: u64) -> Result<u64> {
        let mut directory = Vec::new();
        numbers::push(&mut directory, self.groups.len() as u64);
        for group in &self.groups {
            numbers::push_text(&mut directory, group.name.as_bytes());
            numbers::push(&mut directory, group.ends.len() as u64);
            numbers::push(&mut directory, group.text.len() as u64);
        }
        numbers::push(&mut directory, self.in_order.len() as u64);
        for (name, group) in &self.in_order {
            numbers::push_text(&mut directory, name.as_bytes());
            numbers::push(&mut directory, *group as u64);
        }
        numbers::push(&mut directory, self.shapes_in_order.len() as u64);
        for shape in &self.shapes_in_order {
            numbers::push(&mut directory, shape.len() as u64);
            shape.iter().for_each(|tag| numbers::push(&mut directory, u64::from(*tag)));
        }
        let mut file = PageWriter::create(path)?;
        file.write(&(directory.len() as u64).to_le_bytes())?;
        file.write(&directory)?;
        for group in &self.groups {
            let ends: Vec<u8> = group.ends.iter().flat_map(|end| end.to_le_bytes()).collect();
            file.write(&ends)?;
            file.write(&group.text)?;
        }
        file.finish(KIND, segment)
    }
}

/// Marks the columns without a number whose tag the game has, ignoring case.
fn mark_inline<'a>(columns: &mut [u32; 4], tags: impl Iterator<Item = (&'a str, &'a str)>) {
    if columns.iter().all(|column| *column != 0) {
        return;
    }
    for (name, _) in tags {
        if let Some(column) = COLUMNS.iter().position(|column| column.eq_ignore_ascii_case(name)) {
            columns[column] = if columns[column] == 0 { INLINE } else { columns[column] };
        }
    }
}

/// A dictionary in the file.
#[derive(Debug)]
pub(crate) struct Dictionary {
    name: String,
    count: usize,
    ends_at: usize,
    text_at: usize,
}

/// Reads the tags of games.
#[derive(Debug)]
pub(crate) struct Tags {
    pub(crate) file: PageFile,
    groups: Vec<Dictionary>,
    names: Vec<(String, usize)>,
    shapes: Vec<Vec<u32>>,
}

impl Tags {
    pub(crate) fn open(path: &Path, segment: u64) -> Result<Tags> {
        Tags::new(PageFile::open(path, KIND, segment)?.read_ahead())
    }

    /// Reads the directory.
    pub(crate) fn new(file: PageFile) -> Result<Tags> {
        let length = u64_at(file.bytes(0, 8)?, 0).and_then(|length| usize::try_from(length).ok());
        let directory = file.bytes(8, length.ok_or_else(|| file.out_of_bounds())?)?.to_vec();
        let parsed = Tags::directory(Bytes(&directory), 8 + directory.len(), file.length());
        let (groups, names, shapes) =
            parsed.ok_or_else(|| DbError::damaged(file.path(), "invalid directory"))?;
        Ok(Tags { file, groups, names, shapes })
    }

    #[expect(clippy::type_complexity, reason = "the three lists of the directory, used once")]
    fn directory(
        mut bytes: Bytes<'_>,
        start: usize,
        length: usize,
    ) -> Option<(Vec<Dictionary>, Vec<(String, usize)>, Vec<Vec<u32>>)> {
        let (mut groups, mut names, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = start;
        for _ in 0..bytes.size()? {
            let (name, count, size) = (bytes.text()?.to_owned(), bytes.size()?, bytes.size()?);
            let text_at = at.checked_add(count.checked_mul(4)?)?;
            groups.push(Dictionary { name, count, ends_at: at, text_at });
            at = text_at.checked_add(size).filter(|at| *at <= length)?;
        }
        for _ in 0..bytes.size()? {
            let (name, group) = (bytes.text()?.to_owned(), bytes.size()?);
            names.push((name, group).to_owned());
            groups.get(group)?;
        }
        for _ in 0..bytes.size()? {
            let count = bytes.size()?;
            let mut shape = Vec::new();
            for _ in 0..count {
                let tag = u32::try_from(bytes.number()?).ok()?;
                names.get(tag as usize / 2)?;
                shape.push(tag);
            }
            shapes.push(shape);
        }
        (at == length && bytes.is_empty()).then_some((groups, names, shapes))
    }

    pub(crate) fn group(&self, name: &str) -> Option<&Dictionary> {
        self.groups.iter().find(|group| group.name == name)
    }

    /// The number of values of a dictionary.
    pub(crate) fn count(&self, values: &Dictionary) -> usize {
        values.count
    }

    /// A value of a dictionary, by its number from 1.
    pub(crate) fn value(&self, values: &Dictionary, number: u64) -> Result<&str> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let Some(index) = index.filter(|index| *index < values.count) else {
            return Err(self.file.out_of_bounds());
        };
        let first = index.saturating_sub(1);
        let ends = self.file.bytes(values.ends_at + 4 * first, 4 * (index - first + 1))?;
        let end = u32_at(ends, ends.len() - 4).unwrap_or_default() as usize;
        let start = if index == 0 { 0 } else { u32_at(ends, 0).unwrap_or_default() as usize };
        let length = end.checked_sub(start).ok_or_else(|| self.file.out_of_bounds())?;
        let text = self.file.bytes(values.text_at + start, length)?;
        std::str::from_utf8(text).map_err(|_| DbError::damaged(self.file.path(), "a value is not UTF-8"))
    }

    /// The value of a column, by its number.
    pub(crate) fn column_value(&self, column: usize, number: u32) -> Result<&str> {
        match self.group(group_of(COLUMNS[column])) {
            Some(values) => self.value(values, u64::from(number)),
            None => Err(self.file.out_of_bounds()),
        }
    }

    /// Calls `visit` with each tag of a game and the source of its value, in order, until it returns `false`.
    pub(crate) fn each<'a>(
        &'a self,
        record: &'a [u8],
        visit: &mut impl FnMut(&'a str, TagSource<'a>) -> Result<bool>,
    ) -> Result<()> {
        let mut bytes = Bytes(record);
        let bad = || DbError::damaged(self.file.path(), "invalid tags of a game");
        let shape = bytes.size().ok_or_else(bad)?;
        if shape == 0 {
            for _ in 0..bytes.size().ok_or_else(bad)? {
                let (name, value) = (bytes.text().ok_or_else(bad)?, bytes.text().ok_or_else(bad)?);
                if !visit(name, TagSource::Text(value))? {
                    break;
                }
            }
            return Ok(());
        }
        for tag in self.shapes.get(shape - 1).ok_or_else(bad)? {
            let (name, group) = &self.names[*tag as usize / 2];
            let source = if tag % 2 == 1 {
                TagSource::Facts
            } else {
                match bytes.number().ok_or_else(bad)? {
                    0 => TagSource::Text(bytes.text().ok_or_else(bad)?),
                    number => TagSource::Number(&self.groups[*group], number),
                }
            };
            if !visit(name, source)? {
                break;
            }
        }
        Ok(())
    }
}

/// Where the value of a tag is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TagSource<'a> {
    /// Derived from the facts of the game.
    Facts,
    /// In a dictionary, by number.
    Number(&'a Dictionary, u64),
    /// With the game.
    Text(&'a str),
}
