//! Streamed responses. When the client disconnects the stream is dropped, and the work that feeds it stops.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::{Response, header};
use futures_util::stream::{self, Stream, StreamExt};
use tokio::sync::mpsc;

use crate::engine::{self, RunningAnalysis};

/// The events of an analysis.
pub(super) fn events(running: RunningAnalysis) -> Response<Body> {
    // Owns all of `running`: a `poll_fn` closure would capture only the receiver and drop the guard, which stops the search.
    let events = stream::unfold(running, |mut running| async move {
        let event = running.events.recv().await?;
        Some((event, running))
    });
    respond("text/event-stream", events.map(|event| Bytes::from(engine::to_sse(&event))))
}

/// A file that is decompressed while it is sent.
pub(super) fn decompressed(mut chunks: mpsc::Receiver<Bytes>) -> Response<Body> {
    respond("application/vnd.chess-pgn", stream::poll_fn(move |context| chunks.poll_recv(context)))
}

fn respond(content_type: &str, chunks: impl Stream<Item = Bytes> + Send + 'static) -> Response<Body> {
    let response = Response::builder()
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CACHE_CONTROL, "no-store");
    let body = Body::from_stream(chunks.map(Ok::<_, Infallible>));
    response.body(body).expect("the headers are valid")
}
