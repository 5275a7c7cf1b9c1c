//! Games as PGN.

use std::time::{SystemTime, UNIX_EPOCH};

use tabiya::{ByColor, Color};
use tabiya_pgn::Export;

use crate::game::GameRecord;
use crate::{EngineSpec, SearchInfo};

/// The PGN tags of a game that do not depend on its moves.
pub(crate) struct Tags<'a> {
    pub(crate) event: &'a str,
    pub(crate) round: String,
    pub(crate) names: ByColor<&'a str>,
    pub(crate) specs: ByColor<&'a EngineSpec>,
}

impl Tags<'_> {
    pub(crate) fn pgn(&self, record: &GameRecord) -> String {
        self.export(record).any_to_string(&record.game)
    }

    fn export(&self, record: &GameRecord) -> Export {
        let mut export = Export::new()
            .tag("Event", self.event)
            .tag("Date", &today())
            .tag("Round", &self.round)
            .tag("White", self.names[Color::White])
            .tag("Black", self.names[Color::Black])
            .tag("PlyCount", &record.game.ply().to_string())
            .tag("Termination", record.termination.pgn_tag())
            .result(record.termination.result());
        let [white, black] = Color::ALL.map(|color| self.specs[color].limit.to_string());
        export = if white == black {
            export.tag("TimeControl", &white)
        } else {
            export.tag("WhiteTimeControl", &white).tag("BlackTimeControl", &black)
        };
        let last = record.game.ply();
        for (ply, search_info) in (1..).zip(&record.search_infos) {
            let info = search_info.as_ref().map(SearchInfo::to_string);
            let termination = (ply == last).then(|| record.termination.to_string());
            let parts: Vec<String> = info.into_iter().chain(termination).collect();
            export = export.comment(ply, &parts.join(", "));
        }
        if last == 0 {
            export = export.comment(0, &record.termination.to_string());
        }
        export
    }
}

/// The current date, UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    date(seconds / 86_400)
}

/// The date this many days after 1 January 1970. Years are counted from March, so that the leap day is the last.
fn date(days: u64) -> String {
    // 0000-03-01 is 719,468 days before; 400 years have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year + u64::from(month >= 10);
    let month = if month < 10 { month + 3 } else { month - 9 };
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_agree_with_counting_days() {
        let is_leap =
            |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let mut days = 0;
        for year in 1970..2110 {
            let february = if is_leap(year) { 29 } else { 28 };
            for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                for day in 1..=length {
                    assert_eq!(date(days), format!("{year:04}.{month:02}.{day:02}"));
                    days += 1;
                }
            }
        }
    }
}
