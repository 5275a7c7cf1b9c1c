//! Comments, NAGs, variations and clocks are kept: PGN → database → PGN gives an equal tree.

use std::path::Path;

use tabiya::Variant;
use tabiya::keys::SplitMix64;
use tabiya_db::{AddObserver, AddOptions, AddStats, Database, Filter, GameId, Writer, compact, verify};
use tabiya_pgn::{Comment, Reader, Step, Tree, TreeBuilder, TreeRecord};

use crate::budget::budget;
use crate::common::{collection, pgn};

/// Collects warnings and errors.
#[derive(Default)]
pub(crate) struct Reports(pub(crate) Vec<String>);

impl AddObserver for Reports {
    fn error(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }

    fn warning(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

fn add(path: &Path, pgn: &str, options: AddOptions) -> (AddStats, Vec<String>) {
    let mut reports = Reports::default();
    let mut writer = Writer::open(path, options).unwrap();
    assert!(writer.read("test.pgn", pgn.as_bytes(), &mut reports).unwrap());
    (writer.commit(&mut reports).unwrap(), reports.0)
}

fn trees(pgn: &str) -> Vec<Tree> {
    let (mut reader, mut record, mut trees) = (Reader::new(pgn.as_bytes()), TreeRecord::new(), Vec::new());
    while reader.read_game(&mut record).unwrap() {
        trees.push(record.tree(Variant::Chess).unwrap().tree);
    }
    trees
}

fn exported(database: &Database) -> String {
    let mut text = Vec::new();
    database
        .each_game(&Filter::default(), |game| {
            database.game(game)?.write_pgn(&mut text, &[]).unwrap();
            Ok(true)
        })
        .unwrap();
    String::from_utf8(text).unwrap()
}

const KEEP_ALL: AddOptions = AddOptions {
    threads: 2,
    memory: 1 << 24,
    keep_duplicates: true,
    keep_broken: false,
    annotations: true,
    variant: Variant::Chess,
};

#[test]
fn comments_nags_variations_and_clocks_were_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let text = "1. e4 {a comment [%clk 0:01:00]} (1. d4) 1... e5 $1 *";
    let (added, reports) = add(&path, text, AddOptions::default());
    assert_eq!((added.annotated, reports), (1, vec![]));
    let database = Database::open(&path).unwrap();
    assert!(exported(&database).ends_with(&format!("\n{text}\n\n")), "{}", exported(&database));
    assert!(database.game(GameId(1)).unwrap().to_pgn().ends_with(&format!("\n{text}\n\n")));
}

#[test]
fn annotations_can_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let text = "1. e4 {a comment} (1. d4) 1... e5 $1 *";
    let (added, _) = add(&path, text, AddOptions { annotations: false, ..KEEP_ALL });
    assert_eq!((added.added, added.annotated), (1, 0));
    assert!(exported(&Database::open(&path).unwrap()).ends_with("\n1. e4 e5 *\n\n"));
}

/// Annotates a game at random.
fn annotated(mut tree: Tree, random: &mut SplitMix64) -> Tree {
    let mut below = |bound: usize| (random.next() % bound as u64) as usize;
    for _ in 0..below(30) {
        let nodes: Vec<_> = tree.walk().map(|(node, _)| node).collect();
        let node = if nodes.is_empty() { Tree::ROOT } else { nodes[below(nodes.len())] };
        let comment = |text: &str| Comment::new(text).into_iter().collect();
        match below(6) {
            0 => tree.set_nags(node, vec![below(256) as u8, 1]),
            1 => tree.set_comments(node, comment("[%clk 0:01:00] [%eval 0.17] quite good; (really) ♞")),
            2 => tree.set_comments_before(node, comment("before")),
            3 => drop(tree.append_step(node, Step::Null)),
            4 => {
                tree.set_comments(node, [comment("one"), comment(&"many words ".repeat(below(50)))].concat());
            }
            _ => {
                let moves = tree.position(node).legal_moves();
                if !moves.is_empty() {
                    let mv = moves[below(moves.len())];
                    tree.append_step(node, Step::Move(mv)).unwrap();
                }
            }
        }
    }
    // A null move in the main line is an error of the game.
    loop {
        let null = tree.main_line().find(|node| tree.step(*node) == Some(Step::Null));
        let Some(null) = null else { return tree };
        tree.delete(null);
    }
}

#[test]
fn random_trees_survive_the_database() {
    let mut random = SplitMix64::new(7);
    for seed in 0..budget(3, 30) {
        let games = trees(&pgn(&collection(seed, 120)));
        let annotate =
            |tree: Tree| if random.next().is_multiple_of(4) { tree } else { annotated(tree, &mut random) };
        let originals: Vec<Tree> = games.into_iter().map(annotate).collect();
        let text: String = originals.iter().map(Tree::to_pgn).collect();
        let originals = trees(&text);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.tabiya");
        // Two segments, then one.
        let half = originals.len() / 2;
        for part in [&originals[..half], &originals[half..]] {
            let (added, reports) = add(&path, &part.iter().map(Tree::to_pgn).collect::<String>(), KEEP_ALL);
            assert_eq!((added.added, reports), (part.len() as u64, vec![]));
            assert!(added.annotated > 10 && added.annotated < added.added);
        }
        for _ in 0..2 {
            let database = Database::open(&path).unwrap();
            assert_eq!(trees(&exported(&database)), originals, "seed {seed}");
            for (number, original) in (1..).zip(&originals) {
                let stored = database.game(GameId(number)).unwrap();
                assert_eq!(movetext(&stored.tree()), movetext(original), "seed {seed}, game {number}");
                let has_any = movetext(&plain(original)) != movetext(original);
                assert_eq!(stored.has_annotations(), has_any, "{}", original.to_pgn());
            }
            assert!(verify(&path, true, &mut ()).is_empty());
            compact(&path, KEEP_ALL, &mut ()).unwrap();
        }
        assert_eq!(Database::open(&path).unwrap().info().segments, 1);
    }
}

/// The main line of a game.
fn plain(tree: &Tree) -> Tree {
    let mut builder = TreeBuilder::new(*tree.start());
    let mut node = Tree::ROOT;
    for step in tree.main_line().filter_map(|node| tree.step(node)) {
        node = builder.append_step(node, step).unwrap();
    }
    let mut plain = builder.finish();
    plain.set_result(tree.result());
    plain
}

fn movetext(tree: &Tree) -> String {
    let mut text = Vec::new();
    tree.write_movetext(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn real_annotated_games_survive_the_database() {
    let text = std::fs::read_to_string("../../testdata/pgn/annotated.pgn").unwrap();
    let originals = trees(&text);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let (added, _) = add(&path, &text, KEEP_ALL);
    let database = Database::open(&path).unwrap();
    assert!(added.annotated > 0);
    let exported = trees(&exported(&database));
    let mut compared = 0;
    for tree in exported {
        assert!(originals.contains(&tree), "{}", tree.to_pgn());
        compared += 1;
    }
    assert_eq!(compared, added.added);
}

#[test]
fn an_illegal_move_in_a_variation_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let text = "\n1. e4 (1. d4 d5 2. Ke3 Nf6) e5 {fine} *";
    let (added, reports) = add(&path, text, KEEP_ALL);
    assert_eq!((added.added, reports.len()), (1, 1), "{reports:?}");
    assert!(reports[0].starts_with("test.pgn: line 2: `Ke3`: illegal move"), "{reports:?}");
    let exported = exported(&Database::open(&path).unwrap());
    assert!(exported.ends_with("\n1. e4 (1. d4 d5) 1... e5 {fine} *\n\n"), "{exported}");
}

#[test]
fn a_broken_game_keeps_its_annotations_up_to_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let text = "1. e4 {first} e5 {second} 2. Ke3 {third} Nf6 {fourth} *";
    let (_, reports) = add(&path, text, AddOptions { keep_broken: true, ..KEEP_ALL });
    assert_eq!(reports.len(), 1, "{reports:?}");
    let exported = exported(&Database::open(&path).unwrap());
    assert!(exported.ends_with("\n1. e4 {first} 1... e5 {second} *\n\n"), "{exported}");
}

#[test]
fn tags_beyond_32_kib_were_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let tags: String = (0..15).map(|index| format!("[Note{index} \"{}\"]\n", "x".repeat(4000))).collect();
    let (added, reports) = add(&path, &format!("{tags}\n1. e4 *\n"), KEEP_ALL);
    assert_eq!((added.added, reports), (1, vec![]));
    let stored = Database::open(&path).unwrap().game(GameId(1)).unwrap();
    assert_eq!(stored.tags.iter().filter(|(_, value)| value.len() == 4000).count(), 15);
}

#[test]
fn a_game_with_too_many_tags_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let tags: String = (0..300).map(|index| format!("[Note{index} \"{}\"]\n", "x".repeat(4000))).collect();
    let (added, reports) = add(&path, &format!("{tags}\n1. e4 *\n\n1. d4 *\n"), KEEP_ALL);
    assert_eq!((added.added, added.broken), (1, 1));
    assert_eq!(reports, ["test.pgn: line 1: more than 1 MiB of tags: the rest is dropped (skipped)"]);
}
