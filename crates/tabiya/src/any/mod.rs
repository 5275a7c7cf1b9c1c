//! Positions and games whose variant is selected at run time.

mod visit;

mod dialect;
mod game;
mod key;
mod position;
mod setup;
mod trace;

pub use dialect::{Dialect, DialectKey, UnknownDialect};
pub use game::AnyGame;
pub use position::AnyPosition;
pub use trace::TracedMove;
