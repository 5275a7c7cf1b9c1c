use std::io::{self, Write};

use tabiya::{AnyGame, AnyPosition, Move, Position, Rules, Variant, with_position};
use tabiya_pgn::replay::{variant_named, variant_tag};
use tabiya_pgn::{Export, Step, Tree, TreeBuilder, write_game, write_tag};

use super::locate::{Hit, PositionQuery};
use crate::database::{Database, GameId};
use crate::error::Result;
use crate::facts::Facts;
use crate::filter::{CompiledFilter, Filter};
use crate::found::tag;
use crate::store::games::{Games, ReplayVisitor};
use crate::store::moves;
use crate::store::notes::Notes;

/// A complete game with its tags and moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StoredGame {
    /// Its number.
    pub id: GameId,
    /// All tags in their original order.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: AnyPosition,
    /// The moves played.
    pub moves: Vec<Move>,
    /// The game tree, if the game has comments, NAGs or variations; without the tags.
    pub(crate) annotations: Option<Box<Tree>>,
    /// Result, date, ratings and other indexed data.
    pub facts: Facts,
}

impl StoredGame {
    /// Creates a game from its parts. The moves must be legal from the start position.
    #[must_use]
    pub fn new(
        id: GameId,
        tags: Vec<(String, String)>,
        start: AnyPosition,
        moves: Vec<Move>,
        facts: Facts,
    ) -> StoredGame {
        StoredGame { id, tags, start, moves, annotations: None, facts }
    }

    /// Reads a game without its annotations.
    pub(crate) fn read(games: &Games, number: usize, id: GameId) -> Result<StoredGame> {
        let facts = games.row(number)?.facts();
        let mut played = Moves::default();
        games.replay(number, &mut played)?;
        let (tags, start) = (games.all_tags(number)?, games.start(number, &facts)?);
        Ok(StoredGame { id, tags, start, moves: played.0, annotations: None, facts })
    }

    /// Reads the annotations of the game.
    pub(crate) fn read_annotations(&mut self, notes: &Notes, number: usize) -> Result<()> {
        self.annotations = notes.tree(number, &self.start, &self.moves, self.facts.result)?.map(Box::new);
        Ok(())
    }

    /// Whether the game has comments, NAGs or variations.
    #[must_use]
    pub fn has_annotations(&self) -> bool {
        self.annotations.is_some()
    }

    /// The game as a tree with its tags, comments, NAGs and variations.
    ///
    /// ```
    /// use tabiya_db::{Database, GameId};
    ///
    /// let database = Database::temporary(&b"[White \"Anderssen\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. f4 $1 1-0"[..])?;
    /// let tree = database.game(GameId(1))?.tree();
    /// assert_eq!((tree.len(), tree.tag("White")), (6, Some("Anderssen")));
    /// # Ok::<(), tabiya_db::DbError>(())
    /// ```
    #[must_use]
    pub fn tree(&self) -> Tree {
        let mut tree = match &self.annotations {
            Some(tree) => (**tree).clone(),
            None => {
                let mut builder = TreeBuilder::new(self.start);
                let mut node = Tree::ROOT;
                for mv in &self.moves {
                    let added = builder.append_step(node, Step::Move(*mv));
                    node = added.expect("a stored game has at most 65,535 legal moves");
                }
                builder.finish()
            }
        };
        tree.set_result(self.facts.result);
        tree.set_tags(self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        tree
    }

    /// The value of a tag, ignoring the case of its name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }

    /// Returns the game as PGN with its tags, moves and annotations.
    ///
    /// ```
    /// use tabiya_db::{Database, GameId};
    ///
    /// let database = Database::temporary(&b"[White \"Anderssen\"]\n[Board \"1\"]\n\n1. e4 e5 2. f4 1-0"[..])?;
    /// let pgn = database.game(GameId(1))?.to_pgn();
    /// assert!(pgn.contains("[White \"Anderssen\"]\n") && pgn.contains("[Board \"1\"]\n"));
    /// assert!(pgn.ends_with("\n1. e4 e5 2. f4 1-0\n\n"));
    /// # Ok::<(), tabiya_db::DbError>(())
    /// ```
    #[must_use]
    pub fn to_pgn(&self) -> String {
        if self.has_annotations() {
            return self.tree().to_pgn();
        }
        let mut export = Export::new().result(self.facts.result);
        for (name, value) in &self.tags {
            export = export.tag(name, value);
        }
        let mut game = AnyGame::from(self.start);
        self.moves.iter().for_each(|mv| game.play_legal(*mv));
        export.any_to_string(&game)
    }

    /// Writes the game as PGN with its tags, `more_tags`, moves, annotations and an empty line.
    pub fn write_pgn(&self, out: &mut impl Write, more_tags: &[(&str, &str)]) -> io::Result<()> {
        let own = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let tags = own.chain(self.variant_tag()).chain(more_tags.iter().copied());
        if let Some(tree) = &self.annotations {
            for (name, value) in tags {
                write_tag(out, name, value)?;
            }
            writeln!(out)?;
            return tree.write_movetext(out);
        }
        with_position!(&self.start, start => write_game(out, tags, start, &self.moves, self.facts.result))
    }

    /// The variant tag to add if the tags of the game do not imply its variant.
    fn variant_tag(&self) -> Option<(&'static str, &'static str)> {
        let named = self.tag("Variant").and_then(|name| variant_named(name, Variant::Chess));
        let name = variant_tag(self.facts.variant)?;
        (named != Some(self.facts.variant)).then_some(("Variant", name))
    }

    /// All positions of the game, including the start.
    #[must_use]
    pub fn positions(&self) -> Vec<AnyPosition> {
        let mut positions = vec![self.start];
        let mut position = self.start;
        for mv in &self.moves {
            position = position.play_legal(*mv);
            positions.push(position);
        }
        positions
    }
}

impl Database {
    /// Returns the first `limit` games that reached a position, in the order in which they were added.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    /// use tabiya_db::{Database, Filter};
    ///
    /// let database = Database::temporary(&b"1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 0-1"[..])?;
    /// let position = AnyPosition::start(Variant::Chess).play_san("e4")?.play_san("e5")?.play_san("Nf3")?;
    /// let games = database.find(&position, &Filter::default(), usize::MAX)?;
    /// assert_eq!(games.len(), 2);
    /// assert_eq!(database.first_ply(games[1], &position)?, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, position: &AnyPosition, filter: &Filter, limit: usize) -> Result<Vec<GameId>> {
        let state = self.state();
        let compiled = CompiledFilter::new(filter, &state);
        let query = PositionQuery::new(position);
        let mut found = Vec::new();
        for (index, segment) in state.segments.iter().enumerate() {
            let mut last = None;
            // Returns whether the limit is reached.
            let mut count_game = |game: usize| -> Result<bool> {
                let is_new = last.replace(game) != Some(game);
                if is_new && compiled.admits(&segment.games, index, game, &segment.games.row(game)?)? {
                    found.push(GameId::at(segment.first + game as u64));
                }
                Ok(found.len() >= limit)
            };
            let is_enough = match query.locate(segment)? {
                None => false,
                Some(Hit::Single(visits)) => count_game(visits.game)?,
                Some(Hit::Shared(shared)) => {
                    let mut is_enough = false;
                    let mut postings = shared.postings()?;
                    while let (false, Some((game, _))) = (is_enough, postings.next()) {
                        is_enough = count_game(game as usize)?;
                    }
                    is_enough
                }
            };
            if is_enough {
                break;
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Whether any game reached a position.
    pub fn contains(&self, position: &AnyPosition) -> Result<bool> {
        let query = PositionQuery::new(position);
        for segment in &self.state().segments {
            if query.locate(segment)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first ply at which a game reached a position, if it did; 0 is the start of the game.
    pub fn first_ply(&self, game: GameId, position: &AnyPosition) -> Result<Option<usize>> {
        let state = self.state();
        let (segment, number) = state.place(game)?;
        let visits = PositionQuery::new(position).visits(segment, number)?;
        Ok(visits.plies.first().map(|(ply, _)| *ply))
    }

    /// Calls `visit` with each game that matches a filter, in the order in which they were added, until it returns `false`.
    pub fn each_game(&self, filter: &Filter, mut visit: impl FnMut(GameId) -> Result<bool>) -> Result<()> {
        let state = self.state();
        let compiled = CompiledFilter::new(filter, &state);
        for (index, segment) in state.segments.iter().enumerate() {
            for game in 0..segment.games.count() {
                let row = segment.games.row(game)?;
                let is_match = compiled.admits(&segment.games, index, game, &row)?;
                if is_match && !visit(GameId::at(segment.first + game as u64))? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns a complete game.
    pub fn game(&self, game: GameId) -> Result<StoredGame> {
        let state = self.state();
        let (segment, number) = state.place(game)?;
        let mut stored = StoredGame::read(&segment.games, number, game)?;
        stored.read_annotations(&segment.notes, number)?;
        Ok(stored)
    }

    /// Returns result, date, ratings and other indexed data of a game, without reading the game itself.
    pub fn facts(&self, game: GameId) -> Result<Facts> {
        let state = self.state();
        let (segment, number) = state.place(game)?;
        Ok(segment.games.row(number)?.facts())
    }

    /// Returns all tags of a game in their original order, without replaying it.
    pub fn tags(&self, game: GameId) -> Result<Vec<(String, String)>> {
        let state = self.state();
        let (segment, number) = state.place(game)?;
        segment.games.all_tags(number)
    }
}

#[derive(Default)]
struct Moves(Vec<Move>);

impl ReplayVisitor for Moves {
    fn visit<R: Rules>(&mut self, position: &Position<R>, _: usize, code: Option<u16>) -> bool {
        self.0.extend(code.and_then(|code| moves::decode(position, code)));
        true
    }
}
