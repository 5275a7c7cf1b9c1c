use std::fmt;
use std::time::Duration;

use tabiya::Score;

use super::Shape;

/// The text between braces: words, and commands such as `[%eval 0.17]` in any order.
///
/// Everything is kept as written, including unknown commands; only runs of blanks and line ends become one blank.
///
/// ```
/// use tabiya::Score;
/// use tabiya_pgn::Comment;
///
/// let comment = Comment::new("[%eval 0.17] [%clk 0:05:00]\n  the  usual").expect("not empty");
/// assert_eq!(comment.text(), "the usual");
/// assert_eq!(comment.evaluation(), Some(Score::Centipawns(17)));
/// assert_eq!(comment.clock().map(|clock| clock.as_secs()), Some(300));
/// assert_eq!(comment.as_str(), "[%eval 0.17] [%clk 0:05:00] the usual");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Comment(String);

impl Comment {
    /// A comment, unless the text is blank. A comment cannot contain a closing brace: if the text does, braces become
    /// parentheses.
    #[must_use]
    pub fn new(text: &str) -> Option<Comment> {
        let is_blank = |char: char| char.is_ascii_whitespace() || char.is_control();
        let words: Vec<&str> = text.split(is_blank).filter(|word| !word.is_empty()).collect();
        let text = words.join(" ");
        let text = if text.contains('}') { text.replace('{', "(").replace('}', ")") } else { text };
        (!text.is_empty()).then_some(Comment(text))
    }

    /// The complete text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The words, without commands.
    #[must_use]
    pub fn text(&self) -> String {
        let mut words = String::new();
        let mut from = 0;
        for span in self.command_spans() {
            words.push_str(&self.0[from..span.start]);
            words.push(' ');
            from = span.end;
        }
        words.push_str(&self.0[from..]);
        words.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Names and values of the commands: `("clk", "0:05:00")`.
    pub fn commands(&self) -> impl Iterator<Item = (&str, &str)> {
        self.command_spans().map(|span| (span.name, span.value))
    }

    /// The value of the first command with this name.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&str> {
        self.commands().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Sets the value of a command: in place of an earlier one, or else at the front. Without a value the command is
    /// removed; the result is `None` if nothing is left.
    ///
    /// ```
    /// use tabiya_pgn::Comment;
    ///
    /// let comment = Comment::new("[%clk 0:05:00] good").expect("not empty");
    /// let comment = comment.with_command("eval", Some("0.3")).expect("not empty");
    /// assert_eq!(comment.as_str(), "[%eval 0.3] [%clk 0:05:00] good");
    /// assert_eq!(comment.with_command("clk", None).expect("words").as_str(), "[%eval 0.3] good");
    /// ```
    #[must_use]
    pub fn with_command(&self, name: &str, value: Option<&str>) -> Option<Comment> {
        let written = value.map_or_else(String::new, |value| command_text(name, value));
        let span = self.command_spans().find(|span| span.name == name);
        Comment::new(&match span {
            Some(span) => format!("{}{written}{}", &self.0[..span.start], &self.0[span.end..]),
            None => format!("{written} {}", self.0),
        })
    }

    /// Arrows and circles: `[%cal Ge2e4]`, `[%csl Rd5]`.
    #[must_use]
    pub fn shapes(&self) -> Vec<Shape> {
        let drawn = self.commands().filter(|(name, _)| matches!(*name, "cal" | "csl"));
        drawn.flat_map(|(_, value)| value.split(',')).filter_map(|text| text.trim().parse().ok()).collect()
    }

    /// The remaining clock time of the side that moved: `[%clk 1:30:00]`.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        let parts = self.command("clk")?.split(':').map(|part| part.trim().parse::<f64>().ok());
        let seconds = parts.collect::<Option<Vec<_>>>()?.iter().fold(0.0, |sum, part| sum * 60.0 + part);
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The evaluation of the position from White's point of view: `[%eval 0.17]`, `[%eval #-3]`.
    #[must_use]
    pub fn evaluation(&self) -> Option<Score> {
        parse_evaluation(self.command("eval")?)
    }

    fn command_spans(&self) -> impl Iterator<Item = CommandSpan<'_>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let span = CommandSpan::next(&self.0, from)?;
            from = span.end;
            Some(span)
        })
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A command as written in a comment.
pub(super) fn command_text(name: &str, value: &str) -> String {
    format!("[%{name} {value}]")
}

/// A time as in `[%clk …]`: hours, minutes and seconds, with tenths unless they are zero.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(tabiya_pgn::clock_text(Duration::from_millis(5_025_600)), "1:23:45.6");
/// ```
#[must_use]
pub fn clock_text(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if tenths == 0 { text } else { format!("{text}.{tenths}") }
}

/// A score in the form of `[%eval …]`, from White's point of view.
///
/// ```
/// use tabiya::Score;
/// use tabiya_pgn::{evaluation_text, parse_evaluation};
///
/// assert_eq!(evaluation_text(Score::Centipawns(-5)), "-0.05");
/// assert_eq!(evaluation_text(Score::Mate(-3)), "#-3");
/// assert_eq!(parse_evaluation("-0.05"), Some(Score::Centipawns(-5)));
/// ```
#[must_use]
#[doc(alias = "%eval")]
pub fn evaluation_text(score: Score) -> String {
    match score {
        Score::Mate(moves) => format!("#{moves}"),
        Score::Centipawns(score) => {
            let sign = if score < 0 { "-" } else { "" };
            let score = score.unsigned_abs();
            format!("{sign}{}.{:02}", score / 100, score % 100)
        }
    }
}

/// Parses the value of `[%eval …]`, from White's point of view; the depth may follow after a comma.
///
/// ```
/// use tabiya::Score;
/// use tabiya_pgn::parse_evaluation;
///
/// assert_eq!(parse_evaluation("-1.05"), Some(Score::Centipawns(-105)));
/// assert_eq!(parse_evaluation("#-3,20"), Some(Score::Mate(-3)));
/// assert_eq!(parse_evaluation("much"), None);
/// ```
#[must_use]
pub fn parse_evaluation(text: &str) -> Option<Score> {
    let score = text.split(',').next().unwrap_or_default().trim();
    if let Some(moves) = score.strip_prefix('#') {
        return moves.parse().map(Score::Mate).ok();
    }
    let pawns: f64 = score.parse().ok()?;
    (-10_000.0..=10_000.0).contains(&pawns).then(|| Score::Centipawns((pawns * 100.0).round() as i32))
}

/// A command in a comment; the range includes its brackets.
struct CommandSpan<'a> {
    start: usize,
    end: usize,
    name: &'a str,
    value: &'a str,
}

impl CommandSpan<'_> {
    /// The next command from an offset on. A bracket between quotes does not end it.
    fn next(text: &str, from: usize) -> Option<CommandSpan<'_>> {
        let start = from + text[from..].find("[%")?;
        let inside = &text[start + 2..];
        let mut is_quoted = false;
        let end = inside.bytes().position(|byte| {
            is_quoted ^= byte == b'"';
            byte == b']' && !is_quoted
        });
        // With an unbalanced quote, the first bracket ends it.
        let end = end.or_else(|| inside.find(']'))?;
        let (name, value) = inside[..end].split_once(' ').unwrap_or((&inside[..end], ""));
        Some(CommandSpan { start, end: start + 2 + end + 1, name, value: value.trim() })
    }
}
