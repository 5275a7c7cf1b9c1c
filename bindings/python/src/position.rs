use pyo3::prelude::*;
use pyo3::types::PyDict;
use tabiya::perft::{MAX_DEPTH, Perft};
use tabiya::{
    AnyPosition, Chess, Color, Dialect, EnPassant, FenError, FenField, FenWarning, Move, Reading, Variant,
    with_position,
};

use crate::errors::{bad_value, warn};
use crate::interrupt::interruptible;

/// An immutable position of chess, Chess960 or Makruk: playing a move returns a new one.
///
/// Without a variant the FEN is chess, or Chess960 if it is valid only there. Unambiguous mistakes, such as missing
/// counters or castling letters out of order, are repaired with a ``FenWarning``; ``strict=True`` rejects them.
///
/// >>> p = Position()
/// >>> p.fen
/// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
/// >>> Position("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "makruk").turn
/// 'white'
/// >>> Position("nonsense")
/// Traceback (most recent call last):
/// ...
/// ValueError: invalid FEN: `nonsense` is not a board of 8 ranks separated by `/` (column 1)
/// >>> Position("4k3/8/8/8/8/8/8/4K2R w - - 0", strict=True)
/// Traceback (most recent call last):
/// ...
/// ValueError: invalid FEN: move number is missing (column 29)
/// >>> import warnings
/// >>> with warnings.catch_warnings(record=True) as caught:
/// ...     warnings.simplefilter("always")
/// ...     Position("4k3/8/8/8/8/8/8/4K2R w - - 0").fen
/// '4k3/8/8/8/8/8/8/4K2R w - - 0 1'
/// >>> print(caught[0].message)
/// move number is missing: read as `1` (column 29)
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct Position {
    pub(crate) inner: AnyPosition,
}

impl From<AnyPosition> for Position {
    fn from(inner: AnyPosition) -> Position {
        Position { inner }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen = None, variant = None, *, strict = false))]
    fn new(py: Python<'_>, fen: Option<&str>, variant: Option<&str>, strict: bool) -> PyResult<Position> {
        let variant = variant.map(variant_of).transpose()?;
        let Some(fen) = fen else { return Ok(AnyPosition::start(variant.unwrap_or_default()).into()) };
        let (position, warnings) = read(fen, variant, reading_of(strict)).map_err(bad_value)?;
        warnings.iter().try_for_each(|warning| warn(py, warning))?;
        Ok(position.into())
    }

    /// The position of a board of python-chess; Chess960 if the board is.
    ///
    /// >>> class Board:  # in place of chess.Board
    /// ...     chess960, uci_variant = False, "chess"
    /// ...     def fen(self, **options):
    /// ...         return "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    /// >>> Position.from_board(Board()) == Position().play("e2e4")
    /// True
    #[staticmethod]
    fn from_board(board: &Bound<'_, PyAny>) -> PyResult<Position> {
        let variant: String = board.getattr("uci_variant")?.extract()?;
        if variant != "chess" {
            return Err(bad_value(format!("a board of {variant} is neither chess nor Chess960")));
        }
        let is_960: bool = board.getattr("chess960")?.extract()?;
        let options = PyDict::new(board.py());
        options.set_item("en_passant", "fen")?;
        options.set_item("shredder", is_960)?;
        let fen: String = board.call_method("fen", (), Some(&options))?.extract()?;
        let variant = if is_960 { Variant::Chess960 } else { Variant::Chess };
        let (position, _) = read(&fen, Some(variant), Reading::LENIENT).map_err(bad_value)?;
        Ok(position.into())
    }

    /// The 64-bit Zobrist key: equal for equal positions, in every program and version.
    ///
    /// >>> p = Position()
    /// >>> p.key == p.play("g1f3").play("g8f6").play("f3g1").play("f6g8").key
    /// True
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key().0
    }

    /// The 128-bit key.
    ///
    /// >>> Position().key128 >> 64 == 0
    /// False
    #[getter]
    fn key128(&self) -> u128 {
        self.inner.key_128().0
    }

    /// The key that another program computes; ``dialects()`` lists the programs. Parts of keys are available too.
    ///
    /// >>> hex(Position().key_in("stockfish"))
    /// '0x8f8f01d4562f59fb'
    /// >>> Position().key_in("stockfish:pawn") == Position().play("g1f3").key_in("stockfish:pawn")
    /// True
    /// >>> Position().key_in("makruk-js")
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: makruk-js has no keys for chess
    fn key_in(&self, dialect: &str) -> PyResult<u128> {
        let dialect: Dialect = dialect.parse().map_err(bad_value)?;
        dialect.key(&self.inner).map(u128::from).map_err(bad_value)
    }

    /// The position after a move in UCI. Castling in Chess960 is written as king takes rook.
    ///
    /// >>> Position().play("e2e4").fen
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    /// >>> Position().play("e2e5")
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: illegal pawn move e2e5: the piece cannot reach it
    fn play(&self, uci: &str) -> PyResult<Position> {
        self.inner.play_uci(uci).map(Position::from).map_err(bad_value)
    }

    /// The position after a move in SAN.
    ///
    /// >>> Position().play_san("Nf3") == Position().play("g1f3")
    /// True
    fn play_san(&self, san: &str) -> PyResult<Position> {
        self.inner.play_san(san).map(Position::from).map_err(bad_value)
    }

    /// The legal moves in UCI.
    ///
    /// >>> len(Position().moves), "e2e4" in Position().moves
    /// (20, True)
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.inner.legal_moves().into_iter().map(|mv| self.inner.uci(mv)).collect()
    }

    /// Whether a move in UCI is legal.
    ///
    /// >>> Position().is_legal("e2e4"), Position().is_legal("e2e5"), Position().is_legal("Nf3")
    /// (True, False, False)
    fn is_legal(&self, uci: &str) -> bool {
        self.inner.parse_uci(uci).is_ok()
    }

    /// Converts a legal move from UCI to SAN.
    ///
    /// >>> Position().san("g1f3")
    /// 'Nf3'
    fn san(&self, uci: &str) -> PyResult<String> {
        Ok(self.inner.san(move_of(&self.inner, uci)?))
    }

    /// Converts a legal move from SAN to UCI.
    ///
    /// >>> Position().uci("Nf3")
    /// 'g1f3'
    fn uci(&self, san: &str) -> PyResult<String> {
        let mv = self.inner.parse_san(san).map_err(bad_value)?;
        Ok(self.inner.uci(mv))
    }

    /// The FEN. The en passant square is included only if a capture is legal; Chess960 castling rights name the rooks' files.
    ///
    /// >>> Position(variant="chess960").fen
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
    #[getter]
    fn fen(&self) -> String {
        self.inner.to_fen()
    }

    /// The variant: ``chess``, ``chess960`` or ``makruk``.
    ///
    /// >>> Position(variant="makruk").variant
    /// 'makruk'
    #[getter]
    fn variant(&self) -> String {
        self.inner.variant().to_string()
    }

    /// The side to move, ``white`` or ``black``.
    ///
    /// >>> Position().play("e2e4").turn
    /// 'black'
    #[getter]
    fn turn(&self) -> String {
        self.inner.turn().to_string()
    }

    /// Whether the side to move is in check.
    ///
    /// >>> Position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").is_check
    /// True
    #[getter]
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Why the game is over, judging by this position alone. Only ``Game`` detects repetition.
    ///
    /// >>> Position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").outcome
    /// 'checkmate, white wins'
    /// >>> Position().outcome is None
    /// True
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.inner.outcome().map(|outcome| outcome.to_string())
    }

    /// Half-moves since the last capture or pawn move.
    ///
    /// >>> Position().play("g1f3").halfmove_clock
    /// 1
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.inner.halfmove_clock()
    }

    /// The number of the next move, from 1.
    ///
    /// >>> Position().fullmove_number
    /// 1
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.inner.fullmove_number()
    }

    /// Whether a side has insufficient material to win.
    ///
    /// >>> p = Position("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")
    /// >>> p.has_insufficient_material("white")
    /// True
    fn has_insufficient_material(&self, color: &str) -> PyResult<bool> {
        let color: Color = color.parse().map_err(bad_value)?;
        Ok(self.inner.has_insufficient_material(color))
    }

    /// Whether two positions are the same under FIDE article 9.2: clocks do not matter, en passant counts only if a
    /// capture is legal. A position of chess can equal one of Chess960.
    fn __eq__(&self, other: &Position) -> bool {
        self.inner.is_same_position(&other.inner)
    }

    fn __hash__(&self) -> u64 {
        // Equal positions have equal keys.
        self.key()
    }

    fn __repr__(&self) -> String {
        let Position { inner } = self;
        match inner.variant() {
            Variant::Chess => format!("Position('{inner}')"),
            variant => format!("Position('{inner}', '{variant}')"),
        }
    }

    /// The board as text.
    fn __str__(&self) -> String {
        format!("{:#}", self.inner)
    }

    /// For ``pickle`` and ``copy``.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let restore = py.import("tabiya")?.getattr("_position")?;
        Ok((restore, (self.inner.to_fen_with(EnPassant::Always), self.variant())))
    }
}

/// A position from ``pickle``: its warnings were given when it was read first.
#[pyfunction]
pub(crate) fn _position(fen: &str, variant: &str) -> PyResult<Position> {
    let (position, _) = read(fen, Some(variant_of(variant)?), Reading::LENIENT).map_err(bad_value)?;
    Ok(position.into())
}

/// Counts the leaves of the tree of legal moves, with up to 256 threads. Ctrl-C interrupts it.
///
/// >>> perft(Position(), 4)
/// 197281
/// >>> perft(Position(), 101)
/// Traceback (most recent call last):
/// ...
/// ValueError: depth 101 is greater than the maximum of 100
#[pyfunction]
#[pyo3(signature = (position, depth, *, threads = 1))]
pub(crate) fn perft(py: Python<'_>, position: &Position, depth: u32, threads: usize) -> PyResult<u64> {
    if depth > MAX_DEPTH {
        return Err(bad_value(format!("depth {depth} is greater than the maximum of {MAX_DEPTH}")));
    }
    check_threads(threads)?;
    let inner = position.inner;
    interruptible(
        py,
        |stop| with_position!(&inner, position => Perft::new().threads(threads).stop(stop).count(position, depth)),
    )
}

pub(crate) fn check_threads(threads: usize) -> PyResult<()> {
    const MAX: usize = Perft::<Chess>::MAX_THREADS;
    let is_good = (1..=MAX).contains(&threads);
    is_good.then_some(()).ok_or_else(|| bad_value(format!("{threads} threads: expected 1 to {MAX}")))
}

pub(crate) fn variant_of(name: &str) -> PyResult<Variant> {
    name.parse().map_err(bad_value)
}

pub(crate) fn move_of(position: &AnyPosition, uci: &str) -> PyResult<Move> {
    position.parse_uci(uci).map_err(bad_value)
}

pub(crate) fn reading_of(strict: bool) -> Reading {
    if strict { Reading::STRICT } else { Reading::LENIENT }
}

/// Reads a FEN, and returns the warnings. Without a variant it is chess, or Chess960 if it is valid only there.
pub(crate) fn read(
    fen: &str,
    variant: Option<Variant>,
    reading: Reading,
) -> Result<(AnyPosition, Vec<FenWarning>), FenError> {
    let Some(variant) = variant else {
        let mut parsed = AnyPosition::from_fen(Variant::Chess, fen, reading.either())?;
        // That castling is read as Chess960's is documented and not worth a warning.
        parsed.notes.retain(|note| note.field() != FenField::Castling || note.is_repair());
        return Ok((parsed.position, parsed.notes));
    };
    AnyPosition::from_fen(variant, fen, reading).map(|parsed| (parsed.position, parsed.notes))
}
