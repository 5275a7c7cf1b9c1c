use tabiya::{AnyPosition, Move, with_position};

use super::locate::{Hit, Question};
use crate::database::Database;
use crate::error::Result;
use crate::filter::{Filter, Sieve};
use crate::store::moves;
use crate::store::segment::Segment;

/// A sequence of moves from a start position.
struct Road<'a> {
    start: &'a AnyPosition,
    is_usual: bool,
    /// The encoded moves, as in a segment.
    coded: Vec<u8>,
}

impl<'a> Road<'a> {
    /// Encodes the moves; also returns the final position.
    fn new(start: &'a AnyPosition, line: &[Move]) -> (Road<'a>, AnyPosition) {
        let (mut position, mut coded) = (*start, Vec::new());
        for mv in line {
            moves::push(&mut coded, with_position!(&position, position => moves::code(position, *mv)));
            position = position.play_legal(*mv);
        }
        let is_usual = start.identity() == AnyPosition::start(start.variant()).identity();
        (Road { start, is_usual, coded }, position)
    }

    /// Whether a game began with these moves. Move codes are prefix-free, so comparing bytes is sufficient.
    fn is_taken_by(&self, segment: &Segment, game: usize) -> Result<bool> {
        let facts = segment.games.row(game)?.facts();
        let (_, coded) = segment.games.record(game)?;
        if !coded.starts_with(&self.coded) {
            return Ok(false);
        }
        if !facts.has_setup {
            return Ok(self.is_usual);
        }
        Ok(segment.games.start(game, &facts)?.identity() == self.start.identity())
    }
}

impl Database {
    /// Counts the games that reached a position by exactly these moves from this start. The other games that reached it
    /// transposed into it. Returns `None` if more than `most` games reached the position.
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
    /// assert_eq!(database.by_this_road(&start, &line, &Filter::default(), 1000)?, Some(2));
    /// assert_eq!(database.by_this_road(&start, &line, &Filter::default(), 2)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_this_road(
        &self,
        start: &AnyPosition,
        line: &[Move],
        filter: &Filter,
        most: usize,
    ) -> Result<Option<u64>> {
        let (road, position) = Road::new(start, line);
        let state = self.state();
        let sieve = Sieve::new(filter, &state.segments);
        let question = Question::new(&position);
        let (mut seen, mut taken) = (0, 0);
        for (index, segment) in state.segments.iter().enumerate() {
            let mut last = None;
            let mut look = |game: usize| -> Result<bool> {
                if last.replace(game) == Some(game) {
                    return Ok(true);
                }
                seen += 1;
                let is_meant = seen <= most
                    && road.is_taken_by(segment, game)?
                    && sieve.admits(&segment.games, index, game, &segment.games.row(game)?)?;
                taken += u64::from(is_meant);
                Ok(seen <= most)
            };
            let is_countable = match question.locate(segment)? {
                None => true,
                Some(Hit::Single(visits)) => look(visits.game)?,
                Some(Hit::Shared(shared)) => {
                    let mut postings = shared.postings()?;
                    postings.try_fold(
                        true,
                        |goes_on, (game, _)| {
                            if goes_on { look(game as usize) } else { Ok(false) }
                        },
                    )?
                }
            };
            if !is_countable {
                return Ok(None);
            }
        }
        Ok(Some(taken))
    }
}
