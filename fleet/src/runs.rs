//! Parquet's RLE / bit-packing hybrid encoding of small numbers.

/// The number of bits of numbers below this.
pub(crate) fn width_of(numbers: usize) -> u32 {
    usize::BITS - numbers.saturating_sub(1).leading_zeros()
}

/// Appends numbers of this many bits: runs of eight or more equal numbers as RLE, others bit-packed in groups of eight.
pub(crate) fn write(numbers: &[u32], width: u32, out: &mut Vec<u8>) {
    let mut rest = numbers;
    let mut packed = 0;
    while packed < rest.len() {
        let (before, group) = rest.split_at(packed);
        let equal = group.iter().take_while(|number| **number == group[0]).count();
        if equal < 8 {
            packed += 8;
            continue;
        }
        write_packed(before, width, out);
        write_length(equal << 1, out);
        out.extend(&group[0].to_le_bytes()[..width.div_ceil(8) as usize]);
        (rest, packed) = (&group[equal..], 0);
    }
    write_packed(rest, width, out);
}

/// Groups of eight; the last is padded with zeros.
fn write_packed(numbers: &[u32], width: u32, out: &mut Vec<u8>) {
    if !numbers.is_empty() {
        write_length(numbers.len().div_ceil(8) << 1 | 1, out);
        write_bits(numbers, width, out);
    }
}

/// Appends bit-packed numbers, lowest bits first, padded to groups of eight.
pub(crate) fn write_bits(numbers: &[u32], width: u32, out: &mut Vec<u8>) {
    let groups = numbers.chunks_exact(8);
    let mut last = [0; 8];
    let rest = groups.remainder();
    last[..rest.len()].copy_from_slice(rest);
    let last = (!rest.is_empty()).then_some(&last[..]);
    for group in groups.chain(last) {
        let (mut bits, mut held) = (0_u64, 0);
        for number in group {
            bits |= u64::from(*number) << held;
            held += width;
            if held >= 32 {
                out.extend((bits as u32).to_le_bytes());
                (bits, held) = (bits >> 32, held - 32);
            }
        }
        // Eight numbers fill complete bytes.
        out.extend(&bits.to_le_bytes()[..held as usize / 8]);
    }
}

/// A number as LEB128.
fn write_length(mut length: usize, out: &mut Vec<u8>) {
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decoder, as specified.
    fn read(mut bytes: &[u8], width: u32, count: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let (mut header, mut shift) = (0_usize, 0);
            loop {
                let byte = bytes[0];
                bytes = &bytes[1..];
                header |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            let size = width as usize;
            if header & 1 == 1 {
                for index in 0..(header >> 1) * 8 {
                    let bit = |bit: usize| {
                        u32::from(bytes[(index * size + bit) / 8] >> ((index * size + bit) % 8) & 1)
                    };
                    numbers.push((0..size).map(|at| bit(at) << at).sum());
                }
                bytes = &bytes[(header >> 1) * size..];
            } else {
                let number =
                    bytes[..size.div_ceil(8)].iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte));
                numbers.extend(std::iter::repeat_n(number, header >> 1));
                bytes = &bytes[size.div_ceil(8)..];
            }
        }
        assert!(bytes.is_empty(), "{} bytes too many", bytes.len());
        numbers.truncate(count);
        numbers
    }

    #[test]
    fn encoded_numbers_are_decoded() {
        let mut seed = 7_u32;
        let mut random = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 8
        };
        for round in 0..2000 {
            let width = round % 25;
            let count = random() as usize % 100;
            let mut numbers = Vec::new();
            while numbers.len() < count {
                let number = random() & ((1 << width) - 1);
                let times = if random().is_multiple_of(3) { random() as usize % 40 } else { 1 };
                numbers.extend(std::iter::repeat_n(number, times));
            }
            let mut out = Vec::new();
            write(&numbers, width, &mut out);
            assert_eq!(read(&out, width, numbers.len()), numbers, "{width} bits");
        }
    }

    #[test]
    fn a_width_holds_all_smaller_numbers() {
        assert_eq!([0, 1, 2, 3, 4, 5, 256, 257].map(width_of), [0, 0, 1, 2, 2, 3, 8, 9]);
    }
}
