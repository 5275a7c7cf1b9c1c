//! Access control. Pages of other sites must not reach the board, neither by cross-site requests nor by pointing their own host name
//! to our address (DNS rebinding).

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};

use super::explorer;
use crate::error::ApiError;

/// The page's Content-Security-Policy: it may load its own files and nothing else.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
pub(super) const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The accepted host names and origins.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    port: u16,
    address: IpAddr,
    names: Vec<String>,
    allowed_origins: Vec<String>,
}

/// An accepted request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// From a program, or from our own page.
    Direct,
    /// From a page of an allowed origin, which needs a CORS header.
    Allowed(HeaderValue),
}

impl Guard {
    pub(super) fn new(address: SocketAddr, names: &[String]) -> Guard {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Guard { port: address.port(), address: address.ip(), names, allowed_origins: Vec::new() }
    }

    /// Allows pages of these origins to query the Explorer.
    pub(super) fn allow(self, origins: &[String]) -> Guard {
        Guard { allowed_origins: origins.to_vec(), ..self }
    }

    /// Accepts or rejects a request.
    pub(super) fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<Access, ApiError> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
            return Err(ApiError::new(403, "the request needs one Host header"));
        };
        let target = uri.authority().map_or(host, |authority| authority.as_str());
        if !self.is_own_host(host) || !target.eq_ignore_ascii_case(host) {
            return Err(ApiError::new(
                403,
                "unknown host name: open the URL that the server printed, or start it with --name",
            ));
        }
        if explorer::is_own_host(uri.path()) {
            return self.check_explorer(host, headers);
        }
        let is_reading = method == Method::GET || method == Method::HEAD;
        if is_reading && !headers.contains_key(header::UPGRADE) {
            return Ok(Access::Direct);
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else {
            return Err(ApiError::new(403, "the request needs one Origin header"));
        };
        if !is_own_origin(origin, host) || !is_same_site(headers) {
            return Err(ApiError::new(403, "requests from other sites are not allowed"));
        }
        Ok(Access::Direct)
    }

    /// A collection may be private, so not every page may read it. Programs send no origin.
    fn check_explorer(&self, host: &str, headers: &HeaderMap) -> Result<Access, ApiError> {
        let error = || {
            ApiError::new(
                403,
                "requests from other sites are not allowed; start the server with --allow-origin to allow one",
            )
        };
        let mut origins = headers.get_all(header::ORIGIN).iter();
        match (origins.next(), origins.next()) {
            (None, _) if is_same_site(headers) => Ok(Access::Direct),
            (Some(origin), None) if is_own_origin(origin, host) && is_same_site(headers) => {
                Ok(Access::Direct)
            }
            (Some(origin), None) if self.allowed_origins.iter().any(|allowed| origin == allowed.as_str()) => {
                Ok(Access::Allowed(origin.clone()))
            }
            _ => Err(error()),
        }
    }

    /// Matches the own names and addresses, with the port. Other sites can point their names to our address, but not have an address.
    fn is_own_host(&self, host: &str) -> bool {
        match host.rsplit_once(':') {
            // The colons of `[::1]` belong to the address.
            Some((name, port)) if !host.ends_with(']') => {
                port.len() <= 5 && port == self.port.to_string() && self.is_own_name(name)
            }
            // Browsers omit port 80.
            _ => self.port == 80 && self.is_own_name(host),
        }
    }

    fn is_own_name(&self, name: &str) -> bool {
        if name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]" {
            return true;
        }
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match bare.parse::<IpAddr>() {
            Ok(address) => address == self.address || self.address.is_unspecified(),
            Err(_) => self.names.contains(&name.to_ascii_lowercase()),
        }
    }
}

/// Whether a request comes from the server's own page.
fn is_own_origin(origin: &HeaderValue, host: &str) -> bool {
    origin.to_str().is_ok_and(|origin| origin == format!("http://{host}"))
}

/// Whether the browser reports a same-origin or direct request, if it reports anything.
fn is_same_site(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(guard: &Guard, method: &Method, uri: &str, headers: &[(&'static str, &str)]) -> u16 {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        guard.check(method, &uri.parse().unwrap(), &map).map_or_else(|error| error.status, |_| 200)
    }

    fn local() -> Guard {
        Guard::new("127.0.0.1:8960".parse().unwrap(), &[])
    }

    #[test]
    fn only_own_names_with_own_port_are_accepted() {
        for host in ["127.0.0.1:8960", "localhost:8960", "LocalHost:8960", "[::1]:8960"] {
            assert_eq!(status(&local(), &Method::GET, "/", &[("host", host)]), 200, "{host}");
        }
        let invalid = [
            "evil.example",
            "evil.example:8960",
            "127.0.0.1",
            "localhost:80",
            "127.0.0.1:8960.evil.example",
            "localhost:8960:8960",
            "",
            "127.0.0.1:08960",
            "localhost.:8960",
            "0.0.0.0:8960",
            "127.0.0.2:8960",
        ];
        for host in invalid {
            assert_eq!(status(&local(), &Method::GET, "/", &[("host", host)]), 403, "{host}");
        }
        assert_eq!(status(&local(), &Method::GET, "/", &[]), 403);
        let two = [("host", "localhost:8960"), ("host", "evil.example")];
        assert_eq!(status(&local(), &Method::GET, "/", &two), 403);
        assert_eq!(
            status(&local(), &Method::GET, "http://evil.example/", &[("host", "localhost:8960")]),
            403
        );
    }

    #[test]
    fn port_80_may_be_omitted() {
        let guard = Guard::new("[fd00::7]:80".parse().unwrap(), &["chess.local".to_owned()]);
        for host in
            ["localhost", "127.0.0.1", "[::1]", "[::1]:80", "[fd00::7]", "[fd00::7]:80", "chess.local"]
        {
            assert_eq!(status(&guard, &Method::GET, "/", &[("host", host)]), 200, "{host}");
            let own = format!("http://{host}");
            let headers = [("host", host), ("origin", own.as_str())];
            assert_eq!(status(&guard, &Method::POST, "/api/position", &headers), 200, "{host}");
        }
        for host in
            ["[fd00::8]", "[fd00::7]:8960", "[::1", "::1", "[]", "]", "[::1]]", "[::1]:", "evil.example"]
        {
            assert_eq!(status(&guard, &Method::GET, "/", &[("host", host)]), 403, "{host}");
        }
        // On another port the port is required.
        assert_eq!(status(&local(), &Method::GET, "/", &[("host", "[::1]")]), 403);
    }

    #[test]
    fn post_requests_need_own_origin() {
        let host = ("host", "localhost:8960");
        let own = ("origin", "http://localhost:8960");
        assert_eq!(status(&local(), &Method::POST, "/api/position", &[host, own]), 200);
        assert_eq!(status(&local(), &Method::POST, "/api/position", &[host]), 403);
        let invalid = [
            "http://evil.example",
            "null",
            "https://localhost:8960",
            "http://127.0.0.1:8960",
            "http://localhost:8961",
            "http://localhost:8960.evil.example",
            "http://localhost:8960/",
            "",
        ];
        for origin in invalid {
            let headers = [host, ("origin", origin)];
            assert_eq!(status(&local(), &Method::POST, "/api/position", &headers), 403, "{origin}");
        }
        assert_eq!(status(&local(), &Method::POST, "/", &[host, own, ("origin", "null")]), 403);
        assert_eq!(status(&local(), &Method::POST, "/", &[host, own, ("sec-fetch-site", "cross-site")]), 403);
        let upgrade = [host, ("upgrade", "websocket"), ("origin", "http://evil.example")];
        assert_eq!(status(&local(), &Method::GET, "/", &upgrade), 403);
    }

    #[test]
    fn unspecified_address_accepts_all_addresses_but_no_names() {
        let open = Guard::new("0.0.0.0:8960".parse().unwrap(), &["Chess.local".to_owned()]);
        for host in ["192.168.1.7:8960", "chess.local:8960", "localhost:8960", "[fe80::1]:8960"] {
            assert_eq!(status(&open, &Method::GET, "/", &[("host", host)]), 200, "{host}");
        }
        assert_eq!(status(&open, &Method::GET, "/", &[("host", "evil.example:8960")]), 403);
    }

    #[test]
    fn explorer_accepts_programs_and_allowed_origins() {
        let host = ("host", "localhost:8960");
        let guard = local().allow(&["https://lichess.org".to_owned()]);
        for path in ["/masters", "/lichess?play=e2e4", "/player", "/masters/pgn/1", "/master/pgn/1"] {
            for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
                let request = |headers: &[(&'static str, &str)]| status(&guard, &method, path, headers);
                assert_eq!(request(&[host]), 200);
                assert_eq!(request(&[host, ("sec-fetch-site", "none")]), 200);
                assert_eq!(request(&[host, ("origin", "http://localhost:8960")]), 200);
                assert_eq!(
                    request(&[host, ("origin", "https://lichess.org"), ("sec-fetch-site", "cross-site")]),
                    200
                );
                assert_eq!(request(&[host, ("sec-fetch-site", "cross-site")]), 403);
                assert_eq!(request(&[("host", "evil.example:8960"), ("origin", "https://lichess.org")]), 403);
                for origin in
                    ["https://lichess.org:443", "http://lichess.org", "null", "https://evil.example", ""]
                {
                    assert_eq!(request(&[host, ("origin", origin)]), 403, "{origin}");
                }
                assert_eq!(request(&[host, ("origin", "https://lichess.org"), ("origin", "null")]), 403);
            }
        }
        let foreign = [host, ("origin", "https://lichess.org")];
        assert_eq!(status(&local(), &Method::GET, "/masters", &foreign), 403);
        assert_eq!(status(&guard, &Method::POST, "/api/position", &foreign), 403);
        let mut map = HeaderMap::new();
        for (name, value) in foreign {
            map.append(name, value.parse().unwrap());
        }
        let admitted = guard.check(&Method::GET, &"/masters".parse().unwrap(), &map);
        assert_eq!(admitted, Ok(Access::Allowed(HeaderValue::from_static("https://lichess.org"))));
    }
}
