//! Movetext in lines as the standard asks for them.

use std::io::{self, Write};

use tabiya::Color;

/// No line of movetext is longer.
const WIDTH: usize = 79;

/// A longer command may go over several lines, as words do.
const LONGEST_COMMAND: usize = WIDTH / 2;

/// Words with blanks or line ends between them.
pub(crate) struct Lines<'a, W> {
    out: &'a mut W,
    column: usize,
    /// Parentheses that stand before the next word.
    opened: String,
}

impl<'a, W: Write> Lines<'a, W> {
    pub(crate) fn new(out: &'a mut W) -> Lines<'a, W> {
        Lines { out, column: 0, opened: String::new() }
    }

    /// The number of the next move: before white's moves, and before black's where nothing of white's stands just before.
    pub(crate) fn number(&mut self, turn: Color, number: u32, is_fresh: bool) -> io::Result<()> {
        match turn {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if is_fresh => self.word(&format!("{number}...")),
            Color::Black => Ok(()),
        }
    }

    pub(crate) fn word(&mut self, word: &str) -> io::Result<()> {
        let opened = std::mem::take(&mut self.opened);
        let length = opened.len() + word.len();
        let needed = self.column + usize::from(self.column > 0) + length;
        // A line that begins with a percent sign is no part of the game.
        if self.column > 0 && needed > WIDTH && !word.starts_with('%') {
            write!(self.out, "\n{opened}{word}")?;
            self.column = length;
        } else {
            let blank = if self.column > 0 { " " } else { "" };
            write!(self.out, "{blank}{opened}{word}")?;
            self.column = needed;
        }
        Ok(())
    }

    /// A text in braces, which may go over several lines. A command such as `[%eval 0.17]` stays on one: there are programs
    /// that look for it line by line.
    pub(crate) fn comment(&mut self, text: &str) -> io::Result<()> {
        let text = format!("{{{text}}}");
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut whole = word.to_owned();
            let mut is_open = word.trim_start_matches('{').starts_with("[%") && !word.contains(']');
            while let Some(next) = words.next_if(|next| is_open && whole.len() + next.len() < LONGEST_COMMAND)
            {
                whole = format!("{whole} {next}");
                is_open = !next.contains(']');
            }
            self.word(&whole)?;
        }
        Ok(())
    }

    /// A parenthesis before the next word.
    pub(crate) fn open(&mut self) {
        self.opened.push('(');
    }

    /// A parenthesis after the last word.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        if self.column >= WIDTH {
            self.column = 0;
            writeln!(self.out)?;
        }
        self.column += 1;
        write!(self.out, ")")
    }

    /// The result, and an empty line.
    pub(crate) fn finish(mut self, result: &str) -> io::Result<()> {
        self.word(result)?;
        write!(self.out, "\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Lines<'_, Vec<u8>>) -> io::Result<()>) -> String {
        let mut text = Vec::new();
        write(&mut Lines::new(&mut text)).expect("a vector takes all");
        String::from_utf8(text).expect("only texts were written")
    }

    #[test]
    fn a_word_longer_than_a_line_begins_the_first_without_an_empty_one_before_it() {
        let word = "x".repeat(WIDTH + 1);
        assert_eq!(written(|lines| lines.word(&word)), word);
        assert_eq!(written(|lines| lines.word("y").and_then(|()| lines.word(&word))), format!("y\n{word}"));
    }

    #[test]
    fn a_command_of_half_a_line_stays_on_one_and_a_longer_one_need_not() {
        let before = "x".repeat(60);
        // With its blank, the command has as many columns as half a line, or one more.
        for (value, line_end, blank) in [("1".repeat(31), "\n", " "), ("1".repeat(32), " ", "\n")] {
            let text = format!("{before} [%note {value}] after");
            let expected = format!("{{{before}{line_end}[%note{blank}{value}] after}}");
            assert_eq!(written(|lines| lines.comment(&text)), expected);
        }
    }
}
