//! Recognizes which built-in dialect an engine uses.

use tabiya::keys::{KeyPart, schemes};
use tabiya::{AnyPosition, MoveKind, Variant};

use super::session::{EngineError, Session};
use super::trial::UciSetup;
use crate::dialect::starts;

/// A dialect's name and key function.
type Candidate = (&'static str, Box<dyn Fn(&AnyPosition) -> u128>);

/// The dialects that give the engine's keys, for positions that distinguish them.
pub(super) fn dialects(session: &mut Session, variant: Variant) -> Result<Vec<String>, EngineError> {
    let mut candidates = candidates(variant);
    for sample in samples(variant) {
        let answer = session.answer(&UciSetup::fen(&sample).commands)?;
        candidates.retain(|(_, key)| key(&sample) == answer.key);
        if candidates.is_empty() {
            break;
        }
    }
    Ok(candidates.into_iter().map(|(name, _)| name.to_string()).collect())
}

fn candidates(variant: Variant) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = vec![
        ("tabiya", Box::new(|position| u128::from(position.key().0))),
        ("tabiya-128", Box::new(|position| position.key_128().0)),
    ];
    for scheme in schemes::ALL.into_iter().filter(|scheme| scheme.layout().games.contains(variant)) {
        let key = |position: &AnyPosition| {
            scheme.any_key(KeyPart::Full, position).map_or(0, |key| u128::from(key.0))
        };
        candidates.push((scheme.name(), Box::new(key)));
    }
    candidates
}

/// Positions in which dialects differ: the start, late clocks, rights, double steps that can and cannot be
/// captured.
fn samples(variant: Variant) -> Vec<AnyPosition> {
    let mut samples = vec![AnyPosition::start(variant)];
    samples.extend(starts::of(variant));
    let stepped: Vec<AnyPosition> = samples
        .iter()
        .flat_map(|start| {
            let moves = start.legal_moves();
            let steps = moves.iter().filter(|mv| mv.kind == MoveKind::DoubleStep);
            steps.map(|mv| start.play_legal(*mv)).collect::<Vec<_>>()
        })
        .collect();
    samples.extend(stepped);
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_distinguish_all_dialects() {
        for variant in [Variant::Chess, Variant::Makruk] {
            let samples = samples(variant);
            let mut keys: Vec<Vec<u128>> =
                candidates(variant).iter().map(|(_, key)| samples.iter().map(key).collect()).collect();
            let count = keys.len();
            keys.sort();
            keys.dedup();
            assert_eq!(keys.len(), count);
        }
    }
}
