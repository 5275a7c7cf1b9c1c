//! Repetition in random games that often go back and forth, against the definition: identities compared with
//! every earlier one, and every legal move tried.

use crate::budget::budget;
use std::collections::HashMap;

use crate::common::chess960;
use crate::common::random::{Choices, Seed};
use crate::common::walk::read;
use proptest::prelude::*;
use tabiya::{Chess, Game, Identity, Makruk, Move, MoveKind, Position, RepetitionStack, Role, Rules};

const PLIES: usize = 120;
fn long_run() -> u64 {
    budget(12, 1_000)
}

/// A game by definition: its identities in order.
struct Past(Vec<Identity>);

impl Past {
    fn occurrences(&self, of: &Identity) -> usize {
        self.0.iter().filter(|identity| *identity == of).count()
    }

    /// The number of plies since the last position occurred before.
    fn last_occurrence(&self) -> Option<usize> {
        let (here, before) = self.0.split_last().expect("a game has a position");
        before.iter().rev().position(|identity| identity == here).map(|passed| passed + 1)
    }

    fn repeating_moves<R: Rules>(&self, position: &Position<R>) -> Vec<Move> {
        let repeats = |mv: &Move| self.occurrences(position.play_legal(*mv).identity()) > 0;
        position.legal_moves().iter().copied().filter(repeats).collect()
    }
}

fn answers_follow_from_the_definition<R: Rules>(game: &Game<R>, past: &Past) {
    let position = game.position();
    let here = past.occurrences(position.identity());
    assert_eq!(game.occurrences() as usize, here, "{game:?}");
    assert_eq!(game.last_occurrence(), past.last_occurrence(), "{game:?}");
    assert_eq!(game.occurrence_plies().count(), here, "{game:?}");
    assert!(game.occurrence_plies().all(|ply| past.0[ply] == *position.identity()), "{game:?}");
    let stretch = game.moves().iter().rev().take_while(|mv| !leaves_a_trace(**mv)).count();
    let since = &past.0[game.ply() - stretch..];
    let repeated = since.iter().enumerate().any(|(i, identity)| since[..i].contains(identity));
    assert_eq!(game.has_repeated(), repeated, "{game:?}");
    let repeating = past.repeating_moves(position);
    assert_eq!(game.upcoming_repetition().is_some(), !repeating.is_empty(), "{repeating:?} in {game:?}");
    assert!(game.upcoming_repetition().is_none_or(|mv| repeating.contains(&mv)), "{repeating:?} in {game:?}");
    for &mv in &position.legal_moves() {
        let after = past.occurrences(position.play_legal(mv).identity()) + 1;
        assert_eq!(game.occurrences_after(mv) as usize, after, "{mv:?} in {game:?}");
    }
}

/// Captures by promotion are pawn moves too.
fn leaves_a_trace(mv: Move) -> bool {
    mv.role == Role::Pawn || mv.kind == MoveKind::Capture
}

/// Usually a move back, sometimes a king or rook move, rarely any move.
fn shuffle<R: Rules>(game: &Game<R>, choices: &mut Seed) -> Option<Move> {
    let moves = game.position().legal_moves();
    let habit = choices.below(16)?;
    let own_last = game.moves().iter().rev().nth(1);
    let back = own_last.map(|last| Move { from: last.to, to: last.from, ..*last });
    let is_preferred = |mv: &&Move| match habit {
        0..8 => Some(**mv) == back,
        8..11 => matches!(mv.role, Role::King | Role::Rook) && mv.kind == MoveKind::Normal,
        11 => matches!(mv.kind, MoveKind::Castle | MoveKind::DoubleStep | MoveKind::EnPassant),
        12..15 => mv.kind == MoveKind::Normal && mv.role != Role::Pawn,
        _ => true,
    };
    let preferred = moves.iter().filter(is_preferred).collect::<Vec<_>>();
    if !preferred.is_empty() {
        return Some(*preferred[choices.below(preferred.len())?]);
    }
    if moves.is_empty() { None } else { Some(moves[choices.below(moves.len())?]) }
}

/// Plays a game, undoes some moves, and checks every method at every ply.
fn wander<R: Rules>(start: Position<R>, seed: u64) {
    let mut choices = Seed::new(seed);
    let mut game = Game::from_position(start);
    let mut past = Past(vec![*start.identity()]);
    for _ in 0..PLIES {
        answers_follow_from_the_definition(&game, &past);
        if choices.below(20) == Some(0) {
            go_back_and_forth(&mut game, &mut past, &mut choices);
        }
        let Some(mv) = shuffle(&game, &mut choices) else { break };
        game.play(mv).expect("the move is legal");
        past.0.push(*game.position().identity());
    }
    let mut again = Game::from_position(start);
    for &mv in game.moves() {
        again.play_legal(mv);
    }
    assert_eq!(again.positions(), game.positions());
}

fn go_back_and_forth<R: Rules>(game: &mut Game<R>, past: &mut Past, choices: &mut Seed) {
    let plies = choices.below(12).unwrap_or(0);
    let undone = (0..plies).map_while(|_| game.undo()).collect::<Vec<_>>();
    let kept = choices.below(undone.len() + 1).unwrap_or(0);
    for mv in undone.iter().rev().take(kept) {
        assert_eq!(game.redo(), Some(*mv));
    }
    past.0.truncate(game.ply() + 1);
    answers_follow_from_the_definition(game, past);
}

/// A search line with null moves, before which nothing counts.
fn search<R: Rules>(start: Position<R>, seed: u64) {
    let mut choices = Seed::new(seed);
    let mut game = Game::from_position(start);
    let mut line = RepetitionStack::new(&start);
    let mut since_pass = Past(vec![*start.identity()]);
    for _ in 0..PLIES {
        let ply = choices.below(40).unwrap_or(0);
        line_answers_follow_from_the_definition(&line, &game, &since_pass, ply);
        if choices.below(30) == Some(0)
            && let Some(passed) = game.position().null_move()
        {
            line.push_null_move(&passed);
            game = Game::from_position(passed);
            since_pass = Past(vec![*passed.identity()]);
        }
        let Some(mv) = shuffle(&game, &mut choices) else { break };
        for &other in game.position().legal_moves().iter().take(3) {
            line.push(&game.position().play_legal(other));
            line.pop();
        }
        game.play_legal(mv);
        line.push(game.position());
        since_pass.0.push(*game.position().identity());
    }
}

fn line_answers_follow_from_the_definition<R: Rules>(
    line: &RepetitionStack,
    game: &Game<R>,
    past: &Past,
    ply: usize,
) {
    let position = game.position();
    assert_eq!(line.last_occurrence(), past.last_occurrence());
    let counts = |times: usize, back: Option<usize>, ply| times > 2 || back.is_some_and(|back| back < ply);
    let here = past.occurrences(position.identity());
    assert_eq!(line.is_repetition(ply), counts(here, past.last_occurrence(), ply), "{game:?}");
    let draws = |mv: &Move| {
        let next = *position.play_legal(*mv).identity();
        let back = past.0.iter().rev().position(|identity| *identity == next).map(|passed| passed + 1);
        counts(past.occurrences(&next) + 1, back, ply + 1)
    };
    let upcoming = position.legal_moves().iter().any(draws);
    assert_eq!(line.is_repetition_upcoming(position, ply), upcoming, "ply {ply} in {game:?}");
    let fresh = RepetitionStack::of_game(game);
    assert_eq!(fresh.is_repetition(ply), line.is_repetition(ply));
    assert_eq!(fresh.is_repetition_upcoming(position, ply), upcoming);
}

fn chess_starts(seed: u64) -> Position<Chess> {
    let fens = [
        Chess::START,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 30 20",
        "4k2r/8/8/8/1p1p1p2/8/P1P1P1P1/R3K3 w Qk - 99 80",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 10 1",
    ];
    read(fens[seed as usize % fens.len()])
}

fn chess960_starts(seed: u64) -> Position<Chess> {
    match seed % 3 {
        // An inner and an outer rook on each side.
        0 => read("rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1"),
        _ => read(&chess960::start((seed / 3 % 960) as usize, (seed / 7 % 960) as usize)),
    }
}

fn makruk_starts(seed: u64) -> Position<Makruk> {
    let fens = [
        Makruk::START,
        // Khons of both colors, whose forward steps cannot be reversed.
        "2s1k3/3s4/8/8/8/8/3S4/2SK4 w - - 0 1",
        "3k4/2m5/8/2p1P3/3S4/8/8/R2K1N2 w - - 0 1",
        "2s1ks2/8/2p2p2/8/8/2P2P2/8/2SK1S2 b - - 40 1",
    ];
    read(fens[seed as usize % fens.len()])
}

fn wander_and_search(seed: u64) {
    wander(chess_starts(seed), seed);
    wander(chess960_starts(seed), seed);
    wander(makruk_starts(seed), seed);
    search(chess_starts(seed), seed);
    search(chess960_starts(seed), seed);
    search(makruk_starts(seed), seed);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: budget(4, 64), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_follow_from_the_definition_on_any_game(seed: u64) {
        wander_and_search(seed);
    }
}

#[test]
fn repetition_equals_the_definition_in_random_games() {
    (0..long_run()).for_each(wander_and_search);
}

/// Ten thousand moves without a capture or bia move: results stay correct and fast.
#[test]
fn repetition_in_a_game_of_twenty_thousand_plies() {
    let start = read::<Makruk>("r1s1ks1r/8/8/8/8/8/8/R1SK1S1R w - - 0 1");
    let mut choices = Seed::new(1);
    let mut game = Game::from_position(start);
    let mut seen = HashMap::from([(*start.identity(), 1)]);
    while game.ply() < 20_000 {
        let here = *game.position().identity();
        let quiet = moves_that(game.position(), |mv| mv.kind == MoveKind::Normal);
        if quiet.is_empty() {
            seen.entry(here).and_modify(|times| *times -= 1);
            game.undo();
            continue;
        }
        let mv = quiet[choices.below(quiet.len()).expect("a seed is never exhausted")];
        game.play(mv).expect("the move is legal");
        let times = seen.entry(*game.position().identity()).or_insert(0);
        *times += 1;
        assert_eq!(game.occurrences(), *times);
        if game.ply().is_multiple_of(100) {
            let repeats = |mv: &Move| {
                seen.get(game.position().play_legal(*mv).identity()).is_some_and(|times| *times > 0)
            };
            assert_eq!(
                game.upcoming_repetition().is_some(),
                !moves_that(game.position(), repeats).is_empty()
            );
        }
    }
    while game.undo().is_some() {}
    assert_eq!((game.occurrences(), game.position()), (1, &start));
    while game.redo().is_some() {}
    assert_eq!(game.ply(), 20_000);
}

fn moves_that<R: Rules>(position: &Position<R>, is_preferred: impl Fn(&Move) -> bool) -> Vec<Move> {
    position.legal_moves().iter().copied().filter(|mv| is_preferred(mv)).collect()
}
