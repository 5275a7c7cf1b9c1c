//! Variable-length numbers: seven bits per byte, lowest first, high bit set in all but the last byte (LEB128).

/// Appends a number.
#[inline]
pub(crate) fn push(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a text preceded by its length.
pub(crate) fn push_text(out: &mut Vec<u8>, text: &[u8]) {
    push(out, text.len() as u64);
    out.extend_from_slice(text);
}

/// Reads from the front of a slice. Truncated or oversized numbers are `None`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        if first < 0x80 {
            return Some(u64::from(first));
        }
        self.longer(first)
    }

    fn longer(&mut self, first: u8) -> Option<u64> {
        let mut number = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let length = self.size()?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Reads a little-endian 64-bit number.
#[inline]
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes)
}

/// Reads a little-endian 32-bit number.
#[inline]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        for number in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            push(&mut bytes, number);
            let mut reader = Bytes(&bytes);
            assert_eq!(reader.number(), Some(number));
            assert!(reader.is_empty());
            bytes.pop();
            assert_eq!(Bytes(&bytes).number(), None, "{number} cut short");
        }
    }

    #[test]
    fn oversized_numbers_are_rejected() {
        assert_eq!(Bytes(&[0xff; 10]).number(), None);
        assert_eq!(Bytes(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02]).number(), None);
    }
}
