//! Keys of positions of any variant.

use super::AnyPosition;
use crate::keys::{KeyPart, NoSuchKey, Scheme};
use crate::{Key, with_position};

impl Scheme {
    /// A part of the key of a position of any variant.
    pub fn any_key(&self, part: KeyPart, position: &AnyPosition) -> Result<Key, NoSuchKey> {
        self.check(position.variant(), part)?;
        Ok(with_position!(position, position => self.part(part, position)))
    }
}
