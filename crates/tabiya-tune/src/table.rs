//! Tables of weights as Rust source, compiled into the engine.

use std::fmt::Write;

use tabiya_engine::eval::Term;

/// The source: a comment per term, eight weights per line.
pub(crate) fn render(terms: &[Term], weights: &[(i16, i16)]) -> String {
    let mut text = String::from(
        "//! Weights written by `tabiya-tune fit`: middlegame and endgame, in centipawns.\n\n#[rustfmt::skip]\n",
    );
    let _ = writeln!(text, "pub(super) const TABLE: [(i16, i16); {}] = [", weights.len());
    for term in terms {
        let _ = writeln!(text, "    // {}", term.name);
        for row in weights[term.at..term.at + term.len].chunks(8) {
            let row: Vec<String> = row.iter().map(|(middle, end)| format!("({middle}, {end}),")).collect();
            let _ = writeln!(text, "    {}", row.join(" "));
        }
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::{Chess, Makruk};
    use tabiya_engine::eval::Evaluate;

    fn as_compiled<R: Evaluate>() -> String {
        let halves =
            |score: &tabiya_engine::eval::TaperedScore| (score.middlegame() as i16, score.endgame() as i16);
        render(R::TERMS, &R::weights().iter().map(halves).collect::<Vec<_>>())
    }

    #[test]
    fn the_engine_holds_the_tables_as_they_are_written() {
        assert_eq!(
            as_compiled::<Chess>(),
            include_str!("../../tabiya-engine/src/eval/chess_weights_table.rs")
        );
        assert_eq!(
            as_compiled::<Makruk>(),
            include_str!("../../tabiya-engine/src/eval/makruk_weights_table.rs")
        );
    }
}
