use alloc::vec::Vec;

use super::cuckoo::reversible_moves;
use crate::keys::native;
use crate::{Key, Move, Position, Rules};

/// Repetition data of a position, computed when it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RepetitionInfo {
    /// The number of plies since the last capture, pawn move, null move or start: how far back an equal position can be.
    pub(super) reversible_span: u32,
    /// The number of plies since the same position last occurred; 0 if it has not.
    pub(super) back: u32,
    /// How often it has occurred, including now.
    pub(super) times: u32,
    /// Whether any position within that span has occurred twice.
    pub(super) repeated: bool,
}

impl RepetitionInfo {
    /// No earlier position can repeat.
    pub(super) const FIRST: RepetitionInfo =
        RepetitionInfo { reversible_span: 0, back: 0, times: 1, repeated: false };

    /// A position after a reversible move, before looking for an earlier occurrence.
    #[inline]
    pub(super) fn after(before: &RepetitionInfo) -> RepetitionInfo {
        RepetitionInfo {
            reversible_span: before.reversible_span + 1,
            repeated: before.repeated,
            ..RepetitionInfo::FIRST
        }
    }

    /// Records that the position also occurred `back` plies ago.
    #[inline]
    pub(super) fn repeats_after(&mut self, earlier: &RepetitionInfo, back: usize) {
        self.back = back as u32;
        self.times = earlier.times + 1;
        self.repeated = true;
    }
}

/// The keys of the positions so far with their repetition data, laid out so that both repetition queries compare one
/// number with a contiguous run of others.
///
/// *Has this position occurred before?* Its key is searched among the earlier ones with the same side to move.
///
/// *Is a repetition one move away?* Then the opponent's pieces are on the squares of some earlier position, and one of
/// our pieces can return to its square then. For each key we also store the XOR of all changes made by the side that
/// has just moved. Where the opponent's sum is equal, the opponent's moves since have cancelled out, and van Kervinck's
/// table is probed with the rest: our own change.
#[derive(Clone, Debug)]
pub(super) struct KeyHistory {
    /// Even plies and odd plies.
    halves: [Half; 2],
    repetition_infos: Vec<RepetitionInfo>,
    /// The number of positions; the vectors may be longer.
    len: usize,
}

/// The positions with one side to move.
#[derive(Clone, Debug, Default)]
struct Half {
    keys: Vec<Key>,
    /// The odd half has one more, for the ply before the start.
    sums: Vec<Key>,
}

impl KeyHistory {
    /// A history that starts with this key, with this capacity.
    pub(super) fn new(start: Key, room: usize) -> KeyHistory {
        let mut key_history = KeyHistory { halves: Default::default(), repetition_infos: Vec::new(), len: 0 };
        key_history.grow(room.max(2));
        key_history.restart(start);
        key_history
    }

    /// Restarts in the same memory. The sums may start with any value; only differences are compared.
    pub(super) fn restart(&mut self, start: Key) {
        self.halves[0].keys[0] = start;
        self.repetition_infos[0] = RepetitionInfo::FIRST;
        self.len = 1;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn key(&self, ply: usize) -> Key {
        self.halves[ply % 2].keys[ply / 2]
    }

    #[inline]
    pub(super) fn repetition_infos(&self) -> &[RepetitionInfo] {
        &self.repetition_infos[..self.len]
    }

    /// The repetition data of the last position.
    #[inline]
    pub(super) fn last(&self) -> &RepetitionInfo {
        &self.repetition_infos[self.len - 1]
    }

    /// Appends a position.
    // If not inlined, the struct would be stored in small pieces and loaded in one piece, which stalls store forwarding.
    #[inline(always)]
    pub(super) fn push(&mut self, key: Key, repetition_info: RepetitionInfo) {
        let ply = self.len;
        if ply >= self.repetition_infos.len() {
            self.grow(2 * ply);
        }
        let change = self.key(ply - 1) ^ key ^ native::BLACK_TO_MOVE;
        let half = &mut self.halves[ply % 2];
        half.keys[ply / 2] = key;
        half.sums[ply.div_ceil(2)] = half.sums[ply.div_ceil(2) - 1] ^ change;
        self.repetition_infos[ply] = repetition_info;
        self.len = ply + 1;
    }

    /// Removes the last position, but never the first.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.len -= usize::from(self.len > 1);
    }

    /// The repetition data of the position after a reversible move, comparing keys only.
    #[inline(always)]
    pub(super) fn repetition_info(&self, next: Key) -> RepetitionInfo {
        let mut repetition_info = RepetitionInfo::after(self.last());
        // The earliest possible repetition is after four plies.
        if repetition_info.reversible_span >= 4 {
            let last = self.len / 2;
            let oldest = last - repetition_info.reversible_span as usize / 2;
            if let Some(found) = last_equal(&self.halves[self.len % 2].keys[oldest..last - 1], next) {
                let back = 2 * (last - oldest - found);
                repetition_info.repeats_after(&self.repetition_infos[self.len - back], back);
            }
        }
        repetition_info
    }

    /// A move of the side to move that leads to a position within the reversible span. `accept` receives each candidate and the
    /// number of plies since that position, latest first, and may reject it.
    #[inline]
    pub(super) fn upcoming<R: Rules>(
        &self,
        position: &Position<R>,
        mut accept: impl FnMut(Move, usize) -> bool,
    ) -> Option<Move> {
        let reversible_span = self.last().reversible_span as usize;
        if reversible_span < 3 {
            return None;
        }
        let ply = self.len - 1;
        let last = ply.div_ceil(2);
        let sums = &self.halves[ply % 2].sums[..=last];
        let oldest = last - reversible_span.div_ceil(2);
        let mut end = last - 1;
        while let Some(found) = last_equal(&sums[oldest..end], sums[last]) {
            end = oldest + found;
            // The sum is the one before the opponent's first move; the position is one ply later.
            let back = 2 * (last - end) - 1;
            let difference = self.key(ply) ^ self.key(ply - back);
            if let Some(mv) = reversible_moves::<R>().move_making(difference, position)
                && accept(mv, back)
            {
                return Some(mv);
            }
        }
        None
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, positions: usize) {
        for half in &mut self.halves {
            half.keys.resize(positions.div_ceil(2), Key(0));
            half.sums.resize(positions.div_ceil(2) + 1, Key(0));
        }
        self.repetition_infos.resize(positions, RepetitionInfo::FIRST);
    }
}

/// The index of the last element equal to this one. Compares four at a time without branches, which the
/// compiler vectorizes.
#[inline]
fn last_equal(numbers: &[Key], key: Key) -> Option<usize> {
    let mut end = numbers.len();
    let chunks = numbers.rchunks_exact(4);
    let rest = chunks.remainder();
    for chunk in chunks {
        if chunk.iter().fold(false, |any, number| any | (*number == key)) {
            return last_equal_in_chunk(&numbers[..end], key);
        }
        end -= 4;
    }
    rest.iter().rposition(|number| *number == key)
}

/// Cold: a match is rare, and keeping it out of line keeps the loop small.
#[cold]
#[inline(never)]
fn last_equal_in_chunk(numbers: &[Key], key: Key) -> Option<usize> {
    numbers.iter().rposition(|number| *number == key)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn last_equal_finds_the_last_occurrence_at_every_index() {
        for len in 0..20 {
            for place in 0..len {
                let mut numbers = vec![Key(1); len];
                assert_eq!(last_equal(&numbers, Key(2)), None);
                numbers[place] = Key(2);
                numbers[place / 2] = Key(2);
                assert_eq!(last_equal(&numbers, Key(2)), Some(place));
            }
        }
    }

    #[test]
    fn keys_are_compared_every_second_ply_within_the_reversible_span() {
        let mut key_history = KeyHistory::new(Key(5), 0);
        key_history.pop();
        assert_eq!(key_history.len(), 1);
        for key in [1, 2, 3, 4, 1, 2, 3] {
            key_history.push(Key(key), key_history.repetition_info(Key(key)));
        }
        // Ply 8 is next. 1 and 3 occurred at odd plies only, 2 too late and six plies ago.
        let back = |key| key_history.repetition_info(Key(key)).back;
        assert_eq!([1, 2, 3, 4, 5, 6].map(back), [0, 6, 0, 4, 8, 0]);
        let times = key_history.repetition_infos().iter().map(|repetition_info| repetition_info.times);
        assert_eq!(times.collect::<Vec<_>>(), [1, 1, 1, 1, 1, 2, 2, 2]);
        // Nothing before an irreversible move is compared.
        key_history.push(Key(9), RepetitionInfo::FIRST);
        for key in [1, 2, 3, 4, 5] {
            key_history.push(Key(key), key_history.repetition_info(Key(key)));
            assert_eq!(key_history.last().back, 0);
        }
        assert_eq!((key_history.len(), key_history.key(8), key_history.key(13)), (14, Key(9), Key(5)));
    }
}
