//! A client with very low cost, so that the server is measured: requests are prepared bytes, and answers are read by
//! length and parsed as little as possible.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The media type of most bodies.
const JSON: &str = "application/json";
/// Initial capacity for an answer.
const ROOM: usize = 16 * 1024;

/// A request, ready to send.
#[derive(Debug, Clone)]
pub(crate) struct Request(Vec<u8>);

impl Request {
    /// Prepares a read.
    pub(crate) fn get(path: &str, key: &str, headers: &[(&str, &str)]) -> Self {
        Self::new("GET", path, key, headers, ("", ""))
    }

    /// Prepares a request with a JSON body.
    pub(crate) fn send(method: &str, path: &str, key: &str, headers: &[(&str, &str)], body: &Value) -> Self {
        Self::new(method, path, key, headers, (JSON, &body.to_string()))
    }

    /// Prepares a form, as a browser sends it.
    pub(crate) fn form(path: &str, fields: &str) -> Self {
        let body = ("application/x-www-form-urlencoded", fields);
        Self::new("POST", path, "", &[("Sec-Fetch-Site", "same-origin")], body)
    }

    /// Prepares a request with a text, as nchan publishes it.
    pub(crate) fn text(path: &str, text: &str) -> Self {
        Self::new("POST", path, "", &[], (JSON, text))
    }

    fn new(method: &str, path: &str, key: &str, headers: &[(&str, &str)], (kind, body): (&str, &str)) -> Self {
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        for (name, value) in headers.iter().chain(&[("X-API-Key", key)]).filter(|(_, value)| !value.is_empty()) {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if method != "GET" {
            let _ = write!(text, "Content-Type: {kind}\r\nContent-Length: {}\r\n", body.len());
        }
        text += "\r\n";
        text += body;
        Self(text.into_bytes())
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Returns the value of a header; empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        header(&self.head, name).unwrap_or_default()
    }

    /// Returns all headers.
    pub(crate) fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.head.lines().skip(1).filter_map(|line| line.split_once(": "))
    }

    /// Returns the body as JSON.
    pub(crate) fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_slice(&self.body).context("the answer is not JSON")
    }

    /// Returns the beginning of the body, for messages.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body[..self.body.len().min(400)]).into_owned()
    }

    /// Fails unless the answer has this status.
    pub(crate) fn expect(self, status: u16) -> anyhow::Result<Self> {
        ensure!(self.status == status, "answered with {} instead of {status}: {}", self.status, self.text());
        Ok(self)
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let rows = head.lines().filter_map(|line| line.split_once(": "));
    rows.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// A keep-alive connection.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    /// Connects to a port of this machine.
    pub(crate) async fn open(port: u16) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await.context("connecting")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, read: Vec::with_capacity(ROOM) })
    }

    /// Sends a request and reads its answer.
    pub(crate) async fn ask(&mut self, request: &Request) -> anyhow::Result<Answer> {
        let (head, length) = self.begin(request).await?;
        while self.read.len() < head + length {
            self.more().await?;
        }
        let rest = self.read.split_off(head + length);
        let body = self.read.split_off(head);
        let head = String::from_utf8_lossy(&std::mem::replace(&mut self.read, rest)).into_owned();
        Ok(Answer { status: status(&head)?, head, body })
    }

    /// Sends a request again and again until this moment. Returns how long the answers took, which must have this status.
    pub(crate) async fn repeat(
        &mut self,
        request: &Request,
        status: u16,
        until: Instant,
    ) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::new();
        while Instant::now() < until {
            let sent = Instant::now();
            self.ask(request).await?.expect(status)?;
            times.push(sent.elapsed());
        }
        Ok(times)
    }

    /// Sends a request for a stream, and reads the head of the answer. What follows is read by [`Connection::until`].
    pub(crate) async fn follow(&mut self, request: &Request) -> anyhow::Result<()> {
        self.stream.write_all(&request.0).await.context("sending")?;
        self.until(b"\r\n\r\n").await?;
        let status = status(&String::from_utf8_lossy(&self.read))?;
        ensure!(status == 200, "a stream is answered {status}");
        self.until(b"\n\n").await?;
        self.read = Vec::new();
        Ok(())
    }

    /// Reads a stream until these bytes have arrived.
    pub(crate) async fn until(&mut self, mark: &[u8]) -> anyhow::Result<()> {
        while !self.read.windows(mark.len()).any(|part| part == mark) {
            self.more().await?;
        }
        Ok(())
    }

    /// Sends a request and reads until the head is complete. Returns the lengths of the head and of the body.
    async fn begin(&mut self, request: &Request) -> anyhow::Result<(usize, usize)> {
        self.stream.write_all(&request.0).await.context("sending")?;
        loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.read[..end]);
                let length = match (header(&head, "content-length"), status(&head)?) {
                    (Some(length), _) => length.parse()?,
                    (None, 204 | 304) => 0,
                    (None, _) => bail!("an answer without a length: {head}"),
                };
                // A 304 may state the length of the full answer.
                return Ok((end + 4, if status(&head)? == 304 { 0 } else { length }));
            }
            self.more().await?;
        }
    }

    async fn more(&mut self) -> anyhow::Result<usize> {
        self.read.reserve(ROOM);
        let got = self.stream.read_buf(&mut self.read).await.context("receiving")?;
        ensure!(got > 0, "the server closed the connection");
        Ok(got)
    }
}

fn status(head: &str) -> anyhow::Result<u16> {
    head.get(9..12).and_then(|digits| digits.parse().ok()).with_context(|| format!("not an HTTP answer: {head}"))
}
