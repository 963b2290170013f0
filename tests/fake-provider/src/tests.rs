//! The server by itself, as far as no client of ours looks at it: what browsers ask first.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::{Options, Server};

fn ask(server: &Server, head: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream
        .write_all(format!("{head}\r\n\r\n").as_bytes())
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn preflight(server: &Server, path: &str, origin: &str, headers: &str) -> String {
    ask(
        server,
        &format!(
            "OPTIONS {path} HTTP/1.1\r\nOrigin: {origin}\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: {headers}"
        ),
    )
}

#[test]
fn preflights_are_answered_as_each_provider_answers_them() {
    let server = Server::start(Options::default()).unwrap();
    let direct = "anthropic-dangerous-direct-browser-access,content-type,x-api-key";
    let page = "https://page.example";
    let yes = |answer: &str| answer.contains("access-control-allow-origin: ");
    let anthropic = preflight(&server, "/v1/messages", page, direct);
    assert!(anthropic.starts_with("HTTP/1.1 204") && yes(&anthropic));
    assert!(!yes(&preflight(&server, "/v1/messages", page, "x-api-key")));
    assert!(yes(&preflight(
        &server,
        "/v1/responses",
        page,
        "authorization"
    )));
    let gemini = "/v1beta/models/x:streamGenerateContent?alt=sse";
    assert!(yes(&preflight(&server, gemini, page, "x-goog-api-key")));
    let chat = "/v1/chat/completions";
    assert!(preflight(&server, chat, page, "authorization").starts_with("HTTP/1.1 403"));
    assert!(yes(&preflight(
        &server,
        chat,
        "http://localhost:8080",
        "authorization"
    )));
    assert!(ask(&server, "GET /elsewhere HTTP/1.1").starts_with("HTTP/1.1 404"));
    assert!(ask(&server, "GET /__requests HTTP/1.1").ends_with("[]"));
}
