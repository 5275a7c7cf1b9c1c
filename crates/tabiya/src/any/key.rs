//! Keys of positions whose game is known only at run time.

use super::AnyPosition;
use crate::Key;
use crate::keys::{NoSuchKey, Part, Scheme};

impl Scheme {
    /// The key of a part of a position whose game is known only at run time.
    pub fn any_key(&self, part: Part, position: &AnyPosition) -> Result<Key, NoSuchKey> {
        self.check(position.variant(), part)?;
        Ok(match position {
            AnyPosition::Chess(position) | AnyPosition::Chess960(position) => self.part(part, position),
            AnyPosition::Makruk(position) => self.part(part, position),
        })
    }
}
