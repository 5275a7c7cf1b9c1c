//! Writes a tree in PGN export format: the tags of the roster first, movetext in lines of less than 80 columns.

use std::io::{self, Write};

use tabiya::AnyPosition;

use super::{NodeId, Tree};
use crate::export::write_tag;
use crate::movetext_writer::MovetextWriter;

/// Remaining work. An explicit stack, because variations may be nested deeply.
enum Task {
    /// A variation, from its first move.
    Variation(NodeId, AnyPosition),
    /// The line after a node whose variations have been written.
    Continue(NodeId, AnyPosition),
    /// The closing parenthesis of a variation.
    Close,
}

impl Tree {
    /// Returns the game as PGN, with an empty line after it.
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let mut text = Vec::new();
        self.write(&mut text).expect("writing to a vector cannot fail");
        String::from_utf8(text).expect("the text is UTF-8")
    }

    /// Writes the game as PGN, followed by an empty line.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.tags().try_for_each(|(name, value)| write_tag(out, name, value))?;
        writeln!(out)?;
        self.write_movetext(out)
    }

    /// Writes the movetext with comments, variations and NAGs, the result, and an empty line: everything after the tags.
    ///
    /// ```
    /// use tabiya::Variant;
    /// use tabiya_pgn::Tree;
    ///
    /// let mut movetext = Vec::new();
    /// Tree::parse("1. e4 {best} *", Variant::Chess)?.tree.write_movetext(&mut movetext)?;
    /// assert_eq!(movetext, b"1. e4 {best} *\n\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_movetext(&self, out: &mut impl Write) -> io::Result<()> {
        let mut lines = MovetextWriter::new(out);
        self.write_notes(Tree::ROOT, &mut lines)?;
        let mut tasks = vec![Task::Continue(Tree::ROOT, self.start)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => lines.close()?,
                Task::Continue(node, position) => {
                    self.write_line(node, position, true, &mut tasks, &mut lines)?;
                }
                Task::Variation(node, position) => {
                    lines.open();
                    tasks.push(Task::Close);
                    let needs_number = self.write_move(node, &position, true, &mut lines)?;
                    let position = self.after(&position, node);
                    self.write_line(node, position, needs_number, &mut tasks, &mut lines)?;
                }
            }
        }
        lines.finish(&self.result.to_string())
    }

    /// Writes the line after a node up to the first move with variations.
    fn write_line(
        &self,
        mut node: NodeId,
        mut position: AnyPosition,
        mut needs_number: bool,
        tasks: &mut Vec<Task>,
        lines: &mut MovetextWriter<'_, impl Write>,
    ) -> io::Result<()> {
        while let [main, variations @ ..] = self.children(node) {
            needs_number = self.write_move(*main, &position, needs_number, lines)?;
            let after = self.after(&position, *main);
            if !variations.is_empty() {
                tasks.push(Task::Continue(*main, after));
                tasks.extend(variations.iter().rev().map(|node| Task::Variation(*node, position)));
                return Ok(());
            }
            (node, position) = (*main, after);
        }
        Ok(())
    }

    /// Writes a move with its comments and NAGs; returns whether the next move needs a number.
    fn write_move(
        &self,
        node: NodeId,
        before: &AnyPosition,
        needs_number: bool,
        lines: &mut MovetextWriter<'_, impl Write>,
    ) -> io::Result<bool> {
        let step = self.step(node).expect("only the root has no step");
        let comments = self.comments_before(node);
        comments.iter().try_for_each(|comment| lines.comment(comment.as_str()))?;
        lines.number(before.turn(), before.fullmove_number(), needs_number || !comments.is_empty())?;
        lines.word(&step.san(before))?;
        self.write_notes(node, lines)?;
        Ok(!self.comments(node).is_empty())
    }

    /// Writes the NAGs and comments after a move.
    fn write_notes(&self, node: NodeId, lines: &mut MovetextWriter<'_, impl Write>) -> io::Result<()> {
        self.nags(node).iter().try_for_each(|nag| lines.word(&format!("${nag}")))?;
        self.comments(node).iter().try_for_each(|comment| lines.comment(comment.as_str()))
    }
}
