//! The backend of a static page: compiled to WebAssembly, it runs in a web worker.

use serde::Serialize;
use serde_json::json;
use tabiya_engine::Signals;

use crate::api::{self, GameRequest, Reply};
use crate::book::{self, PageBook};
use crate::engine::{
    self, AnalysisRequest, BoundsResponse, DrawRequest, EngineBounds, GameTable, ReplyRequest, SearchOptions,
};
use crate::error::ApiError;
use crate::pgn;

/// A page has one search thread, and less memory than a server.
const BOUNDS: EngineBounds = EngineBounds { threads: 1, hash: 64, lines: 5 };
const NEEDS_SERVER: &str = "the Explorer needs the program `tabiya serve`";

/// Answers the requests of one page: those of [`respond`](crate::respond), and those about files, books and the engine.
///
/// ```
/// let mut local = tabiya_web::Local::new(1);
/// let mut events = Vec::new();
/// let request = br#"{"game":{"variant":"chess"},"depth":3}"#;
/// assert_eq!(local.analyze(request, None, &mut |event| events.push(event.to_owned())).status, 200);
/// assert!(events.last().is_some_and(|event| event.contains(r#""kind":"end""#)));
/// ```
#[derive(Debug)]
pub struct Local {
    /// Selects among moves that a weak engine considers equal.
    seed: u64,
    book: Option<PageBook>,
    table: Option<(usize, GameTable)>,
}

impl Local {
    /// Without a book and a table. Equal seeds make equal choices.
    #[must_use]
    pub fn new(seed: u64) -> Local {
        Local { seed, book: None, table: None }
    }

    /// Answers a request by its URL path and query.
    pub fn answer(&mut self, address: &str, body: &[u8]) -> Reply {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        match path {
            "/api/index" => Reply::from(pgn::index(pgn::Chunk::new(body, query))),
            "/api/book" => Reply::from(self.open_book(body)),
            "/api/book/close" => {
                self.book = None;
                Reply::from(Ok(json!({})))
            }
            "/api/book/moves" => Reply::from(self.book_moves(body)),
            "/api/engine" => Reply::from(Ok(BoundsResponse::from(BOUNDS))),
            "/api/reply" => Reply::from(self.reply(body)),
            "/api/draw" => Reply::from(self.offer_draw(body)),
            "/api/explore/sources" => Reply::from(Ok(json!({ "served": null, "loaded": null }))),
            "/api/games" | "/api/explore" | "/api/explore/game" => {
                Reply::from(Err::<(), _>(ApiError::new(501, NEEDS_SERVER)))
            }
            _ => api::respond(path, body),
        }
    }

    /// Runs an analysis and passes its events on; the reply has the error, if any. The search ends early once `is_stopped`
    /// returns true.
    pub fn analyze(
        &mut self,
        body: &[u8],
        is_stopped: Option<fn() -> bool>,
        on_event: &mut dyn FnMut(&str),
    ) -> Reply {
        Reply::from(self.run_analysis(body, &Signals { is_stopped, ..Signals::default() }, on_event))
    }

    /// Decompresses a file in chunks; the last byte is 1, or 0 if the file is damaged or too large.
    pub fn decompress(&self, file: &[u8], on_event: &mut dyn FnMut(&[u8])) {
        pgn::decompress(file, &mut |piece| {
            on_event(&piece);
            true
        });
    }

    fn open_book(&mut self, bytes: &[u8]) -> Result<impl Serialize + use<>, ApiError> {
        if bytes.len() > book::MAX_BYTES {
            return Err(ApiError::new(413, format!("the book is larger than {} MiB", book::MAX_BYTES >> 20)));
        }
        let book = self.book.insert(PageBook::new(bytes.to_vec())?);
        Ok(json!({ "entries": book.entries() }))
    }

    fn book_moves(&self, body: &[u8]) -> Result<impl Serialize + use<>, ApiError> {
        let request: GameRequest = api::read(body)?;
        let book = self.book.as_ref();
        book.ok_or_else(|| ApiError::new(404, "no book is loaded"))?.look_up(&request)
    }

    fn reply(&mut self, body: &[u8]) -> Result<impl Serialize + use<>, ApiError> {
        let request: ReplyRequest = api::read(body)?;
        self.seed = self.seed.wrapping_add(1);
        let seed = self.seed;
        engine::reply(&request, seed, self.default_table()?, &Signals::default())
    }

    fn offer_draw(&mut self, body: &[u8]) -> Result<impl Serialize + use<>, ApiError> {
        let request: DrawRequest = api::read(body)?;
        engine::answer_draw(&request, self.default_table()?, &Signals::default())
    }

    fn run_analysis(
        &mut self,
        body: &[u8],
        signals: &Signals,
        on_event: &mut dyn FnMut(&str),
    ) -> Result<impl Serialize + use<>, ApiError> {
        let request: AnalysisRequest = api::read(body)?;
        let analysis = request.check(&BOUNDS)?;
        let table = self.table(analysis.hash)?;
        let end = analysis.run(table, signals, &mut |line| {
            on_event(&engine::to_sse(&line));
            true
        });
        on_event(&engine::to_sse(&end));
        Ok(json!({}))
    }

    fn default_table(&mut self) -> Result<&mut GameTable, ApiError> {
        self.table(SearchOptions::defaults(&BOUNDS).hash)
    }

    /// The table of this size; another size replaces the table.
    fn table(&mut self, mebibytes: usize) -> Result<&mut GameTable, ApiError> {
        let known = self.table.take().filter(|(size, _)| *size == mebibytes);
        let table = match known {
            Some((_, table)) => table,
            None => GameTable::new(mebibytes)?,
        };
        Ok(&mut self.table.insert((mebibytes, table)).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explorer_needs_a_server() {
        let mut local = Local::new(1);
        let sources = local.answer("/api/explore/sources", b"{}").body;
        assert!(sources.contains(r#""served":null"#) && sources.contains(r#""loaded":null"#), "{sources}");
        let reply = local.answer("/api/explore", b"{}");
        assert_eq!(reply.status, 501);
        assert!(reply.body.contains("needs the program"));
        assert_eq!(local.answer("/api/nothing", b"{}").status, 404);
    }

    #[test]
    fn engine_replies_within_its_bounds() {
        let mut local = Local::new(1);
        for variant in ["makruk", "chess"] {
            let request = format!(r#"{{"game":{{"variant":"{variant}"}},"level":1}}"#);
            let reply = local.answer("/api/reply", request.as_bytes());
            assert_eq!(reply.status, 200, "{}", reply.body);
            assert!(reply.body.contains("\"uci\":"));
        }
        let reply = local.analyze(br#"{"game":{"variant":"chess"},"threads":2}"#, None, &mut |_| {});
        assert_eq!(reply.status, 422);
        assert_eq!(local.answer("/api/reply", b"not JSON").status, 400);
    }

    #[test]
    fn analysis_ends_when_stopped() {
        let mut events = Vec::new();
        let request = br#"{"game":{"variant":"chess"}}"#;
        let reply = Local::new(1).analyze(request, Some(|| true), &mut |event| events.push(event.to_owned()));
        assert_eq!(reply.status, 200);
        assert!(events.last().is_some_and(|event| event.contains(r#""kind":"end""#)), "{events:?}");
    }

    #[test]
    fn book_is_available_until_closed() {
        let mut local = Local::new(1);
        assert_eq!(local.answer("/api/book/moves", br#"{"variant":"chess"}"#).status, 404);
        assert_eq!(local.answer("/api/book", &[0; 16]).body, r#"{"entries":1}"#);
        assert_eq!(local.answer("/api/book/moves", br#"{"variant":"chess"}"#).status, 200);
        assert_eq!(local.answer("/api/book/close", b"{}").status, 200);
        assert_eq!(local.answer("/api/book/moves", br#"{"variant":"chess"}"#).status, 404);
    }

    #[test]
    fn games_of_a_file_are_listed() {
        let games = b"[White \"A\"]\n\n1. e4 e5 *\n";
        let reply = Local::new(1).answer("/api/index?variant=chess&line=1&last=1", games);
        assert!(reply.body.contains(r#""white":"A""#), "{}", reply.body);
    }

    #[test]
    fn compressed_file_is_decompressed_as_far_as_intact() {
        let decompressed = |file: &[u8]| {
            let mut pieces: Vec<u8> = Vec::new();
            Local::new(1).decompress(file, &mut |piece| pieces.extend(piece));
            pieces
        };
        assert_eq!(decompressed(b"1. e4 *"), b"1. e4 *\x01");
        assert_eq!(decompressed(&[0x1f, 0x8b, 8, 0, 0]), [0]);
    }
}
