use std::fmt;
use std::str::FromStr;

/// The speed of a game in the categories of lichess, by the time for 40 moves.
///
/// ```
/// use tabiya_db::Speed;
///
/// assert_eq!(Speed::of_time_control("180+2"), Some(Speed::Blitz));
/// assert_eq!(Speed::of_time_control("40/7200:3600"), Some(Speed::Classical));
/// assert_eq!(Speed::of_time_control("?"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Below half a minute.
    UltraBullet,
    /// Below three minutes.
    Bullet,
    /// Below eight minutes.
    Blitz,
    /// Below 25 minutes.
    Rapid,
    /// Below six hours.
    Classical,
    /// Days per move.
    Correspondence,
}

impl Speed {
    /// All speeds.
    pub const ALL: [Speed; 6] = [
        Speed::UltraBullet,
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// Parses the tag `TimeControl`; `-` means a game without a clock.
    #[must_use]
    pub fn of_time_control(text: &str) -> Option<Speed> {
        let first = text.trim().split(':').next().unwrap_or_default();
        if first == "-" {
            return Some(Speed::Correspondence);
        }
        let (moves, rest) = match first.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().ok().filter(|moves| *moves > 0)?), rest),
            None => (None, first.strip_prefix('*').unwrap_or(first)),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (base, increment) = (base.parse::<u32>().ok()?, increment.parse::<u32>().ok()?);
        let base = u64::from(base) * 40 / u64::from(moves.unwrap_or(40));
        Some(Speed::of_seconds(base + 40 * u64::from(increment)))
    }

    fn of_seconds(seconds: u64) -> Speed {
        match seconds {
            0..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            1500..21_600 => Speed::Classical,
            _ => Speed::Correspondence,
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Speed::UltraBullet => "ultraBullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        })
    }
}

/// The text is not the name of a speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownSpeed;

impl fmt::Display for UnknownSpeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected ultraBullet, bullet, blitz, rapid, classical or correspondence")
    }
}

impl std::error::Error for UnknownSpeed {}

impl FromStr for Speed {
    type Err = UnknownSpeed;

    fn from_str(text: &str) -> Result<Speed, UnknownSpeed> {
        let is_match = |speed: &Speed| speed.to_string().eq_ignore_ascii_case(text);
        Speed::ALL.into_iter().find(is_match).ok_or(UnknownSpeed)
    }
}
