//! Writing a dialect file.

use std::fmt::Write;

use tabiya::Variant;
use tabiya::keys::{CastlingNumbers, Generator, Layout, Numbers, Right, Scheme, Section, SquareOrder};

use super::words::{
    self, EN_PASSANT_POLICIES, EN_PASSANTS, EnPassantBy, GENERATORS, GeneratorKind, PAWN_STARTS, SECTIONS,
    SIDES, word,
};

/// The number of keys per line.
const KEYS_A_LINE: usize = 4;

/// Writes a scheme so that reading it gives the same keys.
///
/// ```
/// let toml = tabiya_audit::dialect_file::to_toml(&tabiya::keys::schemes::RUSTIC);
/// assert!(toml.contains("generator = \"chacha20\""));
/// ```
#[must_use]
pub fn to_toml(scheme: &Scheme) -> String {
    let mut text = String::new();
    write_scheme(&mut text, scheme).expect("writing to a string cannot fail");
    text
}

fn write_scheme(out: &mut String, scheme: &Scheme) -> std::fmt::Result {
    let layout = scheme.layout();
    let games = words::games().into_iter().filter(|(_, variant)| layout.games.contains(*variant));
    writeln!(out, "name = {}", quoted(scheme.name()))?;
    writeln!(out, "title = {}", quoted(scheme.title()))?;
    writeln!(out, "games = [{}]", joined(games.map(|(name, _)| name)))?;
    write_numbers(out, scheme)?;
    write_layout(out, layout)?;
    write_habits(out, layout)?;
    write_parts(out, layout)
}

fn write_numbers(out: &mut String, scheme: &Scheme) -> std::fmt::Result {
    writeln!(out, "\n[numbers]")?;
    match scheme.numbers() {
        Numbers::Generated(generator) => write_generator(out, *generator, scheme.layout().len()),
        Numbers::Listed(list) => write_list(out, list),
    }
}

fn write_list(out: &mut String, numbers: &[u64]) -> std::fmt::Result {
    writeln!(out, "keys = [")?;
    for line in numbers.chunks(KEYS_A_LINE) {
        let keys: Vec<String> = line.iter().map(|key| format!("\"{key:016x}\"")).collect();
        writeln!(out, "    {},", keys.join(", "))?;
    }
    writeln!(out, "]")
}

fn write_generator(out: &mut String, generator: Generator, count: usize) -> std::fmt::Result {
    let hexadecimal = |number: u128| format!("\"0x{number:x}\"");
    let (kind, seed, stream) = match generator {
        Generator::XorShift64Star { seed } => (GeneratorKind::XorShift64Star, hexadecimal(seed.into()), None),
        Generator::XorShift64StarMultiplied { seed } => {
            (GeneratorKind::Multiplied, hexadecimal(seed.into()), None)
        }
        Generator::XorShift64StarUnbounded { seed } => {
            (GeneratorKind::Unbounded, hexadecimal(seed.into()), None)
        }
        Generator::SplitMix64 { seed } => (GeneratorKind::SplitMix64, hexadecimal(seed.into()), None),
        Generator::Mt19937_64 { seed } => (GeneratorKind::Mt19937_64, hexadecimal(seed.into()), None),
        Generator::ChaCha20 { seed } => {
            let digits: String = seed.iter().map(|byte| format!("{byte:02x}")).collect();
            (GeneratorKind::ChaCha20, quoted(&digits), None)
        }
        Generator::Pcg64 { seed, stream } => {
            (GeneratorKind::Pcg64, hexadecimal(seed), Some(hexadecimal(stream)))
        }
        // A generator without a name in descriptions: its numbers are written instead.
        _ => return write_list(out, &generator.numbers(count)),
    };
    writeln!(out, "generator = {}", quoted(word(&GENERATORS, kind)))?;
    writeln!(out, "seed = {seed}")?;
    stream.map_or(Ok(()), |stream| writeln!(out, "stream = {stream}"))
}

fn write_layout(out: &mut String, layout: &Layout) -> std::fmt::Result {
    let SquareOrder { files, ranks, .. } = layout.squares;
    let sections = layout.sections.iter().filter(|section| layout.section_len(**section) > 0);
    let sections = sections.map(|section: &Section| word(&SECTIONS, *section));
    writeln!(out, "\n[layout]")?;
    writeln!(out, "pieces = {}", quoted(&layout.pieces.to_text(layout.games.contains(Variant::Makruk))))?;
    writeln!(out, "squares = {}", quoted(layout.squares.first_two()))?;
    if (files, ranks) != (8, 8) {
        writeln!(out, "board = \"{files}x{ranks}\"")?;
    }
    if layout.square_by_square {
        writeln!(out, "outer = \"squares\"")?;
    }
    writeln!(out, "sections = [{}]", joined(sections))?;
    if layout.zero_for_impossible_pawns {
        writeln!(out, "zero-for-impossible-pawns = true")?;
    }
    Ok(())
}

fn write_habits(out: &mut String, layout: &Layout) -> std::fmt::Result {
    let castling = match layout.castling {
        CastlingNumbers::None => None,
        CastlingNumbers::Four(order) => Some((4, order)),
        CastlingNumbers::Sixteen(order) => Some((16, order)),
    };
    if let Some((keys, order)) = castling {
        let letters: String = order.into_iter().map(Right::letter).collect();
        writeln!(out, "\n[castling]\nkeys = {keys}\norder = {}", quoted(&letters))?;
    }
    let (by, or_none) = EnPassantBy::of(layout.en_passant);
    if by != EnPassantBy::Nothing {
        let when = word(&EN_PASSANT_POLICIES, layout.includes_en_passant);
        writeln!(out, "\n[en-passant]\nkeys = {}", quoted(word(&EN_PASSANTS, by)))?;
        writeln!(out, "none-key = {or_none}\nwhen = {}", quoted(when))?;
    }
    writeln!(out, "\n[side]\nkeys = {}", quoted(word(&SIDES, layout.side)))?;
    match layout.clock {
        None => Ok(()),
        Some(clock) => writeln!(out, "\n[fifty-move]\nfrom = {}\nevery = {}", clock.from, clock.every),
    }
}

fn write_parts(out: &mut String, layout: &Layout) -> std::fmt::Result {
    let parts = layout.parts;
    if parts == tabiya::keys::KeyParts::default() {
        return Ok(());
    }
    writeln!(out, "\n[parts]\nraw = {}", parts.raw)?;
    if let Some(start) = parts.pawn {
        writeln!(out, "pawn = {}", quoted(word(&PAWN_STARTS, start)))?;
    }
    if let Some(first) = parts.material {
        writeln!(out, "material-from = {first}")?;
    }
    writeln!(out, "minor = {}\nnon-pawn = {}", parts.minor, parts.non_pawn)
}

fn joined(words: impl Iterator<Item = impl AsRef<str>>) -> String {
    words.map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(", ")
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => quoted.extend(['\\', char]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
