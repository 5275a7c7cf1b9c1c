//! A filter as an SQL condition.

use std::ops::RangeInclusive;

use tabiya::AnyPosition;
use tabiya_db::{Date, Filter};

use super::text::quoted;
use crate::column::date_number;
use crate::rows_file::RowKey;

/// The rows of positions. For several positions it may also select rows of others that share half a key with one of them.
pub(super) fn of_positions(positions: &[AnyPosition]) -> String {
    let keys: Vec<RowKey> =
        positions.iter().map(|position| RowKey::new(position.key_128(), position.variant())).collect();
    match keys[..] {
        [RowKey { key, high, variant }] => format!(
            "rows.key = {key} AND rows.high = {high} AND rows.variant = {}",
            quoted(&variant.to_string())
        ),
        _ => {
            let keys: Vec<String> = keys.iter().map(|of| of.key.to_string()).collect();
            format!("rows.key IN ({})", keys.join(", "))
        }
    }
}

/// The conditions of a filter on rows, without its names.
pub(super) fn of_filter(filter: &Filter) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(elo) = &filter.elo {
        all.push(format!("{} AND {}", within("rows.white_elo", elo), within("rows.black_elo", elo)));
    }
    if !filter.mean_elo.is_empty() {
        let mean = "coalesce((rows.white_elo + rows.black_elo) / 2, rows.white_elo, rows.black_elo)";
        let ranges: Vec<String> = filter.mean_elo.iter().map(|range| within(mean, range)).collect();
        all.push(format!("({})", ranges.join(" OR ")));
    }
    all.extend(filter.since.map(|since| compared(">=", since)));
    all.extend(filter.until.map(|until| compared("<=", until)));
    if !filter.results.is_empty() {
        all.push(one_of("rows.result", filter.results.iter()));
    }
    if !filter.speeds.is_empty() {
        all.push(one_of("rows.speed", filter.speeds.iter()));
    }
    all
}

/// Whether a column has one of some texts; false without texts.
pub(super) fn one_of<T: ToString>(column: &str, texts: impl Iterator<Item = T>) -> String {
    let texts: Vec<String> = texts.map(|text| quoted(&text.to_string())).collect();
    if texts.is_empty() { "false".to_owned() } else { format!("{column} IN ({})", texts.join(", ")) }
}

fn within(what: &str, range: &RangeInclusive<u16>) -> String {
    format!("{what} BETWEEN {} AND {}", range.start(), range.end())
}

/// Dates are compared by their known parts.
fn compared(operator: &str, date: Date) -> String {
    let number = date_number(date).unwrap_or(0);
    let known = match (date.month(), date.day()) {
        (None, _) => 10_000,
        (Some(_), None) => 100,
        (Some(_), Some(_)) => 1,
    };
    let at = |unit: i32| {
        let unit = unit.max(known);
        format!("rows.\"date\" / {unit} {operator} {}", number / unit)
    };
    format!(
        "CASE WHEN rows.\"date\" % 10000 = 0 THEN {} WHEN rows.\"date\" % 100 = 0 THEN {} ELSE {} END",
        at(10_000),
        at(100),
        at(1)
    )
}
