use super::*;
use tabiya::keys::{
    CastlingNumbers, EnPassantNumbers, KeyPart, Layout, Numbers, Scheme, SideNumbers, schemes,
};

fn found_in(scheme: &Scheme, part: KeyPart) -> Disagreements {
    let games: Vec<Variant> =
        Variant::ALL.into_iter().filter(|&variant| scheme.layout().games.contains(variant)).collect();
    let key = |position: &AnyPosition| u128::from(scheme.any_key(part, position).expect("it has this key").0);
    let found = audit_dialect(&key, &games, 200, 1, &mut |_| ());
    for kind in &found.kinds {
        let [one, other] = kind.example.positions();
        assert_eq!(Cause::of(&key, &one, &other), Some(kind.cause));
    }
    found
}

fn causes(scheme: &Scheme, part: KeyPart) -> Vec<Cause> {
    found_in(scheme, part).kinds.iter().map(|kind| kind.cause).collect()
}

/// Polyglot's layout and numbers, with changes.
fn changed(change: impl Fn(&mut Layout)) -> Scheme {
    let mut layout = *schemes::POLYGLOT_LEGAL.layout();
    change(&mut layout);
    let numbers = tabiya::keys::Generator::SplitMix64 { seed: 1 }.numbers(layout.len());
    Scheme::new("changed", "changed", layout, Numbers::Listed(numbers.into())).expect("as many as needed")
}

const PINNED: [Cause; 3] = [Cause::PinnedEnPassant, Cause::HorizontalEnPassant, Cause::CheckEnPassant];

#[test]
fn native_keys_agree_with_identity_in_every_game() {
    for key in [(&|position: &AnyPosition| u128::from(position.key().0)) as &KeyOf<'_>, &|position| {
        position.key_128().0
    }] {
        assert_eq!(audit_dialect(key, &Variant::ALL, 300, 1, &mut |_| ()).kinds.len(), 0);
    }
}

#[test]
fn rustic_misses_repetitions_after_any_double_step() {
    let found = found_in(&schemes::RUSTIC, KeyPart::Full);
    let causes: Vec<Cause> = found.kinds.iter().map(|kind| kind.cause).collect();
    assert_eq!(causes, [&[Cause::IdleEnPassant], &PINNED[..]].concat());
    let Example::OneGame { start, moves, first } = &found.kinds[0].example else {
        panic!("a missed repetition happens in one game")
    };
    // A double step followed by a reversible excursion: nothing is shorter.
    assert_eq!((moves.len(), *first), (5, 1));
    assert_eq!(*start, AnyPosition::start(Variant::Chess));
}

#[test]
fn rustic_misses_the_repetition_in_a_known_game() {
    let key = |position: &AnyPosition| {
        u128::from(schemes::RUSTIC.any_key(KeyPart::Full, position).expect("chess").0)
    };
    let mut game = vec![AnyPosition::start(Variant::Chess)];
    for uci in ["b1a3", "h7h5", "a3b1", "g8f6", "b1a3", "f6g8"] {
        game.push(game[game.len() - 1].play_uci(uci).expect("the moves are legal"));
    }
    assert_eq!(disagreements_in(&key, &game), [(2, 6, Cause::IdleEnPassant)]);
}

#[test]
fn polyglot_and_stockfish_15_include_pinned_captures() {
    for (scheme, part) in [(&schemes::POLYGLOT, KeyPart::Full), (&schemes::STOCKFISH_15, KeyPart::Raw)] {
        assert_eq!(causes(scheme, part), [&PINNED[..], &[Cause::CastlingRook]].concat());
    }
}

#[test]
fn current_stockfish_confuses_only_chess960_rooks() {
    assert_eq!(causes(&schemes::STOCKFISH, KeyPart::Raw), [Cause::CastlingRook]);
    assert_eq!(causes(&schemes::STOCKFISH, KeyPart::Full), [Cause::Clock, Cause::CastlingRook]);
}

#[test]
fn makruk_js_agrees_and_fairy_stockfish_confuses_promoted_bia_and_met() {
    assert_eq!(causes(&schemes::MAKRUK_JS, KeyPart::Full), []);
    assert_eq!(causes(&schemes::FAIRY_STOCKFISH_11, KeyPart::Full), [Cause::PromotedBia]);
}

#[test]
fn missing_features_cause_false_repetitions() {
    let plain = |layout: &mut Layout| layout.games.chess960 = false;
    assert_eq!(causes(&changed(plain), KeyPart::Full), []);
    let no_castling = changed(|layout| {
        plain(layout);
        layout.castling = CastlingNumbers::None;
    });
    assert_eq!(causes(&no_castling, KeyPart::Full), [Cause::CastlingRight]);
    let no_en_passant = changed(|layout| {
        plain(layout);
        layout.en_passant = EnPassantNumbers::None;
    });
    assert_eq!(causes(&no_en_passant, KeyPart::Full), [Cause::LegalEnPassant]);
    let no_turn = changed(|layout| {
        plain(layout);
        layout.side = SideNumbers::None;
    });
    assert_eq!(causes(&no_turn, KeyPart::Full), [Cause::Turn]);
}

#[test]
fn keys_that_depend_on_the_history_are_found() {
    let key = |position: &AnyPosition| u128::from(position.key().0) ^ u128::from(position.fullmove_number());
    let found = audit_dialect(&key, &[Variant::Chess], 20, 1, &mut |_| ());
    assert_eq!(found.kinds[0].cause, Cause::History);
}

#[test]
fn an_audit_is_deterministic() {
    let once = || format!("{:?}", found_in(&schemes::POLYGLOT, KeyPart::Full));
    assert_eq!(once(), once());
}

#[test]
fn without_games_nothing_is_found() {
    let key = |_: &AnyPosition| 0;
    assert_eq!(audit_dialect(&key, &[Variant::Chess], 0, 1, &mut |_| ()).kinds.len(), 0);
    assert_eq!(audit_dialect(&key, &[], 10, 1, &mut |_| ()).positions, 0);
}

#[test]
fn an_example_with_an_illegal_move_ends_before_it() {
    let start = AnyPosition::start(Variant::Chess);
    let after_e4 = start.play_uci("e2e4").expect("legal");
    let example = |moves: &[&str], first: usize| {
        let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
        Example::OneGame { start, moves, first }.positions()
    };
    assert_eq!(example(&["e2e4", "e2e4"], 0), [start, after_e4]);
    assert_eq!(example(&["e2e4"], 7), [after_e4, after_e4]);
}
