use super::*;
use tabiya::keys::SplitMix64;

const BRIEFLY: AnalysisSettings = AnalysisSettings { time: Duration::ZERO, seed: 1, proven: 0 };

fn random_keys(count: usize) -> Vec<u64> {
    let mut random = SplitMix64::new(7);
    (0..count).map(|_| random.next()).collect()
}

fn analysis(keys: &[u64], settings: AnalysisSettings) -> Analysis {
    Analysis::of(keys, &settings).expect("the table is not too long")
}

#[test]
fn zeros_and_duplicates_are_reported_by_index() {
    let found = analysis(&[7, 0, 9, 7, 9, 0, 9], BRIEFLY);
    assert_eq!(found.zeros, [1, 5]);
    assert_eq!(found.duplicates, [vec![0, 3], vec![2, 4, 6]]);
    assert_eq!(found.smallest_set, Some(vec![1]));
    assert!(found.is_smallest());
    assert!(found.verdict().starts_with("Broken: some keys are zero"));
}

#[test]
fn rank_and_distances_agree_with_their_definitions() {
    let found = analysis(&[0b0001, 0b0010, 0b0011, 0b1111], BRIEFLY);
    assert_eq!(found.rank, 3);
    assert_eq!(found.closest, Some((0, 2, 1)));
    // 2 + 1 + 3 + 1 + 3 + 2 over six pairs.
    assert!((found.mean_distance - 2.0).abs() < 1e-9);
}

#[test]
fn a_small_dependent_set_makes_a_weak_table() {
    let mut keys = random_keys(200);
    keys[150] = keys[3] ^ keys[77] ^ keys[199];
    let found = analysis(&keys, BRIEFLY);
    assert_eq!(found.smallest_set, Some(vec![3, 77, 150, 199]));
    assert!(found.is_smallest());
    let verdict = "Weak: positions that differ in exactly these 4 features, the smallest dependent set, have the \
                   same key.";
    assert_eq!(found.verdict(), verdict);
}

#[test]
fn independent_keys_are_perfect() {
    let found = analysis(&(0..64).map(|bit| 1 << bit).collect::<Vec<_>>(), BRIEFLY);
    assert_eq!((found.rank, found.smallest_set.clone()), (64, None));
    assert_eq!(found.verdict(), "Perfect: all 64 keys are independent, no two positions collide.");
}

#[test]
fn random_keys_are_expected_to_have_their_smallest_set_at_eight_or_nine() {
    let of_count = |count| Analysis { count, ..analysis(&[], BRIEFLY) };
    assert_eq!(of_count(781).typical_smallest(), Some(9));
    assert_eq!(of_count(921).typical_smallest(), Some(8));
    assert!((of_count(781).expected_sets(8) - 0.18).abs() < 0.01);
}

#[test]
fn verdicts_compare_the_smallest_set_with_random_keys_and_the_guarantee() {
    let with = |size, proven| Analysis {
        count: 781,
        smallest_set: Some((0..size).collect()),
        proven,
        ..analysis(&[], BRIEFLY)
    };
    assert!(with(7, 0).verdict().starts_with("Weaker than random"));
    assert!(with(7, 0).is_smallest());
    assert!(with(9, 0).verdict().starts_with("As good as random"));
    assert!(!with(9, 0).is_smallest());
    assert!(with(12, 0).verdict().starts_with("No weakness found"));
    assert!(with(14, 13).verdict().starts_with("Better than random"));
    assert!(with(14, 13).is_smallest());
    assert!(with(9, 13).verdict().starts_with("Broken: "));
}

#[test]
fn a_table_without_a_weakness_was_said_to_have_collisions() {
    let found = Analysis { count: 781, smallest_set: Some((0..13).collect()), ..analysis(&[], BRIEFLY) };
    assert_eq!(
        found.verdict(),
        "No weakness found: the smallest dependent set found has 13 features, and random keys would have one of about 9. \
         More time may find a smaller one."
    );
}

#[test]
fn tables_of_any_length_are_analyzed() {
    assert_eq!(analysis(&[], BRIEFLY).rank, 0);
    assert_eq!(analysis(&[5], BRIEFLY).closest, None);
    let error = Analysis::of(&vec![1; MAX_KEYS + 1], &BRIEFLY).expect_err("too many");
    assert_eq!(error.to_string(), "the table has 4097 keys; at most 4096 can be analyzed");
}

#[test]
fn any_guarantee_is_accepted() {
    let settings = AnalysisSettings {
        proven: usize::MAX,
        time: Duration::from_secs(600),
        ..AnalysisSettings::default()
    };
    // Eight keys in a dependent set: more than the exact search covers.
    let keys = [1, 2, 4, 8, 16, 32, 64, 127];
    let analysis = Analysis::of(&keys, &settings).expect("few keys");
    assert_eq!(analysis.smallest_set.as_ref().map(Vec::len), Some(8));
    assert!(analysis.is_smallest() && analysis.verdict().starts_with("Broken: "));
    assert!(analysis.expected_sets(usize::MAX).abs() < 1e-9);
}
