//! What browsers are told about requests from other origins, which differs from provider to
//! provider.

use crate::http::{Headers, Request};
use crate::wire::Wire;

/// For the server's own paths.
pub(crate) const ANY: [(&str, &str); 2] = [
    ("access-control-allow-origin", "*"),
    ("content-type", "application/json"),
];

/// The headers that let a page read the answer; none where the provider lets no page.
pub(crate) fn headers(wire: Wire, request: &Request) -> Headers {
    let Some(origin) = request.header("origin") else {
        return Vec::new();
    };
    let asked = request
        .header("access-control-request-headers")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut headers = match wire {
        // Only pages that say they know what they do.
        Wire::Anthropic => {
            let name = "anthropic-dangerous-direct-browser-access";
            let says_so = if request.method == "OPTIONS" {
                asked.contains(name)
            } else {
                request.header(name).is_some()
            };
            if !says_so {
                return Vec::new();
            }
            vec![
                pair("access-control-allow-origin", "*"),
                pair("access-control-expose-headers", "*"),
            ]
        }
        Wire::OpenAi => vec![pair("access-control-allow-origin", "*")],
        Wire::Gemini => vec![pair("access-control-allow-origin", origin)],
        // As Ollama does: pages of this machine alone, and a fixed list of headers.
        Wire::Chat => {
            let host = origin.split("://").nth(1).unwrap_or_default();
            let host = host.split(':').next().unwrap_or_default();
            if !matches!(host, "localhost" | "127.0.0.1" | "0.0.0.0") {
                return Vec::new();
            }
            vec![pair("access-control-allow-origin", origin)]
        }
    };
    if request.method == "OPTIONS" {
        headers.push(pair("access-control-allow-methods", "GET, POST, OPTIONS"));
        let allowed = match wire {
            Wire::Chat => "authorization,content-type,user-agent,accept,x-requested-with",
            _ => &asked,
        };
        headers.push(pair("access-control-allow-headers", allowed));
    }
    headers
}

/// For pages that are let nothing.
pub(crate) const NONE: [(&str, &str); 0] = [];
