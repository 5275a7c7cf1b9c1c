//! Makruk.

mod bia;
mod endings;
mod khun;
mod pieces;
mod terms;
mod threats;

use tabiya::{Color, Makruk, Position, Role};

use super::makruk_weights_table::TABLE;
use super::structures::Structures;
use super::view::View;
use super::{EndgameKnowledge, Evaluate, Tally, TaperedScore, Term, pack};

static WEIGHTS: [TaperedScore; terms::COUNT] = pack(&TABLE);

impl Evaluate for Makruk {
    const TERMS: &'static [Term] = terms::TERMS;
    const FULL_PHASE: i32 = 30;
    const BY_VALUE: &'static [Role] =
        &[Self::BIA, Self::BIA_NGAI, Self::MET, Self::KHON, Self::MA, Self::RUA, Self::KHUN];

    #[inline]
    fn piece_value(role: Role) -> i32 {
        // Pawn, knight, bishop, rook, queen, king, promoted bia: bia, ma, khon, rua, met, khun.
        const VALUE: [i32; 7] = [100, 320, 270, 560, 170, 0, 170];
        VALUE[role as usize]
    }

    #[inline(always)]
    fn weights() -> &'static [TaperedScore] {
        &WEIGHTS
    }

    #[inline(always)]
    fn add_terms<T: Tally>(
        position: &Position<Makruk>,
        structures: &mut Structures<Makruk>,
        sides: &mut [T; 2],
    ) {
        let views = View::both(position);
        let passed = T::add_structure(sides, structures, position, |sides| {
            let [white, black] = sides;
            [bia::structure(&views[0], white), bia::structure(&views[1], black)]
        });
        let attacks = [0, 1].map(|side| {
            let (color, tally) = (Color::ALL[side], &mut sides[side]);
            let pieces = [Makruk::BIA, Makruk::MA, Makruk::KHON, Makruk::RUA, Makruk::MET, Makruk::BIA_NGAI];
            for (place, role) in pieces.into_iter().enumerate() {
                tally.add(terms::MATERIAL, place, position.pieces(color, role).len() as i32);
            }
            pieces::place(&views[side], tally)
        });
        for side in [0, 1] {
            let (view, tally) = (&views[side], &mut sides[side]);
            let (ours, theirs) = (&attacks[side], &attacks[1 - side].flipped());
            threats::evaluate(view, ours, theirs, tally);
            khun::add_pressure(view, ours, theirs, tally);
            bia::ahead(passed[side], view, ours, theirs, tally);
        }
        sides[position.turn() as usize].add(terms::TEMPO, 0, 1);
    }

    #[inline(always)]
    fn phase(position: &Position<Makruk>) -> i32 {
        let id = position.identity();
        let minors = id.role(Makruk::MA) | id.role(Makruk::KHON);
        let mets = id.role(Makruk::MET) | id.role(Makruk::BIA_NGAI);
        (mets.len() + 2 * minors.len() + 3 * id.role(Makruk::RUA).len()) as i32
    }

    #[inline]
    fn ending(position: &Position<Makruk>, endgame: i32) -> EndgameKnowledge {
        endings::of(position, if endgame >= 0 { Color::White } else { Color::Black })
    }
}

/// The index of a square in a left-right symmetric table.
#[inline(always)]
fn symmetric_index(square: tabiya::Square) -> usize {
    let (file, rank) = (square as usize & 7, square as usize >> 3);
    4 * rank + file.min(7 - file)
}
