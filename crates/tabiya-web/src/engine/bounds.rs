use std::thread;

use serde::Serialize;

use crate::error::ApiError;

/// Limits of one search. Pages receive these limits, and requests beyond them are rejected.
///
/// ```
/// use tabiya_web::EngineBounds;
///
/// let bounds = EngineBounds { hash: 1024, ..EngineBounds::default() };
/// assert!(bounds.threads >= 1 && bounds.lines == 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineBounds {
    /// Threads of one search.
    pub threads: usize,
    /// Mebibytes of one search's transposition table.
    pub hash: usize,
    /// Number of best lines (`MultiPV`).
    pub lines: usize,
}

impl Default for EngineBounds {
    /// All processors, 256 MiB, five lines.
    fn default() -> EngineBounds {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        EngineBounds { threads, hash: 256, lines: 5 }
    }
}

/// The response of `/api/engine`.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct BoundsResponse {
    max: EngineBounds,
    defaults: SearchOptions,
}

impl From<EngineBounds> for BoundsResponse {
    fn from(bounds: EngineBounds) -> BoundsResponse {
        BoundsResponse { max: bounds, defaults: SearchOptions::defaults(&bounds) }
    }
}

/// The options of one search.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SearchOptions {
    pub(super) threads: usize,
    pub(crate) hash: usize,
    pub(super) lines: usize,
}

impl SearchOptions {
    /// Mebibytes of a transposition table by default.
    pub(super) const HASH: usize = 16;

    /// The same options, if they are within the bounds.
    pub(crate) fn checked(self, bounds: &EngineBounds) -> Result<SearchOptions, ApiError> {
        let request = [
            ("threads", self.threads, bounds.threads),
            ("hash", self.hash, bounds.hash),
            ("lines", self.lines, bounds.lines),
        ];
        match request.iter().find(|(_, request, max)| *request == 0 || request > max) {
            None => Ok(self),
            Some((name, request, max)) => {
                Err(ApiError::invalid(format!("{name}: must be 1 to {max}, not {request}")))
            }
        }
    }

    /// One thread, one line, and a small table.
    pub(crate) fn defaults(bounds: &EngineBounds) -> SearchOptions {
        SearchOptions { threads: 1, hash: SearchOptions::HASH.min(bounds.hash), lines: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_beyond_the_bounds_are_rejected_by_name() {
        let bounds = EngineBounds { threads: 2, hash: 64, lines: 5 };
        let given_result =
            |options: SearchOptions| options.checked(&bounds).map(|_| ()).map_err(|error| error.message);
        let defaults = SearchOptions::defaults(&bounds);
        assert_eq!(given_result(defaults), Ok(()));
        assert_eq!(given_result(SearchOptions { threads: 2, hash: 64, lines: 5 }), Ok(()));
        assert_eq!(
            given_result(SearchOptions { threads: 3, ..defaults }),
            Err("threads: must be 1 to 2, not 3".to_owned())
        );
        assert_eq!(
            given_result(SearchOptions { hash: 65, ..defaults }),
            Err("hash: must be 1 to 64, not 65".to_owned())
        );
        assert_eq!(
            given_result(SearchOptions { lines: 0, ..defaults }),
            Err("lines: must be 1 to 5, not 0".to_owned())
        );
    }

    #[test]
    fn defaults_are_within_the_bounds() {
        let bounds = EngineBounds { threads: 1, hash: 4, lines: 1 };
        assert!(SearchOptions::defaults(&bounds).checked(&bounds).is_ok());
    }
}
