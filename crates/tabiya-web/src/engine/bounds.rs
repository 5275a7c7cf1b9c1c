use std::thread;

use serde::Serialize;

use crate::refusal::Refusal;

/// What one search may take of the machine. Pages are told these bounds, and what is beyond them is refused.
///
/// ```
/// use tabiya_web::EngineBounds;
///
/// let bounds = EngineBounds { hash: 1024, ..EngineBounds::default() };
/// assert!(bounds.threads >= 1 && bounds.lines == 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct EngineBounds {
    /// Threads of one search.
    pub threads: usize,
    /// Mebibytes of one search's table.
    pub hash: usize,
    /// Best lines told at once (`MultiPV`).
    pub lines: usize,
}

impl Default for EngineBounds {
    /// All processors, 256 MiB, five lines.
    fn default() -> EngineBounds {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        EngineBounds { threads, hash: 256, lines: 5 }
    }
}

/// What a page is told of them.
#[derive(Serialize, Debug)]
pub(crate) struct BoundsTold {
    most: EngineBounds,
    usual: Effort,
}

impl From<EngineBounds> for BoundsTold {
    fn from(bounds: EngineBounds) -> BoundsTold {
        BoundsTold { most: bounds, usual: Effort::usual(&bounds) }
    }
}

/// What a page asks one search to take.
#[derive(Clone, Copy, Serialize, Debug)]
pub(crate) struct Effort {
    pub(super) threads: usize,
    pub(crate) hash: usize,
    pub(super) lines: usize,
}

impl Effort {
    /// Mebibytes of a table nobody asked to be larger or smaller.
    pub(super) const HASH: usize = 16;

    /// The same, if it is within the bounds.
    pub(crate) fn within(self, bounds: &EngineBounds) -> Result<Effort, Refusal> {
        let asked = [
            ("threads", self.threads, bounds.threads),
            ("hash", self.hash, bounds.hash),
            ("lines", self.lines, bounds.lines),
        ];
        match asked.iter().find(|(_, asked, most)| *asked == 0 || asked > most) {
            None => Ok(self),
            Some((what, asked, most)) => {
                Err(Refusal::wrong(format!("{what}: 1 to {most} here, not {asked}")))
            }
        }
    }

    /// One thread, one line, and a small table, where the bound is not even lower.
    pub(crate) fn usual(bounds: &EngineBounds) -> Effort {
        Effort { threads: 1, hash: Effort::HASH.min(bounds.hash), lines: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_the_bounds_is_refused_by_name() {
        let bounds = EngineBounds { threads: 2, hash: 64, lines: 5 };
        let said = |effort: Effort| effort.within(&bounds).map(|_| ()).map_err(|refusal| refusal.error);
        let usual = Effort::usual(&bounds);
        assert_eq!(said(usual), Ok(()));
        assert_eq!(said(Effort { threads: 2, hash: 64, lines: 5 }), Ok(()));
        assert_eq!(said(Effort { threads: 3, ..usual }), Err("threads: 1 to 2 here, not 3".to_owned()));
        assert_eq!(said(Effort { hash: 65, ..usual }), Err("hash: 1 to 64 here, not 65".to_owned()));
        assert_eq!(said(Effort { lines: 0, ..usual }), Err("lines: 1 to 5 here, not 0".to_owned()));
    }

    #[test]
    fn what_is_usual_is_always_allowed() {
        let bounds = EngineBounds { threads: 1, hash: 4, lines: 1 };
        assert!(Effort::usual(&bounds).within(&bounds).is_ok());
    }
}
