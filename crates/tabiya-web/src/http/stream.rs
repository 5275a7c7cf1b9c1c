use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::{Response, header};
use hyper::body::Frame;

use crate::engine::{self, Thinking};

/// The engine's thoughts as a stream of events. When the page goes, this is dropped, and the search stops.
struct Thoughts(Thinking);

impl hyper::body::Body for Thoughts {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let event = self.0.events.poll_recv(context);
        event.map(|event| event.map(|event| Ok(Frame::data(Bytes::from(engine::tell(&event))))))
    }
}

pub(super) fn respond(thinking: Thinking) -> Response<Body> {
    let response = Response::builder()
        .header(header::CONTENT_TYPE, "text/event-stream")
        .header(header::CACHE_CONTROL, "no-store");
    response.body(Body::new(Thoughts(thinking))).expect("the parts are good")
}
