use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tabiya_db::Collection;
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::signal::unix::SignalKind;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::guard::{Admitted, Guard, HEADERS};
use super::patient::Patient;
use super::routes::{self, World};
use crate::engine::EngineBounds;
use crate::refusal::Refusal;

/// Connections at the same time.
const MOST_CONNECTIONS: usize = 256;
/// How long a connection may take to say what it wants, the first time and each time after.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Headers together, and how many of them.
const MOST_HEADER_BYTES: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

/// Serves until the program is told to stop.
pub(super) async fn serve(
    listener: std::net::TcpListener,
    guard: Guard,
    database: Option<Arc<dyn Collection>>,
    bounds: EngineBounds,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let world = Arc::new(World::new(database, bounds));
    let (guard, router) = (Arc::new(guard), routes::router(Arc::clone(&world)));
    // One for the whole time: a signal that comes while we do something else is not lost.
    let mut told_to_stop = std::pin::pin!(told_to_stop());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut told_to_stop => {
                world.end();
                return Ok(());
            }
        };
        match accepted {
            Ok((stream, _)) => match Arc::clone(&connections).try_acquire_owned() {
                Ok(place) => {
                    tokio::spawn(converse(stream, Arc::clone(&guard), router.clone(), place));
                }
                Err(_) => turn_away(&stream),
            },
            // Out of files, or the caller has gone already: neither is a reason to stop serving.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Waits for Ctrl-C or, where there is one, for the signal by which a system ends its services.
async fn told_to_stop() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

async fn converse(stream: TcpStream, guard: Arc<Guard>, router: Router, _place: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let routes = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let (guard, routes) = (Arc::clone(&guard), routes.clone());
        async move { Ok::<_, Infallible>(answer(&guard, &routes, request).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    builder.max_buf_size(MOST_HEADER_BYTES).max_headers(MOST_HEADERS);
    // A connection that breaks concerns nobody but the one who broke it.
    let _ = builder.serve_connection(TokioIo::new(Patient::new(stream)), service).await;
}

async fn answer(
    guard: &Guard,
    routes: &TowerToHyperService<Router>,
    request: Request<Incoming>,
) -> Response<Body> {
    let admitted = guard.admit(request.method(), request.uri(), request.headers());
    let mut response = match &admitted {
        Ok(_) => routes.call(request).await.unwrap_or_else(|never| match never {}),
        Err(refusal) => routes::refuse(refusal),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(Admitted::Allowed(origin)) = admitted {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}

/// Says why, if that can be said without waiting.
fn turn_away(stream: &TcpStream) {
    let body = Refusal::new(503, "too many connections").to_json();
    let text = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(text.as_bytes());
}
