use super::{Problem, Visitor};

/// Comments in braces before the next game. If the game has no tags, they belong to it.
#[derive(Clone, Default)]
pub(super) struct Preamble {
    /// Each comment is followed by a closing brace, which cannot occur in a comment.
    text: Vec<u8>,
    /// Offset and line of the first comment.
    start: Option<(u64, u64)>,
}

/// Maximum number of bytes kept.
const MAX_BYTES: usize = 1 << 16;

impl Preamble {
    /// Where the first comment begins, if there is one.
    pub(super) fn start(&self) -> Option<(u64, u64)> {
        self.start
    }

    /// Notes where a comment begins.
    pub(super) fn note_start(&mut self, offset: u64, line: u64) {
        self.start.get_or_insert((offset, line));
    }

    /// Passes the comments to the visitor of the game that begins, if there is one, and clears them.
    pub(super) fn emit<V: Visitor>(&mut self, visitor: Option<&mut V>) {
        if let Some(visitor) = visitor {
            let ended = self.text.split_inclusive(|byte| *byte == b'}');
            ended.for_each(|comment| visitor.comment(&comment[..comment.len() - 1], true));
        }
        self.text.clear();
        self.start = None;
    }

    fn push(&mut self, text: &[u8], is_last: bool) {
        let room = MAX_BYTES.saturating_sub(self.text.len());
        self.text.extend_from_slice(&text[..text.len().min(room)]);
        // Without this condition each further comment would add one byte beyond the limit.
        if is_last && (room > 0 || !self.text.ends_with(b"}")) {
            self.text.push(b'}');
        }
    }
}

/// A visitor that keeps comments and passes problems on.
pub(super) struct KeepComments<'a, V> {
    pub(super) preamble: &'a mut Preamble,
    pub(super) visitor: &'a mut V,
}

impl<V: Visitor> Visitor for KeepComments<'_, V> {
    fn comment(&mut self, text: &[u8], is_last: bool) {
        self.preamble.push(text, is_last);
    }

    fn problem(&mut self, problem: Problem) {
        self.visitor.problem(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_comments_are_limited_and_terminated() {
        let mut preamble = Preamble::default();
        preamble.push(b"a", true);
        preamble.push(b"", true);
        preamble.push(b"b", false);
        preamble.push(b"c", true);
        assert_eq!(preamble.text, b"a}}bc}");

        let mut preamble = Preamble::default();
        preamble.push(&[b'a'; 65_535], false);
        preamble.push(b"bc", true);
        assert_eq!(preamble.text.len(), 65_537);
        assert!(preamble.text.ends_with(b"ab}"));
        // The closing braces of further comments are not kept either.
        preamble.push(b"d", true);
        preamble.push(b"", true);
        assert_eq!(preamble.text.len(), 65_537);

        // A comment that has just reached the limit still gets its closing brace.
        let mut preamble = Preamble::default();
        preamble.push(&[b'a'; 65_536], false);
        preamble.push(b"b", false);
        preamble.push(b"", true);
        assert_eq!(preamble.text.len(), 65_537);
        assert!(preamble.text.ends_with(b"a}"));
    }
}
