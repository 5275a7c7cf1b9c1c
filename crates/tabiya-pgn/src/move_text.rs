//! Lists of moves as a user types or pastes them.

use std::borrow::Cow;

use tabiya::{AnyPosition, Move, MoveError, printable};

use crate::reader::figurine;

/// The moves of a text in UCI or SAN, without move numbers, `{comments}` and `$1` annotations. Figurines become letters.
///
/// ```
/// let moves: Vec<_> = tabiya_pgn::moves_of("1. e4 e5 {open} 2.♘f3").collect();
/// assert_eq!(moves, ["e4", "e5", "Nf3"]);
/// ```
pub fn moves_of(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let without_number = |word| {
        let after: &str = str::trim_start_matches(word, |char: char| char.is_ascii_digit());
        if after.starts_with('.') { after.trim_start_matches('.') } else { word }
    };
    Words { rest: text }
        .map(without_number)
        .filter(|word| !word.is_empty() && !is_nag(word))
        .map(with_letters)
}

/// Parses one move of a list. The error has its ply, from 1, and the move as written.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
///
/// let error = tabiya_pgn::parse_ply(3, "Ke3", |text| AnyPosition::start(Variant::Chess).parse_move(text));
/// assert_eq!(error.unwrap_err(), "ply 3: `Ke3`: illegal move: no king can reach e3");
/// ```
pub fn parse_ply(
    ply: usize,
    text: &str,
    parse: impl FnOnce(&str) -> Result<Move, MoveError>,
) -> Result<Move, String> {
    parse(text).map_err(|error| format!("ply {ply}: `{}`: {error}", printable(text)))
}

/// Plays moves separated by blanks and calls `each` with every position reached. The error names the ply of an illegal move.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
///
/// let start = AnyPosition::start(Variant::Chess);
/// let reached = tabiya_pgn::play_each(start, "1. d4 d7d5 2. Nf3", |_| ())?;
/// assert_eq!(reached.to_fen(), "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2");
/// assert!(tabiya_pgn::play_each(start, "e4 e4", |_| ()).unwrap_err().starts_with("ply 2: `e4`: "));
/// # Ok::<(), String>(())
/// ```
pub fn play_each(
    start: AnyPosition,
    moves: &str,
    mut each: impl FnMut(&AnyPosition),
) -> Result<AnyPosition, String> {
    let mut position = start;
    for (index, text) in moves_of(moves).enumerate() {
        let mv = parse_ply(index + 1, &text, |text| position.parse_move(text))?;
        position = position.play_legal(mv);
        each(&position);
    }
    Ok(position)
}

/// Words separated by blanks and comments. A comment that does not end is a word, so that the moves in it are not lost silently.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_ascii_start();
            match self.rest.strip_prefix('{').and_then(|comment| comment.split_once('}')) {
                Some((_, after)) => self.rest = after,
                None => break,
            }
        }
        let mut chars = self.rest.char_indices().skip(1);
        let ends = |(_, char): &(usize, char)| char.is_ascii_whitespace() || *char == '{';
        let length = chars.find(ends).map_or(self.rest.len(), |(index, _)| index);
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

fn is_nag(word: &str) -> bool {
    let number = word.strip_prefix('$');
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn with_letters(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return word.into();
    }
    let mut text = String::new();
    for char in word.chars() {
        match figurine(char) {
            Some(letter) => text.extend(letter.iter().copied().map(char::from)),
            None => text.push(char),
        }
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        moves_of(text).map(Cow::into_owned).collect()
    }

    #[test]
    fn comments_and_annotations_are_skipped() {
        assert_eq!(moves("{a} 1.e4{b c}e5 $1 2. {} Nf3! {d}"), ["e4", "e5", "Nf3!"]);
        assert_eq!(moves("{only a comment}"), [""; 0]);
        assert_eq!(moves("1... c5 12.Nf3 ..."), ["c5", "Nf3"]);
    }

    #[test]
    fn a_comment_that_does_not_end_hides_no_moves() {
        assert_eq!(moves("e4 {good e5"), ["e4", "{good", "e5"]);
        assert_eq!(moves("e4{"), ["e4", "{"]);
        assert_eq!(moves("é{ä"), ["é", "{ä"]);
    }

    #[test]
    fn figurines_are_letters_for_both_colors() {
        assert_eq!(moves("1.♘f3 ♞f6 ♙e4 e8=♕+ Кf3"), ["Nf3", "Nf6", "e4", "e8=Q+", "Кf3"]);
    }
}
