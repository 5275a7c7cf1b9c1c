use alloc::format;
use alloc::string::String;

/// Makes untrusted text safe to print: on one line, cut after 80 characters, with control and invisible characters
/// escaped.
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
    const MAX_LEN: usize = 80;
    let mut printed = String::new();
    for (index, char) in text.chars().enumerate() {
        if index == MAX_LEN {
            printed.push('…');
            break;
        }
        push(&mut printed, char, is_control_or_invisible(char));
    }
    printed
}

/// All of an untrusted text, line by line: like [`printable`], but uncut, and line feeds are kept.
///
/// ```
/// assert_eq!(tabiya::printable_lines("one\ntwo\u{202e}"), "one\ntwo\\u{202e}");
/// ```
#[must_use]
pub fn printable_lines(text: &str) -> String {
    let mut printed = String::new();
    text.chars().for_each(|char| push(&mut printed, char, char != '\n' && is_control_or_invisible(char)));
    printed
}

/// A short untrusted text in backquotes, with everything outside ASCII escaped: a look-alike letter of another
/// alphabet may be the error.
pub(super) fn quoted(text: &str) -> String {
    const MAX_LEN: usize = 20;
    let mut printed = String::new();
    for char in text.chars() {
        if printed.len() >= MAX_LEN {
            return format!("`{printed}...`");
        }
        push(&mut printed, char, !matches!(char, ' '..='~'));
    }
    format!("`{printed}`")
}

fn push(printed: &mut String, char: char, as_escape: bool) {
    if as_escape { printed.extend(char.escape_default()) } else { printed.push(char) }
}

/// Control characters, zero-width characters and direction changes, which make text appear other than it is.
fn is_control_or_invisible(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{61c}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_that_is_too_long_is_cut_and_marked() {
        assert_eq!(printable(&"ö".repeat(80)), "ö".repeat(80));
        assert_eq!(printable(&"ö".repeat(81)), "ö".repeat(80) + "…");
        assert_eq!(quoted(&"e".repeat(20)), format!("`{}`", "e".repeat(20)));
        assert_eq!(quoted(&"e".repeat(21)), format!("`{}...`", "e".repeat(20)));
    }

    #[test]
    fn look_alike_letters_are_escaped() {
        assert_eq!(quoted("К\"'\\"), "`\\u{41a}\"'\\`");
    }

    #[test]
    fn accents_and_quotation_marks_are_kept() {
        let text = "Mu\u{308}ller \"O'Kelly\" C:\\games";
        assert_eq!((printable(text), printable_lines(text)), (text.into(), text.into()));
    }

    #[test]
    fn control_and_direction_characters_are_escaped() {
        let control_characters = "\u{0}\u{7}\u{1b}[31m\u{9b}\r\t\u{85}\u{200f}\u{202e}\u{2066}\u{feff}\u{7f}";
        for printed in [printable(control_characters), printable_lines(control_characters)] {
            assert!(printed.is_ascii() && !printed.contains(char::is_control), "{printed}");
        }
    }
}
