use crate::generation::Generation;
use tabiya::PackedMove;

use crate::{Bound, Entry};

/// An entry and its generation, packed into eight bytes.
///
/// ```text
/// bit 63        59 58       56      48       32       16          0
///    | generation | pv | bound | depth |  eval  | score  |  move  |
/// ```
///
/// All bits zero: empty. A stored record is never zero, because no generation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Record(pub(crate) u64);

const SCORE: u32 = 16;
const EVAL: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const PV: u32 = 58;
const GENERATION: u32 = 64 - Generation::BITS;

impl Record {
    #[inline]
    pub(crate) fn new(entry: Entry, generation: Generation) -> Record {
        Record(
            u64::from(PackedMove::to_bits(entry.mv))
                | u64::from(entry.score as u16) << SCORE
                | u64::from(entry.eval as u16) << EVAL
                | u64::from(entry.depth) << DEPTH
                | (entry.bound as u64) << BOUND
                | u64::from(entry.was_pv) << PV
                | u64::from(generation.number()) << GENERATION,
        )
    }

    #[inline]
    pub(crate) fn entry(self) -> Entry {
        Entry {
            mv: PackedMove::from_bits(self.0 as u16),
            score: (self.0 >> SCORE) as u16 as i16,
            eval: (self.0 >> EVAL) as u16 as i16,
            depth: self.depth(),
            bound: self.bound(),
            was_pv: self.0 >> PV & 1 == 1,
        }
    }

    /// The generation, or `None` if empty.
    #[inline]
    pub(crate) fn generation(self) -> Option<Generation> {
        Generation::new(self.generation_number())
    }

    /// The number of the generation, 0 to 31; 0 means empty.
    #[inline]
    pub(crate) fn generation_number(self) -> u8 {
        (self.0 >> GENERATION) as u8
    }

    #[inline]
    pub(crate) fn depth(self) -> u8 {
        (self.0 >> DEPTH) as u8
    }

    #[inline]
    pub(crate) fn bound(self) -> Bound {
        match self.0 >> BOUND & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    #[inline]
    pub(crate) fn has_move(self) -> bool {
        self.0 as u16 != 0
    }

    /// This record with the other one's move.
    #[inline]
    pub(crate) fn with_move_of(self, other: Record) -> Record {
        const MOVE: u64 = u16::MAX as u64;
        Record(self.0 & !MOVE | other.0 & MOVE)
    }

    /// This record with the generation of another search.
    #[inline]
    pub(crate) fn renewed(self, generation: Generation) -> Record {
        const REST: u64 = (1 << GENERATION) - 1;
        Record(self.0 & REST | u64::from(generation.number()) << GENERATION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_survives_at_both_ends_of_its_range() {
        let bounds = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
        let moves = [0, 1, 0x7fff, 0xffff].map(PackedMove::from_bits);
        for (bound, mv) in bounds.into_iter().zip(moves) {
            for number in [i16::MIN, -1, 0, 1, i16::MAX] {
                for (depth, was_pv) in [(0, false), (255, true)] {
                    let entry = Entry { mv, score: number, eval: !number, depth, bound, was_pv };
                    let record = Record::new(entry, Generation::FIRST);
                    assert_eq!((record.entry(), record.generation()), (entry, Some(Generation::FIRST)));
                }
            }
        }
    }

    #[test]
    fn a_default_entry_is_not_an_empty_record() {
        assert_ne!(Record::new(Entry::default(), Generation::FIRST), Record(0));
        assert_eq!(Record(0).generation(), None);
    }
}
