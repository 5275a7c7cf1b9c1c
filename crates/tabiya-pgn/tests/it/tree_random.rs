//! Random trees are written and read back.

use proptest::prelude::*;
use tabiya::{AnyPosition, Reading, Variant};
use tabiya_pgn::{Comment, GameResult, NodeId, Step, Tree};

/// An edit of a tree.
#[derive(Clone, Debug)]
enum Deed {
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

fn deed() -> impl Strategy<Value = Deed> {
    let words = prop_oneof![
        ".{0,200}",
        "[a-z{}%;()\\[\\] \n]{0,120}",
        Just("[%clk 0:01:00] [%cal Ge2e4] words".to_owned())
    ];
    let words = words.boxed();
    prop_oneof![
        8 => any::<u8>().prop_map(Deed::Play),
        1 => Just(Deed::Pass),
        4 => any::<u16>().prop_map(Deed::Go),
        1 => any::<u8>().prop_map(Deed::Nag),
        1 => words.clone().prop_map(Deed::Say),
        1 => words.clone().prop_map(Deed::SayBefore),
        1 => Just(Deed::Promote),
        1 => Just(Deed::MakeMain),
        1 => Just(Deed::Delete),
        1 => words.prop_map(Deed::Tag),
        // Values with line ends, tabs and quotes, and a repeated name.
        1 => prop::collection::vec("[a-z\"\\\\\\]\n\r\t ]{0,40}", 0..4).prop_map(Deed::Tags),
    ]
}

fn grow(start: AnyPosition, deeds: &[Deed]) -> Tree {
    let mut tree = Tree::new(start);
    let mut at = Tree::ROOT;
    for deed in deeds {
        match deed {
            Deed::Play(choice) => {
                let moves = tree.position(at).legal_moves();
                if let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) {
                    at = tree.add_move(at, *mv).expect("legal move");
                }
            }
            Deed::Pass => at = tree.add_step(at, Step::Null).unwrap_or(at),
            Deed::Go(choice) => {
                let nodes: Vec<NodeId> = tree.walk().map(|(node, _)| node).collect();
                at = nodes.get(usize::from(*choice) % (nodes.len() + 1)).copied().unwrap_or(Tree::ROOT);
            }
            Deed::Nag(nag) => tree.set_nags(at, vec![*nag, 1]),
            Deed::Say(text) => tree.set_comments(at, Comment::new(text).into_iter().collect()),
            Deed::SayBefore(text) => tree.set_comments_before(at, Comment::new(text).into_iter().collect()),
            Deed::Promote => tree.promote(at),
            Deed::MakeMain => tree.make_main_line(at),
            Deed::Delete => {
                let parent = tree.parent(at).unwrap_or(Tree::ROOT);
                tree.delete(at);
                at = parent;
            }
            Deed::Tag(value) => tree.set_tag("Annotator", value),
            Deed::Tags(values) => tree.set_tags(values.iter().map(|value| ("Source", &**value))),
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
    fn trees_survive_being_written_and_read(deeds in prop::collection::vec(deed(), 0..80)) {
        for variant in Variant::ALL {
            assert_survives(&grow(AnyPosition::start(variant), &deeds));
        }
        for (variant, fen) in [(Variant::Chess960, CHESS960), (Variant::Chess, BLACK_BEGINS)] {
            let start = AnyPosition::from_fen(variant, fen, Reading::STRICT).expect("valid FEN").position;
            assert_survives(&grow(start, &deeds));
        }
    }

    #[test]
    fn any_movetext_is_the_same_after_writing_and_reading(text in "([1-3]\\. |[({;)]|e4 |d4 |e5 |Nf3 |Nc6 |-- |\\$[1-9] |\\}|!\\?|words |\n){0,60}") {
        let text = format!("[Event \"x\"]\n\n{text}");
        let Ok(read) = Tree::parse(&text, Variant::Chess) else { return Ok(()) };
        assert_survives(&read.tree);
    }
}
