//! Reconstructs an engine's table of numbers from differences of its keys.

use tabiya::keys::SplitMix64;
use tabiya::{AnyPosition, Castling, Color, File, Piece, Rank, Reading, Role, Setup, Square, Variant};

use super::trial::UciSetup;
use super::{Audit, EngineError};
use crate::walk;

/// The numbers of an engine: its keys are sums of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct EngineTable {
    /// What each number stands for. A king is always on the board, so its numbers are differences from its first square.
    pub names: Vec<String>,
    /// The numbers.
    pub keys: Vec<u64>,
}

/// The number of random positions whose keys must be sums of the numbers.
const SAMPLES: usize = 20;

/// Squares for the kings, far from each other. The first pair is the origin of the kings' numbers.
const KINGS: [(Square, Square); 6] = [
    (Square::E1, Square::E8),
    (Square::A1, Square::H8),
    (Square::H1, Square::A8),
    (Square::A8, Square::H1),
    (Square::H8, Square::A1),
    (Square::A4, Square::H5),
];

/// Reads the table; the reason if the keys are not sums of numbers of features.
pub(super) fn read(
    audit: &mut Audit<'_>,
    variant: Variant,
    random: &mut SplitMix64,
) -> Result<Result<EngineTable, &'static str>, EngineError> {
    let mut reader = TableReader { audit, variant, numbers: Vec::new() };
    reader.read_pieces()?;
    reader.read_kings()?;
    let side = reader.difference(&kings(0).turn(Color::Black), &kings(0))?;
    reader.numbers.extend(side.map(|number| (Name::Side, number)));
    if !reader.are_sums(random)? {
        return Ok(Err("the keys are not sums of numbers for pieces and side to move"));
    }
    if variant == Variant::Chess {
        reader.read_castling()?;
        reader.read_en_passant()?;
    }
    let mut table = EngineTable::default();
    for (name, number) in reader.numbers {
        let Ok(number) = u64::try_from(number) else { return Ok(Err("the keys have more than 64 bits")) };
        table.names.push(name.text(variant));
        table.keys.push(number);
    }
    Ok(Ok(table))
}

/// What a number stands for.
#[derive(Clone, PartialEq, Eq)]
enum Name {
    Piece(Piece, Square),
    Side,
    Castling(String),
    EnPassant(File),
}

impl Name {
    fn text(&self, variant: Variant) -> String {
        match self {
            Name::Piece(piece, square) if piece.role == Role::King => {
                format!("{} king from {} to {square}", piece.color, origin(piece.color))
            }
            Name::Piece(piece, square) if variant == Variant::Makruk => {
                format!("{} {} {square}", piece.color, piece.role.makruk_name())
            }
            Name::Piece(piece, square) => format!("{piece} {square}"),
            Name::Side => "side to move".to_string(),
            Name::Castling(rights) => format!("castling {rights}"),
            Name::EnPassant(file) => format!("en passant {file}"),
        }
    }
}

struct TableReader<'r, 'a> {
    audit: &'r mut Audit<'a>,
    variant: Variant,
    numbers: Vec<(Name, u128)>,
}

impl TableReader<'_, '_> {
    /// The XOR of the keys of two setups; `None` if one is illegal or the engine sets up another position.
    fn difference(&mut self, one: &Setup, other: &Setup) -> Result<Option<u128>, EngineError> {
        let read = |setup| AnyPosition::from_setup(self.variant, setup, Reading::STRICT).ok();
        let (Some(one), Some(other)) = (read(one), read(other)) else { return Ok(None) };
        let (Some(one), Some(other)) =
            (self.audit.answer(&UciSetup::fen(&one))?, self.audit.answer(&UciSetup::fen(&other))?)
        else {
            return Ok(None);
        };
        Ok(Some(one.key ^ other.key))
    }

    fn read_pieces(&mut self) -> Result<(), EngineError> {
        for color in Color::ALL {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                for square in Square::ALL {
                    let piece = Piece { color, role };
                    // With the kings elsewhere, or the other side to move, if the piece gives check or is on a king's square.
                    let bases = (0..KINGS.len()).flat_map(|pair| Color::ALL.map(|turn| (pair, turn)));
                    for (pair, turn) in
                        bases.filter(|(pair, _)| ![KINGS[*pair].0, KINGS[*pair].1].contains(&square))
                    {
                        let base = kings(pair).turn(turn);
                        if let Some(number) = self.difference(&base.with(square, piece), &base)? {
                            self.numbers.push((Name::Piece(piece, square), number));
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn read_kings(&mut self) -> Result<(), EngineError> {
        for color in Color::ALL {
            let king = Piece { color, role: Role::King };
            for square in Square::ALL.into_iter().filter(|square| *square != origin(color)) {
                for &(white, black) in &KINGS {
                    let other = if color == Color::White { black } else { white };
                    let base = Setup::new().with(other, Piece { color: !color, role: Role::King });
                    if [square, origin(color)].contains(&other) {
                        continue;
                    }
                    let (there, here) = (base.with(square, king), base.with(origin(color), king));
                    if let Some(number) = self.difference(&there, &here)? {
                        self.numbers.push((Name::Piece(king, square), number));
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// One number per right if their sum is that of all four, else one per set of rights.
    fn read_castling(&mut self) -> Result<(), EngineError> {
        let rooks = [(Square::H1, 'K'), (Square::A1, 'Q'), (Square::H8, 'k'), (Square::A8, 'q')];
        let none =
            AnyPosition::from_fen(Variant::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", Reading::STRICT)
                .expect("the position is legal")
                .position
                .setup();
        let mut sets = Vec::new();
        for bits in 1..16 {
            let chosen = || (0..4).filter(|n| bits >> n & 1 == 1).map(|n| rooks[n]);
            let with = none.castling(Castling::of_rooks(chosen().map(|(rook, _)| rook).collect()));
            let Some(number) = self.difference(&with, &none)? else { return Ok(()) };
            sets.push((bits, Name::Castling(chosen().map(|(_, letter)| letter).collect()), number));
        }
        let is_single = |bits: &usize| bits.count_ones() == 1;
        let sum = |of: usize| {
            let singles = sets.iter().filter(|(bits, ..)| is_single(bits) && bits & of != 0);
            singles.fold(0, |sum, (.., number)| sum ^ number)
        };
        let are_sums = sets.iter().all(|(bits, _, number)| sum(*bits) == *number);
        let used = sets.into_iter().filter(|(bits, ..)| !are_sums || is_single(bits));
        self.numbers.extend(used.map(|(_, name, number)| (name, number)));
        Ok(())
    }

    fn read_en_passant(&mut self) -> Result<(), EngineError> {
        for (index, file) in File::ALL.into_iter().enumerate() {
            let beside = File::ALL[if index == 7 { 6 } else { index + 1 }];
            let pawn = |color| Piece { color, role: Role::Pawn };
            let base = kings(0)
                .with(Square::new(file, Rank::Fourth), pawn(Color::White))
                .with(Square::new(beside, Rank::Fourth), pawn(Color::Black))
                .turn(Color::Black);
            let stepped = base.double_step(Some(Square::new(file, Rank::Third)));
            let number = self.difference(&stepped, &base)?;
            self.numbers.extend(number.map(|number| (Name::EnPassant(file), number)));
        }
        Ok(())
    }

    /// Whether the keys of random positions without castling rights are sums of the numbers.
    fn are_sums(&mut self, random: &mut SplitMix64) -> Result<bool, EngineError> {
        for _ in 0..SAMPLES {
            let mut position = walk::start(self.variant, random);
            for _ in 0..random.below(60) {
                let Some(mv) = walk::any_move(&position, random) else { break };
                position = position.play_legal(mv);
            }
            let setup =
                position.setup().castling(Castling::NONE).double_step(None).halfmove_clock(0).count(None);
            let Some(difference) = self.difference(&setup, &kings(0))? else { continue };
            let Some(sum) = self.sum(&setup, position.turn()) else { continue };
            if sum != difference {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The sum of the numbers in which a setup differs from the kings alone; `None` if a number is unknown.
    fn sum(&self, setup: &Setup, turn: Color) -> Option<u128> {
        let number =
            |wanted: Name| self.numbers.iter().find(|(name, _)| *name == wanted).map(|(_, number)| *number);
        let mut sum = if turn == Color::Black { number(Name::Side)? } else { 0 };
        for square in Square::ALL {
            let Some(piece) = setup.piece_at(square) else { continue };
            if piece.role != Role::King || square != origin(piece.color) {
                sum ^= number(Name::Piece(piece, square))?;
            }
        }
        Some(sum)
    }
}

fn origin(color: Color) -> Square {
    let (white, black) = KINGS[0];
    if color == Color::White { white } else { black }
}

/// The kings alone.
fn kings(pair: usize) -> Setup {
    let king = |color| Piece { color, role: Role::King };
    let (white, black) = KINGS[pair];
    Setup::new().with(white, king(Color::White)).with(black, king(Color::Black))
}
