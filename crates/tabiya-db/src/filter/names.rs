use super::{Filter, Meant, Wanted};

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
    player: Option<Wanted>,
    white: Option<Wanted>,
    black: Option<Wanted>,
    event: Option<Wanted>,
    eco: Option<Wanted>,
}

impl Names {
    /// Resolves a filter for these names of players and events.
    #[must_use]
    pub fn new<T: AsRef<str>>(filter: &Filter, players: &[T], events: &[T]) -> Names {
        let wanted = |text: &Option<String>, names: &[T]| text.as_ref().map(|text| meant(text, names));
        Names {
            player: wanted(&filter.player, players),
            white: wanted(&filter.white, players),
            black: wanted(&filter.black, players),
            event: wanted(&filter.event, events),
            eco: filter.eco.as_ref().map(|eco| Wanted::new(eco, Meant::Beginning)),
        }
    }

    /// Whether a filter has conditions on names.
    #[must_use]
    pub fn are_asked(filter: &Filter) -> bool {
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
        let fits = |wanted: &Wanted, text: Option<&str>| text.is_some_and(|text| wanted.fits(text));
        let passes = |wanted: &Option<Wanted>, text| wanted.as_ref().is_none_or(|wanted| fits(wanted, text));
        self.player.as_ref().is_none_or(|player| fits(player, white) || fits(player, black))
            && passes(&self.white, white)
            && passes(&self.black, black)
            && passes(&self.event, event)
            && passes(&self.eco, eco)
    }
}

fn meant<T: AsRef<str>>(text: &str, names: &[T]) -> Wanted {
    let whole = Wanted::new(text, Meant::Whole);
    let is_known = names.iter().any(|name| whole.fits(name.as_ref()));
    if is_known { whole } else { Wanted::new(text, Meant::Words) }
}
