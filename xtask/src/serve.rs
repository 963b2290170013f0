//! A small static server, so that the page can be tried with the headers it ships with.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use tiny_http::{Method, Request, Server};

use crate::page::DIST;
use crate::repo::Repo;

const HEADERS: &str = "_headers";

pub(crate) fn serve(repo: &Repo, port: u16) -> Result<()> {
    let dist = repo.path(DIST);
    let rules = fs::read_to_string(dist.join(HEADERS)).with_context(|| {
        format!(
            "`{}` holds no built page\nwhat to do: cargo xtask web",
            dist.display()
        )
    })?;
    let rules = parse_headers(&rules);
    let server = Server::http(("127.0.0.1", port)).map_err(|error| {
        anyhow!("port {port} cannot be opened: {error}\nwhat to do: give another one with --port")
    })?;
    println!("http://{}/  (Ctrl-C stops it)", server.server_addr());
    // Each on a thread of its own: a browser may leave one answer unread until it has another.
    std::thread::scope(|scope| {
        for request in server.incoming_requests() {
            // A visitor who went away is no reason to stop.
            scope.spawn(|| drop(answer(&dist, &rules, request)));
        }
    });
    Ok(())
}

fn answer(dist: &Path, rules: &[Rule], request: Request) -> io::Result<()> {
    let path = request.url().split(['?', '#']).next().unwrap_or("/");
    let found = local_path(path)
        .map(|relative| dist.join(relative))
        .and_then(|file| Some((File::open(&file).ok()?, mime(&file))));
    let headers: Vec<&(String, String)> = rules
        .iter()
        .filter(|rule| rule.covers(path))
        .flat_map(|rule| &rule.headers)
        .collect();
    match (request.method(), found) {
        (Method::Get | Method::Head, Some((mut file, mime))) => {
            let length = file.metadata()?.len();
            respond(request, "200 OK", mime, &headers, length, &mut file)
        }
        (method, _) => {
            let (status, text) = match method {
                Method::Get | Method::Head => ("404 Not Found", "not found\n"),
                _ => ("405 Method Not Allowed", "only GET and HEAD\n"),
            };
            let mime = "text/plain; charset=utf-8";
            let length = text.len() as u64;
            respond(
                request,
                status,
                mime,
                &headers,
                length,
                &mut text.as_bytes(),
            )
        }
    }
}

/// Writes a response and ends the connection. A connection that is kept holds a thread of the
/// server's, and more of them than a browser opens at a time are needed to let none wait.
fn respond(
    request: Request,
    status: &str,
    mime: &str,
    headers: &[&(String, String)],
    length: u64,
    body: &mut impl Read,
) -> io::Result<()> {
    let head_only = *request.method() == Method::Head;
    let mut out = request.into_writer();
    write!(
        out,
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\n"
    )?;
    for (name, value) in headers {
        write!(out, "{name}: {value}\r\n")?;
    }
    out.write_all(b"\r\n")?;
    if !head_only {
        io::copy(body, &mut out)?;
    }
    out.flush()
}

/// The file below dist that an address means, or `None` if it would lead out of there. Our own
/// names need no percent-encoding, so an encoded address names nothing.
fn local_path(address: &str) -> Option<PathBuf> {
    let relative = address.strip_prefix('/')?;
    let relative = if relative.is_empty() || relative.ends_with('/') {
        format!("{relative}index.html")
    } else {
        relative.to_owned()
    };
    let path = PathBuf::from(relative);
    let inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let secret = path.as_os_str() == HEADERS;
    (inside && !secret).then_some(path)
}

/// Browsers compile a module while it loads only if its type says that it is one.
fn mime(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("zip") => "application/zip",
        Some("pdf") => "application/pdf",
        Some("xml") => "application/xml",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Rule {
    pattern: String,
    headers: Vec<(String, String)>,
}

impl Rule {
    fn covers(&self, path: &str) -> bool {
        match self.pattern.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == self.pattern,
        }
    }
}

/// Reads the `_headers` form of static hosts: a pattern, then indented `Name: value` lines.
fn parse_headers(text: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        if !line.starts_with([' ', '\t']) {
            rules.push(Rule {
                pattern: line.trim().to_owned(),
                headers: Vec::new(),
            });
        } else if let (Some(rule), Some((name, value))) = (rules.last_mut(), line.split_once(':')) {
            rule.headers
                .push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_inside_the_folder() {
        assert_eq!(local_path("/"), Some(PathBuf::from("index.html")));
        assert_eq!(local_path("/a/b.js"), Some(PathBuf::from("a/b.js")));
        assert_eq!(local_path("/../Cargo.toml"), None);
        assert_eq!(local_path("//etc/passwd"), None);
        assert_eq!(local_path("/_headers"), None);
    }

    #[test]
    fn headers_are_read_in_the_form_of_static_hosts() {
        let rules = parse_headers("# why\n/*\n  A: b: c\n\n/x.js\n  D: e\n");
        assert_eq!(
            rules,
            [
                Rule {
                    pattern: "/*".to_owned(),
                    headers: vec![("A".to_owned(), "b: c".to_owned())]
                },
                Rule {
                    pattern: "/x.js".to_owned(),
                    headers: vec![("D".to_owned(), "e".to_owned())]
                },
            ]
        );
        assert!(rules.iter().all(|rule| rule.covers("/x.js")));
        assert!(!rules.iter().all(|rule| rule.covers("/y.js")));
    }
}
