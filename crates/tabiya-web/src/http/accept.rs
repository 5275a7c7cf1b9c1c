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
use tokio_io_timeout::TimeoutStream;

use super::guard::{Access, Guard, HEADERS};
use super::routes::{self, AppState};
use crate::engine::EngineBounds;
use crate::error::ApiError;

/// Concurrent connections.
const MAX_CONNECTIONS: usize = 256;
/// The maximum time for the headers of a request.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The maximum time a write may wait for the client to read.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// The maximum size of all headers, and their number.
const MAX_HEADER_BYTES: usize = 16 << 10;
const MAX_HEADERS: usize = 64;

/// Serves until a signal stops the program.
pub(super) async fn serve(
    listener: std::net::TcpListener,
    guard: Guard,
    database: Option<Arc<dyn Collection>>,
    bounds: EngineBounds,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let app = Arc::new(AppState::new(database, bounds));
    let (guard, router) = (Arc::new(guard), routes::router(Arc::clone(&app)));
    // One future for the complete loop: a signal between two iterations is not lost.
    let mut shutdown_signal = std::pin::pin!(shutdown_signal());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut shutdown_signal => {
                app.end();
                return Ok(());
            }
        };
        match accepted {
            Ok((stream, _)) => match Arc::clone(&connections).try_acquire_owned() {
                Ok(slot) => {
                    tokio::spawn(serve_connection(stream, Arc::clone(&guard), router.clone(), slot));
                }
                Err(_) => reject(&stream),
            },
            // Out of file descriptors, or the client has gone already: keep serving.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Waits for Ctrl-C or, on Unix, for the signal that stops services.
async fn shutdown_signal() -> io::Result<()> {
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

async fn serve_connection(stream: TcpStream, guard: Arc<Guard>, router: Router, _slot: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let routes = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let (guard, routes) = (Arc::clone(&guard), routes.clone());
        async move { Ok::<_, Infallible>(answer(&guard, &routes, request).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    builder.max_buf_size(MAX_HEADER_BYTES).max_headers(MAX_HEADERS);
    let mut stream = Box::pin(TimeoutStream::new(stream));
    stream.as_mut().set_write_timeout_pinned(Some(WRITE_TIME));
    // Errors of a connection end only this connection.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

async fn answer(
    guard: &Guard,
    routes: &TowerToHyperService<Router>,
    request: Request<Incoming>,
) -> Response<Body> {
    let admitted = guard.check(request.method(), request.uri(), request.headers());
    let mut response = match &admitted {
        Ok(_) => routes.call(request).await.unwrap_or_else(|never| match never {}),
        Err(error) => routes::error_response(error),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(Access::Allowed(origin)) = admitted {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}

/// Sends the reason, if that is possible without waiting.
fn reject(stream: &TcpStream) {
    let body = ApiError::new(503, "too many connections").to_json();
    let text = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(text.as_bytes());
}
