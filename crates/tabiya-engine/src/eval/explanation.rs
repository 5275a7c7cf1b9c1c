use std::fmt;

use tabiya::Color;

use super::{EvalTrace, Evaluate};

/// The terms of an evaluation as a table; printed by the command `eval`.
///
/// ```
/// use tabiya::{Makruk, Position};
/// use tabiya_engine::eval::Evaluator;
///
/// let table = Evaluator::<Makruk>::new().explain(&Position::start()).to_string();
/// assert!(table.contains("material"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    rows: Vec<Row>,
    value: i32,
    turn: Color,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    name: &'static str,
    /// White's and Black's share, each for middlegame and endgame.
    shares: [(i32, i32); 2],
}

impl Explanation {
    pub(super) fn of<R: Evaluate>(traces: &[EvalTrace; 2], value: i32, turn: Color) -> Explanation {
        let row = |term: &super::Term| {
            let share = |trace: &EvalTrace| {
                let counts =
                    trace.added.iter().zip(&trace.pressure).map(|(&added, &pressure)| added + pressure);
                let weighted = counts.zip(R::weights()).skip(term.at).take(term.len);
                weighted.fold((0, 0), |(middlegame, endgame), (count, weight)| {
                    let count = i32::from(count);
                    (middlegame + count * weight.middlegame(), endgame + count * weight.endgame())
                })
            };
            Row { name: term.name, shares: [share(&traces[0]), share(&traces[1])] }
        };
        Explanation { rows: R::TERMS.iter().map(row).collect(), value, turn }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<26} | {:^13} | {:^13} | {:^13}", "term", "white", "black", "difference")?;
        writeln!(f, "{:<26} | {1} | {1} | {1}", "", "middle    end")?;
        for Row { name, shares: [white, black] } in &self.rows {
            if (*white, *black) == ((0, 0), (0, 0)) {
                continue;
            }
            let difference = (white.0 - black.0, white.1 - black.1);
            write!(f, "{name:<26}")?;
            for (middlegame, endgame) in [*white, *black, difference] {
                write!(f, " | {middlegame:>6} {endgame:>6}")?;
            }
            writeln!(f)?;
        }
        let white = if self.turn == Color::White { self.value } else { -self.value };
        write!(f, "Value {white} centipawns for white; pressure is squared, endings are scaled")
    }
}
