//! A trial: two ways to set up a position, and whether they lead to the same one.

use std::fmt;

use tabiya::{AnyPosition, EnPassant, Move, Reading, Square, with_position};

/// The subject of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Check {
    /// Keys after moves, compared with keys after FENs.
    Incremental,
    /// Transpositions: the same moves in another order.
    Transposition,
    /// Castling rights that are lost, also by capture of a rook.
    Castling,
    /// Double steps: not capturable, pinned, horizontal, in check, capturable.
    EnPassant,
    /// Promotion pieces.
    Promotion,
    /// Castling where king and rook cross or stay, and rooks on one side of the king.
    Chess960,
    /// Commands that must not change the position.
    NullEffect,
    /// Clocks and move numbers, which are not part of the position.
    Clock,
    /// Every piece on every square, and the side to move.
    Features,
    /// The engine's own FEN after the commands.
    Board,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Check::Incremental => "incremental",
            Check::Transposition => "transposition",
            Check::Castling => "castling",
            Check::EnPassant => "en passant",
            Check::Promotion => "promotion",
            Check::Chess960 => "chess960",
            Check::NullEffect => "null effect",
            Check::Clock => "clock",
            Check::Features => "features",
            Check::Board => "board",
        })
    }
}

/// Commands, and the position they lead to.
#[derive(Clone, Debug)]
pub(super) struct UciSetup {
    pub(super) commands: Vec<String>,
    pub(super) position: AnyPosition,
}

impl UciSetup {
    /// The position by its FEN, with every double step, as UCI programs write it.
    pub(super) fn fen(position: &AnyPosition) -> UciSetup {
        UciSetup {
            commands: vec![format!("position fen {}", position.to_fen_with(EnPassant::Always))],
            position: *position,
        }
    }

    /// The position by a FEN without en passant, possibly another position.
    pub(super) fn fen_without_en_passant(position: &AnyPosition) -> Option<UciSetup> {
        let setup = position.setup().double_step(None);
        let position = AnyPosition::from_setup(position.variant(), &setup, Reading::LENIENT).ok()?;
        Some(UciSetup::fen(&position))
    }

    /// Moves played from a position.
    pub(super) fn moves(start: &AnyPosition, moves: &[Move]) -> UciSetup {
        let mut position = *start;
        let mut command = match AnyPosition::start(start.variant()) == *start {
            true => "position startpos".to_string(),
            false => format!("position fen {}", start.to_fen_with(EnPassant::Always)),
        };
        for (ply, &mv) in moves.iter().enumerate() {
            command.push_str(if ply == 0 { " moves " } else { " " });
            command.push_str(&position.uci(mv));
            position = position.play_legal(mv);
        }
        UciSetup { commands: vec![command], position }
    }

    /// The same with one more command.
    pub(super) fn then(&self, command: &str) -> UciSetup {
        let mut setup = self.clone();
        setup.commands.push(command.to_string());
        setup
    }
}

/// Two setups. The keys must be equal if and only if the positions' identities are.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) check: Check,
    /// A description of what is tried.
    pub(super) description: &'static str,
    pub(super) setups: [UciSetup; 2],
}

impl Trial {
    pub(super) fn new(check: Check, description: &'static str, one: UciSetup, other: UciSetup) -> Trial {
        Trial { check, description, setups: [one, other] }
    }

    /// Whether both lead to the same position.
    pub(super) fn is_same(&self) -> bool {
        let [one, other] = &self.setups;
        one.position.identity() == other.position.identity()
    }
}

pub(super) fn double_step(position: &AnyPosition) -> Option<Square> {
    with_position!(position, position => position.double_step())
}
