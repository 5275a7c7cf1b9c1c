//! Request bodies with limits on size and time.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::error::ApiError;

/// The maximum size of a JSON request.
pub(super) const MAX_BYTES: usize = 64 << 10;
/// The maximum time for a JSON request, and for a file.
const REQUEST_TIME: Duration = Duration::from_secs(10);
const FILE_TIME: Duration = Duration::from_secs(60);
/// The rest of an oversized body is read and discarded up to this size, so that the client receives the error before closing.
const MAX_DISCARDED: usize = 64 << 20;
const DISCARD_TIME: Duration = Duration::from_secs(5);

/// The next chunk of a body, if it arrives in time.
async fn next(body: &mut Body, until: Instant) -> Result<Option<Bytes>, ApiError> {
    loop {
        match timeout_at(until, body.frame()).await {
            Err(_) => return Err(ApiError::new(408, "timeout while receiving the request")),
            Ok(None) => return Ok(None),
            Ok(Some(Err(_))) => return Err(ApiError::new(400, "the request is incomplete")),
            Ok(Some(Ok(frame))) => {
                if let Ok(bytes) = frame.into_data() {
                    return Ok(Some(bytes));
                }
            }
        }
    }
}

/// Reads a small body.
pub(super) async fn read(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, ApiError> {
    read_limited(headers, body, MAX_BYTES, REQUEST_TIME).await
}

/// Reads a file.
pub(super) async fn file(headers: &HeaderMap, body: Body, max: usize) -> Result<Vec<u8>, ApiError> {
    read_limited(headers, body, max, FILE_TIME).await
}

async fn read_limited(
    headers: &HeaderMap,
    mut body: Body,
    max: usize,
    time: Duration,
) -> Result<Vec<u8>, ApiError> {
    let until = Instant::now() + time;
    let content_length = content_length(headers);
    let mut bytes = Vec::with_capacity(content_length.unwrap_or(0).min(max));
    if content_length.is_some_and(|content_length| content_length > max) {
        return Err(too_large(body, max).await);
    }
    while let Some(chunk) = next(&mut body, until).await? {
        if bytes.len() + chunk.len() > max {
            return Err(too_large(body, max).await);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Forwards a large body in chunks to a reader on another thread.
pub(super) async fn forward(
    headers: &HeaderMap,
    mut body: Body,
    max: usize,
    to: mpsc::Sender<io::Result<Bytes>>,
) -> Result<(), ApiError> {
    let mut until = Instant::now() + FILE_TIME;
    if content_length(headers).is_some_and(|content_length| content_length > max) {
        return Err(too_large(body, max).await);
    }
    let mut forwarded = 0;
    loop {
        let chunk = match next(&mut body, until).await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => return Ok(()),
            Err(error) => {
                let _ = to.send(Err(io::Error::other("the file is incomplete"))).await;
                return Err(error);
            }
        };
        forwarded += chunk.len();
        if forwarded > max {
            let _ = to.send(Err(io::Error::other("the file is too large"))).await;
            return Err(too_large(body, max).await);
        }
        // If the reader has stopped, the rest is discarded. The client has no part in the time the reader takes.
        let sent = Instant::now();
        let _ = to.send(Ok(chunk)).await;
        until += sent.elapsed();
    }
}

fn content_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

async fn too_large(mut body: Body, max: usize) -> ApiError {
    let (until, mut discarded) = (Instant::now() + DISCARD_TIME, 0);
    while let Ok(Some(chunk)) = next(&mut body, until).await {
        discarded += chunk.len();
        if discarded > MAX_DISCARDED {
            break;
        }
    }
    let (size, unit) = if max >= 1 << 20 { (max >> 20, "MiB") } else { (max >> 10, "KiB") };
    ApiError::new(413, format!("too large: the maximum is {size} {unit}"))
}

/// A blocking reader of a forwarded body.
pub(super) struct BodyReader {
    from: mpsc::Receiver<io::Result<Bytes>>,
    rest: Bytes,
}

impl BodyReader {
    pub(super) fn new(from: mpsc::Receiver<io::Result<Bytes>>) -> BodyReader {
        BodyReader { from, rest: Bytes::new() }
    }
}

impl Read for BodyReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.from.blocking_recv() {
                Some(chunk) => self.rest = chunk?,
                None => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest.split_to(count));
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time limit of the client included the time that the server took to read the games.
    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_does_not_time_out_the_client() {
        let chunks = ["one ", "two ", "three"].map(|text| Ok::<_, io::Error>(Bytes::from(text)));
        let body = Body::from_stream(futures_util::stream::iter(chunks));
        let (to, mut from) = mpsc::channel::<io::Result<Bytes>>(1);
        let reader = tokio::spawn(async move {
            let mut text = Vec::new();
            while let Some(chunk) = from.recv().await {
                tokio::time::sleep(2 * FILE_TIME).await;
                text.extend(chunk.expect("a chunk"));
            }
            text
        });
        forward(&HeaderMap::new(), body, MAX_BYTES, to).await.expect("it is in time");
        assert_eq!(reader.await.expect("no panic"), b"one two three");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_nothing_times_out() {
        let body = Body::from_stream(futures_util::stream::pending::<io::Result<Bytes>>());
        let (to, _from) = mpsc::channel(1);
        let error = forward(&HeaderMap::new(), body, MAX_BYTES, to).await.expect_err("nothing arrives");
        assert!(format!("{error:?}").contains("timeout"), "{error:?}");
    }
}
