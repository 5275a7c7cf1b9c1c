use serde::Serialize;
use tabiya::{FenError, FenField};

/// An error response: an HTTP status, a code for programs, and a message for the user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ApiError {
    #[serde(skip)]
    pub(crate) status: u16,
    /// What went wrong, for programs: `notFound`.
    pub(crate) code: &'static str,
    /// What went wrong, for the user.
    #[serde(rename = "error")]
    pub(crate) message: String,
    /// All problems of a FEN.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub(crate) problems: Vec<Problem>,
    /// Seconds after which a retry makes sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) retry_after: Option<u32>,
}

/// One problem of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Problem {
    field: String,
    /// In bytes, from 1.
    column: usize,
    /// The field, for programs, or `illegalPosition`.
    code: &'static str,
    reason: String,
}

impl ApiError {
    /// An error with the usual code of its status.
    pub(crate) fn new(status: u16, message: impl Into<String>) -> ApiError {
        let code = match status {
            400 => "badRequest",
            403 => "forbidden",
            404 => "notFound",
            405 => "methodNotAllowed",
            408 => "requestTimeout",
            410 => "sessionExpired",
            413 => "tooLarge",
            415 => "unsupportedMediaType",
            422 => "invalid",
            429 => "rateLimited",
            501 => "needsServer",
            503 => "busy",
            _ => "internal",
        };
        ApiError { status, code, message: message.into(), problems: Vec::new(), retry_after: None }
    }

    /// The same error with a code of its own.
    pub(crate) fn with_code(self, code: &'static str) -> ApiError {
        ApiError { code, ..self }
    }

    /// A well-formed request with invalid chess data.
    pub(crate) fn invalid(message: impl Into<String>) -> ApiError {
        ApiError::new(422, message)
    }

    /// A temporary overload.
    pub(crate) fn busy(status: u16, message: impl Into<String>, retry_after: u32) -> ApiError {
        ApiError { retry_after: Some(retry_after), ..ApiError::new(status, message) }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can be written as JSON")
    }
}

impl From<FenError> for ApiError {
    fn from(error: FenError) -> ApiError {
        let problems = error.problems().iter().map(|problem| Problem {
            field: problem.field().to_string(),
            column: problem.column(),
            code: if problem.is_illegal_position() { "illegalPosition" } else { field_code(problem.field()) },
            reason: problem.reason().to_owned(),
        });
        let problems = problems.collect();
        ApiError { problems, ..ApiError::invalid(error.to_string()).with_code("invalidFen") }
    }
}

fn field_code(field: FenField) -> &'static str {
    match field {
        FenField::Board => "board",
        FenField::Turn => "turn",
        FenField::Castling => "castling",
        FenField::EnPassant => "enPassant",
        FenField::HalfmoveClock => "halfmoveClock",
        FenField::FullmoveNumber => "fullmoveNumber",
        FenField::CountLimit => "countLimit",
        FenField::Count => "count",
        _ => "text",
    }
}
