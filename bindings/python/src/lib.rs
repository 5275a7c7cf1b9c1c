//! The Python package `tabiya`: thin bindings without chess logic.

mod database;
mod errors;
mod game;
mod interrupt;
mod keys;
mod pgn;
mod position;

use pyo3::prelude::*;

/// Position identity for chess, Chess960 and Makruk: incrementally updated Zobrist keys, and everything that depends on them.
///
/// >>> import tabiya
/// >>> p = tabiya.Position()
/// >>> hex(p.key_in("polyglot"))
/// '0x463b96181691fc9c'
/// >>> p.play_san("Nf3").play_san("Nf6").play_san("Ng1").play_san("Ng8") == p
/// True
#[pymodule]
mod tabiya {
    #[pymodule_export]
    use crate::database::Database;
    #[pymodule_export]
    use crate::errors::FenWarning;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::keys::{dialects, keys};
    #[pymodule_export]
    use crate::pgn::{_pgn_game, PgnGame, PgnReader, read_pgn};
    #[pymodule_export]
    use crate::position::{_position, Position, perft};
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name Python gives it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
