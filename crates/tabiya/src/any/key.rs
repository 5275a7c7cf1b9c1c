//! Keys of positions whose game is known only at run time.

use super::AnyPosition;
use crate::keys::{KeyPart, NoSuchKey, Scheme};
use crate::{Key, with_position};

impl Scheme {
    /// The key of a part of a position whose game is known only at run time.
    pub fn any_key(&self, part: KeyPart, position: &AnyPosition) -> Result<Key, NoSuchKey> {
        self.check(position.variant(), part)?;
        Ok(with_position!(position, position => self.part(part, position)))
    }
}
