//! Late move reductions (LMR): how much less deeply late moves are searched.

/// Plies to take off, by depth and by how many moves came before; in 1024ths.
pub(crate) struct Reductions {
    quiet: [[i32; 64]; 64],
    noisy: [[i32; 64]; 64],
}

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let table = |base: f64, divisor: f64| {
            let mut table = [[0; 64]; 64];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (moves, entry) in row.iter_mut().enumerate().skip(1) {
                    let plies = base + (depth as f64).ln() * (moves as f64).ln() / divisor;
                    *entry = (1024.0 * plies) as i32;
                }
            }
            table
        };
        Reductions { quiet: table(0.85, 2.2), noisy: table(0.2, 3.3) }
    }

    pub(crate) fn of(&self, is_quiet: bool, depth: i32, moves: usize) -> i32 {
        let table = if is_quiet { &self.quiet } else { &self.noisy };
        table[depth.clamp(0, 63) as usize][moves.min(63)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_at_greater_depth_are_reduced_more() {
        let reductions = Reductions::new();
        assert!(reductions.of(true, 10, 20) > reductions.of(true, 10, 5));
        assert!(reductions.of(true, 20, 20) > reductions.of(true, 5, 20));
        assert!(reductions.of(false, 10, 20) < reductions.of(true, 10, 20));
        assert_eq!(reductions.of(true, 0, 0), 0);
        assert!(reductions.of(true, 1000, 1000) < 12 * 1024);
    }
}
