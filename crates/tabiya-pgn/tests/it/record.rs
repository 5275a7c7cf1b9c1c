//! Contents and limits of a record.

use tabiya_pgn::{Reader, Record};

fn record(pgn: &str) -> Record {
    let (mut reader, mut record) = (Reader::new(pgn.as_bytes()), Record::new());
    assert!(reader.read_game(&mut record).expect("readable text"));
    record
}

#[test]
fn moves_are_counted() {
    assert_eq!(record("[Event \"none\"]\n\n*").plies(), 0);
    assert_eq!(record("1. e4 e5 2. Nf3 (2. f4) *").plies(), 3);
}

#[test]
fn size_grows_with_the_text() {
    let tags: String = (0..50).map(|number| format!("[Tag{number:02} \"{}\"]\n", "x".repeat(20))).collect();
    for (pgn, texts, pieces) in [
        ("1. e4 *".to_owned(), 2, 8),
        (format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(100)), 1200, 400 * 8),
        (format!("{tags}\n*"), 50 * 25, 50 * 16),
    ] {
        let size = record(&pgn).size();
        assert!((texts + pieces..=texts + pieces + 400).contains(&size), "{size} for {texts} and {pieces}");
    }
}

/// Bounds the memory used for hostile input: 1 MB of tags.
#[test]
fn tags_are_limited_in_size() {
    const LIMIT: usize = tabiya_pgn::MAX_TAG_BYTES;
    let value = "v".repeat(1000);
    let tags: String = (0..1100).map(|number| format!("[T{number:04} \"{value}\"]\n")).collect();
    let record = record(&format!(
        "{tags}[Last \"{}\"]\n[Z \"z\"]\n[Fit \"{}\"]\n[Y \"\"]\n\n1. e4 *",
        "w".repeat(900),
        "f".repeat(356)
    ));
    let kept = (0..1100).filter(|number| record.tag(&format!("T{number:04}")).is_some()).count();
    assert_eq!(kept, LIMIT / 1005, "each is a name of five bytes and a value of a thousand");
    assert_eq!((record.tag("Last"), record.tag("Z").as_deref()), (None, Some("z")));
    assert!(record.tag("Fit").is_some() && record.tag("Y").is_none(), "the limit is inclusive");
    assert!(record.has_dropped_tags());
    assert_eq!(record.problem().map(|problem| problem.kind), Some(tabiya_pgn::ProblemKind::TooManyTags));
}

#[test]
fn stray_problems_are_reported_once() {
    let text = "some words\n\n[Event \"a\"]\n\n1. e4 *\n\nmore words\n\n[Event \"b\"]\n\n1. d4 *\n";
    let (mut reader, mut record) = (Reader::new(text.as_bytes()), Record::new());
    assert_eq!(reader.line(), 1);
    let mut lines = Vec::new();
    while reader.read_game(&mut record).expect("readable text") {
        assert_eq!(record.problem(), None);
        lines.push((record.line(), record.take_stray_problem().map(|problem| problem.line)));
        assert_eq!(record.take_stray_problem(), None, "it was taken before");
    }
    assert_eq!(lines, [(3, Some(1)), (9, Some(7))]);
    assert_eq!(reader.line(), 12);
}
