//! The table equals a plain model.

use crate::budget::budget;
use proptest::prelude::*;
use tabiya::Key;
use tabiya::PackedMove;
use tabiya_table::{Bound, Entry, Table};

/// An operation on the table.
#[derive(Clone, Copy, Debug)]
enum Event {
    Store(Key, Entry),
    NewSearch,
}

/// One cluster as a list of entries with their searches.
#[derive(Default)]
struct Model {
    slots: Vec<(Key, Entry, u32)>,
    search: u32,
}

impl Model {
    fn value(&self, (_, entry, since): &(Key, Entry, u32)) -> i32 {
        i32::from(entry.depth) - 8 * ((self.search - since) % 31) as i32
    }

    fn store(&mut self, key: Key, new: Entry) {
        let search = self.search;
        if let Some((_, old, since)) = self.slots.iter_mut().find(|(owner, ..)| *owner == key) {
            let mv = new.mv.or(old.mv);
            let only_evaluated = new.bound == Bound::None && old.bound != Bound::None;
            let same_search = (search - *since).is_multiple_of(31);
            let much_shallower =
                new.bound != Bound::Exact && same_search && u32::from(old.depth) > u32::from(new.depth) + 4;
            *old = if only_evaluated || much_shallower { Entry { mv, ..*old } } else { Entry { mv, ..new } };
            *since = search;
            return;
        }
        if self.slots.len() < 3 {
            self.slots.push((key, new, search));
            return;
        }
        let min = self.slots.iter().map(|slot| self.value(slot)).min().expect("three slots");
        let first = self.slots.iter().position(|slot| self.value(slot) == min).expect("one is the least");
        self.slots[first] = (key, new, search);
    }

    fn probe(&self, key: Key) -> Option<Entry> {
        self.slots.iter().find(|(owner, ..)| *owner == key).map(|(_, entry, _)| *entry)
    }
}

/// Six keys of one cluster: equal high bits, different tags. One of them is zero.
fn keys() -> impl Strategy<Value = Key> {
    (0_u64..6).prop_map(|number| Key(number * 0x1357))
}

fn entries() -> impl Strategy<Value = Entry> {
    let bounds = prop::sample::select(vec![Bound::None, Bound::Upper, Bound::Lower, Bound::Exact]);
    let moves = prop_oneof![Just(0), any::<u16>()];
    let depths = prop_oneof![0_u8..20, any::<u8>()];
    let numbers = (any::<i16>(), any::<i16>(), any::<bool>());
    (moves, depths, bounds, numbers).prop_map(|(mv, depth, bound, (score, eval, was_pv))| Entry {
        mv: PackedMove::from_bits(mv),
        score,
        eval,
        depth,
        bound,
        was_pv,
    })
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        8 => (keys(), entries()).prop_map(|(key, entry)| Event::Store(key, entry)),
        1 => Just(Event::NewSearch),
    ];
    prop::collection::vec(event, 1..200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(budget(300, 3000)))]

    #[test]
    fn a_table_agrees_with_its_model(events in events()) {
        let table = Table::new(1).expect("1 MiB is available");
        let mut model = Model::default();
        for event in events {
            match event {
                Event::NewSearch => {
                    table.new_search();
                    model.search += 1;
                }
                Event::Store(key, entry) => {
                    table.store(key, entry);
                    model.store(key, entry);
                }
            }
            for number in 0..6 {
                let key = Key(number * 0x1357);
                prop_assert_eq!(table.probe(key), model.probe(key));
            }
        }
    }
}
