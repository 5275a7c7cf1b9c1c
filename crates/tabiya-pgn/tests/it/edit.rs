//! What is done to a tree is in it afterwards, and what cannot be is refused.

use tabiya::{AnyPosition, Variant};
use tabiya_pgn::tree::{EditError, Step};
use tabiya_pgn::{Comment, GameResult, NodeId, Reader, Tree, TreeBuilder, TreeRecord};

fn tree(text: &str) -> Tree {
    Tree::parse(text, Variant::Chess).unwrap_or_else(|error| panic!("{error}: {text}")).tree
}

fn says(text: &str) -> Vec<Comment> {
    Comment::new(text).into_iter().collect()
}

/// The moves as they are written, without the tags.
fn movetext(tree: &Tree) -> String {
    let pgn = tree.to_pgn();
    pgn.split_once("\n\n").expect("an empty line after the tags").1.trim_end().to_owned()
}

#[test]
fn comments_and_marks_are_set_and_taken_away() {
    let mut tree = tree("1. e4 e5 (1... c5) *");
    let moves: Vec<NodeId> = tree.main_line().collect();
    tree.set_comments(moves[0], says("best by test"));
    tree.set_nags(moves[1], vec![1, 14]);
    let sicilian = tree.children(moves[0])[1];
    tree.set_comments_before(sicilian, says("or"));
    assert_eq!(movetext(&tree), "1. e4 {best by test} 1... e5 $1 $14 ({or} 1... c5) *");
    tree.set_comments(moves[0], Vec::new());
    tree.set_nags(moves[1], Vec::new());
    tree.set_comments_before(sicilian, Vec::new());
    assert_eq!(movetext(&tree), "1. e4 e5 (1... c5) *");
    tree.set_comments_before(Tree::ROOT, says("nothing comes before the start"));
    assert_eq!(movetext(&tree), "1. e4 e5 (1... c5) *");
}

#[test]
fn a_result_that_is_set_is_in_the_tag_and_behind_the_moves() {
    let mut tree = tree("1. e4 *");
    for (result, text) in [
        (GameResult::WhiteWins, "1-0"),
        (GameResult::BlackWins, "0-1"),
        (GameResult::Draw, "1/2-1/2"),
        (GameResult::Unknown, "*"),
    ] {
        tree.set_result(result);
        assert_eq!(tree.result(), result);
        assert_eq!(tree.tag("Result"), Some(text));
        assert_eq!(movetext(&tree), format!("1. e4 {text}"));
        assert_eq!(GameResult::parse(text.as_bytes()), Some(result));
    }
    assert_eq!(GameResult::parse(b"1-1"), None);
}

#[test]
fn only_what_the_rules_allow_is_added() {
    let mut tree = Tree::new(AnyPosition::start(Variant::Chess));
    let e4 = tree.start().parse_san("e4").expect("legal");
    let after_e4 = tree.add_move(Tree::ROOT, e4).expect("legal");
    assert!(matches!(tree.add_move(after_e4, e4), Err(EditError::Illegal(_))));
    assert_eq!(tree.children(after_e4), []);
    let passed = tree.add_step(after_e4, Step::Null).expect("nobody is in check");
    assert_eq!(tree.position(passed).turn(), tabiya::Color::White);
    assert_eq!(Step::Null.uci(&tree.position(after_e4)), "0000");
    assert_eq!(Step::Move(e4).uci(tree.start()), "e2e4");

    let mut checked = self::tree("[FEN \"4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1\"]\n\n*");
    assert_eq!(checked.add_step(Tree::ROOT, Step::Null), Err(EditError::NullInCheck));
}

#[test]
fn names_that_are_none_and_what_the_game_says_itself_are_no_tags_to_set() {
    let mut tree = tree("1. e4 1-0");
    let (longest, too_long) = ("N".repeat(199), "N".repeat(200));
    let tags = [
        ("", "empty"),
        ("two words", "no name"),
        ("quote\"", "no name"),
        (&too_long, "too long"),
        (&longest, "kept"),
        ("Result", "0-1"),
        ("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("Annotator", "kept"),
    ];
    tree.set_tags(tags);
    let kept: Vec<&str> = tree.tags().filter(|(_, value)| *value == "kept").map(|(name, _)| name).collect();
    assert_eq!(kept, [&longest, "Annotator"]);
    assert_eq!(tree.tags().filter(|(_, value)| ["empty", "no name", "too long"].contains(value)).count(), 0);
    assert_eq!((tree.tag("Result"), tree.tag("FEN")), (Some("1-0"), None));
}

#[test]
fn values_of_any_length_and_letters_are_written_so_that_they_are_read_again() {
    for value in [
        "plain".to_owned(),
        "a\ttab and\na line".to_owned(),
        "\"".repeat(5000),
        "\\".repeat(5000),
        "x".repeat(5000),
        "é".repeat(5000),
    ] {
        let mut tree = tree("1. e4 *");
        tree.set_tags([("Annotator", value.as_str())]);
        let kept = tree.tag("Annotator").expect("set").to_owned();
        let again = Tree::parse(&tree.to_pgn(), Variant::Chess).expect("what is written can be read");
        assert!(again.faults.is_empty(), "{:?}", again.faults);
        assert_eq!(again.tree.tag("Annotator"), Some(kept.as_str()));
        assert!(
            kept.chars().count() >= value.chars().count().min(1900),
            "{} characters are left",
            kept.chars().count()
        );
    }
    let mut tree = tree("1. e4 *");
    tree.set_tags([("Annotator", "a\ttab and\na line")]);
    assert_eq!(tree.tag("Annotator"), Some("a tab and a line"));
}

#[test]
fn a_record_knows_whether_there_is_more_than_moves() {
    let has_notes = |text: &str| {
        let (mut reader, mut record) = (Reader::new(text.as_bytes()), TreeRecord::new());
        assert!(reader.read_game(&mut record).expect("a text can be read"));
        record.has_notes()
    };
    assert!(!has_notes("1. e4 e5 *"));
    for text in [
        "1. e4! e5 *",
        "1. e4 e5?? *",
        "1. e4 {good} e5 *",
        "1. e4 $1 e5 *",
        "1. e4 (1. d4) e5 *",
        "{first} 1. e4 *",
    ] {
        assert!(has_notes(text), "{text}");
    }
}

#[test]
fn the_line_to_a_deleted_move_does_not_become_the_main_line() {
    let mut tree = tree("1. e4 (1. d4 d5) e5 *");
    let [_, d4] = *tree.children(Tree::ROOT) else { panic!("two first moves") };
    let d5 = tree.children(d4)[0];
    tree.delete(d5);
    tree.make_main_line(d5);
    assert_eq!(movetext(&tree), "1. e4 (1. d4) 1... e5 *");
    // What followed a deleted move went with it.
    let moves: Vec<NodeId> = tree.main_line().collect();
    tree.delete(moves[0]);
    tree.make_main_line(moves[1]);
    tree.promote(moves[1]);
    tree.delete(moves[1]);
    assert_eq!(movetext(&tree), "1. d4 *");
}

#[test]
fn a_node_of_another_tree_is_a_place_with_nothing_about_it_and_nothing_is_done_there() {
    let longer = tree("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    let mut shorter = tree("1. e4 {first} *");
    let before = shorter.clone();
    for non_ascii in longer.main_line().skip(1) {
        assert_eq!((shorter.step(non_ascii), shorter.parent(non_ascii)), (None, None));
        assert!(shorter.children(non_ascii).is_empty() && shorter.nags(non_ascii).is_empty());
        assert!(shorter.comments(non_ascii).is_empty() && shorter.comments_before(non_ascii).is_empty());
        assert!(shorter.line_to(non_ascii).is_empty());
        assert_eq!(shorter.position(non_ascii), *shorter.start());
        shorter.promote(non_ascii);
        shorter.make_main_line(non_ascii);
        shorter.delete(non_ascii);
        shorter.set_comments(non_ascii, says("where?"));
        shorter.set_comments_before(non_ascii, says("where?"));
        shorter.set_nags(non_ascii, vec![1]);
        shorter.set_command(non_ascii, "eval", Some("0.25"));
        let d4 = shorter.start().parse_san("d4").expect("legal");
        let refused = shorter.add_move(non_ascii, d4).expect_err("nothing to follow");
        assert_eq!(refused, EditError::NoSuchNode);
        assert_eq!(refused.to_string(), "the tree has no such node");
        assert_eq!(shorter.append_step(non_ascii, Step::Null), Err(EditError::NoSuchNode));
        assert_eq!((shorter.len(), &shorter), (2, &before));
    }
}

#[test]
fn a_builder_knows_its_own_nodes_only() {
    let longer = tree("1. e4 e5 *");
    let non_ascii = longer.main_line().last().expect("a move");
    let start = AnyPosition::start(Variant::Chess);
    let mut builder = TreeBuilder::new(start);
    assert_eq!(*builder.position(non_ascii), start);
    assert_eq!(builder.append_step(non_ascii, Step::Null), Err(EditError::NoSuchNode));
    assert_eq!(builder.finish().len(), 1);
}
