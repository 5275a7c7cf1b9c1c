use tabiya::{Variant, printable};

/// A UCI option.
///
/// ```
/// use tabiya_match::uci::UciOption;
///
/// let hash = UciOption::parse("option name Hash type spin default 16 min 1 max 1024").unwrap();
/// assert_eq!(hash.name(), "Hash");
/// assert!(hash.check("64").is_ok());
/// assert_eq!(hash.check("4096").unwrap_err(), "expected a number from 1 to 1024");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOption {
    name: String,
    kind: OptionKind,
}

/// The option and value that select a variant; `None` for chess, the default.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_match::uci::variant_option;
///
/// assert_eq!(variant_option(Variant::Makruk), Some(("UCI_Variant", "makruk")));
/// ```
#[must_use]
pub fn variant_option(variant: Variant) -> Option<(&'static str, &'static str)> {
    match variant {
        Variant::Chess => None,
        Variant::Chess960 => Some(("UCI_Chess960", "true")),
        Variant::Makruk => Some(("UCI_Variant", "makruk")),
    }
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// An integer, within bounds if the engine gives them.
    Spin {
        /// The minimum.
        min: Option<i64>,
        /// The maximum.
        max: Option<i64>,
    },
    /// One of these values.
    Combo(Vec<String>),
    /// A button, without a value.
    Button,
    /// Any text; also unknown types.
    Text,
}

impl UciOption {
    /// Parses `option name … type …`; `None` for other lines.
    #[must_use]
    pub fn parse(line: &str) -> Option<UciOption> {
        let rest = line.strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let after = |word: &str| {
            let place = words.iter().position(|found| *found == word)?;
            words.get(place + 1)?.parse().ok()
        };
        let kind = match words.first().copied()? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin { min: after("min"), max: after("max") },
            "combo" => OptionKind::Combo(values(rest)),
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        Some(UciOption { name: name.trim().to_string(), kind })
    }

    /// Its name, as the engine writes it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its type.
    #[must_use]
    pub fn kind(&self) -> &OptionKind {
        &self.kind
    }

    /// Checks a value against the type.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let is_good = match &self.kind {
            OptionKind::Check => matches!(value, "true" | "false"),
            OptionKind::Spin { min, max } => value.parse::<i64>().is_ok_and(|number| {
                min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max)
            }),
            OptionKind::Combo(values) => {
                values.is_empty() || values.iter().any(|known| known.eq_ignore_ascii_case(value))
            }
            OptionKind::Button | OptionKind::Text => true,
        };
        if is_good { Ok(()) } else { Err(self.expected()) }
    }

    fn expected(&self) -> String {
        match &self.kind {
            OptionKind::Check => "expected true or false".into(),
            OptionKind::Spin { min: Some(min), max: Some(max) } => {
                format!("expected a number from {min} to {max}")
            }
            OptionKind::Spin { .. } => "expected a number".into(),
            OptionKind::Combo(values) => format!("expected one of {}", printable(&values.join(", "))),
            OptionKind::Button | OptionKind::Text => "expected a text".into(),
        }
    }
}

/// The values of a combo, which may contain blanks.
fn values(rest: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut value: Option<String> = None;
    for word in rest.split_whitespace() {
        match (word, &mut value) {
            ("var" | "default" | "min" | "max", _) => {
                values.extend(value.take());
                value = (word == "var").then(String::new);
            }
            (word, Some(value)) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
            (_, None) => {}
        }
    }
    values.extend(value);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combo_values_can_contain_blanks() {
        let option =
            UciOption::parse("option name Style type combo default Very solid var Very solid var Risky")
                .expect("it is an option");
        assert_eq!(option.kind(), &OptionKind::Combo(vec!["Very solid".into(), "Risky".into()]));
        assert!(option.check("very solid").is_ok());
        assert_eq!(option.check("wild").unwrap_err(), "expected one of Very solid, Risky");
    }

    #[test]
    fn names_can_contain_blanks_and_end_at_the_word_type() {
        let option = UciOption::parse("option name Clear Hash type button").expect("it is an option");
        assert_eq!((option.name(), option.kind()), ("Clear Hash", &OptionKind::Button));
        assert_eq!(UciOption::parse("option name Hash"), None);
        assert_eq!(UciOption::parse("id name Hash type spin"), None);
    }
}
