use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::{Response, header};
use hyper::body::Frame;
use tokio::sync::mpsc;

use crate::engine::{self, RunningAnalysis};

/// The events of an analysis. When the client disconnects this is dropped, and the search stops.
struct EventStream(RunningAnalysis);

impl hyper::body::Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let event = self.0.events.poll_recv(context);
        event.map(|event| event.map(|event| Ok(Frame::data(Bytes::from(engine::to_sse(&event))))))
    }
}

pub(super) fn respond(running: RunningAnalysis) -> Response<Body> {
    let response = Response::builder()
        .header(header::CONTENT_TYPE, "text/event-stream")
        .header(header::CACHE_CONTROL, "no-store");
    response.body(Body::new(EventStream(running))).expect("the headers are valid")
}

/// A file that is decompressed while it is sent. When the client disconnects this is dropped, and decompression stops.
struct ChunkStream(mpsc::Receiver<Bytes>);

impl hyper::body::Body for ChunkStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|chunk| chunk.map(|chunk| Ok(Frame::data(chunk))))
    }
}

pub(super) fn decompressed(chunks: mpsc::Receiver<Bytes>) -> Response<Body> {
    let response = Response::builder()
        .header(header::CONTENT_TYPE, "application/vnd.chess-pgn")
        .header(header::CACHE_CONTROL, "no-store");
    response.body(Body::new(ChunkStream(chunks))).expect("the headers are valid")
}
