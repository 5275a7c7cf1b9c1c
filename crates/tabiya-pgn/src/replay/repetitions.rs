use tabiya::{Game, Key, Rules};

/// A position that stood on the board more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Its key.
    pub key: Key,
    /// After how many half-moves it stood there, each time; 0 is the start.
    pub plies: Vec<usize>,
}

/// Collects the repetitions of a game while it is played.
#[derive(Clone, Debug, Default)]
pub(super) struct Repetitions {
    found: Vec<Repetition>,
    /// For each ply whose position repeats another, its place in the list, from 1.
    places: Vec<usize>,
}

impl Repetitions {
    pub(super) fn look<R: Rules>(&mut self, game: &Game<R>) {
        self.places.resize(game.ply() + 1, 0);
        let Some(back) = game.last_occurrence() else { return };
        let before = game.ply() - back;
        if self.places[before] == 0 {
            self.found.push(Repetition { key: game.position().key(), plies: vec![before] });
            self.places[before] = self.found.len();
        }
        let place = self.places[before];
        self.places[game.ply()] = place;
        self.found[place - 1].plies.push(game.ply());
    }

    pub(super) fn into_list(self) -> Vec<Repetition> {
        self.found
    }
}
