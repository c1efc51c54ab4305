//! As much of HTTP as the applications need.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::template::text_of;

/// One request, with its body taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// The body as it came.
    pub(crate) body: String,
    /// The fields of a form or of an object.
    pub(crate) fields: BTreeMap<String, String>,
}

impl Request {
    /// Reads the next request of a connection; `None` when the browser hangs up.
    pub(crate) fn read(reader: &mut BufReader<&TcpStream>) -> Option<Self> {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let mut words = line.split_whitespace().map(str::to_owned);
        let (method, path) = (words.next()?, words.next()?);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok()?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let body = String::from_utf8(body).ok()?;
        let path = path.split('?').next()?.to_owned();
        Some(Self {
            method,
            path: decoded(&path),
            fields: fields_of(&body),
            body,
        })
    }
}

fn fields_of(body: &str) -> BTreeMap<String, String> {
    if let Ok(Value::Object(object)) = serde_json::from_str(body) {
        let pair = |(name, value): (String, Value)| (name, text_of(Some(&value)));
        return object.into_iter().map(pair).collect();
    }
    body.split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (decoded(name), decoded(&value.replace('+', " "))))
        .collect()
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// One answer.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) body: String,
    pub(crate) location: Option<String>,
}

impl Reply {
    /// Returns an answer with a body.
    pub(crate) fn new(status: u16, kind: &'static str, body: impl Into<String>) -> Self {
        Self {
            status,
            kind,
            body: body.into(),
            location: None,
        }
    }

    /// Returns an answer that leads elsewhere.
    pub(crate) fn redirect(location: impl Into<String>) -> Self {
        Self {
            location: Some(location.into()),
            ..Self::new(303, "text/plain", "")
        }
    }

    /// Sends it; returns whether the browser is still there.
    pub(crate) fn send(&self, mut stream: &TcpStream) -> bool {
        let location = self.location.iter();
        let location: String = location
            .map(|path| format!("Location: {path}\r\n"))
            .collect();
        let head = format!(
            "HTTP/1.1 {} Answer\r\nContent-Type: {}; charset=utf-8\r\nCache-Control: no-store\r\n{location}Content-Length: {}\r\n\r\n",
            self.status,
            self.kind,
            self.body.len()
        );
        let bytes = [head.as_bytes(), self.body.as_bytes()].concat();
        stream.write_all(&bytes).is_ok()
    }
}
