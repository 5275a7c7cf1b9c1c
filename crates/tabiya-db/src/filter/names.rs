use super::{Filter, MatchMode, TextMatcher};

/// The name conditions of a filter, resolved for a list of known names: a complete match if the name is known, else a match
/// by words.
///
/// ```
/// use tabiya_db::Filter;
/// use tabiya_db::filter::Names;
///
/// let filter = Filter { player: Some("carlsen m".into()), ..Filter::default() };
/// let names = Names::new(&filter, &["Carlsen, Magnus", "Carlsen, H"], &[]);
/// assert!(names.admits(Some("Ann"), Some("Carlsen, Magnus"), None, None));
/// assert!(!names.admits(Some("Carlsen, H"), None, None, None));
/// ```
#[derive(Clone, Debug)]
pub struct Names {
    player: Option<TextMatcher>,
    white: Option<TextMatcher>,
    black: Option<TextMatcher>,
    event: Option<TextMatcher>,
    eco: Option<TextMatcher>,
}

impl Names {
    /// Resolves a filter for these names of players and events.
    #[must_use]
    pub fn new<T: AsRef<str>>(filter: &Filter, players: &[T], events: &[T]) -> Names {
        let matcher = |text: &Option<String>, names: &[T]| text.as_ref().map(|text| resolve(text, names));
        Names {
            player: matcher(&filter.player, players),
            white: matcher(&filter.white, players),
            black: matcher(&filter.black, players),
            event: matcher(&filter.event, events),
            eco: filter.eco.as_ref().map(|eco| TextMatcher::new(eco, MatchMode::Prefix)),
        }
    }

    /// Whether a filter has conditions on names.
    #[must_use]
    pub fn are_filtered(filter: &Filter) -> bool {
        let Filter { player, white, black, event, eco, .. } = filter;
        [player, white, black, event, eco].into_iter().any(Option::is_some)
    }

    /// Whether the tags of a game match.
    #[must_use]
    pub fn admits(
        &self,
        white: Option<&str>,
        black: Option<&str>,
        event: Option<&str>,
        eco: Option<&str>,
    ) -> bool {
        let matches =
            |matcher: &TextMatcher, text: Option<&str>| text.is_some_and(|text| matcher.matches(text));
        let passes = |matcher: &Option<TextMatcher>, text| {
            matcher.as_ref().is_none_or(|matcher| matches(matcher, text))
        };
        self.player.as_ref().is_none_or(|player| matches(player, white) || matches(player, black))
            && passes(&self.white, white)
            && passes(&self.black, black)
            && passes(&self.event, event)
            && passes(&self.eco, eco)
    }
}

fn resolve<T: AsRef<str>>(text: &str, names: &[T]) -> TextMatcher {
    let exact = TextMatcher::new(text, MatchMode::Exact);
    let is_known = names.iter().any(|name| exact.matches(name.as_ref()));
    if is_known { exact } else { TextMatcher::new(text, MatchMode::Words) }
}
