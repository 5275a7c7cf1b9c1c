//! A match: pairs of games handed out to tables that play side by side.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use tabiya::{ByColor, Color, Variant};

use crate::game::{self, GameRecord};
use crate::player::{Allowance, NoMove, Player};
use crate::record::Tags;
use crate::resume::Past;
use crate::stats::Sprt;
use crate::{
    Adjudication, Effort, EngineSpec, Forfeit, MatchError, Opening, Openings, PastGame, Standings,
    Termination,
};

/// Who plays whom, what and how often.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Match {
    /// The engines.
    pub engines: [EngineSpec; 2],
    /// The game they play.
    pub variant: Variant,
    /// How many openings are played.
    pub rounds: u64,
    /// Whether each opening is played twice, with colors swapped.
    pub swaps: bool,
    /// Where games begin.
    pub openings: Openings,
    /// When games end early.
    pub adjudication: Adjudication,
    /// The match ends when this test does.
    pub sprt: Option<Sprt>,
    /// How many games are played side by side.
    pub concurrency: usize,
    /// How long an engine may take where no clock runs.
    pub patience: Patience,
    /// What PGN tags call it.
    pub event: String,
    /// Games to go on from: those of this event, between these engines, count and are not played again.
    pub past: Vec<PastGame>,
}

/// How long an engine may take where no clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// To start, to set an option, to get ready for a game.
    pub to_start: Duration,
    /// To move.
    pub to_move: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { to_start: Duration::from_secs(20), to_move: Duration::from_secs(60) }
    }
}

/// A game of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// Which opening, from 0.
    pub round: u64,
    /// Which of its games, from 0.
    pub leg: u64,
    /// Which engine had White.
    pub white: usize,
    /// How it ended.
    pub termination: Termination,
    /// How long it was.
    pub plies: usize,
    /// What each engine's moves cost.
    pub efforts: [Effort; 2],
    /// The whole game as PGN.
    pub pgn: String,
}

impl Played {
    /// Which engine had a color.
    #[must_use]
    pub fn engine(&self, color: Color) -> usize {
        if color == Color::White { self.white } else { 1 - self.white }
    }
}

/// Openings are looked at for so many nodes.
const NODES_TO_JUDGE: u64 = 20_000;
/// An opening is looked at for no longer.
const TIME_TO_JUDGE: Duration = Duration::from_secs(10);
/// An engine that cannot be started so often, one time after the other, has lost the match.
const MAX_FAILED_STARTS: u32 = 3;
/// Between two looks at whether somebody wants to stop.
const BLINK: Duration = Duration::from_millis(50);

enum Message {
    Played(Box<Played>),
    /// The first engine did this while it judged an opening.
    Misjudged(Forfeit),
    Failed(MatchError),
}

impl Match {
    /// A match of so many rounds with random openings.
    #[must_use]
    pub fn new(engines: [EngineSpec; 2], variant: Variant, rounds: u64) -> Match {
        Match {
            engines,
            variant,
            rounds,
            swaps: true,
            openings: Openings::Random { plies: 8, seed: 1, balance: Some(120) },
            adjudication: Adjudication::NONE,
            sprt: None,
            concurrency: 1,
            patience: Patience::default(),
            event: "tabiya match".into(),
            past: Vec::new(),
        }
    }

    /// Plays the match, and shows each game as it ends. It also ends when `stop` is set, or when `watch` breaks; games
    /// that are then unfinished do not count.
    ///
    /// # Errors
    ///
    /// An engine cannot be started or does not play the game, or games that were played before do not fit. If something
    /// happens later, it is in the standings.
    pub fn run(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Played, &Standings) -> ControlFlow<()>,
    ) -> Result<Standings, MatchError> {
        let names = match self.introduce(stop) {
            // Whoever does not wait for an engine to start has had no match, but no bad engine either.
            Err(_) if stop.load(Ordering::Relaxed) => self.engines.each_ref().map(EngineSpec::label),
            introduced => introduced?,
        };
        let past = Past::of(self, &names)?;
        let mut standings = Standings::new(names.clone(), self.swaps, self.sprt);
        past.played().for_each(|played| standings.add(&played));
        let is_over = stop.load(Ordering::Relaxed) || standings.is_decided();
        let (next, halt) = (AtomicU64::new(0), AtomicBool::new(is_over));
        let tables = (self.concurrency.max(1) as u64).min(self.rounds);
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..tables {
                let runner = PairRunner {
                    plan: self,
                    names: &names,
                    past: &past,
                    next: &next,
                    halt: &halt,
                    send: send.clone(),
                };
                scope.spawn(move || runner.work());
            }
            drop(send);
            collect(&receive, &mut standings, stop, &halt, watch);
            Ok(standings)
        })
    }

    /// Starts each engine once, so that what cannot work is known before anything is played.
    fn introduce(&self, stop: &AtomicBool) -> Result<[String; 2], MatchError> {
        let mut names = Vec::new();
        for spec in &self.engines {
            let mut player = Player::new(spec, self.variant, self.patience, stop);
            player.new_game()?;
            names.push(player.name());
        }
        let [first, second]: [String; 2] = names.try_into().map_err(|_| MatchError::NotTwoEngines)?;
        // Two of the same name could not be told apart in a table.
        Ok(if first == second { [format!("{first} (1)"), format!("{second} (2)")] } else { [first, second] })
    }
}

fn collect(
    receive: &Receiver<Message>,
    standings: &mut Standings,
    stop: &AtomicBool,
    halt: &AtomicBool,
    watch: &mut dyn FnMut(&Played, &Standings) -> ControlFlow<()>,
) {
    loop {
        match receive.recv_timeout(BLINK) {
            // What ends after the match has been decided does not count.
            Ok(_) if halt.load(Ordering::Relaxed) => {}
            Ok(Message::Played(played)) => {
                standings.add(&played);
                if watch(&played, standings).is_break() || standings.is_decided() {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            Ok(Message::Misjudged(forfeit)) => standings.forfeits[0].add(&forfeit),
            Ok(Message::Failed(error)) => {
                standings.failure = Some(error);
                halt.store(true, Ordering::Relaxed);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if stop.load(Ordering::Relaxed) {
            halt.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays one pair of games after the other, in a thread of its own.
struct PairRunner<'a> {
    plan: &'a Match,
    names: &'a [String; 2],
    past: &'a Past,
    next: &'a AtomicU64,
    halt: &'a AtomicBool,
    send: Sender<Message>,
}

impl PairRunner<'_> {
    fn work(&self) {
        if let Err(error) = self.play_rounds() {
            let _ = self.send.send(Message::Failed(error));
        }
    }

    fn play_rounds(&self) -> Result<(), MatchError> {
        let plan = self.plan;
        let [first, second] = &plan.engines;
        let mut players =
            [first, second].map(|spec| Player::new(spec, plan.variant, plan.patience, self.halt));
        let mut failed_starts = [0; 2];
        loop {
            let round = self.next.fetch_add(1, Ordering::Relaxed);
            if round >= plan.rounds || self.is_halted() {
                return Ok(());
            }
            let legs = 0..if plan.swaps { 2 } else { 1 };
            if legs.clone().all(|leg| self.past.has(round, leg)) {
                continue;
            }
            let opening = self.opening(round, &mut players[0])?;
            self.past.check(round, &opening)?;
            for leg in legs.filter(|leg| !self.past.has(round, *leg)) {
                let white = if plan.swaps { leg } else { round % 2 } as usize;
                let Some(record) = self.play(&opening, &mut players, white, &mut failed_starts)? else {
                    return Ok(());
                };
                let _ = self.send.send(Message::Played(Box::new(self.played(&record, round, leg, white))));
            }
        }
    }

    fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// A game, or nothing if the match has ended.
    fn play(
        &self,
        opening: &Opening,
        players: &mut [Player<'_>; 2],
        white: usize,
        failed_starts: &mut [u32; 2],
    ) -> Result<Option<GameRecord>, MatchError> {
        for (engine, player) in players.iter_mut().enumerate() {
            if self.is_halted() {
                return Ok(None);
            }
            match player.new_game() {
                Ok(()) => failed_starts[engine] = 0,
                Err(_) if self.is_halted() => return Ok(None),
                Err(error) => {
                    failed_starts[engine] += 1;
                    if failed_starts[engine] >= MAX_FAILED_STARTS {
                        return Err(error);
                    }
                    let color = if engine == white { Color::White } else { Color::Black };
                    let termination =
                        Termination::Forfeit(color, Forfeit::Crash(Some("it cannot be started".into())));
                    return Ok(Some(GameRecord::unplayed(opening, termination)));
                }
            }
        }
        let [first, second] = players;
        let seats = if white == 0 { [first, second] } else { [second, first] };
        Ok(game::play(opening, ByColor(seats), self.plan.adjudication))
    }

    /// The first candidate that the first engine finds balanced.
    fn opening(&self, round: u64, judge: &mut Player<'_>) -> Result<Opening, MatchError> {
        let openings = &self.plan.openings;
        let mut candidates = openings.candidates(self.plan.variant, round);
        let Some(balance) = openings.balance() else { return candidates.next().ok_or(MatchError::NoOpening) };
        candidates
            .find(|opening| self.is_halted() || self.is_balanced(opening, balance, judge))
            .ok_or(MatchError::NoOpening)
    }

    /// An engine that says nothing has nothing against it. It looks at so many nodes, whatever its own limit is.
    fn is_balanced(&self, opening: &Opening, balance: u32, judge: &mut Player<'_>) -> bool {
        if judge.new_game().is_err() {
            return true;
        }
        let allowed = Allowance { clock: None, nodes: Some(NODES_TO_JUDGE), time: Some(TIME_TO_JUDGE) };
        let go = format!("go nodes {NODES_TO_JUDGE}");
        let score = match judge.think(&opening.position_command(), &go, allowed) {
            Ok((_, search_info)) => search_info.score,
            Err(NoMove::Forfeit(forfeit @ (Forfeit::Crash(_) | Forfeit::Hang))) => {
                let _ = self.send.send(Message::Misjudged(forfeit));
                None
            }
            // It had no clock, so it cannot have overstepped it; nobody plays the move.
            Err(NoMove::Forfeit(Forfeit::TimeLoss | Forfeit::IllegalMove(_)) | NoMove::Stopped) => None,
        };
        score.is_none_or(|score| score.value().unsigned_abs() <= balance.into())
    }

    fn played(&self, record: &GameRecord, round: u64, leg: u64, white: usize) -> Played {
        let [first, second] = [0, 1].map(|side| if side == 0 { white } else { 1 - white });
        let tags = Tags {
            event: &self.plan.event,
            round: if self.plan.swaps {
                format!("{}.{}", round + 1, leg + 1)
            } else {
                (round + 1).to_string()
            },
            names: ByColor([&self.names[first], &self.names[second]]),
            specs: ByColor([&self.plan.engines[first], &self.plan.engines[second]]),
        };
        let efforts = record.efforts();
        Played {
            round,
            leg,
            white,
            termination: record.termination.clone(),
            plies: record.game.ply(),
            efforts: [efforts.0[white], efforts.0[1 - white]],
            pgn: tags.pgn(record),
        }
    }
}
