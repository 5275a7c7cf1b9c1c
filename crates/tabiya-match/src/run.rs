//! A match: pairs of games, several at the same time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use tabiya::{ByColor, Color, Variant};

use crate::game::{self, GameRecord};
use crate::player::{MoveLimits, NoMove, Player};
use crate::record::Tags;
use crate::resume::EarlierGames;
use crate::stats::Sprt;
use crate::{
    Adjudication, EarlierGame, Effort, EngineSpec, Forfeit, MatchError, Opening, Openings, Standings,
    Termination,
};

/// The configuration of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Match {
    /// The engines.
    pub engines: [EngineSpec; 2],
    /// The variant.
    pub variant: Variant,
    /// The number of openings.
    pub rounds: u64,
    /// Whether each opening is played twice, with colors swapped.
    pub swaps: bool,
    /// The source of openings.
    pub openings: Openings,
    /// When games are adjudicated.
    pub adjudication: Adjudication,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// The number of concurrent games.
    pub concurrency: usize,
    /// Time limits where no clock runs.
    pub timeouts: Timeouts,
    /// The PGN tag `Event`.
    pub event: String,
    /// Games played earlier: those of this event and these engines count and are not played again.
    pub earlier_games: Vec<EarlierGame>,
}

/// Time limits where no clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For starting, setting options and `isready`.
    pub start: Duration,
    /// For a move.
    pub search: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { start: Duration::from_secs(20), search: Duration::from_secs(60) }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The number of the opening, from 0.
    pub round: u64,
    /// The number of the game with this opening, from 0.
    pub leg: u64,
    /// The engine that played White: 0 or 1.
    pub white: usize,
    /// How the game ended.
    pub termination: Termination,
    /// The length in half-moves.
    pub plies: usize,
    /// Nodes and time of each engine.
    pub efforts: [Effort; 2],
    /// The game as PGN.
    pub pgn: String,
}

impl Played {
    /// The engine that played a color.
    #[must_use]
    pub fn engine(&self, color: Color) -> usize {
        if color == Color::White { self.white } else { 1 - self.white }
    }
}

/// The node limit for evaluating an opening.
const EVALUATION_NODES: u64 = 20_000;
/// The time limit for evaluating an opening.
const EVALUATION_TIME: Duration = Duration::from_secs(10);
/// The match is aborted after this many failed starts of an engine in a row.
const MAX_FAILED_STARTS: u32 = 3;
/// The interval between checks of the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

enum Message {
    Played(Box<Played>),
    /// The first engine failed while evaluating an opening.
    FailedEvaluation(Forfeit),
    Failed(MatchError),
}

impl Match {
    /// A match of this many rounds with random openings.
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
            timeouts: Timeouts::default(),
            event: "tabiya match".into(),
            earlier_games: Vec::new(),
        }
    }

    /// Plays the match and calls `watch` with each finished game. Setting `stop`, or a break from `watch`, ends it early;
    /// unfinished games do not count.
    ///
    /// # Errors
    ///
    /// An engine cannot be started or does not support the variant, or earlier games do not fit. Later failures are in
    /// [`Standings::failure`].
    pub fn run(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Played, &Standings) -> ControlFlow<()>,
    ) -> Result<Standings, MatchError> {
        let names = match self.engine_names(stop) {
            // An interrupted start is not the engine's fault.
            Err(_) if stop.load(Ordering::Relaxed) => self.engines.each_ref().map(EngineSpec::label),
            names => names?,
        };
        let earlier_games = EarlierGames::of(self, &names)?;
        let mut standings = Standings::new(names.clone(), self.swaps, self.sprt);
        earlier_games.played().for_each(|played| standings.add(&played));
        let is_over = stop.load(Ordering::Relaxed) || standings.is_decided();
        let (next, halt) = (AtomicU64::new(0), AtomicBool::new(is_over));
        let threads = (self.concurrency.max(1) as u64).min(self.rounds);
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..threads {
                let runner = PairRunner {
                    plan: self,
                    names: &names,
                    earlier_games: &earlier_games,
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

    /// Starts each engine once, to report errors before the first game. Returns the names.
    fn engine_names(&self, stop: &AtomicBool) -> Result<[String; 2], MatchError> {
        let mut names = Vec::new();
        for spec in &self.engines {
            let mut player = Player::new(spec, self.variant, self.timeouts, stop);
            player.new_game()?;
            names.push(player.name());
        }
        let [first, second]: [String; 2] = names.try_into().map_err(|_| MatchError::NotTwoEngines)?;
        // Equal names would be ambiguous in a table.
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
        match receive.recv_timeout(POLL_INTERVAL) {
            // Games that end after the match was decided do not count.
            Ok(_) if halt.load(Ordering::Relaxed) => {}
            Ok(Message::Played(played)) => {
                standings.add(&played);
                if watch(&played, standings).is_break() || standings.is_decided() {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            Ok(Message::FailedEvaluation(forfeit)) => standings.forfeits[0].add(&forfeit),
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

/// Plays pairs of games in a thread.
struct PairRunner<'a> {
    plan: &'a Match,
    names: &'a [String; 2],
    earlier_games: &'a EarlierGames,
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
            [first, second].map(|spec| Player::new(spec, plan.variant, plan.timeouts, self.halt));
        let mut failed_starts = [0; 2];
        loop {
            let round = self.next.fetch_add(1, Ordering::Relaxed);
            if round >= plan.rounds || self.is_halted() {
                return Ok(());
            }
            let legs = 0..if plan.swaps { 2 } else { 1 };
            if legs.clone().all(|leg| self.earlier_games.has(round, leg)) {
                continue;
            }
            let opening = self.opening(round, &mut players[0])?;
            self.earlier_games.check(round, &opening)?;
            for leg in legs.filter(|leg| !self.earlier_games.has(round, *leg)) {
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

    /// Plays a game; `None` if the match has ended.
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
                        Termination::Forfeit(color, Forfeit::Crash(Some("cannot be started".into())));
                    return Ok(Some(GameRecord::unplayed(opening, termination)));
                }
            }
        }
        let [first, second] = players;
        let by_color = if white == 0 { [first, second] } else { [second, first] };
        Ok(game::play(opening, ByColor(by_color), self.plan.adjudication))
    }

    /// The first candidate that is balanced by the first engine's evaluation.
    fn opening(&self, round: u64, evaluator: &mut Player<'_>) -> Result<Opening, MatchError> {
        let openings = &self.plan.openings;
        let mut candidates = openings.candidates(self.plan.variant, round);
        let Some(balance) = openings.balance() else { return candidates.next().ok_or(MatchError::NoOpening) };
        candidates
            .find(|opening| self.is_halted() || self.is_balanced(opening, balance, evaluator))
            .ok_or(MatchError::NoOpening)
    }

    /// Evaluates an opening with a node limit. Without a score the opening counts as balanced.
    fn is_balanced(&self, opening: &Opening, balance: u32, evaluator: &mut Player<'_>) -> bool {
        if evaluator.new_game().is_err() {
            return true;
        }
        let limits = MoveLimits { clock: None, nodes: Some(EVALUATION_NODES), time: Some(EVALUATION_TIME) };
        let go = format!("go nodes {EVALUATION_NODES}");
        let score = match evaluator.search(&opening.position_command(), &go, limits) {
            Ok((_, search_info)) => search_info.score,
            Err(NoMove::Forfeit(forfeit @ (Forfeit::Crash(_) | Forfeit::Hang))) => {
                let _ = self.send.send(Message::FailedEvaluation(forfeit));
                None
            }
            // There is no clock, and the move is not played.
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
