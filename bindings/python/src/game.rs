use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use tabiya::{AnyGame, TracedMove, with_game};

use crate::errors::bad_value;
use crate::position::{Position, move_of, variant_of};

/// A game: moves from a start position, with repetitions, claims and outcome.
///
/// Starts from a position, or at the start position of a variant.
///
/// >>> g = Game()
/// >>> for san in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split():
/// ...     g.push_san(san)
/// >>> g.occurrences, g.claims
/// (3, ['threefold repetition'])
/// >>> Game(variant="makruk").position.variant
/// 'makruk'
#[pyclass(module = "tabiya")]
pub(crate) struct Game {
    inner: AnyGame,
}

impl From<AnyGame> for Game {
    fn from(inner: AnyGame) -> Game {
        Game { inner }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (position = None, *, variant = None))]
    fn new(position: Option<&Position>, variant: Option<&str>) -> PyResult<Game> {
        match (position, variant) {
            (Some(_), Some(_)) => Err(bad_value("pass a position or a variant, not both")),
            (Some(position), None) => Ok(AnyGame::from(position.inner).into()),
            (None, variant) => {
                let variant = variant.map(variant_of).transpose()?;
                Ok(AnyGame::new(variant.unwrap_or_default()).into())
            }
        }
    }

    /// Plays a move in UCI.
    ///
    /// >>> g = Game()
    /// >>> g.push("e2e4")
    /// >>> g.position.turn
    /// 'black'
    fn push(&mut self, uci: &str) -> PyResult<()> {
        self.inner.play_uci(uci).map_err(bad_value)
    }

    /// Plays a move in SAN.
    ///
    /// >>> g = Game()
    /// >>> g.push_san("e4")
    fn push_san(&mut self, san: &str) -> PyResult<()> {
        self.inner.play_san(san).map_err(bad_value)
    }

    /// Undoes the last move and returns it; None at the start.
    ///
    /// >>> g = Game()
    /// >>> g.push("e2e4")
    /// >>> g.undo(), g.undo()
    /// ('e2e4', None)
    fn undo(&mut self) -> Option<String> {
        let mv = self.inner.undo()?;
        Some(self.inner.position().uci(mv))
    }

    /// Redoes the last undone move and returns it; None if there is none.
    ///
    /// >>> g = Game()
    /// >>> g.push("e2e4")
    /// >>> g.undo(), g.redo(), g.redo()
    /// ('e2e4', 'e2e4', None)
    fn redo(&mut self) -> Option<String> {
        let before = self.inner.position();
        self.inner.redo().map(|mv| before.uci(mv))
    }

    /// The current position.
    ///
    /// >>> Game().position == Position()
    /// True
    #[getter]
    fn position(&self) -> Position {
        self.inner.position().into()
    }

    /// All positions, starting with the start position.
    ///
    /// >>> len(Game().positions)
    /// 1
    #[getter]
    fn positions(&self) -> Vec<Position> {
        self.inner.positions().map(Position::from).collect()
    }

    /// The key of the current position.
    ///
    /// >>> Game().key == Position().key
    /// True
    #[getter]
    fn key(&self) -> u64 {
        with_game!(&self.inner, game => game.position().key().0)
    }

    /// The moves in UCI.
    ///
    /// >>> g = Game()
    /// >>> g.push_san("Nf3")
    /// >>> g.moves
    /// ['g1f3']
    #[getter]
    fn moves(&self) -> Vec<String> {
        let played = self.inner.moves().iter().zip(self.inner.positions());
        played.map(|(mv, position)| position.uci(*mv)).collect()
    }

    /// The moves in SAN.
    ///
    /// >>> g = Game()
    /// >>> g.push("g1f3")
    /// >>> g.sans
    /// ['Nf3']
    #[getter]
    fn sans(&self) -> Vec<String> {
        let played = self.inner.moves().iter().zip(self.inner.positions());
        played.map(|(mv, position)| position.san(*mv)).collect()
    }

    /// How often the current position has occurred.
    ///
    /// >>> Game().occurrences
    /// 1
    #[getter]
    fn occurrences(&self) -> u32 {
        self.inner.occurrences()
    }

    /// The draws that the side to move can claim.
    ///
    /// >>> Game().claims
    /// []
    #[getter]
    fn claims(&self) -> Vec<String> {
        self.inner.claims().iter().map(ToString::to_string).collect()
    }

    /// The draw that can be claimed with a move before it is played (FIDE 9.2.1), or None.
    ///
    /// >>> g = Game()
    /// >>> for san in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split():
    /// ...     g.push_san(san)
    /// >>> g.claim_with("f6g8")
    /// 'threefold repetition'
    fn claim_with(&self, uci: &str) -> PyResult<Option<String>> {
        let mv = move_of(&self.inner.position(), uci)?;
        let claim = self.inner.claim_with(mv).map_err(bad_value)?;
        Ok(claim.map(|claim| claim.to_string()))
    }

    /// Why the game is over, or None.
    ///
    /// >>> g = Game()
    /// >>> for san in "f3 e5 g4 Qh4#".split():
    /// ...     g.push_san(san)
    /// >>> g.outcome
    /// 'checkmate, black wins'
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.inner.outcome().map(|outcome| outcome.to_string())
    }

    /// Makruk's count, such as ``16/3``, if one is running: the half-moves after which the game is drawn, and those counted.
    ///
    /// >>> Game(variant="makruk").count is None
    /// True
    #[getter]
    fn count(&self) -> Option<String> {
        self.inner.count().map(|count| count.to_string())
    }

    /// The effects of each half-move as a dictionary: ``uci``, ``san``, ``toggled`` (the features that changed), ``key``,
    /// ``occurrences``, ``clock``, ``count``, ``claims``, ``outcome``.
    ///
    /// >>> g = Game()
    /// >>> g.push("g1f3")
    /// >>> [(ply["san"], ply["toggled"], ply["occurrences"]) for ply in g.trace()]
    /// [('Nf3', ['− white knight g1', '+ white knight f3', 'turn'], 1)]
    fn trace<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |traced: TracedMove| {
            let ply = PyDict::new(py);
            ply.set_item("uci", traced.uci)?;
            ply.set_item("san", traced.san)?;
            ply.set_item("toggled", traced.toggled)?;
            ply.set_item("key", traced.key.0)?;
            ply.set_item("occurrences", traced.occurrences)?;
            ply.set_item("clock", traced.halfmove_clock)?;
            ply.set_item("count", traced.count.map(|count| count.to_string()))?;
            ply.set_item("claims", traced.claims.iter().map(ToString::to_string).collect::<Vec<_>>())?;
            ply.set_item("outcome", traced.outcome.map(|outcome| outcome.to_string()))?;
            Ok(ply)
        };
        self.inner.trace().into_iter().map(row).collect()
    }

    /// A copy with the same moves, including undone ones.
    ///
    /// >>> g = Game()
    /// >>> other = g.copy()
    /// >>> other.push("e2e4")
    /// >>> len(g), len(other)
    /// (0, 1)
    fn copy(&self) -> Game {
        self.inner.clone().into()
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    /// For ``pickle``: the start, the moves, and the number of undone moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Position,), (String, usize)) {
        let mut complete = self.copy();
        let taken_back = std::iter::from_fn(|| complete.inner.redo()).count();
        let start = Position::from(self.inner.start());
        (py.get_type::<Game>(), (start,), (complete.moves().join(" "), taken_back))
    }

    fn __setstate__(&mut self, state: (String, usize)) -> PyResult<()> {
        let (moves, taken_back) = state;
        moves.split_ascii_whitespace().try_for_each(|uci| self.push(uci))?;
        (0..taken_back).for_each(|_| drop(self.undo()));
        Ok(())
    }

    /// The number of half-moves played.
    fn __len__(&self) -> usize {
        self.inner.ply()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Game of {}, {} half-moves, at '{}'>",
            self.inner.variant(),
            self.inner.ply(),
            self.inner.position()
        )
    }
}
