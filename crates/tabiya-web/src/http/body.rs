//! What comes with a request: never more than expected, and not slower than a person's network.

use std::future::poll_fn;
use std::io::{self, Read};
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use hyper::body::Body as _;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::refusal::Refusal;

/// Questions are small.
pub(super) const MOST_BYTES: usize = 64 << 10;
/// How long a question may take to arrive, and a file.
const QUESTION_TIME: Duration = Duration::from_secs(10);
const FILE_TIME: Duration = Duration::from_secs(60);
/// What is too large is read on for a while and thrown away, so that the sender hears why before the line is cut.
const MOST_THROWN_AWAY: usize = 64 << 20;
const THROWING_TIME: Duration = Duration::from_secs(5);

/// The next piece of a body, if it comes in time.
async fn next(body: &mut Body, until: Instant) -> Result<Option<Bytes>, Refusal> {
    loop {
        let frame = timeout_at(until, poll_fn(|context| Pin::new(&mut *body).poll_frame(context))).await;
        match frame {
            Err(_) => return Err(Refusal::new(408, "the request took too long to arrive")),
            Ok(None) => return Ok(None),
            Ok(Some(Err(_))) => return Err(Refusal::new(400, "the request broke off")),
            Ok(Some(Ok(frame))) => {
                if let Ok(bytes) = frame.into_data() {
                    return Ok(Some(bytes));
                }
            }
        }
    }
}

/// The whole of a small body.
pub(super) async fn whole(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Refusal> {
    at_most(headers, body, MOST_BYTES, QUESTION_TIME).await
}

/// The whole of a file.
pub(super) async fn file(headers: &HeaderMap, body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
    at_most(headers, body, most, FILE_TIME).await
}

async fn at_most(
    headers: &HeaderMap,
    mut body: Body,
    most: usize,
    time: Duration,
) -> Result<Vec<u8>, Refusal> {
    let until = Instant::now() + time;
    let announced = announced(headers);
    let mut bytes = Vec::with_capacity(announced.unwrap_or(0).min(most));
    if announced.is_some_and(|announced| announced > most) {
        return Err(too_large(body, most).await);
    }
    while let Some(piece) = next(&mut body, until).await? {
        if bytes.len() + piece.len() > most {
            return Err(too_large(body, most).await);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Passes a large body on, piece by piece. The other end is read by a thread of its own.
pub(super) async fn pass_on(
    headers: &HeaderMap,
    mut body: Body,
    most: usize,
    to: mpsc::Sender<io::Result<Bytes>>,
) -> Result<(), Refusal> {
    let until = Instant::now() + FILE_TIME;
    if announced(headers).is_some_and(|announced| announced > most) {
        return Err(too_large(body, most).await);
    }
    let mut passed = 0;
    loop {
        let piece = match next(&mut body, until).await {
            Ok(Some(piece)) => piece,
            Ok(None) => return Ok(()),
            Err(refusal) => {
                let _ = to.send(Err(io::Error::other("the file broke off"))).await;
                return Err(refusal);
            }
        };
        passed += piece.len();
        if passed > most {
            let _ = to.send(Err(io::Error::other("the file is too large"))).await;
            return Err(too_large(body, most).await);
        }
        // If the reader has seen enough, the rest is thrown away.
        let _ = to.send(Ok(piece)).await;
    }
}

fn announced(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

async fn too_large(mut body: Body, most: usize) -> Refusal {
    let (until, mut thrown) = (Instant::now() + THROWING_TIME, 0);
    while let Ok(Some(piece)) = next(&mut body, until).await {
        thrown += piece.len();
        if thrown > MOST_THROWN_AWAY {
            break;
        }
    }
    let (size, unit) = if most >= 1 << 20 { (most >> 20, "MiB") } else { (most >> 10, "KiB") };
    Refusal::new(413, format!("that is too large: {size} {unit} at most"))
}

/// Reads what is passed on.
pub(super) struct Passed {
    from: mpsc::Receiver<io::Result<Bytes>>,
    rest: Bytes,
}

impl Passed {
    pub(super) fn new(from: mpsc::Receiver<io::Result<Bytes>>) -> Passed {
        Passed { from, rest: Bytes::new() }
    }
}

impl Read for Passed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.from.blocking_recv() {
                Some(piece) => self.rest = piece?,
                None => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest.split_to(count));
        Ok(count)
    }
}
