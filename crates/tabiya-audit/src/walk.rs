//! Random games for the audits.

use tabiya::{AnyPosition, Move, MoveKind, Position, Role, Variant};

use tabiya::keys::SplitMix64;

/// Moves played from a position.
#[derive(Clone, Debug)]
pub(crate) struct PlayedMoves {
    pub(crate) start: AnyPosition,
    pub(crate) moves: Vec<Move>,
}

impl PlayedMoves {
    /// Appends a legal move of the last position.
    pub(crate) fn push_move(&mut self, here: &AnyPosition, mv: Move) -> AnyPosition {
        self.moves.push(mv);
        here.play_legal(mv)
    }

    /// All positions, from the start.
    pub(crate) fn positions(&self) -> Vec<AnyPosition> {
        let mut positions = vec![self.start];
        let mut position = self.start;
        for &mv in &self.moves {
            position = position.play_legal(mv);
            positions.push(position);
        }
        positions
    }
}

/// The start position; a random one for Chess960.
pub(crate) fn start(variant: Variant, random: &mut SplitMix64) -> AnyPosition {
    if variant != Variant::Chess960 {
        return AnyPosition::start(variant);
    }
    let number = random.below(960) as u16;
    AnyPosition::Chess960(Position::start_960(number).expect("there are 960"))
}

/// A random legal move; `None` if the game is over.
pub(crate) fn any_move(position: &AnyPosition, random: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}

/// A random legal move, with a preference for those that are hard to implement: double steps, en passant captures,
/// castling, promotions.
pub(crate) fn tricky_move(position: &AnyPosition, random: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    let is_tricky = |mv: &&Move| match mv.kind {
        MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Castle | MoveKind::Promotion(_) => true,
        MoveKind::Normal | MoveKind::Capture => false,
    };
    let tricky: Vec<Move> = moves.iter().filter(is_tricky).copied().collect();
    if !tricky.is_empty() && random.below(3) == 0 {
        return Some(tricky[random.below(tricky.len())]);
    }
    any_move(position, random)
}

/// Both sides move a piece and back: four moves that restore the position, if possible.
pub(crate) fn excursion(position: &AnyPosition, random: &mut SplitMix64) -> Option<[Move; 4]> {
    let (outward, after) = move_out(position, random)?;
    let (reply, after_reply) = move_out(&after, random)?;
    let (inward, after_back) = move_back(&after_reply, outward)?;
    let (reply_return, _) = move_back(&after_back, reply)?;
    Some([outward, reply, inward, reply_return])
}

/// A move of a piece other than a pawn to an empty square.
fn move_out(position: &AnyPosition, random: &mut SplitMix64) -> Option<(Move, AnyPosition)> {
    let moves = position.legal_moves();
    let quiet: Vec<Move> =
        moves.iter().filter(|mv| mv.kind == MoveKind::Normal && mv.role != Role::Pawn).copied().collect();
    let mv = *quiet.get(random.below(quiet.len().max(1)))?;
    Some((mv, position.play_legal(mv)))
}

fn move_back(position: &AnyPosition, outward: Move) -> Option<(Move, AnyPosition)> {
    let mv = Move { from: outward.to, to: outward.from, ..outward };
    position.play(mv).ok().map(|position| (mv, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excursion_restores_the_position() {
        let mut random = SplitMix64::new(1);
        for variant in Variant::ALL {
            let start = start(variant, &mut random);
            let moves = (0..50).find_map(|_| excursion(&start, &mut random)).expect("knights and others can");
            let end = moves.iter().fold(start, |position, &mv| position.play_legal(mv));
            assert_eq!(end.identity().occupied(), start.identity().occupied());
            assert_eq!(end.turn(), start.turn());
        }
    }

    #[test]
    fn chess960_games_have_many_start_positions() {
        let mut random = SplitMix64::new(1);
        let mut fens: Vec<String> =
            (0..100).map(|_| start(Variant::Chess960, &mut random).to_fen()).collect();
        fens.sort();
        fens.dedup();
        assert!(fens.len() > 80);
    }
}
