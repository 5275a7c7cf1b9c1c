//! Linear independence of the native keys by search: no small set of them XORs to zero.

use crate::budget::budget;
use tabiya::keys::native;
use tabiya_audit::{EXACT_UP_TO, dependent_set};

fn native_keys() -> Vec<u64> {
    native::features().map(|feature| native::key(feature).0).collect()
}

/// Every set of up to six of the 921 keys, also odd sizes, although the parity bit excludes them. The quick budget
/// stops at four; six take about ten seconds.
#[test]
fn no_set_of_up_to_six_native_keys_xors_to_zero() {
    let up_to = budget(4, EXACT_UP_TO);
    assert_eq!(dependent_set(&native_keys(), up_to), None);
}

/// The same search finds a dependent set that was added.
#[test]
fn a_dependent_set_among_the_native_keys_is_found() {
    let mut keys = native_keys();
    keys[500] = keys[12] ^ keys[77] ^ keys[920];
    assert_eq!(dependent_set(&keys, 4), Some(vec![12, 77, 500, 920]));
}

/// The guarantee cannot be raised: the search for larger sets found this one of fourteen.
#[test]
fn fourteen_native_keys_can_xor_to_zero() {
    let set = [86, 149, 224, 350, 492, 534, 653, 688, 791, 792, 800, 859, 916, 917];
    assert_eq!(set.len(), native::GUARANTEE_64 as usize + 1);
    let keys = native_keys();
    assert_eq!(set.iter().fold(0, |sum, &place| sum ^ keys[place]), 0);
}
