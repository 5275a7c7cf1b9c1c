use std::io;
use std::time::Instant;

/// The times of one contender in seconds.
#[derive(Clone, Debug)]
pub struct Times {
    pub name: String,
    seconds: Vec<f64>,
}

impl Times {
    /// Times measured elsewhere.
    pub fn of(name: impl Into<String>, seconds: Vec<f64>) -> Times {
        Times { name: name.into(), seconds }
    }

    /// The median. On a shared machine it depends on other load.
    pub fn median(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
    }

    /// The minimum: the least disturbed run.
    pub fn best(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// One of the programs compared.
pub struct Contender<'a> {
    pub name: String,
    /// The timed function.
    pub run: Box<dyn FnMut() -> io::Result<u64> + 'a>,
    /// The expected result.
    pub expected: u64,
}

/// Runs the contenders in turn, repeatedly, so that load on the machine affects all of them.
///
/// A first round warms caches and is not counted. Every result is checked.
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
        Times { name: "contender".into(), seconds: seconds.to_vec() }
    }

    #[test]
    fn one_slow_repetition_moves_neither_the_median_nor_the_best() {
        assert_eq!(times(&[2.0, 9.0, 3.0]).median(), 3.0);
        assert_eq!(times(&[2.0, 3.0, 4.0, 9.0]).median(), 3.5);
        assert_eq!(times(&[2.0, 9.0, 3.0]).best(), 2.0);
    }

    #[test]
    fn a_wrong_answer_ends_the_run() {
        let wrong = Contender { name: "wrong".into(), run: Box::new(|| Ok(19)), expected: 20 };
        let error = interleaved(&mut [wrong], 1).expect_err("19 is not 20");
        assert_eq!(error.to_string(), "wrong found 19 instead of 20");
    }
}
