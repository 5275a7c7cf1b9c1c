//! Arguments of servers.

use std::net::{IpAddr, Ipv4Addr};

/// Parses an address to listen on.
///
/// ```
/// assert!(tabiya_cli::args::address("localhost").unwrap().is_loopback());
/// ```
pub fn address(text: &str) -> Result<IpAddr, String> {
    if text == "localhost" {
        return Ok(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    text.parse().map_err(|_| "expected an address such as 127.0.0.1, 192.168.1.7 or 0.0.0.0".to_owned())
}

/// Parses a host name as browsers send it: without scheme, port or path.
///
/// ```
/// assert!(tabiya_cli::args::name("chess.local").is_ok() && tabiya_cli::args::name("http://chess.local").is_err());
/// ```
pub fn name(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    if text.is_empty() || !text.bytes().all(fits) {
        return Err("expected a name of letters, digits, hyphens and dots, such as chess.local".to_owned());
    }
    Ok(text.to_owned())
}

/// Parses an origin as browsers send it: scheme, name and optional port.
///
/// ```
/// assert!(tabiya_cli::args::origin("https://example.org").is_ok() && tabiya_cli::args::origin("example.org").is_err());
/// ```
pub fn origin(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._:[]".contains(&byte);
    if !rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(fits)) {
        return Err("expected an origin such as https://example.org or http://localhost:3000".to_owned());
    }
    Ok(text.to_owned())
}
