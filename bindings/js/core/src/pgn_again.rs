//! What is seldom asked of a game that was read, made again from what JavaScript holds of it: so most games need not have it made.

use tabiya::{AnyPosition, with_position};
use tabiya_pgn::{Comment, GameResult, NodeId, Step, Tree, write_tag};
use wasm_bindgen::prelude::*;

use crate::move_code::{NULL, move_text};
use crate::pgn::BETWEEN_COMMENTS;
use crate::{error, joined, read_position};

/// The nodes of a game in SAN, the start not among them.
#[wasm_bindgen(js_name = sansOfNodes)]
pub fn sans_of_nodes(variant: &str, start: &str, nodes: &[u32]) -> Result<String, JsError> {
    let mut sans = Vec::new();
    each_step(read_position(variant, start, true)?, nodes, |_, position, step| {
        sans.push(step.san(position))
    })?;
    Ok(joined(sans.into_iter()))
}

/// A game as PGN; its tags are names and values in turn.
#[wasm_bindgen(js_name = pgnOfNodes)]
pub fn pgn_of_nodes(
    variant: &str,
    start: &str,
    result: &str,
    tags: Vec<String>,
    nodes: &[u32],
    notes: &str,
) -> Result<String, JsError> {
    let start = read_position(variant, start, true)?;
    let mut tree = Tree::new(start);
    let mut ids = vec![Tree::ROOT];
    each_step(start, nodes, |parent, _, step| ids.extend(tree.append_legal(ids[parent], step)))?;
    read_notes(&mut tree, &ids, notes).ok_or_else(|| error("notes of no game"))?;
    tree.set_result(GameResult::parse(result.as_bytes()).unwrap_or(GameResult::Unknown));
    let mut pgn = Vec::new();
    // As they were read: a tree would put some in another order.
    tags.chunks_exact(2).try_for_each(|tag| write_tag(&mut pgn, &tag[0], &tag[1])).map_err(error)?;
    pgn.push(b'\n');
    tree.write_movetext(&mut pgn).map_err(error)?;
    String::from_utf8(pgn).map_err(error)
}

/// Makes every step, with the place of its parent and the position before it.
fn each_step(
    start: AnyPosition,
    nodes: &[u32],
    mut tell: impl FnMut(usize, &AnyPosition, Step),
) -> Result<(), JsError> {
    let mut positions = vec![start];
    for node in nodes.chunks_exact(2).skip(1) {
        let parent = node[0] as usize;
        let before = *positions.get(parent).ok_or_else(|| error("a node before its parent"))?;
        let (step, after) = if node[1] == NULL {
            (Step::Null, pass(&before).ok_or_else(|| error("a null move in check"))?)
        } else {
            let mv = before.parse_uci(&move_text(node[1])).map_err(error)?;
            (Step::Move(mv), before.play_legal(mv))
        };
        tell(parent, &before, step);
        positions.push(after);
    }
    Ok(())
}

fn pass(position: &AnyPosition) -> Option<AnyPosition> {
    with_position!(position, inner, wrap => inner.pass().map(wrap))
}

/// Notes as the reader writes them; none if they are of another form.
fn read_notes(tree: &mut Tree, ids: &[NodeId], notes: &str) -> Option<()> {
    let comments = |text: &str| text.split(BETWEEN_COMMENTS).filter_map(Comment::new).collect::<Vec<_>>();
    for line in notes.lines() {
        let mut columns = line.split('\t');
        let node = *ids.get(columns.next()?.parse::<usize>().ok()?)?;
        tree.set_nags(node, columns.next()?.split(',').filter_map(|nag| nag.parse().ok()).collect());
        tree.set_comments(node, comments(columns.next()?));
        // The variations it depends on are all there already.
        let before = comments(columns.next()?);
        if !before.is_empty() {
            tree.set_comments_before(node, before);
        }
    }
    Some(())
}
