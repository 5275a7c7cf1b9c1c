//! Any bytes as a PGN file of trees: each tree is written and read again as an equal tree, before and after edits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya::Variant;
use tabiya_pgn::{NodeId, Reader, Tree, TreeRecord};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let (mut reader, mut record) = (Reader::new(text), TreeRecord::new());
    let variant = Variant::ALL[usize::from(choice) % Variant::ALL.len()];
    while let Ok(true) = reader.read_game(&mut record) {
        let Ok(read) = record.tree(variant) else { continue };
        for fault in &read.faults {
            assert!(!fault.to_string().contains(char::is_control), "{fault}");
        }
        assert_survives(&read.tree);
        assert_survives(&edited(read.tree, usize::from(choice)));
    }
});

fn edited(mut tree: Tree, choice: usize) -> Tree {
    let nodes: Vec<NodeId> = tree.walk().map(|(node, _)| node).collect();
    let Some(&node) = nodes.get(choice % nodes.len().max(1)) else { return tree };
    match choice % 4 {
        0 => tree.promote(node),
        1 => tree.make_main_line(node),
        // A line end within a tag.
        2 => tree.set_tag("Annotator", &format!("{choice}\r\n{choice}\\")),
        _ => tree.delete(node),
    }
    tree
}

fn assert_survives(tree: &Tree) {
    let pgn = tree.to_pgn();
    let again = Tree::parse(&pgn, Variant::Chess).expect("what is written can be read");
    assert!(again.faults.is_empty(), "{:?}\n{pgn}", again.faults);
    assert_eq!(&again.tree, tree, "{pgn}");
}
