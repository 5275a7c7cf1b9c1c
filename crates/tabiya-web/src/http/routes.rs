//! The routes of the server. Each is an adapter: it parses the request, calls a handler, and writes the response.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, Uri, header};
use axum::routing::post;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya::Variant;
use tabiya_db::Collection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;

use super::{assets, body, compress, explorer, stream};
use crate::api::{self, GameRequest, Reply};
use crate::book::{self, PageBook};
use crate::engine::{
    self, AnalysisRequest, BoundsResponse, DrawRequest, EngineBounds, ReplyRequest, SearchOptions,
    SearchPermit, SearchPool,
};
use crate::error::ApiError;
use crate::explorer::{ExploreRequest, Explorer, OpenGameRequest, Sources};
use crate::pgn;
use crate::sessions::{SessionName, Sessions};

/// The header with the page's session.
const SESSION: &str = "tabiya-session";
const PGN: &str = "application/vnd.chess-pgn";
/// Files that are read at the same time.
const MAX_FILES: usize = 4;
/// Requests with complete trees, and their maximum size.
const TREES: [&str; 3] = ["/api/tree", "/api/export", "/api/annotate"];
const MAX_TREE_BYTES: usize = 8 << 20;
/// Longer requests run on a blocking thread, so that short ones need not wait for them.
const LONG_REQUEST: usize = 4 << 10;

/// The state shared by all routes.
pub(super) struct AppState {
    sessions: Sessions,
    engine: Arc<SearchPool>,
    files: Arc<Semaphore>,
    pub(super) explorer: Explorer,
}

type Shared = State<Arc<AppState>>;

impl AppState {
    pub(super) fn new(database: Option<Arc<dyn Collection>>, bounds: EngineBounds) -> AppState {
        AppState {
            explorer: Explorer::new(database),
            sessions: Sessions::new(),
            engine: SearchPool::new(bounds),
            files: Arc::new(Semaphore::new(MAX_FILES)),
        }
    }

    /// Ends all sessions and removes their temporary files.
    pub(super) fn end(&self) {
        self.sessions.close_all();
    }
}

pub(super) fn router(app: Arc<AppState>) -> Router {
    let mut router = Router::new();
    for (address, endpoint) in explorer::ADDRESSES {
        router = router.route(address, explorer::statistics(endpoint));
    }
    for games in explorer::GAMES {
        router = router.route(&format!("{games}{{id}}"), explorer::games());
    }
    router
        .route("/api/session", post(open_session))
        .route("/api/index", post(index_games))
        .route("/api/decompress", post(decompress))
        .route("/api/book", post(open_book))
        .route("/api/book/close", post(close_book))
        .route("/api/book/moves", post(book_moves))
        .route("/api/games", post(load_games))
        .route("/api/explore", post(explore))
        .route("/api/explore/game", post(explore_game))
        .route("/api/explore/sources", post(explore_sources))
        .route("/api/engine", post(engine_bounds))
        .route("/api/analyze", post(analyze))
        .route("/api/draw", post(offer_draw))
        .route("/api/reply", post(reply))
        .route("/api/{name}", post(stateless))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(compress::layer())
        .with_state(app)
}

async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response<Body> {
    assets::serve(&method, uri.path(), &headers)
}

/// The router itself adds the `Allow` header.
async fn wrong_method(uri: Uri) -> Response<Body> {
    let method = if explorer::is_own_host(uri.path()) { "GET" } else { "POST" };
    error_response(&ApiError::new(405, format!("use {method}")))
}

async fn open_session(State(app): Shared, request: Request<Body>) -> Response<Body> {
    #[derive(Serialize)]
    struct Opened {
        session: String,
    }
    let session =
        expect_kind(request.headers(), "application/json").and_then(|()| app.sessions.open(Instant::now()));
    send(session.map(|session| Opened { session: session.to_string() }))
}

/// Requests that need no session data.
async fn stateless(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let path = request.uri().path().to_owned();
    match app.body(request).await {
        Err(error) => error_response(&error),
        Ok((_, body)) if body.len() > LONG_REQUEST => {
            let reply = spawn_blocking(move || api::respond(&path, &body)).await;
            reply.map_or_else(|_| error_response(&ApiError::new(500, "the request failed")), write)
        }
        Ok((_, body)) => write(api::respond(&path, &body)),
    }
}

/// Indexes the games of a chunk of a file.
async fn index_games(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let response = async {
        app.page(request.headers(), PGN)?;
        let slot = app.file_slot()?;
        let (parts, body) = request.into_parts();
        let text = body::file(&parts.headers, body, pgn::MAX_CHUNK).await?;
        let reading = move || {
            let _slot = slot;
            pgn::index(pgn::Chunk::new(&text, parts.uri.query().unwrap_or_default()))
        };
        spawn_blocking(reading).await.map_err(|_| ApiError::new(500, "reading the file failed"))?
    };
    send(response.await)
}

/// Decompresses a file; the last byte of the response is 1 if it is complete.
async fn decompress(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let chunks = async {
        app.page(request.headers(), PGN)?;
        let slot = app.file_slot()?;
        let (parts, body) = request.into_parts();
        let compressed = body::file(&parts.headers, body, pgn::MAX_BYTES).await?;
        let (sender, chunks) = mpsc::channel(8);
        spawn_blocking(move || {
            let _slot = slot;
            pgn::decompress(&compressed, &mut |chunk| sender.blocking_send(Bytes::from(chunk)).is_ok());
        });
        Ok(chunks)
    };
    chunks.await.map_or_else(|error| error_response(&error), stream::decompressed)
}

/// Builds a database of the games of a file, for the Explorer.
async fn load_games(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let sources = async {
        let page = app.page(request.headers(), PGN)?;
        let games = Arc::new(app.read_games(request, pgn::load).await?);
        app.sessions.set_games(page, Arc::clone(&games), Instant::now())?;
        Ok(Sources::new(app.explorer.database(), Some(&*games)))
    };
    send(sources.await)
}

async fn explore(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let response = async {
        let (page, request) = app.request::<ExploreRequest>(request).await?;
        app.query_games(page, request.loaded, move |database| request.answer(database)).await
    };
    send(response.await)
}

async fn explore_game(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let response = async {
        let (page, request) = app.request::<OpenGameRequest>(request).await?;
        app.query_games(page, request.loaded, move |database| request.answer(database)).await
    };
    send(response.await)
}

async fn explore_sources(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let page = app.page(request.headers(), "application/json");
    let loaded = page.and_then(|page| app.sessions.games(page, Instant::now()));
    send(
        loaded.map(|loaded| Sources::new(app.explorer.database(), loaded.as_deref().map(|games| games as _))),
    )
}

async fn open_book(State(app): Shared, request: Request<Body>) -> Response<Body> {
    #[derive(Serialize)]
    struct Opened {
        entries: u64,
    }
    let opened = async {
        let page = app.page(request.headers(), "application/octet-stream")?;
        let slot = app.file_slot()?;
        let (parts, body) = request.into_parts();
        let bytes = body::file(&parts.headers, body, book::MAX_BYTES).await?;
        let reading = move || {
            let _slot = slot;
            PageBook::new(bytes)
        };
        let book = spawn_blocking(reading).await;
        let book = Arc::new(book.map_err(|_| ApiError::new(500, "reading the book failed"))??);
        app.sessions.set_book(page, Some(Arc::clone(&book)), Instant::now())?;
        Ok(Opened { entries: book.entries() })
    };
    send(opened.await)
}

async fn close_book(State(app): Shared, request: Request<Body>) -> Response<Body> {
    #[derive(Serialize)]
    struct Closed {}
    let page = app.page(request.headers(), "application/json");
    let closed = page.and_then(|page| app.sessions.set_book(page, None, Instant::now()));
    send(closed.map(|()| Closed {}))
}

async fn book_moves(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let response = async {
        let (page, request) = app.request::<GameRequest>(request).await?;
        let book = app.sessions.book(page, Instant::now())?;
        let book = book.ok_or_else(|| ApiError::new(404, "no book is loaded"))?;
        let response = spawn_blocking(move || book.look_up(&request)).await;
        response.map_err(|_| ApiError::new(500, "reading the book failed"))?
    };
    send(response.await)
}

/// The limits of a search.
async fn engine_bounds(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let page = app.page(request.headers(), "application/json");
    send(page.map(|_| BoundsResponse::from(*app.engine.bounds())))
}

async fn analyze(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let running = async {
        let (page, request) = app.request::<AnalysisRequest>(request).await?;
        let analysis = request.check(app.engine.bounds())?;
        let permit = app.engine.permit(page, analysis.hash).await?;
        engine::start_analysis(analysis, permit)
    };
    running.await.map_or_else(|error| error_response(&error), stream::events)
}

async fn offer_draw(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let response = async {
        let (page, request) = app.request::<DrawRequest>(request).await?;
        let permit = app.permit(page).await?;
        engine::run(permit, move |table, signals| engine::answer_draw(&request, table, signals)).await
    };
    send(response.await)
}

async fn reply(State(app): Shared, request: Request<Body>) -> Response<Body> {
    let response = async {
        let (page, request) = app.request::<ReplyRequest>(request).await?;
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(|_| ApiError::new(500, "no random numbers available"))?;
        let seed = u64::from_ne_bytes(seed);
        let permit = app.permit(page).await?;
        engine::run(permit, move |table, signals| engine::reply(&request, seed, table, signals)).await
    };
    send(response.await)
}

impl AppState {
    /// The session of a valid request.
    fn page(&self, headers: &HeaderMap, kind: &str) -> Result<SessionName, ApiError> {
        expect_kind(headers, kind)?;
        let name = headers.get(SESSION).and_then(|name| name.to_str().ok()).and_then(SessionName::parse);
        let name = name.ok_or_else(|| ApiError::new(400, "the request needs a tabiya-session header"))?;
        self.sessions.touch(name, Instant::now())?;
        Ok(name)
    }

    async fn permit(&self, page: SessionName) -> Result<SearchPermit, ApiError> {
        self.engine.permit(page, SearchOptions::defaults(self.engine.bounds()).hash).await
    }

    async fn body(&self, request: Request<Body>) -> Result<(SessionName, Vec<u8>), ApiError> {
        let page = self.page(request.headers(), "application/json")?;
        let (parts, body) = request.into_parts();
        if !TREES.contains(&parts.uri.path()) {
            return Ok((page, body::read(&parts.headers, body).await?));
        }
        let _slot = self.file_slot()?;
        Ok((page, body::file(&parts.headers, body, MAX_TREE_BYTES).await?))
    }

    async fn request<Q: DeserializeOwned>(
        &self,
        request: Request<Body>,
    ) -> Result<(SessionName, Q), ApiError> {
        let (page, body) = self.body(request).await?;
        Ok((page, api::read(&body)?))
    }

    /// Forwards a file of games to a reader on a blocking thread.
    async fn read_games<A: Send + 'static>(
        &self,
        request: Request<Body>,
        read: fn(body::BodyReader, Variant) -> Result<A, ApiError>,
    ) -> Result<A, ApiError> {
        let slot = self.file_slot()?;
        let default_variant = pgn::variant_in(request.uri().query().unwrap_or_default());
        let (sender, receiver) = mpsc::channel(8);
        // The slot is free when the reader has ended, not when the client disconnects.
        let reading = spawn_blocking(move || {
            let _slot = slot;
            read(body::BodyReader::new(receiver), default_variant)
        });
        let (parts, body) = request.into_parts();
        body::forward(&parts.headers, body, pgn::MAX_BYTES, sender).await?;
        reading.await.map_err(|_| ApiError::new(500, "reading the file failed"))?
    }

    /// Queries the games of the page's file, or the served database.
    async fn query_games<A: Send + 'static>(
        &self,
        page: SessionName,
        loaded: bool,
        query: impl FnOnce(&dyn Collection) -> Result<A, ApiError> + Send + 'static,
    ) -> Result<A, ApiError> {
        if !loaded {
            return self.explorer.query(query).await;
        }
        let games = self.sessions.games(page, Instant::now())?;
        let games = games.ok_or_else(|| ApiError::new(404, "no file is loaded"))?;
        self.explorer.run_blocking(move || query(&*games)).await
    }

    fn file_slot(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.files)
            .try_acquire_owned()
            .map_err(|_| ApiError::busy(503, "too many files are being read; try again soon", 2))
    }
}

/// Checks the media type: a form of another site cannot send these.
fn expect_kind(headers: &HeaderMap, kind: &str) -> Result<(), ApiError> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or_default();
    let given = given.split(';').next().unwrap_or_default().trim();
    if given.eq_ignore_ascii_case(kind) {
        return Ok(());
    }
    Err(ApiError::new(415, format!("the content type must be {kind}")))
}

fn send<A: Serialize>(answer: Result<A, ApiError>) -> Response<Body> {
    write(Reply::from(answer))
}

pub(super) fn error_response(error: &ApiError) -> Response<Body> {
    write(Reply::from(Err::<(), ApiError>(error.clone())))
}

pub(super) fn write(reply: Reply) -> Response<Body> {
    let mut response = Response::builder()
        .status(StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONTENT_LENGTH, reply.body.len())
        .header(header::CACHE_CONTROL, "no-store");
    if let Some(seconds) = reply.retry_after {
        response = response.header(header::RETRY_AFTER, seconds);
    }
    response.body(Body::from(reply.body)).expect("the headers are valid")
}
