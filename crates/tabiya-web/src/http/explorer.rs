//! The endpoints of lichess' Explorer protocol, for programs with a configurable base URL.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Response, StatusCode, Uri, header};
use axum::routing::{MethodRouter, get};
use tabiya_db::GameId;

use super::routes::{AppState, error_response};
use crate::api::Reply;
use crate::error::ApiError;
use crate::explorer::{Endpoint, Query};

/// The endpoints; some clients still use the old names.
pub(super) const ADDRESSES: [(&str, Endpoint); 5] = [
    ("/masters", Endpoint::Masters),
    ("/master", Endpoint::Masters),
    ("/lichess", Endpoint::Lichess),
    ("/player", Endpoint::Player),
    ("/personal", Endpoint::Player),
];
pub(super) const GAMES: [&str; 2] = ["/masters/pgn/", "/master/pgn/"];

/// Whether a path belongs to the protocol.
pub(super) fn is_own_host(path: &str) -> bool {
    ADDRESSES.iter().any(|(address, _)| *address == path) || GAMES.iter().any(|games| path.starts_with(games))
}

pub(super) fn statistics(endpoint: Endpoint) -> MethodRouter<Arc<AppState>> {
    get(move |State(app): State<Arc<AppState>>, uri: Uri| async move {
        let answer = async {
            let query = Query::read(endpoint, uri.query().unwrap_or_default())?;
            app.explorer.query(move |database| query.answer(database)).await
        };
        let reply = Reply::from(answer.await);
        let is_stream = endpoint == Endpoint::Player && reply.status == 200;
        if is_stream {
            // Newline-delimited JSON with one object: there are no games to download first.
            return written("application/x-ndjson", reply.body + "\n");
        }
        super::routes::write(reply)
    })
    .options(preflight)
}

pub(super) fn games() -> MethodRouter<Arc<AppState>> {
    get(|State(app): State<Arc<AppState>>, Path(id): Path<String>| async move {
        let pgn = async {
            let number = id.trim_end_matches(".pgn").parse();
            let number = number.map_err(|_| ApiError::new(404, "game ids are numbers from 1"))?;
            app.explorer.query(move |database| crate::explorer::pgn(database, GameId(number))).await
        };
        match pgn.await {
            Ok(pgn) => written("application/x-chess-pgn", pgn),
            Err(error) => error_response(&error),
        }
    })
    .options(preflight)
}

/// The CORS preflight of an allowed origin.
async fn preflight() -> Response<Body> {
    let response = Response::builder()
        .status(StatusCode::NO_CONTENT)
        .header(header::ALLOW, "GET, HEAD, OPTIONS")
        .header(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD")
        .header(header::ACCESS_CONTROL_ALLOW_HEADERS, "accept, authorization, content-type")
        .header(header::ACCESS_CONTROL_MAX_AGE, "86400")
        .header("access-control-allow-private-network", "true");
    response.body(Body::empty()).expect("the headers are valid")
}

fn written(kind: &str, text: String) -> Response<Body> {
    let response = Response::builder()
        .header(header::CONTENT_TYPE, kind)
        .header(header::CONTENT_LENGTH, text.len())
        .header(header::CACHE_CONTROL, "no-store");
    response.body(Body::from(text)).expect("the headers are valid")
}
