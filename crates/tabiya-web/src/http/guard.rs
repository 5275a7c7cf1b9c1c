//! Who may ask. A page of another site must not reach the board, neither by sending a form to it nor by giving its own
//! name our address.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};

use super::explorer;
use crate::error::ApiError;

/// What the page may do: load what lies beside it, and nothing else (its Content-Security-Policy).
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Said with every answer.
pub(super) const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// By which names browsers may ask for us.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    port: u16,
    address: IpAddr,
    names: Vec<String>,
    allowed_origins: Vec<String>,
}

/// How somebody was let in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// As a program, or as our own page.
    Direct,
    /// As a page of another origin that was allowed, which must be told so (CORS).
    Allowed(HeaderValue),
}

impl Guard {
    pub(super) fn new(address: SocketAddr, names: &[String]) -> Guard {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Guard { port: address.port(), address: address.ip(), names, allowed_origins: Vec::new() }
    }

    /// Lets pages of these origins ask the explorer.
    pub(super) fn allow(self, origins: &[String]) -> Guard {
        Guard { allowed_origins: origins.to_vec(), ..self }
    }

    /// Lets a request in or says why not.
    pub(super) fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<Access, ApiError> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
            return Err(ApiError::new(403, "the request does not say whom it is for"));
        };
        let target = uri.authority().map_or(host, |authority| authority.as_str());
        if !self.is_own_host(host) || !target.eq_ignore_ascii_case(host) {
            return Err(ApiError::new(403, "the board does not go by this name; open the address it printed"));
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
            return Err(ApiError::new(403, "the request does not say from which page it comes"));
        };
        if !is_own_origin(origin, host) || !is_same_site(headers) {
            return Err(ApiError::new(403, "pages of other sites may not ask"));
        }
        Ok(Access::Direct)
    }

    /// A collection may be private, so it is not for every page a browser opens. Programs do not say where they come from.
    fn check_explorer(&self, host: &str, headers: &HeaderMap) -> Result<Access, ApiError> {
        let error = || {
            ApiError::new(
                403,
                "pages of other sites may not ask, unless the board was started with --allow-origin",
            )
        };
        let mut origins = headers.get_all(header::ORIGIN).iter();
        match (origins.next(), origins.next()) {
            (None, _) if is_same_site(headers) => Ok(Access::Direct),
            (Some(origin), None) if is_own_origin(origin, host) && is_same_site(headers) => Ok(Access::Direct),
            (Some(origin), None) if self.allowed_origins.iter().any(|allowed| origin == allowed.as_str()) => {
                Ok(Access::Allowed(origin.clone()))
            }
            _ => Err(error()),
        }
    }

    /// The board's own names and addresses, with its port. An address cannot be given to us by somebody else, a name can.
    fn is_own_host(&self, host: &str) -> bool {
        match host.rsplit_once(':') {
            // The colons of `[::1]` are the address's own.
            Some((name, port)) if !host.ends_with(']') => {
                port.len() <= 5 && port == self.port.to_string() && self.is_own_name(name)
            }
            // Browsers do not mention port 80.
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

/// Whether a request comes from the board's own page.
fn is_own_origin(origin: &HeaderValue, host: &str) -> bool {
    origin.to_str().is_ok_and(|origin| origin == format!("http://{host}"))
}

/// What browsers say about where a request comes from, if they say anything.
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
    fn only_our_own_names_with_our_port_are_let_in() {
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
    fn browsers_leave_port_80_out_of_names_and_addresses() {
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
        // On another port the port must be said.
        assert_eq!(status(&local(), &Method::GET, "/", &[("host", "[::1]")]), 403);
    }

    #[test]
    fn whoever_changes_something_must_come_from_our_own_page() {
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
    fn on_every_address_any_address_will_do_and_names_must_be_told() {
        let open = Guard::new("0.0.0.0:8960".parse().unwrap(), &["Chess.local".to_owned()]);
        for host in ["192.168.1.7:8960", "chess.local:8960", "localhost:8960", "[fe80::1]:8960"] {
            assert_eq!(status(&open, &Method::GET, "/", &[("host", host)]), 200, "{host}");
        }
        assert_eq!(status(&open, &Method::GET, "/", &[("host", "evil.example:8960")]), 403);
    }

    #[test]
    fn the_explorer_is_for_programs_and_for_pages_that_were_allowed() {
        let host = ("host", "localhost:8960");
        let guard = local().allow(&["https://lichess.org".to_owned()]);
        for path in ["/masters", "/lichess?play=e2e4", "/player", "/masters/pgn/1", "/master/pgn/1"] {
            for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
                let ask = |headers: &[(&'static str, &str)]| status(&guard, &method, path, headers);
                assert_eq!(ask(&[host]), 200);
                assert_eq!(ask(&[host, ("sec-fetch-site", "none")]), 200);
                assert_eq!(ask(&[host, ("origin", "http://localhost:8960")]), 200);
                assert_eq!(
                    ask(&[host, ("origin", "https://lichess.org"), ("sec-fetch-site", "cross-site")]),
                    200
                );
                assert_eq!(ask(&[host, ("sec-fetch-site", "cross-site")]), 403);
                assert_eq!(ask(&[("host", "evil.example:8960"), ("origin", "https://lichess.org")]), 403);
                for origin in
                    ["https://lichess.org:443", "http://lichess.org", "null", "https://evil.example", ""]
                {
                    assert_eq!(ask(&[host, ("origin", origin)]), 403, "{origin}");
                }
                assert_eq!(ask(&[host, ("origin", "https://lichess.org"), ("origin", "null")]), 403);
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
