//! A transposition table under a plain alpha-beta search: how many nodes it saves.

use tabiya::{Chess, Color, Position, Role};
use tabiya_table::{Bound, Entry, Table};

struct Search<'a> {
    table: Option<&'a Table>,
    nodes: u64,
}

impl Search<'_> {
    /// The value for the side to move, between alpha and beta.
    fn search(&mut self, position: &Position<Chess>, depth: u8, mut alpha: i16, beta: i16) -> i16 {
        self.nodes += 1;
        if depth == 0 {
            return material(position);
        }
        let known = self.table.and_then(|table| table.probe(position.key()));
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            match entry.bound {
                Bound::Exact => return entry.score,
                Bound::Lower if entry.score >= beta => return entry.score,
                Bound::Upper if entry.score <= alpha => return entry.score,
                _ => {}
            }
        }
        let first = alpha;
        let (mut best, mut best_move) = (-30_000, None);
        for mv in position.legal_moves() {
            let score = -self.search(&position.play_legal(mv), depth - 1, -beta, -alpha);
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best <= first => Bound::Upper,
            _ => Bound::Exact,
        };
        if let Some(table) = self.table {
            let mv = best_move.map(Into::into);
            table.store(position.key(), Entry { mv, score: best, eval: 0, depth, bound, was_pv: false });
        }
        best
    }
}

/// The pieces, in pawns.
fn material(position: &Position<Chess>) -> i16 {
    let value = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let of = |color: Color| -> i16 {
        value.iter().map(|&(role, value)| value * position.pieces(color, role).len() as i16).sum()
    };
    of(position.turn()) - of(!position.turn())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1".parse()?;
    let table = Table::new(1)?;
    let [with, without] = [Some(&table), None].map(|table| {
        let mut search = Search { table, nodes: 0 };
        let score = search.search(&position, 9, -30_000, 30_000);
        (score, search.nodes)
    });
    println!("with a table {} nodes, without one {}", with.1, without.1);
    assert_eq!(with.0, without.0);
    assert!(with.1 < without.1);
    Ok(())
}
