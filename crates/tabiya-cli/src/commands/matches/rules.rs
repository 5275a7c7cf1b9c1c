//! Parsing rules such as `movecount=4,score=600`.

use tabiya_match::stats::{EloModel, Sprt};
use tabiya_match::{DrawRule, ResignRule};

pub(super) fn draw(text: &str) -> Result<DrawRule, String> {
    let mut rule = DrawRule::new(40, 8, 10);
    for (key, value) in pairs(text)? {
        match key {
            "movenumber" => rule.from_move = number(value, 0.0, 10_000.0)? as u32,
            "movecount" => rule.moves = number(value, 1.0, 10_000.0)? as u32,
            "score" => rule.score = number(value, 0.0, 10_000.0)? as i32,
            _ => return Err(format!("expected movenumber, movecount or score, not `{key}`")),
        }
    }
    Ok(rule)
}

pub(super) fn resign(text: &str) -> Result<ResignRule, String> {
    let mut rule = ResignRule::new(4, 600);
    for (key, value) in pairs(text)? {
        match key {
            "movecount" => rule.moves = number(value, 1.0, 10_000.0)? as u32,
            "score" => rule.score = number(value, 1.0, 100_000.0)? as i32,
            _ => return Err(format!("expected movecount or score, not `{key}`")),
        }
    }
    Ok(rule)
}

pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let mut test = Sprt::new(0.0, 5.0);
    for (key, value) in pairs(text)? {
        match (key, value) {
            ("elo0", _) => test.elo0 = number(value, -1000.0, 1000.0)?,
            ("elo1", _) => test.elo1 = number(value, -1000.0, 1000.0)?,
            ("alpha", _) => test.alpha = number(value, 1e-6, 0.49)?,
            ("beta", _) => test.beta = number(value, 1e-6, 0.49)?,
            ("model", "logistic") => test.model = EloModel::Logistic,
            ("model", "normalised" | "normalized") => test.model = EloModel::Normalized,
            ("model", _) => return Err("expected model=logistic or model=normalised".into()),
            _ => return Err(format!("expected elo0, elo1, alpha, beta or model, not `{key}`")),
        }
    }
    if test.elo0 >= test.elo1 {
        return Err("elo0 must be less than elo1".into());
    }
    Ok(test)
}

fn pairs(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words
        .map(|word| word.split_once('=').ok_or_else(|| format!("expected key=value, not `{word}`")))
        .collect()
}

fn number(value: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from {least} to {most}, not `{value}`"))
}
