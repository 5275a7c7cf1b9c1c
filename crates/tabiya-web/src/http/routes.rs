//! Where each question goes. Every route is an adapter: it reads, asks, and writes.

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
use crate::ask::{self, GameAsked, Reply};
use crate::book::{self, PageBook};
use crate::engine::{
    self, AnalysisAsked, BoundsTold, DrawAsked, Effort, Engine, EngineBounds, ReplyAsked, Seat,
};
use crate::explorer::{ExploreAsked, Explorer, OpenAsked, Sources};
use crate::pgn;
use crate::refusal::Refusal;
use crate::sessions::{SessionName, Sessions};

/// Names the page that asks.
const SESSION: &str = "tabiya-session";
const PGN: &str = "application/vnd.chess-pgn";
/// Files being read at the same time.
const MOST_FILES: usize = 4;
/// Questions that hold whole trees of moves, and how long they may be.
const TREES: [&str; 3] = ["/api/tree", "/api/export", "/api/annotate"];
const MOST_TREE_BYTES: usize = 8 << 20;
/// Longer questions are answered aside, so that short ones need not wait for them.
const LONG_QUESTION: usize = 4 << 10;

/// What all routes share.
pub(super) struct World {
    sessions: Sessions,
    engine: Arc<Engine>,
    files: Arc<Semaphore>,
    pub(super) explorer: Explorer,
}

type Shared = State<Arc<World>>;

impl World {
    pub(super) fn new(database: Option<Arc<dyn Collection>>, bounds: EngineBounds) -> World {
        World {
            explorer: Explorer::new(database),
            sessions: Sessions::new(),
            engine: Engine::new(bounds),
            files: Arc::new(Semaphore::new(MOST_FILES)),
        }
    }

    /// Nobody is answered any more: what lies in temporary folders goes.
    pub(super) fn end(&self) {
        self.sessions.close_all();
    }
}

pub(super) fn router(world: Arc<World>) -> Router {
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
        .route("/api/unpack", post(unpack))
        .route("/api/book", post(open_book))
        .route("/api/book/close", post(close_book))
        .route("/api/book/moves", post(book_moves))
        .route("/api/games", post(load_games))
        .route("/api/explore", post(explore))
        .route("/api/explore/game", post(explore_game))
        .route("/api/explore/sources", post(explore_sources))
        .route("/api/engine", post(engine_bounds))
        .route("/api/analyse", post(analyse))
        .route("/api/draw", post(offer_draw))
        .route("/api/reply", post(reply))
        .route("/api/{question}", post(question))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(compress::layer())
        .with_state(world)
}

async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response<Body> {
    assets::serve(&method, uri.path(), &headers)
}

/// The router itself says which methods are right.
async fn wrong_method(uri: Uri) -> Response<Body> {
    let method = if explorer::is_ours(uri.path()) { "GET" } else { "POST" };
    refuse(&Refusal::new(405, format!("questions are asked with {method}")))
}

async fn open_session(State(world): Shared, request: Request<Body>) -> Response<Body> {
    #[derive(Serialize)]
    struct Opened {
        session: String,
    }
    let session =
        expect_kind(request.headers(), "application/json").and_then(|()| world.sessions.open(Instant::now()));
    send(session.map(|session| Opened { session: session.to_string() }))
}

/// Questions that need nothing but themselves.
async fn question(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let path = request.uri().path().to_owned();
    match world.question(request).await {
        Err(refusal) => refuse(&refusal),
        Ok((_, body)) if body.len() > LONG_QUESTION => {
            let reply = spawn_blocking(move || ask::respond(&path, &body)).await;
            reply.map_or_else(|_| refuse(&Refusal::new(500, "the answer failed")), write)
        }
        Ok((_, body)) => write(ask::respond(&path, &body)),
    }
}

/// The games of a piece of a file.
async fn index_games(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let told = async {
        world.page(request.headers(), PGN)?;
        let place = world.file_place()?;
        let (parts, body) = request.into_parts();
        let text = body::file(&parts.headers, body, pgn::MOST_PIECE).await?;
        let reading = move || {
            let _place = place;
            pgn::index(pgn::Piece::new(&text, parts.uri.query().unwrap_or_default()))
        };
        spawn_blocking(reading).await.map_err(|_| Refusal::new(500, "reading the file failed"))?
    };
    send(told.await)
}

/// A packed file as it is unpacked; the last byte says whether that is all of it.
async fn unpack(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let pieces = async {
        world.page(request.headers(), PGN)?;
        let place = world.file_place()?;
        let (parts, body) = request.into_parts();
        let packed = body::file(&parts.headers, body, pgn::MOST_BYTES).await?;
        let (sender, pieces) = mpsc::channel(8);
        spawn_blocking(move || {
            let _place = place;
            pgn::unpack(&packed, &mut |piece| sender.blocking_send(Bytes::from(piece)).is_ok());
        });
        Ok(pieces)
    };
    pieces.await.map_or_else(|refusal| refuse(&refusal), stream::unpacked)
}

/// Makes a database of the games of a file, for the Explorer.
async fn load_games(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let sources = async {
        let page = world.page(request.headers(), PGN)?;
        let games = Arc::new(world.read_games(request, pgn::load).await?);
        world.sessions.set_games(page, Arc::clone(&games), Instant::now())?;
        Ok(Sources::new(world.explorer.database(), Some(&*games)))
    };
    send(sources.await)
}

async fn explore(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let told = async {
        let (page, asked) = world.asked::<ExploreAsked>(request).await?;
        world.ask_games(page, asked.loaded, move |database| asked.answer(database)).await
    };
    send(told.await)
}

async fn explore_game(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let told = async {
        let (page, asked) = world.asked::<OpenAsked>(request).await?;
        world.ask_games(page, asked.loaded, move |database| asked.answer(database)).await
    };
    send(told.await)
}

async fn explore_sources(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let page = world.page(request.headers(), "application/json");
    let loaded = page.and_then(|page| world.sessions.games(page, Instant::now()));
    send(
        loaded
            .map(|loaded| Sources::new(world.explorer.database(), loaded.as_deref().map(|games| games as _))),
    )
}

async fn open_book(State(world): Shared, request: Request<Body>) -> Response<Body> {
    #[derive(Serialize)]
    struct Opened {
        entries: u64,
    }
    let opened = async {
        let page = world.page(request.headers(), "application/octet-stream")?;
        let place = world.file_place()?;
        let (parts, body) = request.into_parts();
        let bytes = body::file(&parts.headers, body, book::MOST_BYTES).await?;
        let reading = move || {
            let _place = place;
            PageBook::new(bytes)
        };
        let book = spawn_blocking(reading).await;
        let book = Arc::new(book.map_err(|_| Refusal::new(500, "reading the book failed"))??);
        world.sessions.set_book(page, Some(Arc::clone(&book)), Instant::now())?;
        Ok(Opened { entries: book.entries() })
    };
    send(opened.await)
}

async fn close_book(State(world): Shared, request: Request<Body>) -> Response<Body> {
    #[derive(Serialize)]
    struct Closed {}
    let page = world.page(request.headers(), "application/json");
    let closed = page.and_then(|page| world.sessions.set_book(page, None, Instant::now()));
    send(closed.map(|()| Closed {}))
}

async fn book_moves(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let told = async {
        let (page, asked) = world.asked::<GameAsked>(request).await?;
        let book = world.sessions.book(page, Instant::now())?;
        let book = book.ok_or_else(|| Refusal::new(404, "there is no book beside the board"))?;
        let told = spawn_blocking(move || book.tell(&asked)).await;
        told.map_err(|_| Refusal::new(500, "reading the book failed"))?
    };
    send(told.await)
}

/// What a search may take here.
async fn engine_bounds(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let page = world.page(request.headers(), "application/json");
    send(page.map(|_| BoundsTold::from(*world.engine.bounds())))
}

async fn analyse(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let thinking = async {
        let (page, asked) = world.asked::<AnalysisAsked>(request).await?;
        let analysis = asked.check(world.engine.bounds())?;
        let seat = world.engine.seat(page, analysis.hash).await?;
        engine::begin(analysis, seat)
    };
    thinking.await.map_or_else(|refusal| refuse(&refusal), stream::respond)
}

async fn offer_draw(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let told = async {
        let (page, asked) = world.asked::<DrawAsked>(request).await?;
        let seat = world.usual_seat(page).await?;
        engine::ask(seat, move |table, signals| engine::consider(&asked, table, signals)).await
    };
    send(told.await)
}

async fn reply(State(world): Shared, request: Request<Body>) -> Response<Body> {
    let told = async {
        let (page, asked) = world.asked::<ReplyAsked>(request).await?;
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(|_| Refusal::new(500, "there are no random numbers"))?;
        let seed = u64::from_ne_bytes(seed);
        let seat = world.usual_seat(page).await?;
        engine::ask(seat, move |table, signals| engine::reply(&asked, seed, table, signals)).await
    };
    send(told.await)
}

impl World {
    /// The page that asks, if it may.
    fn page(&self, headers: &HeaderMap, kind: &str) -> Result<SessionName, Refusal> {
        expect_kind(headers, kind)?;
        let name = headers.get(SESSION).and_then(|name| name.to_str().ok()).and_then(SessionName::parse);
        let name = name.ok_or_else(|| Refusal::new(400, "the request does not name its session"))?;
        self.sessions.heard(name, Instant::now())?;
        Ok(name)
    }

    async fn usual_seat(&self, page: SessionName) -> Result<Seat, Refusal> {
        self.engine.seat(page, Effort::usual(self.engine.bounds()).hash).await
    }

    async fn question(&self, request: Request<Body>) -> Result<(SessionName, Vec<u8>), Refusal> {
        let page = self.page(request.headers(), "application/json")?;
        let (parts, body) = request.into_parts();
        if !TREES.contains(&parts.uri.path()) {
            return Ok((page, body::whole(&parts.headers, body).await?));
        }
        let _place = self.file_place()?;
        Ok((page, body::file(&parts.headers, body, MOST_TREE_BYTES).await?))
    }

    async fn asked<Q: DeserializeOwned>(&self, request: Request<Body>) -> Result<(SessionName, Q), Refusal> {
        let (page, body) = self.question(request).await?;
        Ok((page, ask::read(&body)?))
    }

    /// Hands a file of games on to whoever reads it, on a thread aside.
    async fn read_games<A: Send + 'static>(
        &self,
        request: Request<Body>,
        read: fn(body::Passed, Variant) -> Result<A, Refusal>,
    ) -> Result<A, Refusal> {
        let place = self.file_place()?;
        let unless_named = pgn::variant_asked(request.uri().query().unwrap_or_default());
        let (sender, receiver) = mpsc::channel(8);
        // The place is free when the reading has ended, not when somebody hangs up.
        let reading = spawn_blocking(move || {
            let _place = place;
            read(body::Passed::new(receiver), unless_named)
        });
        let (parts, body) = request.into_parts();
        body::pass_on(&parts.headers, body, pgn::MOST_BYTES, sender).await?;
        reading.await.map_err(|_| Refusal::new(500, "reading the file failed"))?
    }

    /// Asks the games of the file a page has loaded, or those that are served.
    async fn ask_games<A: Send + 'static>(
        &self,
        page: SessionName,
        loaded: bool,
        question: impl FnOnce(&dyn Collection) -> Result<A, Refusal> + Send + 'static,
    ) -> Result<A, Refusal> {
        if !loaded {
            return self.explorer.ask(question).await;
        }
        let games = self.sessions.games(page, Instant::now())?;
        let games =
            games.ok_or_else(|| Refusal::new(404, "the games of the file are not beside the board"))?;
        self.explorer.aside(move || question(&*games)).await
    }

    fn file_place(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        Arc::clone(&self.files)
            .try_acquire_owned()
            .map_err(|_| Refusal::busy(503, "other files are being read; try again soon", 2))
    }
}

/// A form of another site cannot have these kinds, whatever else it sends.
fn expect_kind(headers: &HeaderMap, kind: &str) -> Result<(), Refusal> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or_default();
    let given = given.split(';').next().unwrap_or_default().trim();
    if given.eq_ignore_ascii_case(kind) {
        return Ok(());
    }
    Err(Refusal::new(415, format!("the content type must be {kind}")))
}

fn send<A: Serialize>(answer: Result<A, Refusal>) -> Response<Body> {
    write(Reply::from(answer))
}

pub(super) fn refuse(refusal: &Refusal) -> Response<Body> {
    write(Reply::from(Err::<(), Refusal>(refusal.clone())))
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
    response.body(Body::from(reply.body)).expect("the parts are good")
}
