//! Random trees are written and read back.

use proptest::prelude::*;
use tabiya::{AnyPosition, Reading, Variant};
use tabiya_pgn::{Comment, GameResult, NodeId, Step, Tree};

/// An edit of a tree.
#[derive(Clone, Debug)]
enum Edit {
    Play(u8),
    Pass,
    Go(u16),
    Nag(u8),
    Say(String),
    SayBefore(String),
    Promote,
    MakeMain,
    Delete,
    Tag(String),
    Tags(Vec<String>),
}

fn edit() -> impl Strategy<Value = Edit> {
    let words = prop_oneof![
        ".{0,200}",
        "[a-z{}%;()\\[\\] \n]{0,120}",
        Just("[%clk 0:01:00] [%cal Ge2e4] words".to_owned())
    ];
    let words = words.boxed();
    prop_oneof![
        8 => any::<u8>().prop_map(Edit::Play),
        1 => Just(Edit::Pass),
        4 => any::<u16>().prop_map(Edit::Go),
        1 => any::<u8>().prop_map(Edit::Nag),
        1 => words.clone().prop_map(Edit::Say),
        1 => words.clone().prop_map(Edit::SayBefore),
        1 => Just(Edit::Promote),
        1 => Just(Edit::MakeMain),
        1 => Just(Edit::Delete),
        1 => words.prop_map(Edit::Tag),
        // Values with line ends, tabs and quotes, and a repeated name.
        1 => prop::collection::vec("[a-z\"\\\\\\]\n\r\t ]{0,40}", 0..4).prop_map(Edit::Tags),
    ]
}

fn grow(start: AnyPosition, edits: &[Edit]) -> Tree {
    let mut tree = Tree::new(start);
    let mut at = Tree::ROOT;
    for edit in edits {
        match edit {
            Edit::Play(choice) => {
                let moves = tree.position(at).legal_moves();
                if let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) {
                    at = tree.add_move(at, *mv).expect("legal move");
                }
            }
            Edit::Pass => at = tree.add_step(at, Step::Null).unwrap_or(at),
            Edit::Go(choice) => {
                let nodes: Vec<NodeId> = tree.walk().map(|(node, _)| node).collect();
                at = nodes.get(usize::from(*choice) % (nodes.len() + 1)).copied().unwrap_or(Tree::ROOT);
            }
            Edit::Nag(nag) => tree.set_nags(at, vec![*nag, 1]),
            Edit::Say(text) => tree.set_comments(at, Comment::new(text).into_iter().collect()),
            Edit::SayBefore(text) => tree.set_comments_before(at, Comment::new(text).into_iter().collect()),
            Edit::Promote => tree.promote(at),
            Edit::MakeMain => tree.make_main_line(at),
            Edit::Delete => {
                let parent = tree.parent(at).unwrap_or(Tree::ROOT);
                tree.delete(at);
                at = parent;
            }
            Edit::Tag(value) => tree.set_tag("Annotator", value),
            Edit::Tags(values) => tree.set_tags(values.iter().map(|value| ("Source", &**value))),
        }
    }
    tree.set_result(GameResult::Draw);
    tree
}

fn assert_survives(tree: &Tree) {
    let pgn = tree.to_pgn();
    let read = Tree::parse(&pgn, Variant::Chess).unwrap_or_else(|error| panic!("{error}\n{pgn}"));
    assert!(read.faults.is_empty() && read.notes.is_empty(), "{:?}\n{pgn}", read.faults);
    assert_eq!(&read.tree, tree, "{pgn}");
    assert_eq!(read.tree.to_pgn(), pgn);
}

const CHESS960: &str = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1";
const BLACK_BEGINS: &str = "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 37";

proptest! {
    #[test]
    fn trees_survive_being_written_and_read(edits in prop::collection::vec(edit(), 0..80)) {
        for variant in Variant::ALL {
            assert_survives(&grow(AnyPosition::start(variant), &edits));
        }
        for (variant, fen) in [(Variant::Chess960, CHESS960), (Variant::Chess, BLACK_BEGINS)] {
            let start = AnyPosition::from_fen(variant, fen, Reading::STRICT).expect("valid FEN").position;
            assert_survives(&grow(start, &edits));
        }
    }

    #[test]
    fn any_movetext_is_the_same_after_writing_and_reading(text in "([1-3]\\. |[({;)]|e4 |d4 |e5 |Nf3 |Nc6 |-- |\\$[1-9] |\\}|!\\?|words |\n){0,60}") {
        let text = format!("[Event \"x\"]\n\n{text}");
        let Ok(read) = Tree::parse(&text, Variant::Chess) else { return Ok(()) };
        assert_survives(&read.tree);
    }
}
