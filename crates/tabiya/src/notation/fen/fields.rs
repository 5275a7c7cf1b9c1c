//! Splitting a FEN into fields, and the simple fields.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{Diagnostics, FenField, Place};
use crate::Color;
use crate::notation::printable::quoted;

/// A field as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl Field<'_> {
    pub(super) fn place(&self, field: FenField) -> Place {
        Place { field, column: self.column }
    }
}

/// All fields of a FEN.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    list: Vec<Field<'a>>,
    /// The column after the end of the text.
    end: usize,
}

impl<'a> Fields<'a> {
    /// Splits at blanks. Strictly, fields are separated by one space; lenient reading accepts other blanks.
    pub(super) fn split(text: &'a str, diagnostics: &mut Diagnostics) -> Fields<'a> {
        let is_blank = |char| matches!(char, ' ' | '\t' | '\r' | '\n');
        // A FEN has six or eight.
        let mut list = Vec::with_capacity(8);
        let mut wrong_blank = None;
        let mut start = 0;
        for part in text.split(is_blank) {
            if part.is_empty() {
                wrong_blank.get_or_insert(start);
            } else {
                list.push(Field { text: part, column: start + 1 });
            }
            let end = start + part.len();
            if !matches!(text.as_bytes().get(end), None | Some(b' ')) {
                wrong_blank.get_or_insert(end);
            }
            start = end + 1;
        }
        if let (Some(offset), false) = (wrong_blank, list.is_empty()) {
            let place = Place { field: FenField::Text, column: offset.min(text.len() - 1) + 1 };
            diagnostics.fix(place, "fields must be separated by one space", "extra blanks ignored");
        }
        Fields { list, end: text.len() + 1 }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<Field<'a>> {
        self.list.get(index).copied()
    }

    /// The place after the last field.
    pub(super) fn end(&self) -> Place {
        Place { field: FenField::Text, column: self.end }
    }

    /// Reports missing fields, which get these defaults, and extra fields.
    pub(super) fn expect(&self, layout: &[(FenField, &str)], diagnostics: &mut Diagnostics) {
        if let Some(extra) = self.get(layout.len()) {
            let reason = format!("extra field {}", quoted(extra.text));
            diagnostics.refuse(extra.place(FenField::Text), reason);
        }
        let missing = &layout[self.len().min(layout.len())..];
        let Some((first, _)) = missing.first() else { return };
        let names: Vec<String> = missing.iter().map(|(field, _)| field.to_string()).collect();
        let defaults: Vec<&str> = missing.iter().map(|(_, default)| *default).collect();
        let wrong = match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last} are missing", others.join(", "))
            }
            _ => format!("{first} is missing"),
        };
        let place = Place { field: *first, column: self.end };
        diagnostics.fix(place, wrong, format!("read as `{}`", defaults.join(" ")));
    }
}

/// The side to move; white if the field is missing, `None` if it is invalid.
pub(super) fn turn(field: Option<Field<'_>>, diagnostics: &mut Diagnostics) -> Option<Color> {
    let Some(field) = field else { return Some(Color::White) };
    match field.text {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        other => {
            let reason = format!("the side to move is {}: expected `w` or `b`", quoted(other));
            diagnostics.refuse(field.place(FenField::Turn), reason);
            None
        }
    }
}

/// The move number, from 1; zero is read as 1.
pub(super) fn move_number(field: Option<Field<'_>>, diagnostics: &mut Diagnostics) -> u32 {
    let number = field.and_then(|it| clock(it, FenField::FullmoveNumber, u32::MAX, diagnostics));
    if let (Some(field), Some(0)) = (field, number) {
        diagnostics.remark(field.place(FenField::FullmoveNumber), "move number 0 is read as 1");
    }
    number.unwrap_or(1).max(1)
}

/// The half-move clock; lenient reading replaces greater numbers by the maximum.
pub(super) fn halfmove_clock(field: Field<'_>, diagnostics: &mut Diagnostics) -> Option<u16> {
    clock(field, FenField::HalfmoveClock, u32::from(u16::MAX), diagnostics)
        .and_then(|number| u16::try_from(number).ok())
}

/// A number of up to 16 bits, such as a count.
pub(super) fn u16_number(field: Field<'_>, name: FenField, diagnostics: &mut Diagnostics) -> Option<u16> {
    number(field, name, u32::from(u16::MAX), diagnostics).and_then(|number| u16::try_from(number).ok())
}

/// A decimal number without a sign.
fn number(field: Field<'_>, name: FenField, largest: u32, diagnostics: &mut Diagnostics) -> Option<u32> {
    let number = digits(field, name, largest, diagnostics)?;
    if number.is_none() {
        diagnostics.refuse(field.place(name), format!("the {name} is greater than {largest}"));
    }
    number
}

/// The same for a clock: lenient reading replaces greater numbers by the maximum.
fn clock(field: Field<'_>, name: FenField, largest: u32, diagnostics: &mut Diagnostics) -> Option<u32> {
    let number = digits(field, name, largest, diagnostics)?;
    if number.is_none() {
        let wrong = format!("the {name} is greater than {largest}");
        diagnostics.fix(field.place(name), wrong, format!("read as `{largest}`"));
    }
    number.or(Some(largest))
}

/// `None` if the field is not a number, `Some(None)` if the number is greater than the maximum.
fn digits(
    field: Field<'_>,
    name: FenField,
    largest: u32,
    diagnostics: &mut Diagnostics,
) -> Option<Option<u32>> {
    if !field.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let reason = format!("the {name} is {}: expected a number", quoted(field.text));
        diagnostics.refuse(field.place(name), reason);
        return None;
    }
    Some(field.text.parse().ok().filter(|&number: &u32| number <= largest))
}
