use super::*;
use crate::budget::budget;
use tabiya::keys::SplitMix64;

fn random_keys(count: usize, seed: u64) -> Vec<u64> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(|_| random.next()).collect()
}

fn xor(keys: &[u64], set: &[usize]) -> u64 {
    set.iter().fold(0, |sum, &place| sum ^ keys[place])
}

/// Makes the last of these keys the sum of the others.
fn plant(keys: &mut [u64], set: &[usize]) {
    let (&last, others) = set.split_last().expect("a set to plant has a key");
    keys[last] = xor(keys, others);
}

#[test]
fn random_keys_have_no_small_dependent_set() {
    assert_eq!(dependent_set(&random_keys(150, 1), 6), None);
}

#[test]
fn planted_sets_of_every_size_are_found() {
    let places = [77, 3, 140, 20, 21, 119];
    for size in 1..=6 {
        let mut keys = random_keys(150, 2);
        plant(&mut keys, &places[..size]);
        let mut expected = places[..size].to_vec();
        expected.sort_unstable();
        assert_eq!(dependent_set(&keys, 6), Some(expected));
        assert_eq!(dependent_set(&keys, size - 1), None);
    }
}

#[test]
fn the_smallest_of_several_sets_is_found() {
    let mut keys = random_keys(120, 3);
    plant(&mut keys, &[0, 1, 2, 3, 4, 5]);
    plant(&mut keys, &[30, 31, 32, 33, 34]);
    assert_eq!(dependent_set(&keys, 6).map(|set| set.len()), Some(5));
    plant(&mut keys, &[60, 61, 62, 63]);
    assert_eq!(dependent_set(&keys, 6), Some(vec![60, 61, 62, 63]));
    plant(&mut keys, &[90, 91]);
    assert_eq!(dependent_set(&keys, 6), Some(vec![90, 91]));
    keys[100] = 0;
    assert_eq!(dependent_set(&keys, 6), Some(vec![100]));
}

#[test]
fn a_table_split_into_parts_gives_the_same_answer() {
    // 400 keys have ten million triples: sixteen parts.
    let mut keys = random_keys(400, 4);
    assert!(Mixed::new(&keys).part_bits(3) >= 4);
    plant(&mut keys, &[10, 110, 210, 310, 350, 399]);
    let up_to = budget(4, 6);
    assert_eq!(dependent_set(&keys, up_to), (up_to == 6).then(|| vec![10, 110, 210, 310, 350, 399]));
    plant(&mut keys, &[0, 200, 300, 301]);
    assert_eq!(dependent_set(&keys, up_to), Some(vec![0, 200, 300, 301]));
}

#[test]
fn short_keys_agree_with_trying_every_set() {
    for seed in 0..60 {
        // Keys of 6 to 17 bits have smallest sets of every size.
        let bits = 6 + seed % 12;
        let keys: Vec<u64> = random_keys(14, seed).iter().map(|key| key >> (64 - bits)).collect();
        let smallest = (1u32..1 << keys.len())
            .filter(|set| (0..keys.len()).filter(|i| set >> i & 1 == 1).fold(0, |sum, i| sum ^ keys[i]) == 0)
            .map(|set| set.count_ones() as usize)
            .min()
            .filter(|&size| size <= 6);
        let found = dependent_set(&keys, 6);
        assert_eq!(found.as_ref().map(Vec::len), smallest, "{keys:x?}");
        if let Some(set) = found {
            assert_eq!(xor(&keys, &set), 0);
            assert!(set.windows(2).all(|pair| pair[0] < pair[1]), "each key at most once");
        }
    }
}

#[test]
fn degenerate_lists_have_an_answer() {
    assert_eq!(dependent_set(&[], 6), None);
    assert_eq!(dependent_set(&[0], 6), Some(vec![0]));
    assert_eq!(dependent_set(&[0], 0), None);
    assert_eq!(dependent_set(&[5], 6), None);
    assert_eq!(dependent_set(&[5, 5], 6), Some(vec![0, 1]));
    assert!(dependent_set(&vec![7; 2_000], 6).is_some_and(|set| set.len() == 2));
}
