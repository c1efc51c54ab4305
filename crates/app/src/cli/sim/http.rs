//! Just enough HTTP to serve a page to the person at this machine, and to nobody else.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long a browser may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the first line and the headers may be.
const LONGEST_HEAD: u64 = 16 * 1024;
/// How long a body may be; it only ever holds what was typed.
const LONGEST_BODY: usize = 16 * 1024;

/// The request of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    /// `GET` or `POST`.
    pub(crate) method: String,
    /// The path after the host, without `?` and what follows.
    pub(crate) path: String,
    pub(crate) host: String,
    /// The `Origin` header, which browsers send with every `POST`.
    pub(crate) origin: Option<String>,
    /// The bytes that were sent along.
    pub(crate) body: String,
}

/// The answer to a browser.
pub(super) struct Response {
    /// The status, such as `200 OK`.
    pub(super) status: &'static str,
    pub(super) content_type: &'static str,
    pub(super) body: Vec<u8>,
}

impl Response {
    /// Returns a short answer in words.
    pub(super) fn text(status: &'static str, text: impl Into<String>) -> Self {
        Self {
            status,
            content_type: "text/plain; charset=utf-8",
            body: text.into().into_bytes(),
        }
    }
}

/// Answers one request, and only if it comes from the page itself.
///
/// The host must be this server's own, or another site's name that points here could read the
/// page; the origin must be too, or another site could send taps.
pub(super) fn answer(
    stream: TcpStream,
    own_host: &str,
    handle: impl FnOnce(&Request) -> Response,
) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    let response = match read_request(&stream) {
        Ok(request) if is_own(&request, own_host) => handle(&request),
        Ok(_) => Response::text("403 Forbidden", "only the page itself may ask\n"),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Response::text("400 Bad Request", "cannot read this request\n")
        }
        Err(error) => return Err(error),
    };
    write_response(stream, &response)
}

fn is_own(request: &Request, own_host: &str) -> bool {
    let own_origin = format!("http://{own_host}");
    request.host == own_host
        && request
            .origin
            .as_ref()
            .is_none_or(|origin| *origin == own_origin)
}

fn read_request(stream: &TcpStream) -> io::Result<Request> {
    let end = Instant::now() + PATIENCE;
    parse_request(&mut BufReader::new(Patient { stream, end }))
}

/// A connection that must have said everything by a certain moment, however slowly it speaks.
struct Patient<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for Patient<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(bytes)
    }
}

/// Reads one request, of a length within reason.
pub(crate) fn parse_request(reader: &mut impl BufRead) -> io::Result<Request> {
    let mut head = reader.by_ref().take(LONGEST_HEAD);
    let mut line = String::new();
    head.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Err(unreadable());
    };
    let path = target.split('?').next().unwrap_or(target);
    let mut request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        host: String::new(),
        origin: None,
        body: String::new(),
    };
    let mut length = 0;
    loop {
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 {
            return Err(unreadable());
        }
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "host" => value.trim().clone_into(&mut request.host),
            "origin" => request.origin = Some(value.trim().to_owned()),
            "content-length" => length = value.trim().parse().map_err(|_| unreadable())?,
            _ => {}
        }
    }
    if length > LONGEST_BODY {
        return Err(unreadable());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    request.body = String::from_utf8(body).map_err(|_| unreadable())?;
    Ok(request)
}

fn unreadable() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not an HTTP request")
}

fn write_response(mut stream: TcpStream, response: &Response) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
        response.status,
        response.content_type,
        response.body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&response.body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> io::Result<Request> {
        parse_request(&mut text.as_bytes())
    }

    #[test]
    fn a_request_is_taken_apart() {
        let request = parse(
            "POST /t/type?x=1 HTTP/1.1\r\nHost: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\n\
             content-length: 5\r\n\r\nhello",
        )
        .unwrap();
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("POST", "/t/type")
        );
        assert_eq!(request.body, "hello");
        assert!(is_own(&request, "127.0.0.1:9"));
    }

    #[test]
    fn other_hosts_and_origins_are_strangers() {
        let request = parse("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").unwrap();
        assert!(!is_own(&request, "127.0.0.1:9"));
        let request =
            parse("POST / HTTP/1.1\r\nHost: 127.0.0.1:9\r\nOrigin: http://evil.example\r\n\r\n");
        assert!(!is_own(&request.unwrap(), "127.0.0.1:9"));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "\r\n",
            "GET\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x",
            "GET / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
