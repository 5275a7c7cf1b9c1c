//! Trees are read, written and read back.

use std::path::Path;

use insta::assert_snapshot;
use tabiya::Variant;
use tabiya_pgn::tree::{MAX_DEPTH, MAX_NODES, MAX_TEXT_BYTES};
use tabiya_pgn::{NodeId, Reader, Tree, TreeRead, TreeRecord, replay::FaultKind};

/// Reads every game of a text.
fn trees(text: &[u8]) -> Vec<TreeRead> {
    let (mut reader, mut record) = (Reader::new(text), TreeRecord::new());
    let mut trees = Vec::new();
    while reader.read_game(&mut record).expect("readable text") {
        trees.extend(record.tree(Variant::Chess));
    }
    trees
}

fn read(text: &str) -> TreeRead {
    Tree::parse(text, Variant::Chess).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn movetext(tree: &Tree) -> String {
    let pgn = tree.to_pgn();
    pgn.split_once("\n\n").expect("an empty line after the tags").1.trim_end().to_owned()
}

fn assert_round_trip(read: &TreeRead) {
    let pgn = read.tree.to_pgn();
    let again = Tree::parse(&pgn, Variant::Chess).expect("written PGN is readable");
    assert!(again.faults.is_empty(), "{:?}\n{pgn}", again.faults);
    assert_eq!(again.tree, read.tree, "{pgn}");
    assert_eq!(again.tree.to_pgn(), pgn);
}

/// The node after these SAN moves.
fn find(tree: &Tree, sans: &str) -> NodeId {
    sans.split(' ').fold(Tree::ROOT, |node, san| {
        let position = tree.position(node);
        let is_it = |child: &&NodeId| tree.step(**child).is_some_and(|step| step.san(&position) == san);
        *tree.children(node).iter().find(is_it).unwrap_or_else(|| panic!("no {san} in {sans}"))
    })
}

#[test]
fn fixtures_round_trip() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in [
        "testdata/pgn/annotated.pgn",
        "testdata/pgn/broken.pgn",
        "testdata/pgn/classics.pgn",
        "testdata/pgn/variants.pgn",
        "examples/games.pgn",
        "fuzz/seeds/games.pgn",
    ] {
        let text = std::fs::read(root.join(file)).expect("fixture");
        let found = trees(&text);
        assert!(found.len() > 1, "{file}");
        found.iter().for_each(assert_round_trip);
    }
}

#[test]
fn annotated_games_round_trip() {
    let text = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pgn/annotated.pgn"));
    let found = trees(&text.expect("fixture"));
    assert!(found.iter().all(|read| read.faults.is_empty()));
    let written: String = found.iter().map(|read| read.tree.to_pgn()).collect();
    assert!(written.lines().all(|line| line.chars().count() < 80), "{written}");
    assert_snapshot!(written);
    let e4 = find(&found[0].tree, "e4");
    let comment = &found[0].tree.comments(e4)[0];
    assert_eq!(comment.text(), "the king's pawn");
    assert_eq!(comment.evaluation(), Some(tabiya::Score::Centipawns(17)));
    assert_eq!(found[0].tree.comments(Tree::ROOT)[0].shapes().len(), 4);
}

#[test]
fn comments_before_a_game_without_tags_belong_to_it() {
    let text = "{of no game}\n\n[Event \"a\"]\n\n*\n\n{A study}\n{of pawns} 1. e4 {king's} *\n\n{another} 1. d4 *\n\n\
                {the last word}\n\n[Event \"b\"]\n\n{said} 1. c4 *";
    let found = trees(text.as_bytes());
    let comments = |read: &TreeRead| -> Vec<String> {
        read.tree.comments(Tree::ROOT).iter().map(|comment| comment.text().to_owned()).collect()
    };
    assert_eq!(
        found.iter().map(comments).collect::<Vec<_>>(),
        [&[][..], &["A study", "of pawns"], &["another"], &["said"]]
    );
    assert_eq!(movetext(&found[2].tree), "{another} 1. d4 {the last word} *");
    found.iter().for_each(assert_round_trip);
    let long = format!("{{{}}} 1. e4 *", "x".repeat(1 << 20));
    assert!(comments(&read(&long))[0].len() <= 1 << 16, "limited size");
}

#[test]
fn commands_are_kept_on_one_line() {
    for blanks in 0..80 {
        let text = format!("1. e4 {{{}[%eval -1.11] said [%no end}} *", "x ".repeat(blanks));
        let written = read(&text).tree.to_pgn();
        assert!(written.lines().any(|line| line.contains("[%eval -1.11]")), "{written}");
        assert!(written.lines().all(|line| line.len() < 80), "{written}");
        assert_round_trip(&read(&text));
    }
}

#[test]
fn long_commands_are_broken() {
    let text = format!("1. e4 {{[%note {}}} *", "word ".repeat(30));
    assert!(read(&text).tree.to_pgn().lines().all(|line| line.len() < 80));
}

#[test]
fn lines_are_filled_completely() {
    for (last, lines) in [(39, 1), (40, 2)] {
        let mut tree = read("[Event \"x\"]\n\n*").tree;
        let text = format!("{} {}", "x".repeat(37), "y".repeat(last));
        tree.set_comments(Tree::ROOT, tabiya_pgn::Comment::new(&text).into_iter().collect());
        let written = movetext(&tree);
        assert_eq!(written.lines().filter(|line| *line != "*").count(), lines, "{written}");
    }
}

#[test]
fn last_comments_of_unterminated_variations_are_kept() {
    for (text, expected) in [
        ("1. e4 {one} (1. d4 {two} (1. c4 {three}", "1. e4 {one} (1. d4 {two}) (1. c4 {three})"),
        ("1. e4 (1. d4 (1. c4) {two}", "1. e4 (1. d4 {two}) (1. c4)"),
        ("1. e4 e5 {one} ( {two}", "1. e4 e5 {one} {two}"),
        ("1. e4 (1. d4) {one} (1. c4 d5) {two} ( {three}", "1. e4 {two} {three} (1. d4) ({one} 1. c4 d5)"),
    ] {
        assert_eq!(movetext(&read(text).tree), format!("{expected} *"), "{text}");
    }
}

#[test]
fn an_illegal_move_ends_only_its_line() {
    let found =
        read("1. e4 (1. Nd2 d5 (1... d6) 2. c4) (1. d4 Ke7 (1... d5) {lost}) 1... e5 2. Ke3 (2. Nf3) Nc6 *");
    assert_eq!(movetext(&found.tree), "1. e4 (1. d4) 1... e5 *");
    let faults: Vec<_> = found.faults.iter().map(ToString::to_string).collect();
    assert_snapshot!(faults.join("\n"), @r"
    line 1: `Nd2`: illegal knight move to d2: the square has a piece of the same color
    line 1: `Ke7`: illegal king move to e7: the square has a piece of the same color
    line 1, ply 3: `Ke3`: illegal move: no king can reach e3
    ");
    assert_round_trip(&found);
}

#[test]
fn the_number_of_faults_is_limited() {
    for (bad, expected) in [(31, 31), (32, 32), (33, 32)] {
        let text = format!("1. e4 {} *", "(1. Ke4) ".repeat(bad));
        assert_eq!(read(&text).faults.len(), expected);
    }
}

#[test]
fn syntax_problems_are_faults_of_their_game() {
    let faults: Vec<String> = read("1. e4 < e5 *").faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults, ["line 1: unexpected `<` among moves"]);
    let text = "1. e4 *\n\nwords\n\n[Event \"b\"]\n\n1. d4 *\n\nmore";
    let (mut reader, mut record) = (Reader::new(text.as_bytes()), TreeRecord::new());
    let mut strays = Vec::new();
    while reader.read_game(&mut record).expect("readable text") {
        assert_eq!(record.record().problem(), None);
        strays.push(record.take_stray_problem().map(|problem| problem.line));
    }
    strays.push(record.take_stray_problem().map(|problem| problem.line));
    assert_eq!(strays, [None, Some(3), Some(9)]);
}

#[test]
fn plies_do_not_include_variations() {
    for (text, plies) in
        [("1. e4 (1. d4 d5) e5 (1... c5) 2. f4 *", 3), ("1. e4 -- (1... e5 2. -- --) 2. d4 *", 3)]
    {
        let mut record = TreeRecord::new();
        assert!(Reader::new(text.as_bytes()).read_game(&mut record).expect("readable text"));
        assert_eq!(record.record().plies(), plies, "{text}");
    }
}

#[test]
fn null_moves_are_kept_unless_in_check() {
    let found = read("1. e4 -- 2. d4 (2. Qh5 Z0 3. Qxf7+ --) *");
    assert_eq!(movetext(&found.tree), "1. e4 -- 2. d4 (2. Qh5 -- 3. Qxf7+) *");
    assert_eq!(found.faults.len(), 1);
    assert_round_trip(&found);
}

#[test]
fn tags_are_written_in_roster_order() {
    let found = read("[ECO \"B00\"]\n[black \"B\"]\n[Result \"1-0\"]\n[White \"A\"]\n\n1. e4 *");
    let tags: Vec<_> = found.tree.tags().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(tags.join(" "), "Event=? Site=? Date=????.??.?? Round=? White=A Black=B Result=1-0 ECO=B00");
    let makruk = Tree::parse("1. e4 e5 *", Variant::Makruk).expect("a game").tree;
    assert_eq!(makruk.tag("Variant"), Some("Makruk"));
    assert_eq!(read(&makruk.to_pgn()).tree, makruk);
}

#[test]
fn edits_keep_other_content() {
    let mut tree = read("1. e4 {A} ({B} 1. d4 d5 2. c4) ({C} 1. c4) {D} 1... e5 2. Nf3 (2. f4) *").tree;
    let (d4, c4) = (find(&tree, "d4"), find(&tree, "c4"));
    tree.make_main_line(c4);
    assert_eq!(movetext(&tree), "{C} 1. c4 (1. e4 {A} {D} 1... e5 2. Nf3 (2. f4)) ({B} 1. d4 d5 2. c4) *");
    tree.promote(d4);
    tree.promote(d4);
    tree.promote(d4);
    assert_eq!(
        movetext(&tree),
        "{C} {B} 1. d4 (1. c4) (1. e4 {A} {D} 1... e5 2. Nf3 (2. f4)) 1... d5 2. c4 *"
    );
    let f4 = find(&tree, "e4 e5 f4");
    tree.make_main_line(f4);
    assert_eq!(movetext(&tree), "{C} {B} 1. e4 {A} {D} (1. d4 d5 2. c4) (1. c4) 1... e5 2. f4 (2. Nf3) *");
    tree.delete(Tree::ROOT);
    assert_eq!(tree.len(), 9);
    tree.delete(d4);
    tree.delete(find(&tree, "e4 e5 Nf3"));
    assert_eq!(tree.len(), 5);
    assert_round_trip(&read(&tree.to_pgn()));
}

#[test]
fn comments_move_when_variations_are_deleted() {
    let mut tree = read("1. e4 {A} (1. d4) {B} 1... e5 *").tree;
    assert_eq!(tree.comments_before(find(&tree, "e4 e5")).len(), 1);
    tree.delete(find(&tree, "d4"));
    assert_eq!(movetext(&tree), "1. e4 {A} {B} 1... e5 *");
    assert_eq!(read(&tree.to_pgn()).tree, tree);
}

#[test]
fn nesting_depth_is_limited() {
    let nested = format!("1. e4 {}", "(1. d4 ".repeat(100_000));
    let found = read(&nested);
    assert_eq!(found.tree.len(), MAX_DEPTH + 2);
    assert!(found.faults.iter().any(|fault| fault.kind == FaultKind::TooDeep), "{:?}", found.faults);
    let empty = read(&format!("1. e4 {} e5 *", "(".repeat(300_000)));
    assert_eq!(empty.tree.len(), 2);
    let pgn = found.tree.to_pgn();
    let again = read(&pgn);
    assert_eq!(again.tree, found.tree);
    assert!(pgn.lines().all(|line| line.len() < 80));
}

#[test]
fn tree_size_is_limited() {
    let walk = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_NODES / 4 + 10);
    let found = read(&walk);
    assert_eq!(found.tree.len(), MAX_NODES + 1);
    assert!(found.faults.iter().any(|fault| fault.kind == FaultKind::TooLarge), "{:?}", found.faults);
    let talk = format!("1. e4 {{{}}} e5 *", "word ".repeat(MAX_TEXT_BYTES / 4));
    assert!(read(&talk).faults.iter().any(|fault| fault.kind == FaultKind::TooLarge));
    let mut full = found.tree;
    let last = full.main_line().last().expect("a move");
    let mv = full.position(last).legal_moves()[0];
    let error = full.add_move(Tree::ROOT, mv).or_else(|_| full.add_move(last, mv)).unwrap_err();
    assert_eq!(error.to_string(), format!("a tree has at most {MAX_NODES} moves"));
}

#[test]
fn words_with_a_percent_sign_do_not_begin_a_line() {
    let mut tree = read("1. e4 *").tree;
    let e4 = find(&tree, "e4");
    let text = format!("{} %50 of them", "x".repeat(68));
    tree.set_comments(e4, tabiya_pgn::Comment::new(&text).into_iter().collect());
    assert!(tree.to_pgn().lines().all(|line| !line.starts_with('%')), "{}", tree.to_pgn());
}

#[test]
fn braces_cannot_end_a_comment_early() {
    for text in ["a } b", "{a} 1. e4 e5 }", "}{", "{"] {
        let mut tree = read("1. e4 *").tree;
        let e4 = find(&tree, "e4");
        tree.set_comments(e4, tabiya_pgn::Comment::new(text).into_iter().collect());
        assert_eq!(read(&tree.to_pgn()).tree, tree, "{text}");
    }
}

#[test]
fn control_characters_in_tags_do_not_become_blanks() {
    for text in [
        "[SetUp \"\u{0}\u{8}1\"]\n\n1. e4 *",
        "[Site \"\u{1}PlayOK\"]\n\n1. e4 *",
        "[Result \"\u{1}1-0\"]\n\n1. e4",
        "[Site \"\tPlayOK\"]\n\n1. Sc2 *",
    ] {
        assert_round_trip(&read(text));
    }
}

/// The JavaScript tests use the same examples.
#[test]
fn comments_are_parsed_as_in_the_examples() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/comments/commands.tsv");
    let examples = std::fs::read_to_string(file).expect("examples");
    for example in examples.lines().skip(1) {
        let [text, words, expected] = example.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{example}")
        };
        let Some(comment) = tabiya_pgn::Comment::new(text) else {
            assert!(text.is_empty() && words.is_empty(), "{example}");
            continue;
        };
        assert_eq!(comment.text(), words, "{example}");
        let commands: Vec<String> =
            comment.commands().map(|(name, value)| format!("{name} {value}").trim_end().to_owned()).collect();
        assert_eq!(commands.join("|"), expected, "{example}");
    }
}

#[test]
fn equality_of_trees() {
    let original = read("1. e4 {good} e5 (1... c5 $1) *").tree;
    assert_eq!(original, original.clone());
    for other in [
        "1. e4 {bad} e5 (1... c5 $1) *",
        "1. e4 {good} e5 (1... c5 $2) *",
        "1. e4 {good} e5 (1... c5) *",
        "1. e4 {good} e5 *",
        "1. e4 {good} e5 (1... c6 $1) *",
        "1. d4 {good} e5 (1... c5 $1) *",
        "1. e4 e5 {good} (1... c5 $1) *",
        "1. e4 {good} c5 $1 (1... e5) *",
        "1. e4 {good} e5 (1... c5 $1) 2. Nf3 *",
    ] {
        assert_ne!(original, read(other).tree, "{other}");
    }
}

#[test]
fn display_of_comments_and_shape_errors() {
    let comment = tabiya_pgn::Comment::new("well [%eval 1.5] played").expect("not empty");
    assert_eq!(format!("{comment}|{comment:>25}"), "well [%eval 1.5] played|  well [%eval 1.5] played");
    let error = "Ge2e".parse::<tabiya_pgn::tree::Shape>().expect_err("half an arrow");
    assert_snapshot!(error, @"expected an arrow such as Ge2e4 or a circle such as Rd5");
}

#[test]
fn zero_evaluation_and_empty_text() {
    assert_eq!(tabiya_pgn::tree::evaluation_text(tabiya::Score::Centipawns(0)), "0.00");
    let error = Tree::parse("", Variant::Chess).expect_err("an empty text");
    assert_eq!(error.to_string(), "no game found");
}
