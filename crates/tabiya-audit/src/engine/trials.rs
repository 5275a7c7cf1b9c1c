//! The trials of an engine audit, in lists that end at the first failure.

use tabiya::{
    AnyPosition, Bitboard, Castling, Color, Move, MoveKind, Piece, Reading, Role, Setup, Square, Variant,
};

use super::trial::{Check, Trial, UciSetup, double_step};
use crate::dialect::starts;
use crate::walk;
use tabiya::keys::SplitMix64;

const GAMES: usize = 16;
const MAX_LEN: usize = 40;
const LONG_LEN: usize = 160;

/// Random games: after every move the key after moves is compared with the key after the FEN.
pub(super) fn incremental(variant: Variant, random: &mut SplitMix64) -> Vec<Vec<Trial>> {
    let check = if variant == Variant::Chess960 { Check::Chess960 } else { Check::Incremental };
    let starts = starts::of(variant).into_iter().map(Some).chain([None; GAMES]);
    let starts: Vec<_> = starts.map(|start| start.unwrap_or_else(|| walk::start(variant, random))).collect();
    starts.into_iter().map(|start| game(check, start, MAX_LEN, random)).collect()
}

/// One more random game, long enough for promotions and endings.
pub(super) fn random_game(variant: Variant, random: &mut SplitMix64) -> Vec<Trial> {
    let check = if variant == Variant::Chess960 { Check::Chess960 } else { Check::Incremental };
    game(check, walk::start(variant, random), LONG_LEN, random)
}

fn game(check: Check, start: AnyPosition, max_len: usize, random: &mut SplitMix64) -> Vec<Trial> {
    let (mut position, mut moves, mut trials) = (start, Vec::new(), Vec::new());
    while let Some(mv) = walk::tricky_move(&position, random).filter(|_| moves.len() < max_len) {
        moves.push(mv);
        position = position.play_legal(mv);
        trials.push(Trial::new(check, after(mv), UciSetup::moves(&start, &moves), UciSetup::fen(&position)));
    }
    trials
}

fn after(mv: Move) -> &'static str {
    match mv.kind {
        MoveKind::Normal => "the key after a quiet move is not that of the FEN",
        MoveKind::Capture => "the key after a capture is not that of the FEN",
        MoveKind::DoubleStep => "the key after a double step is not that of the FEN",
        MoveKind::EnPassant => "the key after an en passant capture is not that of the FEN",
        MoveKind::Castle => "the key after castling is not that of the FEN",
        MoveKind::Promotion(_) => "the key after a promotion is not that of the FEN",
    }
}

/// Three moves in two orders.
pub(super) fn transpositions(variant: Variant, random: &mut SplitMix64) -> Vec<Vec<Trial>> {
    let mut trials = Vec::new();
    for _ in 0..400 {
        let start = walk::start(variant, random);
        let mut position = start;
        let mut path = Vec::new();
        for _ in 0..random.below(8) {
            let Some(mv) = walk::any_move(&position, random) else { break };
            path.push(mv);
            position = position.play_legal(mv);
        }
        trials.extend(transposed(&start, &path, &position, random).map(|trial| vec![trial]));
        if trials.len() >= 40 {
            break;
        }
    }
    trials
}

fn transposed(
    start: &AnyPosition,
    path: &[Move],
    here: &AnyPosition,
    random: &mut SplitMix64,
) -> Option<Trial> {
    let first = walk::any_move(here, random)?;
    let reply = walk::any_move(&here.play_legal(first), random)?;
    let last = walk::any_move(&here.play_legal(first).play_legal(reply), random)?;
    let mut position = *here;
    for mv in [last, reply, first] {
        position = position.play(mv).ok()?;
    }
    let setup = |order: [Move; 3]| UciSetup::moves(start, &[path, &order].concat());
    let [one, other] = [setup([first, reply, last]), setup([last, reply, first])];
    let is_plain = [&one, &other].into_iter().all(|setup| double_step(&setup.position).is_none());
    let trial =
        Trial::new(Check::Transposition, "another order of the same moves gives another key", one, other);
    (is_plain && trial.is_same()).then_some(trial)
}

/// Rights present and absent, and rights that are lost.
pub(super) fn castling() -> Vec<Vec<Trial>> {
    let all = read("r3k2r/8/8/3BB3/3bb3/8/8/R3K2R w KQkq - 0 1");
    let mut trials = Vec::new();
    let rooks = [Square::A1, Square::H1, Square::A8, Square::H8];
    let some = |bits: usize| (0..4).filter(move |n| bits >> n & 1 == 1).map(|n| rooks[n]).collect();
    let with = |rooks| all.setup().castling(Castling::of_rooks(rooks));
    let made = |setup| AnyPosition::from_setup(Variant::Chess, &setup, Reading::STRICT);
    let sets: Vec<AnyPosition> =
        (0..16).map(|bits| made(with(some(bits))).expect("the position is legal")).collect();
    for (n, one) in sets.iter().enumerate() {
        for other in &sets[n + 1..] {
            let description = "castling rights do not change the key";
            trials.push(vec![Trial::new(
                Check::Castling,
                description,
                UciSetup::fen(one),
                UciSetup::fen(other),
            )]);
        }
    }
    for moves in ["d5a8", "e5h8", "a1b1 d4a1", "h1g1 e4h1", "d5a8 d4a1", "e5h8 e4h1"] {
        let description = "a castling right is kept after its rook was captured";
        trials.extend(moves_and_fen(Check::Castling, description, &all, moves));
    }
    let quiet = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for moves in ["a1b1 a8b8 b1a1 b8a8", "h1g1 h8g8 g1h1 g8h8", "e1e2 e8e7 e2e1 e7e8", "e1f1 h8g8 f1e1 g8h8"]
    {
        let there_and_back = played(&quiet, moves);
        let description = "castling is still allowed after king or rook moved and returned";
        trials.push(vec![Trial::new(
            Check::Castling,
            description,
            UciSetup::moves(&quiet, &there_and_back),
            UciSetup::fen(&quiet),
        )]);
        trials.extend(moves_and_fen(
            Check::Castling,
            "after moves of king and rook the rights differ from those of the FEN",
            &quiet,
            moves,
        ));
    }
    for moves in ["e1g1", "e1c1", "e1g1 e8c8", "e1c1 e8g8"] {
        trials.extend(moves_and_fen(Check::Castling, after(played(&quiet, "e1g1")[0]), &quiet, moves));
    }
    trials
}

/// Every double step of chosen positions, compared with the same position without en passant.
pub(super) fn en_passant() -> Vec<Vec<Trial>> {
    let mut trials = Vec::new();
    let starts = starts::of(Variant::Chess);
    for start in starts.iter().chain([&AnyPosition::start(Variant::Chess)]) {
        for mv in start.legal_moves().iter().filter(|mv| mv.kind == MoveKind::DoubleStep) {
            let stepped = UciSetup::moves(start, &[*mv]);
            let Some(without) = UciSetup::fen_without_en_passant(&stepped.position) else { continue };
            let description = match crate::dialect::uncapturable_double_step(&stepped.position) {
                None => "a legal en passant capture does not change the key",
                Some(crate::Cause::IdleEnPassant) => {
                    "a double step changes the key although no pawn can capture"
                }
                Some(crate::Cause::HorizontalEnPassant) => {
                    "a double step changes the key although both pawns would leave the king's rank"
                }
                Some(crate::Cause::CheckEnPassant) => {
                    "a double step changes the key although the capture would not resolve the check"
                }
                Some(_) => "a double step changes the key although the capturing pawn is pinned",
            };
            trials.push(vec![Trial::new(Check::EnPassant, description, stepped, without)]);
        }
    }
    trials
}

/// Every promotion, and that they differ.
pub(super) fn promotions(variant: Variant) -> Vec<Vec<Trial>> {
    let starts = match variant {
        Variant::Makruk => ["4k3/8/3r4/2P5/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/2p5/3R4/8/4K3 b - - 0 1"],
        Variant::Chess | Variant::Chess960 => {
            ["1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1", "1n2k3/P7/8/8/8/8/7p/4K1N1 b - - 0 1"]
        }
    };
    let mut trials = Vec::new();
    for fen in starts {
        let start =
            AnyPosition::from_fen(variant, fen, Reading::LENIENT).expect("the position is legal").position;
        let moves = start.legal_moves();
        let ends: Vec<UciSetup> = moves
            .iter()
            .filter(|mv| mv.promotion().is_some())
            .map(|mv| UciSetup::moves(&start, &[*mv]))
            .collect();
        for (n, end) in ends.iter().enumerate() {
            let description = "a promotion is not hashed as the piece the pawn becomes";
            trials.push(vec![Trial::new(
                Check::Promotion,
                description,
                end.clone(),
                UciSetup::fen(&end.position),
            )]);
            for other in &ends[n + 1..] {
                let description = "promotions to different pieces have the same key";
                trials.push(vec![Trial::new(Check::Promotion, description, end.clone(), other.clone())]);
            }
        }
    }
    trials
}

/// A met and a promoted bia are different pieces.
pub(super) fn mets() -> Vec<Vec<Trial>> {
    let read = |fen| {
        AnyPosition::from_fen(Variant::Makruk, fen, Reading::LENIENT).expect("the position is legal").position
    };
    let [met, promoted] = ["4k3/8/8/8/3M4/8/8/4K3 w - - 0 1", "4k3/8/8/8/3M~4/8/8/4K3 w - - 0 1"]
        .map(|fen| UciSetup::fen(&read(fen)));
    vec![vec![Trial::new(Check::Features, "a promoted bia has the key of a met", met, promoted)]]
}

/// Castling with crossing pieces, and rooks on the same side of the king.
pub(super) fn chess960() -> Vec<Vec<Trial>> {
    let starts = starts::of(Variant::Chess960);
    let mut trials = Vec::new();
    for start in &starts {
        for mv in start.legal_moves().iter().filter(|mv| mv.kind == MoveKind::Castle) {
            let castled = UciSetup::moves(start, &[*mv]);
            let fen = UciSetup::fen(&castled.position);
            trials.push(vec![Trial::new(Check::Chess960, after(*mv), castled, fen)]);
        }
    }
    for pair in starts.chunks(2).take(2) {
        let description = "rights of two rooks on one side of the king have the same key";
        trials.push(vec![Trial::new(
            Check::Chess960,
            description,
            UciSetup::fen(&pair[0]),
            UciSetup::fen(&pair[1]),
        )]);
    }
    trials
}

/// Commands between setting up a position and printing it.
pub(super) fn null_effects(variant: Variant, random: &mut SplitMix64) -> Vec<Vec<Trial>> {
    let mut trials = Vec::new();
    for _ in 0..3 {
        let start = walk::start(variant, random);
        let (mut position, mut moves) = (start, Vec::new());
        while let Some(mv) = walk::tricky_move(&position, random).filter(|_| moves.len() < 12) {
            moves.push(mv);
            position = position.play_legal(mv);
        }
        let plain = UciSetup::moves(&start, &moves);
        for (command, description) in [
            ("d", "showing the board changes the key"),
            ("eval", "evaluating the position changes the key"),
            ("go depth 1", "searching the position changes the key"),
            ("go depth 5", "searching the position changes the key"),
        ] {
            if position.count_legal_moves() > 0 {
                trials.push(vec![Trial::new(
                    Check::NullEffect,
                    description,
                    plain.clone(),
                    plain.then(command),
                )]);
            }
        }
    }
    trials
}

/// The same position with other clocks and move numbers.
pub(super) fn clocks(variant: Variant) -> Vec<Vec<Trial>> {
    let start = match variant {
        Variant::Makruk => AnyPosition::start(variant).setup(),
        Variant::Chess | Variant::Chess960 => read("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1").setup(),
    };
    let with = |(clock, number): (u16, u32)| {
        let setup = start.halfmove_clock(clock).fullmove_number(number);
        let position = AnyPosition::from_setup(variant, &setup, Reading::LENIENT);
        UciSetup::fen(&position.expect("the position is legal"))
    };
    let clock = "the half-move clock changes the printed key";
    let number = "the move number changes the key";
    [
        ((5, 60), clock),
        ((14, 60), clock),
        ((50, 60), clock),
        ((99, 60), clock),
        ((0, 9), number),
        ((0, 300), number),
    ]
    .map(|(clocks, description)| vec![Trial::new(Check::Clock, description, with((0, 60)), with(clocks))])
    .into()
}

/// Distinct positions: one more piece on each square, each king on every square, both sides to move.
pub(super) fn different(variant: Variant) -> Vec<UciSetup> {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let king = |color| Piece { color, role: Role::King };
    let kings = |white, black| Setup::new().with(white, king(Color::White)).with(black, king(Color::Black));
    let mut setups = Vec::new();
    for square in Bitboard::FULL {
        for color in Color::ALL {
            let pieces = roles.map(|role| Piece { color, role });
            setups.extend(pieces.map(|piece| kings(Square::E1, Square::E8).with(square, piece)));
        }
        setups.extend([kings(square, Square::E8), kings(Square::E1, square)]);
    }
    let mut positions: Vec<AnyPosition> = Vec::new();
    for setup in setups.into_iter().flat_map(|setup| Color::ALL.map(|turn| setup.turn(turn))) {
        // Most are legal; adjacent kings, pawns on the last rank and the like are not.
        if let Ok(position) = AnyPosition::from_setup(variant, &setup, Reading::STRICT)
            && !positions.contains(&position)
        {
            positions.push(position);
        }
    }
    positions.iter().map(UciSetup::fen).collect()
}

fn read(fen: &str) -> AnyPosition {
    AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT).expect("the position is legal").position
}

fn played(start: &AnyPosition, moves: &str) -> Vec<Move> {
    let mut position = *start;
    let play = |uci: &str| {
        let mv = position.parse_uci(uci).expect("the move is legal");
        position = position.play_legal(mv);
        mv
    };
    moves.split(' ').map(play).collect()
}

fn moves_and_fen(
    check: Check,
    description: &'static str,
    start: &AnyPosition,
    moves: &str,
) -> Option<Vec<Trial>> {
    let setup = UciSetup::moves(start, &played(start, moves));
    let fen = UciSetup::fen(&setup.position);
    Some(vec![Trial::new(check, description, setup, fen)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trial_reaches_its_positions() {
        let mut random = SplitMix64::new(1);
        let mut lists = [castling(), en_passant(), chess960(), mets()].concat();
        for variant in Variant::ALL {
            lists.extend(incremental(variant, &mut random));
            lists.extend(transpositions(variant, &mut random));
            lists.extend(null_effects(variant, &mut random));
            lists.extend([promotions(variant), clocks(variant)].concat());
        }
        for setup in lists.iter().flatten().flat_map(|trial| &trial.setups) {
            let command = &setup.commands[0];
            let (start, moves) = command.split_once(" moves ").unwrap_or((command, ""));
            let start = start.trim_start_matches("position ").trim_start_matches("fen ");
            let start = AnyPosition::from_fen(setup.position.variant(), start, Reading::LENIENT)
                .expect(command)
                .position;
            let moves = moves.split_ascii_whitespace();
            let end = moves.fold(start, |position, mv| position.play_uci(mv).expect(command));
            assert_eq!(end.identity(), setup.position.identity(), "{command}");
        }
    }

    #[test]
    fn double_steps_of_every_kind_are_tried() {
        let mut kinds: Vec<&str> = en_passant().iter().flatten().map(|trial| trial.description).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), 5);
    }

    #[test]
    fn the_distinct_positions_are_distinct_and_many() {
        for variant in [Variant::Chess, Variant::Makruk] {
            assert!(different(variant).len() > 800);
        }
    }
}
