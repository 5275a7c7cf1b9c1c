//! Properties of every position.

use std::collections::{BTreeSet, HashSet};

use tabiya::keys::{Keys, native};
use tabiya::{Color, Feature, Key128, Move, MoveKind, Piece, Position, Role, Rules, Square, Witness};

use super::random::{Choices, Seed};
use super::{mirror, slow};

/// Checks everything about one position.
pub(crate) fn hold_in<R: Rules>(position: &Position<R>) {
    keys_are_those_from_scratch(position);
    let legal = slow::legal_moves(position);
    legal_moves_are_those_of_the_definition(position, &legal);
    en_passant_is_remembered_only_if_legal(position, &legal);
    check_moves(position);
    moves_survive_text(position);
    fen_survives(position);
    colors_are_alike(position);
    if let Some(passed) = position.null_move() {
        keys_are_those_from_scratch(&passed);
        fen_survives(&passed);
        assert_eq!(passed.turn(), !position.turn());
        assert_eq!(passed.en_passant(), None);
    } else {
        assert!(slow::Board::of(position).king_is_attacked(position.turn()));
    }
}

/// The definition: a key is the XOR of the keys of the features that are on.
pub(crate) fn keys_are_those_from_scratch<R: Rules>(position: &Position<R>) {
    let mut keys = Keys::default();
    let mut key_128 = Key128::default();
    for feature in position.identity().features() {
        let key = native::key(feature);
        keys.full ^= key;
        key_128 ^= native::key_128(feature);
        match feature {
            Feature::Piece(Piece { role: Role::Pawn, .. }, _) => keys.pawn ^= key,
            Feature::Piece(piece, _) => keys.non_pawn[piece.color] ^= key,
            Feature::Castling(..) | Feature::EnPassant(_) | Feature::BlackToMove => {}
        }
    }
    for piece in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role })) {
        let pieces =
            Square::ALL.into_iter().filter(|&square| position.piece_at(square) == Some(piece)).count();
        assert_eq!(position.keys().material.count(piece), pieces as u32, "{piece} in {position:?}");
    }
    keys.material = position.keys().material;
    assert_eq!(*position.keys(), keys, "{position:?}");
    assert_eq!(position.identity().keys_from_scratch(), keys, "{position:?}");
    assert_eq!(position.key_128(), key_128, "{position:?}");
}

fn legal_moves_are_those_of_the_definition<R: Rules>(position: &Position<R>, expected: &[Move]) {
    let mut found = position.legal_moves().to_vec();
    found.sort();
    assert_eq!(found, expected, "{position:?}");
    assert_eq!(position.count_legal_moves(), expected.len() as u64, "{position:?}");
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{position:?}");
    let mut each = Vec::new();
    position.for_each_legal_move(|mv| each.push(mv));
    assert_eq!(each, *position.legal_moves(), "{position:?}");
    noisy_moves_are_captures_and_promotions(position);
    let is_check = slow::Board::of(position).king_is_attacked(position.turn());
    assert_eq!(position.is_check(), is_check, "{position:?}");
    let likely = slow::pseudo_legal_moves(position).into_iter();
    let mut choices = Seed::new(position.key().0);
    let unlikely = (0..16).map_while(|_| any_move(&mut choices));
    for mv in likely.chain(unlikely) {
        let is_legal = expected.binary_search(&mv).is_ok();
        assert_eq!(position.is_legal(mv), is_legal, "{mv:?} in {position:?}");
        assert_eq!(position.play(mv).is_ok(), is_legal, "{mv:?} in {position:?}");
    }
}

/// The noisy moves are the captures and promotions of the legal moves, in the same order.
pub(crate) fn noisy_moves_are_captures_and_promotions<R: Rules>(position: &Position<R>) {
    let is_noisy =
        |mv: &Move| matches!(mv.kind, MoveKind::Capture | MoveKind::EnPassant | MoveKind::Promotion(_));
    let expected: Vec<Move> = position.legal_moves().into_iter().filter(is_noisy).collect();
    let mut noisy = Vec::new();
    position.for_each_noisy_move(|mv| noisy.push(mv));
    assert_eq!(noisy, expected, "{position:?}");
}

/// A move that is usually illegal in the position.
fn any_move(choices: &mut impl Choices) -> Option<Move> {
    let kinds =
        [MoveKind::Normal, MoveKind::Capture, MoveKind::DoubleStep, MoveKind::EnPassant, MoveKind::Castle];
    let kind = match choices.below(kinds.len() + Role::ALL.len())? {
        n if n < kinds.len() => kinds[n],
        n => MoveKind::Promotion(Role::ALL[n - kinds.len()]),
    };
    Some(Move {
        from: Square::ALL[choices.below(64)?],
        to: Square::ALL[choices.below(64)?],
        role: Role::ALL[choices.below(Role::ALL.len())?],
        kind,
    })
}

fn en_passant_is_remembered_only_if_legal<R: Rules>(position: &Position<R>, legal: &[Move]) {
    let capture = legal.iter().find(|mv| mv.kind == MoveKind::EnPassant);
    assert_eq!(position.en_passant(), capture.map(|mv| mv.to.file()), "{position:?}");
}

/// The features that are on, in any order.
#[derive(Clone, Debug)]
struct FeatureSet(Vec<Feature>);

impl FeatureSet {
    fn of<R: Rules>(position: &Position<R>) -> FeatureSet {
        FeatureSet(position.identity().features().collect())
    }

    fn sorted(mut self) -> Vec<Feature> {
        self.0.sort_unstable();
        self.0
    }
}

impl Witness for FeatureSet {
    fn toggle(&mut self, feature: Feature, on: bool) {
        match (on, self.0.iter().position(|&other| other == feature)) {
            (true, None) => self.0.push(feature),
            (false, Some(place)) => drop(self.0.swap_remove(place)),
            (_, _) => panic!("{feature} went {} twice", if on { "on" } else { "off" }),
        }
    }
}

fn check_moves<R: Rules>(position: &Position<R>) {
    let us = position.turn();
    let before = FeatureSet::of(position);
    let board = slow::Board::of(position);
    for &mv in &position.legal_moves() {
        let mut followed = before.clone();
        let next = position.play_legal_with(mv, &mut followed);
        assert_eq!(followed.sorted(), FeatureSet::of(&next).sorted(), "{mv:?} in {position:?}");
        assert_eq!(next, position.play_legal(mv), "{mv:?} in {position:?}");
        assert_eq!(position.key_after(mv), next.key(), "{mv:?} in {position:?}");
        assert_eq!(*next.keys(), next.identity().keys_from_scratch(), "{mv:?} in {position:?}");
        assert_eq!(next.turn(), !us);
        assert_eq!(next.fullmove_number(), position.fullmove_number() + u32::from(us == Color::Black));
        let after = board.after(mv);
        assert!(!after.king_is_attacked(us), "{mv:?} in {position:?}");
        assert!(after.same_pieces(&slow::Board::of(&next)), "{mv:?} in {position:?}");
    }
}

fn moves_survive_text<R: Rules>(position: &Position<R>) {
    let mut written = HashSet::new();
    for &mv in &position.legal_moves() {
        let (plain, rook, san) = (position.uci(mv), position.uci_960(mv), position.san(mv));
        assert_eq!(position.parse_uci(&plain), Ok(mv), "{plain} in {position:?}");
        assert_eq!(position.parse_uci(&rook), Ok(mv), "{rook} in {position:?}");
        assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv), "{mv} in {position:?}");
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {position:?}");
        assert!(written.insert(san.clone()), "{san} means two moves in {position:?}");
        let next = position.play_legal(mv);
        let mark = match (next.is_check(), next.has_legal_move()) {
            (true, true) => Some('+'),
            (true, false) => Some('#'),
            (false, _) => None,
        };
        assert_eq!(san.chars().last().filter(|last| "+#".contains(*last)), mark, "{san} in {position:?}");
    }
}

fn fen_survives<R: Rules>(position: &Position<R>) {
    let fen = position.to_fen();
    let read = super::walk::read::<R>(&fen);
    assert_eq!(read.identity(), position.identity(), "{fen}");
    assert_eq!(read.keys(), position.keys(), "{fen}");
    // While Makruk counts, its FEN has the count in place of the clock.
    let counts = position.count() != R::Count::default();
    if !counts {
        assert_eq!(read.halfmove_clock(), position.halfmove_clock(), "{fen}");
    }
    assert_eq!(read.fullmove_number(), position.fullmove_number(), "{fen}");
    assert_eq!(read.count(), position.count(), "{fen}");
    assert_eq!(read.to_fen(), fen);
}

fn colors_are_alike<R: Rules>(position: &Position<R>) {
    let fen = position.to_fen();
    let mirrored = super::walk::read::<R>(&mirror::fen(&fen));
    let moves = |position: &Position<R>, turn: fn(Move) -> Move| {
        position.legal_moves().iter().map(|&mv| turn(mv)).collect::<BTreeSet<_>>()
    };
    assert_eq!(moves(position, mirror::mv), moves(&mirrored, |mv| mv), "{fen}");
    assert_eq!(mirror::outcome(position.outcome()), mirrored.outcome(), "{fen}");
    assert_eq!(position.claim(), mirrored.claim(), "{fen}");
    assert_eq!(position.count(), mirrored.count(), "{fen}");
    assert_eq!(mirror::fen(&mirrored.to_fen()), fen);
}
