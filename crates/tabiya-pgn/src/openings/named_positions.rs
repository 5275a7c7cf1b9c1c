use tabiya::{Chess, Key, Key128, Position};

use super::Opening;

/// Each line holds an ECO code, a name and moves; the first line is a header.
const FILES: [&str; 5] = [
    include_str!("../../openings/a.tsv"),
    include_str!("../../openings/b.tsv"),
    include_str!("../../openings/c.tsv"),
    include_str!("../../openings/d.tsv"),
    include_str!("../../openings/e.tsv"),
];

/// The named positions, found by key (a hash table with open addressing).
#[derive(Debug)]
pub(crate) struct NamedPositions {
    named: Vec<(Key128, Opening)>,
    /// Indexes into `named` plus one; 0 is an empty slot. The length is a power of two, and less than half are used.
    slots: Box<[u16]>,
}

impl NamedPositions {
    /// Plays every line. Takes three milliseconds, since neighboring lines share most of their moves.
    pub(crate) fn of_every_line() -> NamedPositions {
        let mut player = LinePlayer::default();
        let lines = FILES.iter().flat_map(|file| file.lines().skip(1));
        let named = lines.map(|line| {
            let (opening, moves) = read(line).expect("tests check every line");
            (player.play(moves).key_128(), opening)
        });
        NamedPositions::new(named.collect())
    }

    fn new(named: Vec<(Key128, Opening)>) -> NamedPositions {
        let mut table =
            NamedPositions { slots: vec![0; (2 * named.len() + 1).next_power_of_two()].into(), named };
        for place in 1..=table.named.len() {
            let key = Key(table.named[place - 1].0.0 as u64);
            let slot = table
                .probe_sequence(key)
                .find(|slot| table.slots[*slot] == 0)
                .expect("half of the slots are empty");
            table.slots[slot] = u16::try_from(place).expect("there are a few thousand names");
        }
        table
    }

    /// The name of the position with this key. Two positions may share 64 bits by chance or by construction, so the 128-bit
    /// key is compared too.
    pub(crate) fn find(&self, key: Key, full_key: impl Fn() -> Key128) -> Option<Opening> {
        self.probe_sequence(key)
            .map_while(|slot| self.slots[slot].checked_sub(1))
            .map(|place| self.named[usize::from(place)])
            .find(|(named, _)| named.0 as u64 == key.0 && *named == full_key())
            .map(|(_, opening)| opening)
    }

    /// The slots of a key in probing order.
    fn probe_sequence(&self, key: Key) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len() - 1;
        (0..=mask).map(move |step| (key.0 as usize).wrapping_add(step) & mask)
    }
}

fn read(line: &'static str) -> Option<(Opening, &'static str)> {
    let (eco, rest) = line.split_once('\t')?;
    let (name, moves) = rest.split_once('\t')?;
    Some((Opening { eco, name }, moves))
}

/// The moves of the last line, each with the position after it.
#[derive(Default)]
struct LinePlayer(Vec<(&'static str, Position<Chess>)>);

impl LinePlayer {
    /// The final position of a line such as `1. e4 e5 2. f4`. Moves shared with the last line are not replayed.
    fn play(&mut self, line: &'static str) -> Position<Chess> {
        let moves = line.split(' ').filter(|word| !word.ends_with('.'));
        let mut shared = true;
        for (ply, san) in moves.clone().enumerate() {
            shared = shared && self.0.get(ply).is_some_and(|(played, _)| *played == san);
            if !shared {
                self.0.truncate(ply);
                let position = self.position().play_san(san).expect("tests check every line");
                self.0.push((san, position));
            }
        }
        self.0.truncate(moves.count());
        self.position()
    }

    fn position(&self) -> Position<Chess> {
        self.0.last().map_or_else(Position::start, |(_, position)| *position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROME: Opening = Opening { eco: "A00", name: "Rome" };
    const HOME: Opening = Opening { eco: "A01", name: "Home" };

    #[test]
    fn equal_64_bit_keys_are_not_confused() {
        let (known, forged) = (Key128((7 << 64) | 42), Key128((8 << 64) | 42));
        let table = NamedPositions::new(vec![(known, ROME)]);
        assert_eq!(table.find(Key(42), || known), Some(ROME));
        assert_eq!(table.find(Key(42), || forged), None);
    }

    #[test]
    fn colliding_names_are_all_found() {
        let keys = [Key128(u128::MAX), Key128(u128::from(u64::MAX)), Key128(7), Key128(15)];
        let table = NamedPositions::new(keys.iter().copied().zip([ROME, HOME, ROME, HOME]).collect());
        for (key, opening) in keys.into_iter().zip([ROME, HOME, ROME, HOME]) {
            assert_eq!(table.find(Key(key.0 as u64), || key), Some(opening), "{key}");
        }
        assert_eq!(table.find(Key(23), || Key128(23)), None);
    }

    #[test]
    fn all_lines_lead_to_distinct_positions() {
        let table = NamedPositions::of_every_line();
        assert_eq!(table.named.len(), FILES.iter().map(|file| file.lines().count() - 1).sum());
        let mut keys: Vec<Key128> = table.named.iter().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        assert!(keys.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(table.slots.len() >= 2 * table.named.len());
    }
}
