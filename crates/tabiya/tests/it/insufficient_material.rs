//! Insufficient material, against every placement of a few pieces on the board.

use tabiya::{Bitboard, Chess, Color, Makruk, Outcome, Piece, Position, Role, Rules, Setup, Square};

/// Whether white can mate black's king on one of these squares, with these pieces beside the kings.
fn mates<R: Rules>(kings: &[Square], pieces: &[Piece]) -> bool {
    let white = Piece { color: Color::White, role: Role::King };
    let black = Piece { color: Color::Black, role: Role::King };
    kings.iter().any(|&king| {
        let near = Bitboard::FULL.into_iter().filter(|&own| own != king);
        near.into_iter().any(|own| {
            let setup = Setup::new().with(king, black).with(own, white).turn(Color::Black);
            placed::<R>(&setup, pieces)
        })
    })
}

fn placed<R: Rules>(setup: &Setup, pieces: &[Piece]) -> bool {
    let Some((&piece, others)) = pieces.split_first() else {
        let position = setup.lenient_position::<R>();
        return position.is_ok_and(|position| {
            assert_eq!(R::is_dead(position.identity()), is_dead(&position));
            position.outcome() == Some(Outcome::Checkmate { winner: Color::White })
        });
    };
    let free = Bitboard::FULL.into_iter().filter(|&square| setup.piece_at(square).is_none());
    free.into_iter().any(|square| placed::<R>(&setup.with(square, piece), others))
}

fn is_dead<R: Rules>(position: &Position<R>) -> bool {
    Color::ALL.into_iter().all(|color| position.has_insufficient_material(color))
}

/// The result for white with these pieces beside the kings.
fn white_mates<R: Rules>(pieces: &[Piece]) -> bool {
    let squares = [Square::C4, Square::E3];
    let kings = Setup::new()
        .with(Square::A1, Piece { color: Color::White, role: Role::King })
        .with(Square::H8, Piece { color: Color::Black, role: Role::King });
    let setup = pieces.iter().zip(squares).fold(kings, |setup, (&piece, square)| setup.with(square, piece));
    setup.lenient_position::<R>().expect("the kings are apart").has_insufficient_material(Color::White)
}

fn white(role: Role) -> Piece {
    Piece { color: Color::White, role }
}

fn black(role: Role) -> Piece {
    Piece { color: Color::Black, role }
}

#[test]
fn one_piece_against_a_lone_king() {
    let everywhere: Vec<Square> = Bitboard::FULL.into_iter().collect();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let pieces = [white(role)];
        assert_eq!(white_mates::<Chess>(&pieces), !mates::<Chess>(&everywhere, &pieces), "{role}");
    }
    assert!(!white_mates::<Chess>(&[white(Role::Pawn)]));
    for role in [Makruk::BIA, Makruk::BIA_NGAI, Makruk::MA, Makruk::KHON, Makruk::MET, Makruk::RUA] {
        let pieces = [white(role)];
        assert_eq!(
            white_mates::<Makruk>(&pieces),
            !mates::<Makruk>(&everywhere, &pieces),
            "{}",
            role.makruk_name()
        );
    }
    assert!(white_mates::<Chess>(&[]) && white_mates::<Makruk>(&[]));
}

#[test]
fn one_piece_against_a_king_with_a_blocker() {
    let corner = [Square::A1];
    for own in [Role::Knight, Role::Bishop] {
        for theirs in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let pieces = [white(own), black(theirs)];
            // With bishops it also depends on the colors of their squares.
            if (own, theirs) != (Role::Bishop, Role::Bishop) {
                assert_eq!(
                    white_mates::<Chess>(&pieces),
                    !mates::<Chess>(&corner, &pieces),
                    "{own} {theirs}"
                );
            }
        }
    }
}
