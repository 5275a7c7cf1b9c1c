//! Games and positions of a variant known only at run time give the answers of their typed counterparts.

use std::collections::HashSet;

use tabiya::{AnyGame, AnyPosition, Bitboard, Claim, CountKind, Position, Square, Variant};

fn read(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen, tabiya::Reading::STRICT).expect("the tests' FENs are legal").position
}

#[test]
fn all_claims_are_reported_in_all_variants() {
    for variant in [Variant::Chess, Variant::Chess960] {
        let mut game = AnyGame::from(read(variant, "4k3/8/8/8/8/8/8/R3K3 w - - 92 60"));
        for uci in ["a1a2", "e8e7", "a2a1", "e7e8", "a1a2", "e8e7", "a2a1", "e7e8"] {
            assert_eq!(game.claims(), [], "{uci}");
            let mv = game.position().parse_uci(uci).expect("a legal move");
            game.play_legal(mv);
        }
        assert_eq!(game.moves().len(), 8);
        assert_eq!(game.claims(), [Claim::ThreefoldRepetition, Claim::FiftyMoves]);
    }
}

#[test]
fn a_count_is_reported_only_while_it_is_running() {
    let counting = AnyGame::from(read(Variant::Makruk, "8/8/8/1k6/8/8/8/1K3R2 w - 32 25 11"));
    assert_eq!(counting.count().map(|count| count.to_string()).as_deref(), Some("32/25"));
    assert_eq!(counting.count_kind(), Some(CountKind::PiecesHonor));
    for variant in Variant::ALL {
        let start = AnyGame::from(AnyPosition::start(variant));
        assert_eq!((start.count(), start.count_kind()), (None, None), "{variant}");
    }
}

#[test]
fn equal_positions_have_equal_variants_and_pieces() {
    let (chess, makruk) = (AnyPosition::start(Variant::Chess), AnyPosition::start(Variant::Makruk));
    assert!(chess.is_same_position(&AnyPosition::start(Variant::Chess960)));
    assert!(!chess.is_same_position(&makruk));
    let later = chess.play_legal(chess.parse_uci("e2e4").expect("a legal move"));
    assert!(!chess.is_same_position(&later));
    let kings = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
    assert!(!read(Variant::Chess, kings).is_same_position(&read(Variant::Makruk, kings)));
}

/// A constant hash would be correct, but would make hash maps linear.
#[test]
fn hashes_of_different_positions_rarely_collide() {
    let start = Position::<tabiya::Chess>::start();
    let hash = |position: &Position<_>| {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(position)
    };
    let mut hashes = HashSet::from([hash(&start)]);
    start.for_each_child(|_, child| {
        hashes.insert(hash(child));
    });
    assert_eq!(hashes.len(), 21);
}

#[test]
fn iterators_know_their_length() {
    fn counts_down<T>(mut iterator: impl Iterator<Item = T>, len: usize) {
        for left in (0..=len).rev() {
            assert_eq!(iterator.size_hint(), (left, Some(left)));
            assert_eq!(iterator.next().is_some(), left > 0);
        }
    }
    let start = Position::<tabiya::Chess>::start();
    counts_down(start.legal_moves().into_iter(), 20);
    counts_down((&start.legal_moves()).into_iter(), 20);
    counts_down((Square::A1.bitboard() | Square::H8.bitboard()).into_iter(), 2);
    counts_down(Bitboard::FULL.into_iter(), 64);
    let mut emptied = start.legal_moves();
    emptied.clear();
    assert!(emptied.is_empty());
}

/// Each method of `AnyPosition` equals that of the typed position.
#[test]
fn any_position_equals_the_typed_position() {
    for fen in [
        "r3k2r/8/8/8/8/8/4q3/4K3 w kq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KQ2 b - - 110 90",
    ] {
        let chess: Position<tabiya::Chess> = fen.parse().expect("the tests' FENs are legal");
        let any = AnyPosition::Chess(chess);
        assert_eq!((any.is_check(), any.checkers()), (chess.is_check(), chess.checkers()), "{fen}");
        assert_eq!((any.outcome(), any.claim()), (chess.outcome(), chess.claim()), "{fen}");
        assert_eq!(any.key_128(), chess.key_128(), "{fen}");
        for color in tabiya::Color::ALL {
            assert_eq!(any.has_insufficient_material(color), chess.has_insufficient_material(color), "{fen}");
        }
    }
    let counting = read(Variant::Makruk, "8/8/8/1k6/8/8/8/1K3R2 w - 32 25 11");
    assert_eq!(counting.count().map(|count| count.to_string()).as_deref(), Some("32/25"));
    assert_eq!(AnyPosition::start(Variant::Chess).count(), None);
    let mut game = AnyGame::new(Variant::Chess);
    assert!(game.play_san("Nf4").is_err());
    for (claim, occurrences) in [(None, 2), (Some(Claim::ThreefoldRepetition), 3)] {
        for san in ["Nf3", "Nf6", "Ng1"] {
            game.play_san(san).expect("a legal move");
        }
        let back = game.position().parse_uci("f6g8").expect("a legal move");
        assert_eq!(game.claim_with(back), Ok(claim));
        game.play_legal(back);
        assert_eq!((game.occurrences_at(0), game.occurrences_at(game.ply())), (1, occurrences));
    }
}
