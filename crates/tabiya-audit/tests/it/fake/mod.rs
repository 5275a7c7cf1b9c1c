//! A small UCI engine with our keys and, optionally, a classic fault.

use std::io::{BufRead, Write, stdin, stdout};

use tabiya::{AnyPosition, MoveKind, Reading, Role, Square, Variant};

/// The environment variable with the name of the fault.
pub(crate) const VARIABLE: &str = "TABIYA_FAKE_ENGINE";

/// XORed into the key by a faulty move.
const ODD: u64 = 0x1234_5678_9abc_def1;

struct Fake<'a> {
    fault: &'a str,
    variant: Variant,
    position: AnyPosition,
    /// The fault's contribution so far.
    slip: u64,
}

/// Replies until the input ends.
pub(crate) fn serve(fault: &str) {
    let start = AnyPosition::start(Variant::Chess);
    let mut fake = Fake { fault, variant: Variant::Chess, position: start, slip: 0 };
    for line in stdin().lock().lines() {
        let line = line.expect("commands are text");
        let mut out = stdout().lock();
        match line.split(' ').next() {
            Some("uci") => {
                let options = "option name UCI_Chess960 type check default false\n\
                               option name UCI_Variant type combo default chess var chess var makruk";
                writeln!(out, "id name Fake 1.0\n{options}\nuciok").expect("the output is open");
            }
            Some("isready") => writeln!(out, "readyok").expect("the output is open"),
            Some("setoption") if line.ends_with("makruk") => fake.variant = Variant::Makruk,
            Some("setoption") => {
                fake.variant = if line.ends_with("true") { Variant::Chess960 } else { Variant::Chess };
            }
            Some("position") => fake.set_up(line.trim_start_matches("position ")),
            Some("go") => {
                if fault == "search" {
                    fake.slip ^= ODD;
                }
                writeln!(out, "bestmove 0000").expect("the output is open");
            }
            Some("d") => {
                writeln!(out, "Fen: {}\nKey: {:016X}", fake.position, fake.key())
                    .expect("the output is open");
            }
            Some("quit") => std::process::exit(0),
            _ => {}
        }
    }
}

impl Fake<'_> {
    fn set_up(&mut self, text: &str) {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let fen = start.trim_start_matches("fen ");
        self.position =
            AnyPosition::from_fen(self.variant, fen, Reading::LENIENT).expect("the FEN is right").position;
        self.slip = 0;
        for uci in moves.split_ascii_whitespace().filter(|_| self.fault != "ignores moves") {
            let mv = self.position.parse_uci(uci).expect("the move is legal");
            let next = self.position.play_legal(mv);
            let is_slip = match self.fault {
                "castling" => mv.kind == MoveKind::Castle,
                "promotion" => mv.promotion().is_some(),
                "rare" => {
                    mv.promotion() == Some(Role::Bishop)
                        && mv.to == Square::C8
                        && mv.kind == MoveKind::Promotion(Role::Bishop)
                }
                "rook capture" => {
                    self.position.identity().castling().rooks_of(next.turn()).contains(mv.to)
                        && mv.kind == MoveKind::Capture
                }
                _ => false,
            };
            if is_slip {
                self.slip ^= ODD;
            }
            self.position = next;
        }
    }

    fn key(&self) -> u64 {
        let key = self.position.key().0 ^ self.slip;
        match (self.fault, &self.position) {
            ("double step", AnyPosition::Chess(position) | AnyPosition::Chess960(position)) => {
                key ^ position.double_step().map_or(0, |square| ODD << (square as u32 % 8))
            }
            ("short", _) => key & 0xffff_ffff,
            ("twin bits", _) => key & !(1 << 40) | (key & 8) << 37,
            ("not sums", _) => key.wrapping_mul(3),
            ("move number", position) => key ^ u64::from(position.fullmove_number()),
            ("no castling rights", AnyPosition::Chess(position)) => {
                let fen = position.to_fen();
                let mut fields: Vec<&str> = fen.split(' ').collect();
                fields[2] = "-";
                let without = AnyPosition::from_fen(Variant::Chess, &fields.join(" "), Reading::LENIENT)
                    .expect("legal")
                    .position;
                without.key().0
            }
            _ => key,
        }
    }
}
