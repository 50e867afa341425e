//! Plain requests at the beginning of a connection: those that the shortcut knows, one after the other. What is not in memory
//! the router answers in between. The first request that is anything else is hyper's, with the connection and all that follows.
//!
//! A request is plain if it came whole and alone: a `GET` of HTTP/1.1 without a body, and without a wish about the connection
//! but to keep it. Who polls sends the same bytes again and again, so those of the last request are not parsed anew. The
//! answer is written as hyper writes it (`ready.rs`).

use std::future::poll_fn;
use std::io::Result;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, Sleep};

use super::begins;
use super::service::{Answering, Asked, Shortly};
use crate::clock::{Clock, SystemClock};
use crate::lifecycle::Stop;

/// Bytes of a plain request at most.
const HEAD: usize = 2048;
/// Its headers at most.
const HEADERS: usize = 32;
/// Headers that say of the body or the connection what hyper has to heed.
const NOT_PLAIN: [HeaderName; 5] =
    [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::EXPECT, header::UPGRADE, header::TE];

/// A plain request, with the bytes that it came as.
struct Plain {
    bytes: Bytes,
    uri: Uri,
    headers: HeaderMap,
}

/// Answers while requests are plain. What was read and not answered comes back; nothing, once the connection is over: closed by
/// the client, idle for too long, or because of the soft stop.
///
/// # Errors
/// When the connection breaks.
pub(super) async fn answer(
    socket: &mut (impl AsyncRead + AsyncWrite + Unpin),
    answering: &Answering,
    idle: Duration,
    stop: &Stop,
) -> Result<Option<Bytes>> {
    let mut stops = pin!(begins(stop, stop.soft()));
    let (mut patience, mut date, mut last) = (Patience::new(idle), Date::default(), None);
    let mut sent = BytesMut::with_capacity(HEAD);
    while !stop.is_stopping() {
        tokio::select! {
            biased;
            read = socket.read_buf(&mut sent) => if read? == 0 { break },
            () = stops.as_mut() => break,
            () = poll_fn(|context| patience.poll_over(context)) => break,
        }
        if last.as_ref().is_none_or(|last: &Plain| last.bytes != sent) {
            last = Plain::read(&sent);
        }
        let shortly = last.as_ref().map_or(Shortly::Unknown, |plain| answering.shortly(plain.asked()));
        let answer = match (shortly, &last) {
            (Shortly::Answer(answer), _) => Some(answer),
            (Shortly::NotAtHand, Some(plain)) => {
                answering.whole(plain.asked()).await.map(|answer| Arc::new(answer.into()))
            }
            _ => None,
        };
        let Some(answer) = answer else { return Ok(Some(sent.freeze())) };
        sent.clear();
        let head = Buf::chain(&answer.head[..], date.now().as_bytes());
        socket.write_all_buf(&mut head.chain(&answer.body[..])).await?;
        patience.since = Instant::now();
    }
    Ok(None)
}

impl Plain {
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let is_whole = head.parse(bytes).is_ok_and(|parsed| parsed == httparse::Status::Complete(bytes.len()));
        if !is_whole || head.method != Some(Method::GET.as_str()) || head.version != Some(1) {
            return None;
        }
        let uri = head.path.filter(|path| path.starts_with('/'))?.parse().ok()?;
        let mut headers = HeaderMap::with_capacity(head.headers.len());
        for sent in head.headers {
            let name = HeaderName::from_bytes(sent.name.as_bytes()).ok()?;
            let is_kept = name != header::CONNECTION || sent.value.eq_ignore_ascii_case(b"keep-alive");
            if !is_kept || NOT_PLAIN.contains(&name) {
                return None;
            }
            headers.append(name, HeaderValue::from_bytes(sent.value).ok()?);
        }
        Some(Self { bytes: Bytes::copy_from_slice(bytes), uri, headers })
    }

    fn asked(&self) -> Asked<'_> {
        Asked { method: &Method::GET, uri: &self.uri, headers: &self.headers }
    }
}

/// How long a connection may be idle. Its timer is not moved with every request, but when it goes off too early.
struct Patience {
    since: Instant,
    limit: Duration,
    alarm: Pin<Box<Sleep>>,
}

impl Patience {
    fn new(limit: Duration) -> Self {
        let since = Instant::now();
        Self { since, limit, alarm: Box::pin(tokio::time::sleep_until(since + limit)) }
    }

    fn poll_over(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while self.alarm.as_mut().poll(context).is_ready() {
            let end = self.since + self.limit;
            if Instant::now() >= end {
                return Poll::Ready(());
            }
            self.alarm.as_mut().reset(end);
        }
        Poll::Pending
    }
}

/// The time as answers tell it at the end of their heads, written once a second.
#[derive(Default)]
struct Date {
    second: i64,
    text: String,
}

impl Date {
    fn now(&mut self) -> &str {
        let now = SystemClock.now();
        if now.timestamp() != self.second {
            self.second = now.timestamp();
            self.text = now.format("%a, %d %b %Y %H:%M:%S GMT\r\n\r\n").to_string();
        }
        &self.text
    }
}

#[cfg(test)]
mod tests;
