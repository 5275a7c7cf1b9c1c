use std::io;
use std::time::Instant;

/// What one contender needed in each repetition, in seconds.
#[derive(Clone, Debug)]
pub struct Times {
    pub name: String,
    seconds: Vec<f64>,
}

impl Times {
    /// What somebody else has measured.
    pub fn of(name: impl Into<String>, seconds: Vec<f64>) -> Times {
        Times { name: name.into(), seconds }
    }

    /// The usual time. On a shared machine it moves with the neighbours.
    pub fn median(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
    }

    /// The least disturbed time.
    pub fn best(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// One of those who are compared.
pub struct Contender<'a> {
    pub name: String,
    /// What is timed.
    pub run: Box<dyn FnMut() -> io::Result<u64> + 'a>,
    /// What it must answer.
    pub expected: u64,
}

/// Lets the contenders run in turn, again and again, so that a slow minute of the machine hits all of them.
///
/// A first round warms caches and is not counted. Every answer is checked.
pub fn interleaved(contenders: &mut [Contender], repetitions: usize) -> io::Result<Vec<Times>> {
    let mut times: Vec<Times> =
        contenders.iter().map(|c| Times { name: c.name.clone(), seconds: Vec::new() }).collect();
    for round in 0..=repetitions {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let start = Instant::now();
            let answer = (contender.run)()?;
            let seconds = start.elapsed().as_secs_f64();
            if answer != contender.expected {
                let problem = format!("{} found {answer} instead of {}", contender.name, contender.expected);
                return Err(io::Error::other(problem));
            }
            if round > 0 {
                times.seconds.push(seconds);
            }
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(seconds: &[f64]) -> Times {
        Times { name: "somebody".into(), seconds: seconds.to_vec() }
    }

    #[test]
    fn one_slow_repetition_moves_neither_the_median_nor_the_best() {
        assert_eq!(times(&[2.0, 9.0, 3.0]).median(), 3.0);
        assert_eq!(times(&[2.0, 3.0, 4.0, 9.0]).median(), 3.5);
        assert_eq!(times(&[2.0, 9.0, 3.0]).best(), 2.0);
    }

    #[test]
    fn a_wrong_answer_ends_the_run() {
        let liar = Contender { name: "liar".into(), run: Box::new(|| Ok(19)), expected: 20 };
        let error = interleaved(&mut [liar], 1).expect_err("19 is not 20");
        assert_eq!(error.to_string(), "liar found 19 instead of 20");
    }
}
