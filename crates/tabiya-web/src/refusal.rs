use serde::Serialize;
use tabiya::FenError;

/// Why a request has no answer: a status, and a sentence for the person at the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Refusal {
    #[serde(skip)]
    pub(crate) status: u16,
    /// What is wrong.
    pub(crate) error: String,
    /// Each thing that is wrong with a FEN.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) problems: Vec<Problem>,
    /// Seconds after which it is worth asking again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retry_after: Option<u32>,
}

/// One thing that is wrong with a FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Problem {
    field: String,
    column: usize,
    reason: String,
}

impl Refusal {
    pub(crate) fn new(status: u16, error: impl Into<String>) -> Refusal {
        Refusal { status, error: error.into(), problems: Vec::new(), retry_after: None }
    }

    /// The request is well made, but what it says about chess is wrong.
    pub(crate) fn wrong(error: impl Into<String>) -> Refusal {
        Refusal::new(422, error)
    }

    /// There is too much to do just now.
    pub(crate) fn busy(status: u16, error: impl Into<String>, retry_after: u32) -> Refusal {
        Refusal { retry_after: Some(retry_after), ..Refusal::new(status, error) }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written as JSON")
    }
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Refusal {
        let problems = error.problems().iter().map(|problem| Problem {
            field: problem.field().to_string(),
            column: problem.column(),
            reason: problem.reason().to_owned(),
        });
        Refusal { problems: problems.collect(), ..Refusal::wrong(error.to_string()) }
    }
}
