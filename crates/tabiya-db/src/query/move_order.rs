use tabiya::{AnyPosition, Move, with_position};

use super::locate::{Hit, PositionQuery};
use crate::database::Database;
use crate::error::Result;
use crate::filter::{CompiledFilter, Filter};
use crate::store::moves;
use crate::store::segment::Segment;

/// A sequence of moves from a start position.
struct MoveOrder<'a> {
    start: &'a AnyPosition,
    is_usual_start: bool,
    /// The encoded moves, as in a segment.
    encoded: Vec<u8>,
}

impl<'a> MoveOrder<'a> {
    /// Encodes the moves; also returns the final position.
    fn new(start: &'a AnyPosition, line: &[Move]) -> (MoveOrder<'a>, AnyPosition) {
        let (mut position, mut encoded) = (*start, Vec::new());
        for mv in line {
            moves::push(&mut encoded, with_position!(&position, position => moves::code(position, *mv)));
            position = position.play_legal(*mv);
        }
        let is_usual_start = start.identity() == AnyPosition::start(start.variant()).identity();
        (MoveOrder { start, is_usual_start, encoded }, position)
    }

    /// Whether a game began with these moves. Move codes are prefix-free, so comparing bytes is sufficient.
    fn is_matched_by(&self, segment: &Segment, game: usize) -> Result<bool> {
        let facts = segment.games.row(game)?.facts();
        let (_, encoded) = segment.games.record(game)?;
        if !encoded.starts_with(&self.encoded) {
            return Ok(false);
        }
        if !facts.has_setup {
            return Ok(self.is_usual_start);
        }
        Ok(segment.games.start(game, &facts)?.identity() == self.start.identity())
    }
}

impl Database {
    /// Counts the games that reached a position by exactly these moves from this start. The other games that reached it
    /// transposed into it. Returns `None` if more than `limit` games reached the position.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    /// use tabiya_db::{Database, Filter};
    ///
    /// let pgn = b"1. d4 Nf6 2. c4 e6 1-0\n\n1. c4 Nf6 2. d4 e6 0-1\n\n1. d4 Nf6 2. c4 e6 *";
    /// let database = Database::temporary(&pgn[..])?;
    /// let start = AnyPosition::start(Variant::Chess);
    /// let (mut position, mut line) = (start, Vec::new());
    /// for san in ["d4", "Nf6", "c4", "e6"] {
    ///     line.push(position.parse_san(san)?);
    ///     position = position.play_san(san)?;
    /// }
    /// assert_eq!(database.games_by_move_order(&start, &line, &Filter::default(), 1000)?, Some(2));
    /// assert_eq!(database.games_by_move_order(&start, &line, &Filter::default(), 2)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn games_by_move_order(
        &self,
        start: &AnyPosition,
        line: &[Move],
        filter: &Filter,
        limit: usize,
    ) -> Result<Option<u64>> {
        let (move_order, position) = MoveOrder::new(start, line);
        let state = self.state();
        let compiled = CompiledFilter::new(filter, &state);
        let query = PositionQuery::new(&position);
        let (mut seen, mut matching) = (0, 0);
        for (index, segment) in state.segments.iter().enumerate() {
            let mut last = None;
            let mut count_game = |game: usize| -> Result<bool> {
                if last.replace(game) == Some(game) {
                    return Ok(true);
                }
                seen += 1;
                let is_match = seen <= limit
                    && move_order.is_matched_by(segment, game)?
                    && compiled.admits(&segment.games, index, game, &segment.games.row(game)?)?;
                matching += u64::from(is_match);
                Ok(seen <= limit)
            };
            let is_countable = match query.locate(segment)? {
                None => true,
                Some(Hit::Single(visits)) => count_game(visits.game)?,
                Some(Hit::Shared(shared)) => {
                    let mut postings = shared.postings()?;
                    postings.try_fold(true, |should_continue, (game, _)| {
                        if should_continue { count_game(game as usize) } else { Ok(false) }
                    })?
                }
            };
            if !is_countable {
                return Ok(None);
            }
        }
        Ok(Some(matching))
    }
}
