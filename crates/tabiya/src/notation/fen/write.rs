//! Writing FEN.

use alloc::format;
use alloc::string::{String, ToString};

use super::alphabet::Alphabet;
use crate::{Color, FenFields, File, Makruk, Position, Rank, Rules, Square};

/// Which en passant squares a FEN contains.
///
/// [`Legal`](EnPassant::Legal) gives one text for positions that are the same under the rules, and is the default of
/// [`Position::to_fen`]. [`Always`](EnPassant::Always) follows the FEN standard: read back, it gives an equal position,
/// with the same key in dialects that include every double step.
///
/// ```
/// use tabiya::{Chess, EnPassant, Position};
///
/// let position = Position::<Chess>::start().play_uci("e2e4")?;
/// assert!(position.to_fen_with(EnPassant::Legal).ends_with(" b KQkq - 0 1"));
/// let always = position.to_fen_with(EnPassant::Always);
/// assert!(always.ends_with(" b KQkq e3 0 1"));
/// assert_eq!(always.parse(), Ok(position));
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassant {
    /// Only if a capture there is legal.
    #[default]
    Legal,
    /// After every double step.
    Always,
}

impl<R: Rules> Position<R> {
    /// The normalized FEN: castling rights as `KQkq`, or as the rooks' files if king or rooks are not on their
    /// standard squares; an en passant square only if a capture is legal. One text for one identity with its
    /// clocks: see [`EnPassant`].
    ///
    /// Makruk uses Fairy-Stockfish's notation: a promoted bia is `m~`, the fourth field is the limit of
    /// the count, the fifth the count, or the half-move clock while no count is running.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let position: Position<Chess> = "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1".parse()?;
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_fen_with(EnPassant::Legal)
    }

    /// The FEN with a choice of en passant squares.
    #[must_use]
    pub fn to_fen_with(&self, en_passant: EnPassant) -> String {
        self.fen_with(&self.castling_letters(), en_passant)
    }

    /// The position as Shredder-FEN: castling rights always name the rooks' files.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// assert_eq!(start.to_shredder_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    #[must_use]
    pub fn to_shredder_fen(&self) -> String {
        self.to_shredder_fen_with(EnPassant::Legal)
    }

    /// The same with a choice of en passant squares.
    #[must_use]
    pub fn to_shredder_fen_with(&self, en_passant: EnPassant) -> String {
        self.fen_with(&self.rook_files(), en_passant)
    }

    /// The FEN without clocks and counts: equal for two positions if and only if their identities are.
    ///
    /// ```
    /// use tabiya::{Chess, Makruk, Position};
    ///
    /// let position: Position<Chess> = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1".parse()?;
    /// assert_eq!(position.to_fen_without_clocks(), "4k3/8/8/8/4P3/8/8/4K3 b - -");
    /// let makruk = Position::<Makruk>::start();
    /// assert_eq!(makruk.to_fen_without_clocks(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub fn to_fen_without_clocks(&self) -> String {
        let mut fen = self.board_and_turn(Alphabet::of::<R>());
        if R::FEN_FIELDS == FenFields::Rights {
            self.write_rights(&self.castling_letters(), EnPassant::Legal, &mut fen);
        }
        fen
    }

    pub(super) fn fen_with(&self, castling: &str, en_passant: EnPassant) -> String {
        let mut fen = self.board_and_turn(Alphabet::of::<R>());
        let mut last = self.halfmove_clock();
        if R::FEN_FIELDS == FenFields::Rights {
            self.write_rights(castling, en_passant, &mut fen);
        } else if let Some(count) = R::running_count(self.count()) {
            fen.push_str(&format!(" - {}", count.limit));
            last = count.plies;
        } else {
            fen.push_str(" - -");
        }
        fen.push_str(&format!(" {last} {}", self.fullmove_number()));
        fen
    }

    fn board_and_turn(&self, alphabet: Alphabet) -> String {
        let mut fen = String::with_capacity(96);
        for rank in Rank::ALL.into_iter().rev() {
            if rank != Rank::Eighth {
                fen.push('/');
            }
            self.write_rank(rank, alphabet, &mut fen);
        }
        fen.push_str(match self.turn() {
            Color::White => " w",
            Color::Black => " b",
        });
        fen
    }

    fn write_rank(&self, rank: Rank, alphabet: Alphabet, fen: &mut String) {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = self.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            write_empty(empty, fen);
            empty = 0;
            alphabet.write(piece, fen);
        }
        write_empty(empty, fen);
    }

    fn write_rights(&self, castling: &str, en_passant: EnPassant, fen: &mut String) {
        let passed = match en_passant {
            EnPassant::Legal => self.en_passant_target(self.turn()),
            EnPassant::Always => self.double_step(),
        };
        let castling = if castling.is_empty() { "-" } else { castling };
        let en_passant = passed.map_or("-".to_string(), |square| square.to_string());
        fen.push_str(&format!(" {castling} {en_passant}"));
    }

    /// `KQkq` if king and rooks are on their standard squares, else the rooks' files.
    fn castling_letters(&self) -> String {
        if self.has_chess960_rights() { self.rook_files() } else { self.chess_castling_letters() }
    }

    /// `KQkq`, for king and rooks on their standard squares.
    pub(super) fn chess_castling_letters(&self) -> String {
        self.rook_files().replace('H', "K").replace('A', "Q").replace('h', "k").replace('a', "q")
    }

    /// Whether a right exists only in Chess960: the king is not on the e-file or a rook not in a corner.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// assert!(!Position::<Chess>::start().has_chess960_rights());
    /// assert!(Position::<Chess>::start_960(0).is_some_and(|start| start.has_chess960_rights()));
    /// ```
    #[must_use]
    pub fn has_chess960_rights(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.castling().is_chess960(color, self.king(color)))
    }

    /// White's first, the h-file first.
    pub(super) fn rook_files(&self) -> String {
        let mut letters = String::new();
        for color in Color::ALL {
            for file in File::ALL.into_iter().rev().filter(|&file| self.castling().has(color, file)) {
                letters.push(match color {
                    Color::White => file.char().to_ascii_uppercase(),
                    Color::Black => file.char(),
                });
            }
        }
        letters
    }
}

impl<R: Rules> Position<R> {
    /// The board in FEN letters, white at the bottom.
    pub(crate) fn diagram(&self) -> String {
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut row = format!("{} ", rank as u8 + 1);
            for file in File::ALL {
                let mut letter = String::new();
                match self.piece_at(Square::new(file, rank)) {
                    Some(piece) => Alphabet::of::<R>().write(piece, &mut letter),
                    None => letter.push('.'),
                }
                // A promoted bia has two letters and fills its column.
                row.push_str(&format!("{letter:<2}"));
            }
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text + "  a b c d e f g h"
    }
}

impl Position<Makruk> {
    /// The position in makruk-js's notation with three fields, or eight while a count is running. It has no field
    /// for the half-move clock.
    ///
    /// makruk-js counts moves of the counting side, we count half-moves: an odd limit, which the rules never
    /// set, is rounded down. The start of the count is not part of a position; the one written is where the rules
    /// start it.
    ///
    /// ```
    /// use tabiya::{Makruk, Position};
    ///
    /// let start = Position::<Makruk>::start();
    /// assert_eq!(start.to_makruk_js_fen(), "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1");
    /// let counted: Position<Makruk> = "8/8/8/4k3/8/8/R7/3K4 b - 32 8 1".parse()?;
    /// assert_eq!(counted.to_makruk_js_fen(), "8/8/8/4k3/8/8/R7/3K4 b 1 b pp 4 3 16");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub fn to_makruk_js_fen(&self) -> String {
        let mut fen = format!("{} {}", self.board_and_turn(Alphabet::MAKRUK_JS), self.fullmove_number());
        let count = self.count();
        if count.is_running() {
            // The count is even when the counting side is to move.
            let is_whole = count.plies.is_multiple_of(2);
            let counting = if (self.turn() == Color::White) == is_whole { 'w' } else { 'b' };
            let is_lone = Color::ALL.into_iter().any(|color| self.identity().color(color).len() == 1);
            let (honor, from) = if is_lone { ("pp", self.identity().occupied().len()) } else { ("bp", 0) };
            let (far, to) = (count.plies / 2, count.limit / 2);
            fen.push_str(&format!(" {counting} {honor} {far} {from} {to}"));
        }
        fen
    }
}

fn write_empty(squares: u8, fen: &mut String) {
    if squares > 0 {
        fen.push(char::from(b'0' + squares));
    }
}
