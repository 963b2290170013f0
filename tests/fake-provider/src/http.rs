//! As much of HTTP/1.1 as is needed.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

const MOST_HEAD: u64 = 64 << 10;
const MOST_BODY: u64 = 96 << 20;

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    /// `POST` and so on.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Request {
    /// A header's value.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    }

    /// The body as JSON, null if it is none.
    #[must_use]
    pub fn body_json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The whole request as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let headers: serde_json::Map<String, Value> = self
            .headers
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().into()))
            .collect();
        json!({"method": self.method, "path": self.path, "headers": headers, "body": self.body_json()})
    }
}

pub(crate) fn read(stream: &TcpStream) -> io::Result<Request> {
    let mut head = BufReader::new(stream.take(MOST_HEAD + MOST_BODY));
    let invalid = || io::Error::new(io::ErrorKind::InvalidData, "no HTTP request");
    let mut line = String::new();
    head.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (method, path) = (
        words.next().ok_or_else(invalid)?,
        words.next().ok_or_else(invalid)?,
    );
    let (method, path) = (method.to_owned(), path.to_owned());
    let mut headers = Vec::new();
    let mut size = 0;
    loop {
        let mut line = String::new();
        size += head.read_line(&mut line)? as u64;
        if size > MOST_HEAD {
            return Err(invalid());
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(invalid)?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut request = Request {
        method,
        path,
        headers,
        body: String::new(),
    };
    let length: u64 = match request.header("content-length") {
        Some(length) => length.parse().map_err(|_| invalid())?,
        None => 0,
    };
    if length > MOST_BODY {
        return Err(invalid());
    }
    let mut body = Vec::new();
    head.take(length).read_to_end(&mut body)?;
    request.body = String::from_utf8(body).map_err(|_| invalid())?;
    Ok(request)
}

pub(crate) type Headers = Vec<(String, String)>;

pub(crate) fn head(
    out: &mut impl Write,
    status: u16,
    headers: &[(impl AsRef<str>, impl AsRef<str>)],
) -> io::Result<()> {
    let mut text = format!(
        "HTTP/1.1 {status} {}\r\nconnection: close\r\n",
        reason(status)
    );
    for (name, value) in headers {
        text.push_str(&format!("{}: {}\r\n", name.as_ref(), value.as_ref()));
    }
    out.write_all(text.as_bytes())
}

pub(crate) fn respond(
    out: &mut impl Write,
    status: u16,
    headers: &[(impl AsRef<str>, impl AsRef<str>)],
    body: &[u8],
) -> io::Result<()> {
    head(out, status, headers)?;
    write!(out, "content-length: {}\r\n\r\n", body.len())?;
    out.write_all(body)
}

/// One piece of a body whose length is not known before.
pub(crate) fn chunk(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let mut piece = format!("{:x}\r\n", bytes.len()).into_bytes();
    piece.extend_from_slice(bytes);
    piece.extend_from_slice(b"\r\n");
    out.write_all(&piece)
}

const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        429 => "Too Many Requests",
        _ => "Status",
    }
}
