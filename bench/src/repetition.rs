//! Repetition detection: the cost of a check, and of maintaining the data, for several methods.

mod naive;
mod python;
mod walk;

use std::collections::HashMap;
use std::hint::black_box;
use std::io;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _};
use tabiya::{Game, Identity, Key, RepetitionStack};

use crate::clock::{Contender, interleaved};
use crate::options::Options;
use crate::table::Table;
use naive::Board;
use walk::Walk;

/// The lengths of sequences without captures and pawn moves, in plies.
const STRETCHES: [usize; 4] = [4, 8, 30, 100];

pub fn measure(options: &Options) -> io::Result<Vec<Table>> {
    let walk = Walk::take(100)?;
    let mut tables = STRETCHES
        .iter()
        .map(|&plies| checks(&walk.first(plies), options))
        .collect::<io::Result<Vec<Table>>>()?;
    tables.push(with_bookkeeping(&walk, options)?);
    Ok(tables)
}

/// A check in the last position of a walk without repetitions, which is the worst case.
fn checks(walk: &Walk, options: &Options) -> io::Result<Table> {
    let passes: u64 = if options.quick { 20_000 } else { 200_000 };
    let slow_passes = passes / 100;
    let last = walk.last();
    let game = walk.game();
    let mut line = RepetitionStack::of_game(&game);
    let mut unchecked = RepetitionStack::of_game(&game);
    let mut line_ahead = RepetitionStack::of_game(&game);
    let boards: Vec<Board> = walk.positions().iter().map(Board::of).collect();
    let identities: Vec<Identity> = walk.positions().iter().map(|position| *position.identity()).collect();
    let counts: HashMap<Key, u32> = walk.positions().iter().map(|position| (position.key(), 1)).collect();
    let (theirs, _) = walk.shakmaty()?;
    let their_last = theirs[theirs.len() - 1].clone();
    let their_counts: HashMap<Zobrist64, u32> =
        theirs.iter().map(|position| (position.zobrist_hash(EnPassantMode::Legal), 1)).collect();

    let contenders = vec![
        check("Game: the answer is stored", passes, move || u64::from(black_box(&game).occurrences())),
        check("RepetitionStack: pop and push, without a scan", passes, move || {
            let line = black_box(&mut unchecked);
            line.pop();
            line.push_null_move(black_box(last));
            u64::from(!line.is_repetition(100))
        }),
        check("RepetitionStack: pop, push and scan", passes, move || {
            let line = black_box(&mut line);
            line.pop();
            line.push(black_box(last));
            u64::from(!line.is_repetition(100))
        }),
        check("RepetitionStack: is a repetition one move away?", passes, move || {
            let line = black_box(&mut line_ahead);
            // Sometimes it is; only the work is measured here.
            black_box(line.is_repetition_upcoming(black_box(last), 0));
            1
        }),
        check("HashMap of counts by key", passes, || u64::from(counts[&black_box(last).key()])),
        check("shakmaty: its Zobrist key, HashMap of counts", passes, || {
            u64::from(their_counts[&black_box(&their_last).zobrist_hash(EnPassantMode::Legal)])
        }),
        check("identities compared one by one", slow_passes, || {
            black_box(&identities).iter().filter(|identity| *identity == black_box(last).identity()).count()
                as u64
        }),
        check("boards compared one by one", slow_passes, || {
            let here = black_box(&boards[boards.len() - 1]);
            black_box(&boards).iter().filter(|board| board.is_same(here)).count() as u64
        }),
    ];
    let calls: HashMap<String, u64> =
        contenders.iter().map(|(contender, passes)| (contender.name.clone(), *passes)).collect();
    let mut contenders: Vec<Contender> = contenders.into_iter().map(|(contender, _)| contender).collect();
    let times = interleaved(&mut contenders, options.repetitions)?;
    let title =
        format!("A check {} quiet plies after the last capture, {} pieces", walk.plies(), walk.pieces());
    let mut table = Table::of_calls(title, &times, |name| calls[name]);
    table.rows.extend(
        python::check(walk)
            .map(|nanoseconds| ("python-chess: is_repetition(2)".to_owned(), vec![nanoseconds; 2])),
    );
    Ok(table)
}

/// A repeated check whose result is always 1.
fn check<'a>(name: &str, passes: u64, mut check: impl FnMut() -> u64 + 'a) -> (Contender<'a>, u64) {
    let run = Box::new(move || Ok((0..passes).map(|_| check()).sum()));
    (Contender { name: name.to_owned(), run, expected: passes }, passes)
}

/// A complete walk, checked at every ply.
fn with_bookkeeping(walk: &Walk, options: &Options) -> io::Result<Table> {
    let passes: u64 = if options.quick { 20 } else { 200 };
    let plies = walk.plies() as u64;
    let (their_positions, their_moves) = walk.shakmaty()?;
    let their_start = their_positions[0].clone();
    let mut game = Game::from_position(*walk.start());
    let contenders = [
        repeat("the moves alone, nothing stored", passes, move || {
            let mut position = *black_box(walk.start());
            for mv in walk.moves() {
                position.advance(*mv);
                black_box(&position);
            }
            plies
        }),
        repeat("RepetitionStack: push and check", passes, move || {
            let mut position = *black_box(walk.start());
            let mut line = RepetitionStack::new(&position);
            let mut first_occurrences = 0;
            for mv in walk.moves() {
                position.advance(*mv);
                line.push(black_box(&position));
                first_occurrences += u64::from(!line.is_repetition(100));
            }
            first_occurrences
        }),
        repeat("Game: exact, with upcoming repetitions", passes, move || {
            game.reset(*black_box(walk.start()));
            let mut occurrences = 0;
            for mv in walk.moves() {
                game.play_legal(*mv);
                occurrences += u64::from(black_box(&game).occurrences());
            }
            occurrences
        }),
        repeat("HashMap of counts by key", passes, move || {
            let mut position = *black_box(walk.start());
            let mut counts = HashMap::from([(position.key(), 1)]);
            let mut occurrences = 0;
            for mv in walk.moves() {
                position.advance(*mv);
                let count = counts.entry(black_box(&position).key()).or_insert(0);
                *count += 1;
                occurrences += *count;
            }
            occurrences
        }),
        repeat("shakmaty: its Zobrist key, HashMap of counts", passes, move || {
            let mut position = black_box(&their_start).clone();
            let mut counts = HashMap::from([(position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal), 1)]);
            let mut occurrences = 0;
            for mv in &their_moves {
                position.play_unchecked(*mv);
                let key = black_box(&position).zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
                let count = counts.entry(key).or_insert(0);
                *count += 1;
                occurrences += *count;
            }
            occurrences
        }),
        repeat("boards stored and compared one by one", passes, move || {
            let mut position = *black_box(walk.start());
            let mut boards = vec![Board::of(&position)];
            let mut occurrences = 0;
            for mv in walk.moves() {
                position.advance(*mv);
                boards.push(Board::of(black_box(&position)));
                let here = &boards[boards.len() - 1];
                occurrences += boards.iter().filter(|board| board.is_same(here)).count() as u64;
            }
            occurrences
        }),
    ];
    let mut contenders = contenders.map(|mut contender| {
        contender.expected = passes * plies;
        contender
    });
    let times = interleaved(&mut contenders, options.repetitions)?;
    let title = format!("Playing {plies} quiet plies with a check after each, per ply");
    Ok(Table::of_calls(title, &times, |_| passes * plies))
}

fn repeat<'a>(name: &str, passes: u64, mut walk: impl FnMut() -> u64 + 'a) -> Contender<'a> {
    let run = Box::new(move || Ok((0..passes).map(|_| walk()).sum()));
    Contender { name: name.to_owned(), run, expected: 0 }
}
