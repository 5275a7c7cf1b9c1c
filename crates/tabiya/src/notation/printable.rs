use alloc::format;
use alloc::string::String;

/// Somebody's text as a message may show it (sanitized for a terminal): on one line, cut after 80 characters, and what a terminal
/// would obey or hide written as an escape.
///
/// ```
/// use tabiya::printable;
///
/// assert_eq!(printable("Müller \u{1b}[2J"), "Müller \\u{1b}[2J");
/// assert_eq!(printable("a\nb"), "a\\nb");
/// assert_eq!(printable(&"e4 ".repeat(1000)).chars().count(), 81);
/// ```
#[must_use]
#[doc(alias("sanitize", "escape"))]
pub fn printable(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut shown = String::new();
    for (index, char) in text.chars().enumerate() {
        if index == LONGEST {
            shown.push('…');
            break;
        }
        push(&mut shown, char, is_obeyed_or_hidden(char));
    }
    shown
}

/// The whole of somebody's text, line by line: as [`printable`], but nothing is cut and line feeds stay.
///
/// ```
/// assert_eq!(tabiya::printable_lines("one\ntwo\u{202e}"), "one\ntwo\\u{202e}");
/// ```
#[must_use]
pub fn printable_lines(text: &str) -> String {
    let mut shown = String::new();
    text.chars().for_each(|char| push(&mut shown, char, char != '\n' && is_obeyed_or_hidden(char)));
    shown
}

/// A short piece of somebody's text between backquotes, everything beyond ASCII escaped: a letter of another alphabet that looks
/// like ours may be what is wrong.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut shown = String::new();
    for char in text.chars() {
        if shown.len() >= LONGEST {
            return format!("`{shown}...`");
        }
        push(&mut shown, char, !matches!(char, ' '..='~'));
    }
    format!("`{shown}`")
}

fn push(shown: &mut String, char: char, as_escape: bool) {
    if as_escape { shown.extend(char.escape_default()) } else { shown.push(char) }
}

/// Control characters, and those of no width or of another direction, which make text read other than it is.
fn is_obeyed_or_hidden(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{61c}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_says_so_and_what_just_fits_does_not() {
        assert_eq!(printable(&"ö".repeat(80)), "ö".repeat(80));
        assert_eq!(printable(&"ö".repeat(81)), "ö".repeat(80) + "…");
        assert_eq!(quoted(&"e".repeat(20)), format!("`{}`", "e".repeat(20)));
        assert_eq!(quoted(&"e".repeat(21)), format!("`{}...`", "e".repeat(20)));
    }

    #[test]
    fn a_letter_that_looks_like_ours_is_told_from_it() {
        assert_eq!(quoted("К\"'\\"), "`\\u{41a}\"'\\`");
    }

    #[test]
    fn accents_and_quotation_marks_are_shown_as_they_are() {
        let text = "Mu\u{308}ller \"O'Kelly\" C:\\games";
        assert_eq!((printable(text), printable_lines(text)), (text.into(), text.into()));
    }

    #[test]
    fn nothing_shown_moves_a_cursor_or_turns_the_text_around() {
        let nasty = "\u{0}\u{7}\u{1b}[31m\u{9b}\r\t\u{85}\u{200f}\u{202e}\u{2066}\u{feff}\u{7f}";
        for shown in [printable(nasty), printable_lines(nasty)] {
            assert!(shown.is_ascii() && !shown.contains(char::is_control), "{shown}");
        }
    }
}
