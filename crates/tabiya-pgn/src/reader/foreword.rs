use super::{Problem, Visitor};

/// Comments in braces before the next game. If the game has no tags, they belong to it.
#[derive(Clone, Default)]
pub(super) struct Foreword {
    /// Each comment is followed by a closing brace, which cannot occur in a comment.
    text: Vec<u8>,
    /// Offset and line of the first comment.
    began: Option<(u64, u64)>,
}

/// Maximum number of bytes kept.
const MOST: usize = 1 << 16;

impl Foreword {
    /// Where the first comment begins, if there is one.
    pub(super) fn began(&self) -> Option<(u64, u64)> {
        self.began
    }

    /// Notes where a comment begins.
    pub(super) fn begin(&mut self, offset: u64, line: u64) {
        self.began.get_or_insert((offset, line));
    }

    /// Passes the comments to the visitor of the game that begins, if there is one, and clears them.
    pub(super) fn give<V: Visitor>(&mut self, visitor: Option<&mut V>) {
        if let Some(visitor) = visitor {
            let ended = self.text.split_inclusive(|byte| *byte == b'}');
            ended.for_each(|comment| visitor.comment(&comment[..comment.len() - 1], true));
        }
        self.text.clear();
        self.began = None;
    }

    fn add(&mut self, piece: &[u8], is_last: bool) {
        let room = MOST.saturating_sub(self.text.len());
        self.text.extend_from_slice(&piece[..piece.len().min(room)]);
        // Without this condition each further comment would add one byte beyond the limit.
        if is_last && (room > 0 || !self.text.ends_with(b"}")) {
            self.text.push(b'}');
        }
    }
}

/// A visitor that keeps comments and passes problems on.
pub(super) struct Keeping<'a, V> {
    pub(super) foreword: &'a mut Foreword,
    pub(super) visitor: &'a mut V,
}

impl<V: Visitor> Visitor for Keeping<'_, V> {
    fn comment(&mut self, text: &[u8], is_last: bool) {
        self.foreword.add(text, is_last);
    }

    fn problem(&mut self, problem: Problem) {
        self.visitor.problem(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_much_is_kept_and_every_comment_ends() {
        let mut foreword = Foreword::default();
        foreword.add(b"a", true);
        foreword.add(b"", true);
        foreword.add(b"b", false);
        foreword.add(b"c", true);
        assert_eq!(foreword.text, b"a}}bc}");

        let mut foreword = Foreword::default();
        foreword.add(&[b'a'; 65_535], false);
        foreword.add(b"bc", true);
        assert_eq!(foreword.text.len(), 65_537);
        assert!(foreword.text.ends_with(b"ab}"));
        // The closing braces of further comments are not kept either.
        foreword.add(b"d", true);
        foreword.add(b"", true);
        assert_eq!(foreword.text.len(), 65_537);

        // A comment that has just reached the limit still gets its closing brace.
        let mut foreword = Foreword::default();
        foreword.add(&[b'a'; 65_536], false);
        foreword.add(b"b", false);
        foreword.add(b"", true);
        assert_eq!(foreword.text.len(), 65_537);
        assert!(foreword.text.ends_with(b"a}"));
    }
}
