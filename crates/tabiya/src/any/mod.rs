//! Positions and games of whichever kind was asked for: the one place that asks at run time.

mod visit;

mod game;
mod key;
mod position;

pub use game::AnyGame;
pub use position::AnyPosition;
