//! The files of the page, embedded in the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use rust_embed::RustEmbed;

use super::link::link;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// All modules as one script, and all style sheets as one: fewer requests on a slow network.
static SCRIPT: LazyLock<Bytes> = LazyLock::new(|| {
    let script = link(|module| text(&format!("js/{module}")));
    script.expect("a test links all modules").into()
});
static STYLE: LazyLock<Bytes> = LazyLock::new(|| {
    let sheets = STYLES.map(|name| text(&format!("css/{name}.css")).unwrap_or_default());
    sheets.concat().into()
});
/// In this order: later rules override earlier ones.
const STYLES: [&str; 5] = ["base", "board", "panels", "dialogs", "needs"];

fn find(name: &str) -> Option<Bytes> {
    match name {
        "app.js" => Some(SCRIPT.clone()),
        "app.css" => Some(STYLE.clone()),
        name => Assets::get(name).map(|file| match file.data {
            Cow::Borrowed(data) => Bytes::from_static(data),
            Cow::Owned(data) => data.into(),
        }),
    }
}

/// A file of the page by its name on the server: `index.html`, `app.js`.
///
/// ```
/// assert!(tabiya_web::page_file("app.js").is_some_and(|script| !script.is_empty()));
/// assert!(tabiya_web::page_file("../Cargo.toml").is_none());
/// ```
#[must_use]
pub fn page_file(name: &str) -> Option<Vec<u8>> {
    find(name).map(Vec::from)
}

/// The names of the files that a browser requests.
pub fn page_files() -> impl Iterator<Item = String> {
    let is_linked = |name: &str| name.ends_with(".css") || name.ends_with(".js") && name != "js/first.js";
    let others = Assets::iter().map(Cow::into_owned).filter(move |name| !is_linked(name));
    ["app.js", "app.css"].map(str::to_owned).into_iter().chain(others)
}

fn text(name: &str) -> Option<String> {
    String::from_utf8(Assets::get(name)?.data.into_owned()).ok()
}

/// Serves a file of the page.
pub(super) fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Response<Body> {
    if method != Method::GET && method != Method::HEAD {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "method not allowed");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let Some(data) = find(name) else {
        return plain(StatusCode::NOT_FOUND, "not found");
    };
    // The program may have been updated, so browsers revalidate each time; the response is nearly always 304.
    let tag = tag(&data);
    let response = Response::builder().header(header::ETAG, &tag).header(header::CACHE_CONTROL, "no-cache");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).expect("the headers are valid");
    }
    let response =
        response.header(header::CONTENT_TYPE, kind(name)).header(header::CONTENT_LENGTH, data.len());
    let body = if method == Method::HEAD { Body::empty() } else { Body::from(data) };
    response.body(body).expect("the headers are valid")
}

/// A weak tag, because the same file may be sent compressed or not.
fn tag(data: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

pub(super) fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let response =
        Response::builder().status(status).header(header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response.body(Body::from(text)).expect("the headers are valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_page_is_not_sent_again() {
        let first = serve(&Method::GET, "/", &HeaderMap::new());
        assert_eq!(first.status(), 200);
        assert_eq!(first.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        let mut known = HeaderMap::new();
        known.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(serve(&Method::GET, "/", &known).status(), 304);
    }

    #[test]
    fn script_and_style_are_complete() {
        let script = String::from_utf8(SCRIPT.to_vec()).unwrap();
        let style = String::from_utf8(STYLE.to_vec()).unwrap();
        // The first runs before the first paint, the second has only types.
        let not_linked = ["js/first.js", "js/types.js", "js/main.js"];
        for name in Assets::iter().filter(|name| !not_linked.contains(&&**name)) {
            if let Some(module) = name.strip_prefix("js/") {
                assert!(script.contains(&format!("const ${} = ", module.trim_end_matches(".js"))), "{name}");
            } else if name.starts_with("css/") {
                assert!(style.contains(&text(&name).unwrap()), "{name}");
            }
        }
    }

    #[test]
    fn head_has_the_length_of_the_file() {
        let lengths = [Method::GET, Method::HEAD]
            .map(|method| serve(&method, "/", &HeaderMap::new()).headers()[header::CONTENT_LENGTH].clone());
        assert_eq!(lengths[0], lengths[1]);
        assert_ne!(lengths[0], "0");
    }

    #[test]
    fn paths_outside_the_page_are_not_found() {
        for path in
            ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/js/../../Cargo.toml", "/js", "/js/"]
        {
            assert_eq!(serve(&Method::GET, path, &HeaderMap::new()).status(), 404, "{path}");
        }
        assert_eq!(serve(&Method::DELETE, "/", &HeaderMap::new()).status(), 405);
    }
}
