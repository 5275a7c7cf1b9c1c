//! Edits of trees, and edits that are rejected.

use tabiya::{AnyPosition, Variant};
use tabiya_pgn::tree::{EditError, Step};
use tabiya_pgn::{Comment, GameResult, NodeId, Reader, Tree, TreeBuilder, TreeRecord};

fn tree(text: &str) -> Tree {
    Tree::parse(text, Variant::Chess).unwrap_or_else(|error| panic!("{error}: {text}")).tree
}

fn comment(text: &str) -> Vec<Comment> {
    Comment::new(text).into_iter().collect()
}

/// The movetext, without the tags.
fn movetext(tree: &Tree) -> String {
    let pgn = tree.to_pgn();
    pgn.split_once("\n\n").expect("an empty line after the tags").1.trim_end().to_owned()
}

#[test]
fn comments_and_nags_are_set_and_removed() {
    let mut tree = tree("1. e4 e5 (1... c5) *");
    let moves: Vec<NodeId> = tree.main_line().collect();
    tree.set_comments(moves[0], comment("best by test"));
    tree.set_nags(moves[1], vec![1, 14]);
    let sicilian = tree.children(moves[0])[1];
    tree.set_comments_before(sicilian, comment("or"));
    assert_eq!(movetext(&tree), "1. e4 {best by test} 1... e5 $1 $14 ({or} 1... c5) *");
    tree.set_comments(moves[0], Vec::new());
    tree.set_nags(moves[1], Vec::new());
    tree.set_comments_before(sicilian, Vec::new());
    assert_eq!(movetext(&tree), "1. e4 e5 (1... c5) *");
    tree.set_comments_before(Tree::ROOT, comment("nothing comes before the start"));
    assert_eq!(movetext(&tree), "1. e4 e5 (1... c5) *");
}

#[test]
fn set_result_changes_tag_and_movetext() {
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
fn illegal_moves_cannot_be_added() {
    let mut tree = Tree::new(AnyPosition::start(Variant::Chess));
    let e4 = tree.start().parse_san("e4").expect("legal");
    let after_e4 = tree.add_move(Tree::ROOT, e4).expect("legal");
    assert!(matches!(tree.add_move(after_e4, e4), Err(EditError::Illegal(_))));
    assert_eq!(tree.children(after_e4), []);
    let passed = tree.add_step(after_e4, Step::Null).expect("not in check");
    assert_eq!(tree.position(passed).turn(), tabiya::Color::White);
    assert_eq!(Step::Null.uci(&tree.position(after_e4)), "0000");
    assert_eq!(Step::Move(e4).uci(tree.start()), "e2e4");

    let mut checked = self::tree("[FEN \"4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1\"]\n\n*");
    assert_eq!(checked.add_step(Tree::ROOT, Step::Null), Err(EditError::NullInCheck));
}

#[test]
fn invalid_and_derived_tags_cannot_be_set() {
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
fn tag_values_round_trip() {
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
        let again = Tree::parse(&tree.to_pgn(), Variant::Chess).expect("written PGN is readable");
        assert!(again.faults.is_empty(), "{:?}", again.faults);
        assert_eq!(again.tree.tag("Annotator"), Some(kept.as_str()));
        assert!(
            kept.chars().count() >= value.chars().count().min(1900),
            "{} characters kept",
            kept.chars().count()
        );
    }
    let mut tree = tree("1. e4 *");
    tree.set_tags([("Annotator", "a\ttab and\na line")]);
    assert_eq!(tree.tag("Annotator"), Some("a tab and a line"));
}

#[test]
fn has_notes_detects_anything_besides_moves() {
    let has_notes = |text: &str| {
        let (mut reader, mut record) = (Reader::new(text.as_bytes()), TreeRecord::new());
        assert!(reader.read_game(&mut record).expect("readable text"));
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
fn a_deleted_line_cannot_become_the_main_line() {
    let mut tree = tree("1. e4 (1. d4 d5) e5 *");
    let [_, d4] = *tree.children(Tree::ROOT) else { panic!("two first moves") };
    let d5 = tree.children(d4)[0];
    tree.delete(d5);
    tree.make_main_line(d5);
    assert_eq!(movetext(&tree), "1. e4 (1. d4) 1... e5 *");
    // The moves after a deleted move are deleted too.
    let moves: Vec<NodeId> = tree.main_line().collect();
    tree.delete(moves[0]);
    tree.make_main_line(moves[1]);
    tree.promote(moves[1]);
    tree.delete(moves[1]);
    assert_eq!(movetext(&tree), "1. d4 *");
}

#[test]
fn nodes_of_another_tree_are_empty_and_cannot_be_edited() {
    let longer = tree("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    let mut shorter = tree("1. e4 {first} *");
    let before = shorter.clone();
    for foreign_node in longer.main_line().skip(1) {
        assert_eq!((shorter.step(foreign_node), shorter.parent(foreign_node)), (None, None));
        assert!(shorter.children(foreign_node).is_empty() && shorter.nags(foreign_node).is_empty());
        assert!(
            shorter.comments(foreign_node).is_empty() && shorter.comments_before(foreign_node).is_empty()
        );
        assert!(shorter.line_to(foreign_node).is_empty());
        assert_eq!(shorter.position(foreign_node), *shorter.start());
        shorter.promote(foreign_node);
        shorter.make_main_line(foreign_node);
        shorter.delete(foreign_node);
        shorter.set_comments(foreign_node, comment("where?"));
        shorter.set_comments_before(foreign_node, comment("where?"));
        shorter.set_nags(foreign_node, vec![1]);
        shorter.set_command(foreign_node, "eval", Some("0.25"));
        let d4 = shorter.start().parse_san("d4").expect("legal");
        let refused = shorter.add_move(foreign_node, d4).expect_err("nothing to follow");
        assert_eq!(refused, EditError::NoSuchNode);
        assert_eq!(refused.to_string(), "the tree has no such node");
        assert_eq!(shorter.append_step(foreign_node, Step::Null), Err(EditError::NoSuchNode));
        assert_eq!((shorter.len(), &shorter), (2, &before));
    }
}

#[test]
fn a_builder_rejects_unknown_nodes() {
    let longer = tree("1. e4 e5 *");
    let foreign_node = longer.main_line().last().expect("a move");
    let start = AnyPosition::start(Variant::Chess);
    let mut builder = TreeBuilder::new(start);
    assert_eq!(*builder.position(foreign_node), start);
    assert_eq!(builder.append_step(foreign_node, Step::Null), Err(EditError::NoSuchNode));
    assert_eq!(builder.finish().len(), 1);
}
