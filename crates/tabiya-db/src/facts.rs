use tabiya::{Color, Variant};
use tabiya_pgn::GameResult;

use crate::{Date, Speed};

/// The indexed data of a game: variant, result, ratings, date and speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The variant.
    pub variant: Variant,
    /// The result.
    pub result: GameResult,
    /// White's rating.
    pub white_elo: Option<u16>,
    /// Black's rating.
    pub black_elo: Option<u16>,
    /// The date.
    pub date: Date,
    /// The speed, from the time control.
    pub speed: Option<Speed>,
    /// Whether the game has its own start position, in the tag `FEN`.
    pub has_setup: bool,
}

/// The highest rating that can be represented.
const MAX_ELO: u16 = 4095;

impl Facts {
    /// The rating of one side.
    #[must_use]
    pub fn elo(&self, color: Color) -> Option<u16> {
        match color {
            Color::White => self.white_elo,
            Color::Black => self.black_elo,
        }
    }

    /// The mean of the known ratings.
    #[must_use]
    pub fn mean_elo(&self) -> Option<u16> {
        match (self.white_elo, self.black_elo) {
            (Some(white), Some(black)) => Some(white.midpoint(black)),
            (one, other) => one.or(other),
        }
    }

    /// Encodes the facts in 64 bits. A rating of 0 is unknown; ratings above 4095 become 4095.
    ///
    /// ```text
    /// bits  0-1  result: 0 white wins, 1 black wins, 2 draw, 3 unknown
    ///       2-3  variant: 0 chess, 1 Chess960, 2 Makruk
    ///       4-6  speed, from 1; 0 unknown
    ///         7  own start position
    ///      8-19  white's rating, 0 unknown
    ///     20-31  black's
    ///     32-36  day, 0 unknown
    ///     37-40  month
    ///     41-52  year
    /// ```
    #[must_use]
    pub fn bits(&self) -> u64 {
        let result = match self.result {
            GameResult::WhiteWins => 0,
            GameResult::BlackWins => 1,
            GameResult::Draw => 2,
            GameResult::Unknown => 3,
        };
        let variant = match self.variant {
            Variant::Chess => 0,
            Variant::Chess960 => 1,
            Variant::Makruk => 2,
        };
        let speed = self.speed.map_or(0, |speed| speed as u64 + 1);
        let elo = |elo: Option<u16>| u64::from(elo.unwrap_or(0).min(MAX_ELO));
        result
            | variant << 2
            | speed << 4
            | u64::from(self.has_setup) << 7
            | elo(self.white_elo) << 8
            | elo(self.black_elo) << 20
            | u64::from(self.date.bits()) << 32
    }

    /// Decodes facts. Every value is accepted; corruption is detected by checksums.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u64) -> Facts {
        let elo = |bits: u64| Some((bits & 0xfff) as u16).filter(|elo| *elo > 0);
        Facts {
            variant: match bits >> 2 & 3 {
                0 => Variant::Chess,
                1 => Variant::Chess960,
                _ => Variant::Makruk,
            },
            result: match bits & 3 {
                0 => GameResult::WhiteWins,
                1 => GameResult::BlackWins,
                2 => GameResult::Draw,
                _ => GameResult::Unknown,
            },
            white_elo: elo(bits >> 8),
            black_elo: elo(bits >> 20),
            date: Date::from_bits((bits >> 32) as u32 & 0x1f_ffff),
            speed: (bits >> 4 & 7).checked_sub(1).and_then(|speed| Speed::ALL.get(speed as usize).copied()),
            has_setup: bits >> 7 & 1 == 1,
        }
    }
}

/// Parses a rating tag, if writing the number gives the same text.
pub(crate) fn elo_of_tag(text: &str) -> Option<u16> {
    let is_plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten().filter(|elo| (1..=MAX_ELO).contains(elo))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_round_trip() {
        let facts = Facts {
            variant: Variant::Makruk,
            result: GameResult::Draw,
            white_elo: Some(2851),
            black_elo: Some(MAX_ELO),
            date: "2019.12.31".parse().unwrap(),
            speed: Some(Speed::Correspondence),
            has_setup: true,
        };
        assert_eq!(Facts::from_bits(facts.bits()), facts);
        assert_eq!(Facts::from_bits(Facts::default().bits()), Facts::default());
        // Values out of range are clamped.
        let too_high = Facts { white_elo: Some(u16::MAX), black_elo: Some(5000), ..facts };
        assert_eq!(
            Facts::from_bits(too_high.bits()),
            Facts { white_elo: Some(MAX_ELO), black_elo: Some(MAX_ELO), ..facts }
        );
    }

    #[test]
    fn only_plain_numbers_are_ratings() {
        assert_eq!(elo_of_tag("2851"), Some(2851));
        for text in ["", "0", "02851", "-", "4096", "2851?", "+1"] {
            assert_eq!(elo_of_tag(text), None, "{text}");
        }
    }
}
