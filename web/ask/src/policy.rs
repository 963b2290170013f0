//! Which addresses the page may call, by its own content security policy, and what browsers add to
//! that.

use crate::Problem;

/// The sources of a policy's `connect-src`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Policy {
    sources: Vec<String>,
}

/// Where the page itself stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// Such as `https://taxgrade.example`.
    pub(crate) origin: String,
    pub(crate) policy: Policy,
}

impl Policy {
    /// Reads the text of a policy. Without `connect-src` the page knows of no limit.
    pub(crate) fn read(text: &str) -> Self {
        let directive = text
            .split(';')
            .find_map(|one| one.trim().strip_prefix("connect-src "));
        Self {
            sources: directive
                .unwrap_or("*")
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// Scheme, host and port of an address; the port as it is written.
fn parts(url: &str) -> Option<(&str, &str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split('/').next()?;
    // A colon inside brackets belongs to an IPv6 address.
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => Some((scheme, host, port)),
        _ => Some((scheme, authority, "")),
    }
}

fn default_port<'a>(scheme: &str, port: &'a str) -> &'a str {
    match (scheme, port) {
        ("https", "443") | ("http", "80") => "",
        _ => port,
    }
}

/// Whether a source expression covers an address. Paths are left out: no host of ours has one.
fn covers(source: &str, url: &str) -> bool {
    let (Some((scheme, host, port)), Some((own_scheme, own_host, own_port))) =
        (parts(url), parts(source))
    else {
        return source == "*";
    };
    // Policies allow the secure form of what they name.
    let scheme_fits = own_scheme == scheme || (own_scheme == "http" && scheme == "https");
    let port_fits =
        own_port == "*" || default_port(own_scheme, own_port) == default_port(scheme, port);
    scheme_fits && port_fits && own_host.eq_ignore_ascii_case(host)
}

/// Whether an address is on this computer.
fn is_loopback(url: &str) -> bool {
    parts(url).is_some_and(|(_, host, _)| {
        host == "localhost"
            || host
                .trim_matches(['[', ']'])
                .parse::<core::net::IpAddr>()
                .is_ok_and(|address| address.is_loopback())
    })
}

impl Page {
    /// Why the page may not call an address, if so.
    pub(crate) fn refuses(&self, url: &str) -> Option<Problem> {
        let origin = parts(url).map_or_else(String::new, |(scheme, host, port)| {
            let colon = if port.is_empty() { "" } else { ":" };
            format!("{scheme}://{host}{colon}{port}")
        });
        if self.origin.starts_with("https:") && url.starts_with("http:") && !is_loopback(url) {
            return Some(Problem::new(
                format!(
                    "Browsers do not let a page from https call {origin}, which is not encrypted (mixed content)"
                ),
                "give the server an https address, or run the playground on your own computer",
            ));
        }
        let allowed = self.policy.sources.iter().any(|source| match &**source {
            "'self'" => covers(&self.origin, url),
            source => covers(source, url),
        });
        (!allowed).then(|| {
            Problem::new(
                format!("This page may not call {origin}: its content security policy does not list it"),
                format!(
                    "serve it with `cargo xtask serve --connect {origin}`, or build it with `cargo xtask web --connect {origin}`"
                ),
            )
        })
    }

    /// What to know before a call that is allowed.
    pub(crate) fn remark(&self, url: &str) -> Option<&'static str> {
        let asks =
            self.origin.starts_with("https:") && url.starts_with("http:") && is_loopback(url);
        asks.then_some(
            "The browser may ask whether this page may reach this computer; allow it, or open the playground from this computer.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(origin: &str, policy: &str) -> Page {
        Page {
            origin: origin.to_owned(),
            policy: Policy::read(policy),
        }
    }

    #[test]
    fn the_pages_policy_decides() {
        let own = page(
            "http://127.0.0.2:8080",
            "default-src 'none'; connect-src 'self' https://api.one.example http://localhost:* http://127.0.0.1:*; base-uri 'self'",
        );
        for allowed in [
            "https://api.one.example",
            "https://API.one.example:443/v1",
            "http://localhost:11434",
            "http://localhost",
            "https://localhost:8443/x",
            "http://127.0.0.1:9",
            "http://127.0.0.2:8080/proxy",
        ] {
            assert_eq!(own.refuses(allowed), None, "{allowed}");
        }
        for refused in [
            "https://api.two.example",
            "https://api.one.example.evil.example",
            "http://api.one.example",
            "https://api.one.example:8443",
            "http://127.0.0.2:8081",
            "http://[::1]:9",
            "",
        ] {
            assert!(own.refuses(refused).is_some(), "{refused}");
        }
        assert_eq!(
            page("http://x", "default-src 'none'").refuses("https://any"),
            None
        );
    }

    #[test]
    fn mixed_content_is_told_from_what_may_be_called() {
        let own = page("https://taxgrade.example", "connect-src *");
        let why = own.refuses("http://192.168.1.7:8000").unwrap();
        assert!(why.what.contains("mixed content"), "{why:?}");
        assert_eq!(own.refuses("http://localhost:11434"), None);
        assert!(own.remark("http://localhost:11434").is_some());
        assert!(own.remark("https://api.one.example").is_none());
        assert!(own.remark("http://192.168.1.7:8000").is_none());
        let local = page("http://localhost:8080", "connect-src *");
        assert_eq!(local.refuses("http://192.168.1.7:8000"), None);
    }
}
