use std::fmt;
use std::str::FromStr;

/// A day, a month or a year. Unknown parts are written as in PGN: `2019.05.??`.
///
/// ```
/// use tabiya_db::Date;
///
/// let may: Date = "2019.05".parse()?;
/// assert_eq!(may.to_string(), "2019.05.??");
/// assert_eq!(Date::of_tag("????.??.??"), Some(Date::UNKNOWN));
/// # Ok::<(), tabiya_db::BadDate>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Date(u32);

impl Date {
    /// The unknown date.
    pub const UNKNOWN: Date = Date(0);
    /// The last year that can be represented.
    const MAX_YEAR: u32 = 4095;

    /// Creates a date; `None` for an invalid month or day, or a day without a month.
    #[must_use]
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        let (month, day) = (u32::from(month.unwrap_or(0)), u32::from(day.unwrap_or(0)));
        let is_good = u32::from(year) <= Date::MAX_YEAR
            && month <= 12
            && day <= 31
            && (day == 0 || month > 0)
            && (year > 0 || month == 0);
        is_good.then_some(Date(u32::from(year) << 9 | month << 5 | day))
    }

    /// Parses the value of a PGN date tag in the exact PGN format, so that writing it gives the same text.
    #[must_use]
    pub fn of_tag(text: &str) -> Option<Date> {
        let bytes = text.as_bytes();
        let well_made = bytes.len() == 10 && bytes[4] == b'.' && bytes[7] == b'.';
        if !well_made {
            return None;
        }
        let number = |part: &[u8]| -> Option<u16> {
            if part.iter().all(|byte| *byte == b'?') {
                return Some(0);
            }
            let digit =
                |sum: u16, byte: &u8| byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0'));
            part.iter().try_fold(0, digit).filter(|number| *number > 0)
        };
        let (year, month, day) = (number(&bytes[..4])?, number(&bytes[5..7])?, number(&bytes[8..])?);
        let part = |number: u16| (number > 0).then_some(number as u8);
        Date::new(year, part(month), part(day))
    }

    /// The year, if known.
    #[must_use]
    pub fn year(self) -> Option<u16> {
        Some((self.0 >> 9) as u16).filter(|year| *year > 0)
    }

    /// The month, from 1.
    #[must_use]
    pub fn month(self) -> Option<u8> {
        Some((self.0 >> 5 & 15) as u8).filter(|month| *month > 0)
    }

    /// The day of the month, from 1.
    #[must_use]
    pub fn day(self) -> Option<u8> {
        Some((self.0 & 31) as u8).filter(|day| *day > 0)
    }

    /// Whether this date may be on or after another. Parts unknown in either date are not compared; `false` for an unknown date.
    #[must_use]
    pub fn is_since(self, other: Date) -> bool {
        self != Date::UNKNOWN && self.0 & other.known() >= other.0 & self.known()
    }

    /// Whether this date may be on or before another.
    #[must_use]
    pub fn is_until(self, other: Date) -> bool {
        self != Date::UNKNOWN && self.0 & other.known() <= other.0 & self.known()
    }

    /// Whether the dates may be at most a day apart. Of a partly known date only the known parts are compared.
    ///
    /// ```
    /// use tabiya_db::Date;
    ///
    /// let date = |text: &str| Date::of_tag(text).expect("a date");
    /// assert!(date("2019.12.31").is_within_a_day_of(date("2020.01.01")));
    /// assert!(!date("2019.12.30").is_within_a_day_of(date("2020.01.01")));
    /// assert!(date("2019.12.??").is_within_a_day_of(date("2019.12.30")));
    /// assert!(!date("2018.??.??").is_within_a_day_of(date("2019.12.30")));
    /// assert!(Date::UNKNOWN.is_within_a_day_of(date("2019.12.30")));
    /// ```
    #[must_use]
    pub fn is_within_a_day_of(self, other: Date) -> bool {
        if self == Date::UNKNOWN || other == Date::UNKNOWN {
            return true;
        }
        match (self.day_number(), other.day_number()) {
            (Some(day), Some(other)) => day.abs_diff(other) <= 1,
            _ => self.0 & other.known() == other.0 & self.known(),
        }
    }

    /// Counts days in the Gregorian calendar; `None` if the day is unknown.
    fn day_number(self) -> Option<u32> {
        let (year, month, day) = (u32::from(self.year()?), u32::from(self.month()?), u32::from(self.day()?));
        // Years that begin in March end with the leap day.
        let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day)
    }

    /// A mask of the known parts.
    fn known(self) -> u32 {
        match (self.month(), self.day()) {
            (None, _) => !0 << 9,
            (Some(_), None) => !0 << 5,
            (Some(_), Some(_)) => !0,
        }
    }

    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    pub(crate) fn from_bits(bits: u32) -> Date {
        let date = Date(bits);
        date.year()
            .map_or(Date::UNKNOWN, |year| Date::new(year, date.month(), date.day()).unwrap_or_default())
    }
}

/// Writes the date as in a PGN tag.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year() {
            Some(year) => write!(f, "{year:04}")?,
            None => f.write_str("????")?,
        }
        for part in [self.month(), self.day()] {
            match part {
                Some(part) => write!(f, ".{part:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BadDate;

impl fmt::Display for BadDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a date such as 2019, 2019.05 or 2019.05.31")
    }
}

impl std::error::Error for BadDate {}

/// Parses `2019`, `2019.05` or `2019.05.31`; hyphens are allowed too.
impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Date, BadDate> {
        let mut parts = text.split(['.', '-']);
        let mut next = |digits: std::ops::RangeInclusive<usize>| -> Result<Option<u16>, BadDate> {
            let Some(part) = parts.next() else { return Ok(None) };
            let is_number = digits.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            let number = is_number.then(|| part.parse().ok()).flatten().filter(|number| *number > 0);
            number.map(Some).ok_or(BadDate)
        };
        let (year, month, day) = (next(4..=4)?.ok_or(BadDate)?, next(1..=2)?, next(1..=2)?);
        let narrow = |part: Option<u16>| part.map(|part| part as u8);
        match parts.next() {
            Some(_) => Err(BadDate),
            None => Date::new(year, narrow(month), narrow(day)).ok_or(BadDate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_tags_round_trip() {
        for text in ["2019.05.31", "2019.05.??", "2019.??.??", "????.??.??", "0987.01.01"] {
            assert_eq!(Date::of_tag(text).unwrap().to_string(), text);
        }
        for text in [
            "2019.13.01",
            "2019.??.01",
            "????.05.01",
            "2019.5.1",
            "2019-05-01",
            "",
            "2019.05.00",
            "9999.01.01",
        ] {
            assert_eq!(Date::of_tag(text), None, "{text}");
        }
    }

    #[test]
    fn unknown_parts_are_not_compared() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        assert!(date("2019.05.31").is_since(date("2019")) && date("2019.05.31").is_until(date("2019")));
        assert!(date("2019").is_since(date("2019.06")) && !date("2018").is_since(date("2019.01.01")));
        assert!(
            !date("2019.06").is_until(date("2019.05.31")) && date("2019.06").is_until(date("2019.06.01"))
        );
        assert!(!Date::UNKNOWN.is_since(date("1000")) && !Date::UNKNOWN.is_until(date("3000")));
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in
            ["19", "2019.13", "2019.00", "2019.01.32", "2019.01.01.01", "x", "", "0000", "5000", "2019."]
        {
            assert_eq!(text.parse::<Date>(), Err(BadDate), "{text}");
        }
        assert_eq!("2019-5-1".parse::<Date>().map(|date| date.to_string()), Ok("2019.05.01".into()));
    }
}
