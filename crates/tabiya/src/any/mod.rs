//! Positions and games of whichever kind was asked for: the one place that asks at run time.

mod game;
mod position;
mod variant;

pub use game::AnyGame;
pub use position::AnyPosition;
pub use variant::{UnknownVariant, Variant};
