//! The native keys, asked directly: whatever the algebra promises, no small set of them adds up to zero.

use crate::budget::budget;
use tabiya::keys::native;
use tabiya_audit::{EXACT_UP_TO, dependent_set};

fn native_keys() -> Vec<u64> {
    native::features().map(|feature| native::key(feature).0).collect()
}

/// Every set of up to six of the 921 keys is looked at, odd sizes too, although the parity bit rules them out. A
/// build without optimisation goes to four; the six take some ten seconds in release.
#[test]
fn no_set_of_up_to_six_native_keys_adds_up_to_zero() {
    let up_to = budget(4, EXACT_UP_TO);
    assert_eq!(dependent_set(&native_keys(), up_to), None);
}

/// The same search does find a set among the native keys when one is put there.
#[test]
fn a_set_hidden_among_the_native_keys_is_found() {
    let mut keys = native_keys();
    keys[500] = keys[12] ^ keys[77] ^ keys[920];
    assert_eq!(dependent_set(&keys, 4), Some(vec![12, 77, 500, 920]));
}

/// The guarantee cannot be raised: the search for larger sets found this one of fourteen.
#[test]
fn fourteen_native_keys_can_add_up_to_zero() {
    let set = [86, 149, 224, 350, 492, 534, 653, 688, 791, 792, 800, 859, 916, 917];
    assert_eq!(set.len(), native::GUARANTEE_64 as usize + 1);
    let keys = native_keys();
    assert_eq!(set.iter().fold(0, |sum, &place| sum ^ keys[place]), 0);
}
