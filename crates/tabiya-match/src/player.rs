//! An engine at the board.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tabiya::{Variant, printable};

use crate::uci::{AnswerTimeout, Deadline, Peer, PeerError, Silence, variant_option};
use crate::{EngineSpec, MatchError, Misdeed, Patience, Thought};

/// Between two looks at whether the match is to stop.
const BLINK: Duration = Duration::from_millis(50);
/// So long an engine whose time is up may take to answer `stop`.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// An engine that plays games, one after the other, and is started again when it has to be.
#[derive(Debug)]
pub(crate) struct Player<'a> {
    spec: &'a EngineSpec,
    variant: Variant,
    patience: Patience,
    peer: Option<Peer<'a>>,
    /// It has not thought since it was started.
    is_fresh: bool,
    stop: &'a AtomicBool,
}

/// How much an engine may think about one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowance {
    /// What its clock shows, if it has one.
    pub(crate) clock: Option<Duration>,
    /// So many nodes; who reports many more is told to stop.
    pub(crate) nodes: Option<u64>,
    /// It is told to stop after this, and has done nothing wrong.
    pub(crate) time: Option<Duration>,
}

/// Why there is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoMove {
    Misdeed(Misdeed),
    /// The match was stopped.
    Stopped,
}

impl<'a> Player<'a> {
    /// The engine is started for its first game.
    pub(crate) fn new(
        spec: &'a EngineSpec,
        variant: Variant,
        patience: Patience,
        stop: &'a AtomicBool,
    ) -> Player<'a> {
        Player { spec, variant, patience, peer: None, is_fresh: false, stop }
    }

    pub(crate) fn spec(&self) -> &EngineSpec {
        self.spec
    }

    /// What the match calls it.
    pub(crate) fn name(&self) -> String {
        if let Some(name) = &self.spec.name {
            return name.clone();
        }
        let own = self.peer.as_ref().map_or_else(|| self.spec.label(), |peer| peer.name().to_string());
        match self.spec.number {
            Some(number) => format!("{own} ({number})"),
            None => own,
        }
    }

    /// Starts the program, if it is not running, and sets its options.
    fn sit_down(&mut self) -> Result<(), MatchError> {
        if self.peer.is_some() {
            return Ok(());
        }
        let failed =
            |error: PeerError| MatchError::Engine { engine: self.spec.label(), why: error.to_string() };
        let timeout = AnswerTimeout { patience: self.patience.to_start, stop: Some(self.stop) };
        let mut peer =
            Peer::start_in(self.spec.folder.as_deref(), &self.spec.command, timeout).map_err(failed)?;
        if let Some((name, value)) = variant_option(self.variant) {
            let knows = peer.option(name).is_some_and(|option| option.check(value).is_ok());
            if !knows {
                let why = format!("it does not play {}: it has no UCI option {name} {value}", self.variant);
                return Err(MatchError::Engine { engine: self.spec.label(), why });
            }
            peer.set_option(name, value).map_err(failed)?;
        }
        for (name, value) in &self.spec.options {
            let refused = |why: String| MatchError::Engine { engine: self.spec.label(), why };
            let option = peer
                .option(name)
                .ok_or_else(|| refused(format!("it has no UCI option `{}`", printable(name))))?;
            option.check(value).map_err(|why| refused(format!("option `{}`: {why}", printable(name))))?;
            let name = option.name().to_string();
            peer.set_option(&name, value).map_err(failed)?;
        }
        (self.peer, self.is_fresh) = (Some(peer), true);
        Ok(())
    }

    /// Gets ready for another game.
    pub(crate) fn new_game(&mut self) -> Result<(), MatchError> {
        if self.spec.restarts && !self.is_fresh {
            self.peer = None;
        }
        if self.is_ready_again() {
            return Ok(());
        }
        // It was well after its last game, or was ended in it: both deserve a fresh start.
        self.peer = None;
        self.sit_down()?;
        if self.is_ready_again() {
            return Ok(());
        }
        self.peer = None;
        let why = "it does not say `readyok` after `ucinewgame`".to_string();
        Err(MatchError::Engine { engine: self.spec.label(), why })
    }

    fn is_ready_again(&mut self) -> bool {
        let Some(peer) = &mut self.peer else { return false };
        peer.send("ucinewgame");
        peer.wait_until_ready().is_ok()
    }

    /// The move it chooses, as it writes it, and what it says about it.
    ///
    /// If something goes wrong the program is ended, and started anew for the next game.
    pub(crate) fn think(
        &mut self,
        position: &str,
        go: &str,
        allowed: Allowance,
    ) -> Result<(String, Thought), NoMove> {
        self.is_fresh = false;
        let answer = self.ask_for_move(position, go, allowed);
        if matches!(answer, Err(NoMove::Stopped | NoMove::Misdeed(Misdeed::Crash(_) | Misdeed::Hang))) {
            self.peer = None;
        }
        answer
    }

    fn ask_for_move(
        &mut self,
        position: &str,
        go: &str,
        allowed: Allowance,
    ) -> Result<(String, Thought), NoMove> {
        let crash = |status| NoMove::Misdeed(Misdeed::Crash(status));
        let Some(peer) = &mut self.peer else { return Err(crash(None)) };
        peer.send(position);
        // What it still says about its last move is not the answer to this question, and setting up the board is not
        // thinking.
        match peer.wait_until_ready() {
            Ok(()) => {}
            Err(PeerError::Ended { status, .. }) => return Err(crash(status)),
            Err(PeerError::Stopped) => return Err(NoMove::Stopped),
            Err(_) => return Err(NoMove::Misdeed(Misdeed::Hang)),
        }
        peer.send(go);
        let asked = Instant::now();
        let end = Deadline::after(match (allowed.clock, allowed.time) {
            (Some(clock), _) => clock.saturating_add(self.spec.margin),
            (None, Some(time)) => time.saturating_add(LAST_WORDS),
            (None, None) => self.patience.to_move,
        });
        let most_nodes = allowed.nodes.map_or(u64::MAX, |nodes| nodes.saturating_add(nodes / 4));
        let (mut thought, mut is_stopped) = (Thought::default(), false);
        loop {
            let line = peer.line(end.within(BLINK));
            thought.taken = asked.elapsed();
            let is_late = end.is_past();
            match line {
                Ok(line) if line == "bestmove" || line.starts_with("bestmove ") => {
                    if is_late {
                        return Err(NoMove::Misdeed(Misdeed::TimeLoss));
                    }
                    let best = line.split_ascii_whitespace().nth(1).unwrap_or_default();
                    return Ok((best.to_string(), thought));
                }
                Ok(line) => {
                    thought.listen(&line);
                }
                Err(Silence::TooLate) => {}
                Err(Silence::Ended(status)) => return Err(crash(status)),
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoMove::Stopped);
            }
            // Some engines do not know the word `nodes`. Those that do are at their end by now.
            let is_enough =
                thought.nodes > Some(most_nodes) || allowed.time.is_some_and(|time| thought.taken > time);
            if is_enough && !is_stopped {
                peer.send("stop");
                is_stopped = true;
            }
            if is_late {
                return Err(NoMove::Misdeed(too_late(
                    peer,
                    allowed.clock.is_some(),
                    LAST_WORDS.min(self.patience.to_move),
                )));
            }
        }
    }
}

/// Whether an engine whose time is up is only slow.
fn too_late(peer: &mut Peer<'_>, has_clock: bool, patience: Duration) -> Misdeed {
    peer.send("stop");
    let end = Deadline::after(patience);
    while !end.is_past() {
        match peer.line(end) {
            Ok(line) if line.starts_with("bestmove") && has_clock => return Misdeed::TimeLoss,
            Ok(_) => {}
            Err(Silence::TooLate) => break,
            Err(Silence::Ended(status)) => return Misdeed::Crash(status),
        }
    }
    Misdeed::Hang
}
