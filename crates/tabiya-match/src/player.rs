//! An engine as a player.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tabiya::{Variant, printable};

use crate::uci::{AnswerTimeout, Deadline, ReadLineError, UciEngine, UciEngineError, variant_option};
use crate::{EngineSpec, Forfeit, MatchError, SearchInfo, Timeouts};

/// The polling interval while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time an engine gets to answer `stop`.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// An engine that plays one game after the other, and is restarted when necessary.
#[derive(Debug)]
pub(crate) struct Player<'a> {
    spec: &'a EngineSpec,
    variant: Variant,
    timeouts: Timeouts,
    engine: Option<UciEngine<'a>>,
    /// It has not searched since it was started.
    is_fresh: bool,
    stop: &'a AtomicBool,
}

/// The limits of one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveLimits {
    /// Its clock, if any.
    pub(crate) clock: Option<Duration>,
    /// The node limit; an engine that exceeds it by far is stopped.
    pub(crate) nodes: Option<u64>,
    /// The engine is stopped after this, without penalty.
    pub(crate) time: Option<Duration>,
}

/// Why there is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoMove {
    Forfeit(Forfeit),
    /// The match was stopped.
    Stopped,
}

impl<'a> Player<'a> {
    /// A player whose engine is started for its first game.
    pub(crate) fn new(
        spec: &'a EngineSpec,
        variant: Variant,
        timeouts: Timeouts,
        stop: &'a AtomicBool,
    ) -> Player<'a> {
        Player { spec, variant, timeouts, engine: None, is_fresh: false, stop }
    }

    pub(crate) fn spec(&self) -> &EngineSpec {
        self.spec
    }

    /// The name in the match.
    pub(crate) fn name(&self) -> String {
        if let Some(name) = &self.spec.name {
            return name.clone();
        }
        let own = self.engine.as_ref().map_or_else(|| self.spec.label(), |engine| engine.name().to_string());
        match self.spec.number {
            Some(number) => format!("{own} ({number})"),
            None => own,
        }
    }

    /// Starts the engine if it is not running, and sets its options.
    fn start_engine(&mut self) -> Result<(), MatchError> {
        if self.engine.is_some() {
            return Ok(());
        }
        let failed =
            |error: UciEngineError| MatchError::Engine { engine: self.spec.label(), why: error.to_string() };
        let timeout = AnswerTimeout { timeout: self.timeouts.start, stop: Some(self.stop) };
        let mut engine =
            UciEngine::start_in(self.spec.folder.as_deref(), &self.spec.command, timeout).map_err(failed)?;
        if let Some((name, value)) = variant_option(self.variant) {
            let is_supported = engine.option(name).is_some_and(|option| option.check(value).is_ok());
            if !is_supported {
                let why =
                    format!("it does not support {}: there is no UCI option {name} {value}", self.variant);
                return Err(MatchError::Engine { engine: self.spec.label(), why });
            }
            engine.set_option(name, value).map_err(failed)?;
        }
        for (name, value) in &self.spec.options {
            let option_error = |why: String| MatchError::Engine { engine: self.spec.label(), why };
            let option = engine
                .option(name)
                .ok_or_else(|| option_error(format!("it has no UCI option `{}`", printable(name))))?;
            option
                .check(value)
                .map_err(|why| option_error(format!("option `{}`: {why}", printable(name))))?;
            let name = option.name().to_string();
            engine.set_option(&name, value).map_err(failed)?;
        }
        (self.engine, self.is_fresh) = (Some(engine), true);
        Ok(())
    }

    /// Prepares the engine for another game.
    pub(crate) fn new_game(&mut self) -> Result<(), MatchError> {
        if self.spec.restarts && !self.is_fresh {
            self.engine = None;
        }
        if self.is_ready_again() {
            return Ok(());
        }
        // It failed in its last game or does not respond: restart it.
        self.engine = None;
        self.start_engine()?;
        if self.is_ready_again() {
            return Ok(());
        }
        self.engine = None;
        let why = "no `readyok` after `ucinewgame`".to_string();
        Err(MatchError::Engine { engine: self.spec.label(), why })
    }

    fn is_ready_again(&mut self) -> bool {
        let Some(engine) = &mut self.engine else { return false };
        engine.send("ucinewgame");
        engine.wait_until_ready().is_ok()
    }

    /// The engine's move in UCI notation, with search information.
    ///
    /// On failure the engine is ended, and restarted for the next game.
    pub(crate) fn search(
        &mut self,
        position: &str,
        go: &str,
        limits: MoveLimits,
    ) -> Result<(String, SearchInfo), NoMove> {
        self.is_fresh = false;
        let answer = self.query_move(position, go, limits);
        if matches!(answer, Err(NoMove::Stopped | NoMove::Forfeit(Forfeit::Crash(_) | Forfeit::Hang))) {
            self.engine = None;
        }
        answer
    }

    fn query_move(
        &mut self,
        position: &str,
        go: &str,
        limits: MoveLimits,
    ) -> Result<(String, SearchInfo), NoMove> {
        let crash = |status| NoMove::Forfeit(Forfeit::Crash(status));
        let Some(engine) = &mut self.engine else { return Err(crash(None)) };
        engine.send(position);
        // Wait for earlier output, so that it is not taken for the response, and setting up the position does not count
        // as thinking.
        match engine.wait_until_ready() {
            Ok(()) => {}
            Err(UciEngineError::Ended { status, .. }) => return Err(crash(status)),
            Err(UciEngineError::Stopped) => return Err(NoMove::Stopped),
            Err(_) => return Err(NoMove::Forfeit(Forfeit::Hang)),
        }
        engine.send(go);
        let sent = Instant::now();
        let end = Deadline::after(match (limits.clock, limits.time) {
            (Some(clock), _) => clock.saturating_add(self.spec.margin),
            (None, Some(time)) => time.saturating_add(STOP_GRACE),
            (None, None) => self.timeouts.search,
        });
        let max_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_add(nodes / 4));
        let (mut search_info, mut is_stopped) = (SearchInfo::default(), false);
        loop {
            let line = engine.line(end.within(POLL_INTERVAL));
            search_info.taken = sent.elapsed();
            let is_late = end.is_past();
            match line {
                Ok(line) if line == "bestmove" || line.starts_with("bestmove ") => {
                    if is_late {
                        return Err(NoMove::Forfeit(Forfeit::TimeLoss));
                    }
                    let best = line.split_ascii_whitespace().nth(1).unwrap_or_default();
                    return Ok((best.to_string(), search_info));
                }
                Ok(line) => {
                    search_info.update(&line);
                }
                Err(ReadLineError::TimedOut) => {}
                Err(ReadLineError::Ended(status)) => return Err(crash(status)),
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoMove::Stopped);
            }
            // For engines that do not know `nodes`.
            let is_enough = search_info.nodes > Some(max_nodes)
                || limits.time.is_some_and(|time| search_info.taken > time);
            if is_enough && !is_stopped {
                engine.send("stop");
                is_stopped = true;
            }
            if is_late {
                return Err(NoMove::Forfeit(forfeit_after_timeout(
                    engine,
                    limits.clock.is_some(),
                    STOP_GRACE.min(self.timeouts.search),
                )));
            }
        }
    }
}

/// Whether an engine that is out of time responds to `stop`.
fn forfeit_after_timeout(engine: &mut UciEngine<'_>, has_clock: bool, timeout: Duration) -> Forfeit {
    engine.send("stop");
    let end = Deadline::after(timeout);
    while !end.is_past() {
        match engine.line(end) {
            Ok(line) if line.starts_with("bestmove") && has_clock => return Forfeit::TimeLoss,
            Ok(_) => {}
            Err(ReadLineError::TimedOut) => break,
            Err(ReadLineError::Ended(status)) => return Forfeit::Crash(status),
        }
    }
    Forfeit::Hang
}
