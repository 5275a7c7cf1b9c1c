use super::{Problem, Visitor};

/// Comments in braces before the next game, which begins with them if it has no tags.
#[derive(Clone, Default)]
pub(super) struct Foreword {
    /// Each is followed by a brace, which no comment holds.
    text: Vec<u8>,
    /// The offset and the line of the first.
    began: Option<(u64, u64)>,
}

/// So many bytes are kept, whatever a file says before its moves.
const MOST: usize = 1 << 16;

impl Foreword {
    /// Where the first comment begins, if there is one.
    pub(super) fn began(&self) -> Option<(u64, u64)> {
        self.began
    }

    /// Another comment begins.
    pub(super) fn begin(&mut self, offset: u64, line: u64) {
        self.began.get_or_insert((offset, line));
    }

    /// Gives the comments to the game that begins, if it wants any, and forgets them.
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
        // One byte a comment beyond the bound would be no bound.
        if is_last && (room > 0 || !self.text.ends_with(b"}")) {
            self.text.push(b'}');
        }
    }
}

/// Hears of comments instead of a visitor, and tells it what is wrong with them.
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
        // Not even the ends of those that follow.
        foreword.add(b"d", true);
        foreword.add(b"", true);
        assert_eq!(foreword.text.len(), 65_537);

        // One that has just reached the bound ends, too.
        let mut foreword = Foreword::default();
        foreword.add(&[b'a'; 65_536], false);
        foreword.add(b"b", false);
        foreword.add(b"", true);
        assert_eq!(foreword.text.len(), 65_537);
        assert!(foreword.text.ends_with(b"a}"));
    }
}
