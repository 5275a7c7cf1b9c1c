//! Positions and games of whichever kind was asked for: the one place that asks at run time.

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
