use alloc::vec::Vec;

use super::cuckoo::reversible_moves;
use crate::keys::native;
use crate::{Key, Move, Position, Rules};

/// What a position's past is to it, found once when the position is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RepetitionInfo {
    /// How many plies back a same position could be: since the last capture, pawn move, pass or unknown past.
    pub(super) reversible_span: u32,
    /// How many plies ago the same position last occurred; 0 if it has not.
    pub(super) back: u32,
    /// How often it has occurred, this time included.
    pub(super) times: u32,
    /// Whether this or another position of that span has occurred twice.
    pub(super) repeated: bool,
}

impl RepetitionInfo {
    /// Nothing before it can come again.
    pub(super) const FIRST: RepetitionInfo =
        RepetitionInfo { reversible_span: 0, back: 0, times: 1, repeated: false };

    /// A position after a move that can be taken back, not yet seen to be an old one.
    #[inline]
    pub(super) fn after(before: &RepetitionInfo) -> RepetitionInfo {
        RepetitionInfo {
            reversible_span: before.reversible_span + 1,
            repeated: before.repeated,
            ..RepetitionInfo::FIRST
        }
    }

    /// The position is one that occurred so many plies ago.
    #[inline]
    pub(super) fn is_again(&mut self, earlier: &RepetitionInfo, back: usize) {
        self.back = back as u32;
        self.times = earlier.times + 1;
        self.repeated = true;
    }
}

/// The keys of the positions so far and what is known of each, in a form that lets both questions about the past be
/// answered by comparing one number with many that lie side by side.
///
/// *Has this position stood before?* Its key is looked for among the earlier ones with the same side to move.
///
/// *Is a repetition one move away?* Then the opponent's men stand as they did in some earlier position, and one of
/// ours can go to where it stood then. So beside each key lies the sum of all changes that the side which has just
/// moved has made since the beginning. Where the opponent's sum is what it was, the opponent's moves since have
/// undone each other, and van Kervinck's table is asked about what is left: ours.
#[derive(Clone, Debug)]
pub(super) struct KeyHistory {
    /// The even plies and the odd ones.
    halves: [Half; 2],
    repetition_infos: Vec<RepetitionInfo>,
    /// How many positions there are; the lists have room for more.
    len: usize,
}

/// Every second position.
#[derive(Clone, Debug, Default)]
struct Half {
    keys: Vec<Key>,
    /// The odd half has one more, for the ply before the beginning.
    sums: Vec<Key>,
}

impl KeyHistory {
    /// A trail that begins with this key and has room for so many.
    pub(super) fn new(start: Key, room: usize) -> KeyHistory {
        let mut key_history = KeyHistory { halves: Default::default(), repetition_infos: Vec::new(), len: 0 };
        key_history.make_room(room.max(2));
        key_history.restart(start);
        key_history
    }

    /// Begins anew in the same memory. The sums may begin with any number; only changes matter.
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

    /// What is known of the last position.
    #[inline]
    pub(super) fn last(&self) -> &RepetitionInfo {
        &self.repetition_infos[self.len - 1]
    }

    /// Goes on to a position, of which this is known.
    // Not inlined, the record would pass through memory in small pieces and be read in a large one, which stalls.
    #[inline(always)]
    pub(super) fn push(&mut self, key: Key, repetition_info: RepetitionInfo) {
        let ply = self.len;
        if ply >= self.repetition_infos.len() {
            self.make_room(2 * ply);
        }
        let change = self.key(ply - 1) ^ key ^ native::BLACK_TO_MOVE;
        let half = &mut self.halves[ply % 2];
        half.keys[ply / 2] = key;
        half.sums[ply.div_ceil(2)] = half.sums[ply.div_ceil(2) - 1] ^ change;
        self.repetition_infos[ply] = repetition_info;
        self.len = ply + 1;
    }

    /// Takes the last position back, but never the first.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.len -= usize::from(self.len > 1);
    }

    /// What is known of a position that follows by a move which can be taken back, if keys tell.
    #[inline(always)]
    pub(super) fn repetition_info(&self, next: Key) -> RepetitionInfo {
        let mut repetition_info = RepetitionInfo::after(self.last());
        // Nothing can come again before four plies.
        if repetition_info.reversible_span >= 4 {
            let here = self.len / 2;
            let oldest = here - repetition_info.reversible_span as usize / 2;
            if let Some(found) = last_equal(&self.halves[self.len % 2].keys[oldest..here - 1], next) {
                let back = 2 * (here - oldest - found);
                repetition_info.is_again(&self.repetition_infos[self.len - back], back);
            }
        }
        repetition_info
    }

    /// A move of the side to move that leads to a position of the span since the last move that cannot be taken back. `accept` sees each find and how many
    /// plies ago that position was, the latest first, and may turn it down.
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
        let here = ply.div_ceil(2);
        let sums = &self.halves[ply % 2].sums[..=here];
        let oldest = here - reversible_span.div_ceil(2);
        let mut end = here - 1;
        while let Some(found) = last_equal(&sums[oldest..end], sums[here]) {
            end = oldest + found;
            // The sum is that before the opponent's first move; the position is the one after that ply.
            let back = 2 * (here - end) - 1;
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
    fn make_room(&mut self, positions: usize) {
        for half in &mut self.halves {
            half.keys.resize(positions.div_ceil(2), Key(0));
            half.sums.resize(positions.div_ceil(2) + 1, Key(0));
        }
        self.repetition_infos.resize(positions, RepetitionInfo::FIRST);
    }
}

/// Where the last of the numbers equal to this one is. Four at a time are compared without a jump, which the
/// compiler makes a wide instruction of.
#[inline]
fn last_equal(numbers: &[Key], wanted: Key) -> Option<usize> {
    let mut end = numbers.len();
    let fours = numbers.rchunks_exact(4);
    let rest = fours.remainder();
    for four in fours {
        if four.iter().fold(false, |any, number| any | (*number == wanted)) {
            return last_equal_of_few(&numbers[..end], wanted);
        }
        end -= 4;
    }
    rest.iter().rposition(|number| *number == wanted)
}

/// Finding something is rare; keeping it apart leaves the search for it short.
#[cold]
#[inline(never)]
fn last_equal_of_few(numbers: &[Key], wanted: Key) -> Option<usize> {
    numbers.iter().rposition(|number| *number == wanted)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn the_last_equal_number_is_found_wherever_it_is() {
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
    fn a_key_is_looked_for_every_second_ply_of_its_reversible_span() {
        let mut key_history = KeyHistory::new(Key(5), 0);
        key_history.pop();
        assert_eq!(key_history.len(), 1);
        for key in [1, 2, 3, 4, 1, 2, 3] {
            key_history.push(Key(key), key_history.repetition_info(Key(key)));
        }
        // Ply 8 comes next. 1 and 3 stood at odd plies only, 2 too lately and six plies ago.
        let back = |key| key_history.repetition_info(Key(key)).back;
        assert_eq!([1, 2, 3, 4, 5, 6].map(back), [0, 6, 0, 4, 8, 0]);
        let times = key_history.repetition_infos().iter().map(|repetition_info| repetition_info.times);
        assert_eq!(times.collect::<Vec<_>>(), [1, 1, 1, 1, 1, 2, 2, 2]);
        // Nothing before a move that cannot be taken back is looked at.
        key_history.push(Key(9), RepetitionInfo::FIRST);
        for key in [1, 2, 3, 4, 5] {
            key_history.push(Key(key), key_history.repetition_info(Key(key)));
            assert_eq!(key_history.last().back, 0);
        }
        assert_eq!((key_history.len(), key_history.key(8), key_history.key(13)), (14, Key(9), Key(5)));
    }
}
