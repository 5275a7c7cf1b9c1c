//! SAN and PGN of a game that was read, rebuilt from its parts in JavaScript on demand: most programs do not need them for most games.

use tabiya_pgn::{Comment, GameResult, NodeId, Step, Tree, TreeBuilder, write_tag};
use wasm_bindgen::prelude::*;

use crate::move_code::{NULL, move_text};
use crate::pgn::COMMENT_SEPARATOR;
use crate::{error, joined, read_position};

/// The SAN of each node except the root.
#[wasm_bindgen(js_name = sansOfNodes)]
pub fn sans_of_nodes(variant: &str, start: &str, nodes: &[u32]) -> Result<String, JsError> {
    let (builder, ids) = build(variant, start, nodes)?;
    let positions: Vec<_> = ids.iter().map(|node| *builder.position(*node)).collect();
    let tree = builder.finish();
    let sans = nodes.chunks_exact(2).zip(&ids).skip(1).filter_map(|(numbers, node)| {
        let before = &positions[numbers[0] as usize];
        tree.step(*node).map(|step| step.san(before))
    });
    Ok(joined(sans))
}

/// A game as PGN; `tags` alternates names and values.
#[wasm_bindgen(js_name = pgnOfNodes)]
pub fn pgn_of_nodes(
    variant: &str,
    start: &str,
    result: &str,
    tags: Vec<String>,
    nodes: &[u32],
    notes: &str,
) -> Result<String, JsError> {
    let (builder, ids) = build(variant, start, nodes)?;
    let mut tree = builder.finish();
    read_notes(&mut tree, &ids, notes).ok_or_else(|| error("invalid notes"))?;
    tree.set_result(GameResult::parse(result.as_bytes()).unwrap_or(GameResult::Unknown));
    let mut pgn = Vec::new();
    // In their original order; a tree would write some first.
    tags.chunks_exact(2).try_for_each(|tag| write_tag(&mut pgn, &tag[0], &tag[1])).map_err(error)?;
    pgn.push(b'\n');
    tree.write_movetext(&mut pgn).map_err(error)?;
    String::from_utf8(pgn).map_err(error)
}

/// The tree of the nodes, and their ids.
fn build(variant: &str, start: &str, nodes: &[u32]) -> Result<(TreeBuilder, Vec<NodeId>), JsError> {
    let mut builder = TreeBuilder::new(read_position(variant, start, false)?.position);
    let mut ids = vec![Tree::ROOT];
    for node in nodes.chunks_exact(2).skip(1) {
        let parent = *ids.get(node[0] as usize).ok_or_else(|| error("a node before its parent"))?;
        let step = if node[1] == NULL {
            Step::Null
        } else {
            Step::Move(builder.position(parent).parse_uci(&move_text(node[1])).map_err(error)?)
        };
        ids.push(builder.append_step(parent, step).map_err(error)?);
    }
    Ok((builder, ids))
}

/// Applies notes in the format of the reader; `None` if the format is wrong.
fn read_notes(tree: &mut Tree, ids: &[NodeId], notes: &str) -> Option<()> {
    let comments = |text: &str| text.split(COMMENT_SEPARATOR).filter_map(Comment::new).collect::<Vec<_>>();
    for line in notes.lines() {
        let mut columns = line.split('\t');
        let node = *ids.get(columns.next()?.parse::<usize>().ok()?)?;
        tree.set_nags(node, columns.next()?.split(',').filter_map(|nag| nag.parse().ok()).collect());
        tree.set_comments(node, comments(columns.next()?));
        // All variations exist already.
        let before = comments(columns.next()?);
        if !before.is_empty() {
            tree.set_comments_before(node, before);
        }
    }
    Some(())
}
