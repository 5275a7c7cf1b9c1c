//! Writes movetext in lines of less than 80 columns, as the PGN standard requires.

use std::io::{self, Write};

use tabiya::Color;

/// Maximum length of a line of movetext.
const WIDTH: usize = 79;

/// Longer commands are broken at blanks like other text.
const MAX_COMMAND: usize = WIDTH / 2;

/// A writer of words separated by blanks or line ends.
pub(crate) struct MovetextWriter<'a, W> {
    out: &'a mut W,
    column: usize,
    /// Opening parentheses before the next word.
    open_parens: String,
}

impl<'a, W: Write> MovetextWriter<'a, W> {
    pub(crate) fn new(out: &'a mut W) -> MovetextWriter<'a, W> {
        MovetextWriter { out, column: 0, open_parens: String::new() }
    }

    /// Writes the number of the next move: before White's moves, and before Black's where it does not follow White's directly.
    pub(crate) fn number(&mut self, turn: Color, number: u32, needs_number: bool) -> io::Result<()> {
        match turn {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if needs_number => self.word(&format!("{number}...")),
            Color::Black => Ok(()),
        }
    }

    pub(crate) fn word(&mut self, word: &str) -> io::Result<()> {
        let open_parens = std::mem::take(&mut self.open_parens);
        let length = open_parens.len() + word.len();
        let needed = self.column + usize::from(self.column > 0) + length;
        // A line that begins with a percent sign is not part of the game.
        if self.column > 0 && needed > WIDTH && !word.starts_with('%') {
            write!(self.out, "\n{open_parens}{word}")?;
            self.column = length;
        } else {
            let blank = if self.column > 0 { " " } else { "" };
            write!(self.out, "{blank}{open_parens}{word}")?;
            self.column = needed;
        }
        Ok(())
    }

    /// Writes a comment in braces, which may span lines. A command such as `[%eval 0.17]` is kept on one line, because
    /// some programs search for it line by line.
    pub(crate) fn comment(&mut self, text: &str) -> io::Result<()> {
        let text = format!("{{{text}}}");
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut command = word.to_owned();
            let mut is_open = word.trim_start_matches('{').starts_with("[%") && !word.contains(']');
            while let Some(next) = words.next_if(|next| is_open && command.len() + next.len() < MAX_COMMAND) {
                command = format!("{command} {next}");
                is_open = !next.contains(']');
            }
            self.word(&command)?;
        }
        Ok(())
    }

    /// Writes a parenthesis before the next word.
    pub(crate) fn open(&mut self) {
        self.open_parens.push('(');
    }

    /// Writes a parenthesis after the last word.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        if self.column >= WIDTH {
            self.column = 0;
            writeln!(self.out)?;
        }
        self.column += 1;
        write!(self.out, ")")
    }

    /// Writes the result and an empty line.
    pub(crate) fn finish(mut self, result: &str) -> io::Result<()> {
        self.word(result)?;
        write!(self.out, "\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut MovetextWriter<'_, Vec<u8>>) -> io::Result<()>) -> String {
        let mut text = Vec::new();
        write(&mut MovetextWriter::new(&mut text)).expect("writing to a vector cannot fail");
        String::from_utf8(text).expect("the text is UTF-8")
    }

    #[test]
    fn a_long_first_word_is_not_preceded_by_an_empty_line() {
        let word = "x".repeat(WIDTH + 1);
        assert_eq!(written(|lines| lines.word(&word)), word);
        assert_eq!(written(|lines| lines.word("y").and_then(|()| lines.word(&word))), format!("y\n{word}"));
    }

    #[test]
    fn commands_up_to_half_a_line_are_not_broken() {
        let before = "x".repeat(60);
        // With the blank before it, the command has half a line of columns, or one more.
        for (value, line_end, blank) in [("1".repeat(31), "\n", " "), ("1".repeat(32), " ", "\n")] {
            let text = format!("{before} [%note {value}] after");
            let expected = format!("{{{before}{line_end}[%note{blank}{value}] after}}");
            assert_eq!(written(|lines| lines.comment(&text)), expected);
        }
    }
}
