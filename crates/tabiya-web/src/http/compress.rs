//! Compression of large responses.

use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::Predicate;

/// The minimum size of files.
const MIN_FILE: u64 = 1 << 10;
/// The minimum size of JSON: for shorter responses, compression takes longer than the computation.
const MIN_JSON: u64 = 32 << 10;

pub(super) fn layer() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().gzip(true).compress_when(should_compress)
}

fn should_compress(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let read = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
    let kind = read(header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    let length = read(header::CONTENT_LENGTH).and_then(|length| length.parse().ok()).unwrap_or(0);
    match kind {
        "application/json" => length > MIN_JSON,
        "text/html" | "text/javascript" | "text/css" | "image/svg+xml" => length > MIN_FILE,
        // Streams are not buffered for compression.
        _ => false,
    }
}
