//! Answers plain requests at the beginning of a connection, one after another, from the shortcut. If an answer is not
//! in memory, the router gives it, whole or in chunks. At the first other request, hyper takes over the connection.
//!
//! A request is plain if it arrived complete and alone and is a `GET` of HTTP/1.1 without a body, with one `Host`, and
//! with no `Connection` option except `keep-alive`. A polling client repeats the same bytes, so a request that equals
//! the last one is not parsed again. The answer has the same bytes as hyper's (`ready.rs`).

use std::future::poll_fn;
use std::io::{Error, Result};
use std::sync::Arc;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, Uri, header};
use bytes::{Buf, Bytes};
use http_body_util::BodyExt;
use hyper::body::Frame;
use tokio::io::AsyncWriteExt;

use super::host;
use super::outlet::Outlet;
use super::ready::{Date, head_of_chunks, no_sniffing};
use super::service::{ConnectionService, PlainRequest, ShortcutAnswer};
use super::socket::Socket;
use super::transport::{FREE, Transport};

/// Maximum number of headers in a plain request.
const HEADERS: usize = 32;
/// Headers about the body or the connection that only hyper handles.
const NOT_PLAIN: [HeaderName; 5] =
    [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::EXPECT, header::UPGRADE, header::TE];

/// A plain request with its bytes.
struct Plain {
    bytes: Bytes,
    uri: Uri,
    headers: HeaderMap,
}

/// Answers plain requests. Returns whether the connection continues with another kind of request.
///
/// # Errors
/// If the connection fails.
pub(super) async fn answer<S: Socket>(transport: &mut Transport<S>, service: &ConnectionService) -> Result<bool> {
    let (mut date, mut last) = (Date::default(), None::<Plain>);
    loop {
        let known = last.as_ref().map_or(&[][..], |last| &last.bytes);
        let Some(length) = poll_fn(|context| transport.poll_head(context, known)).await? else { return Ok(false) };
        if length < transport.received().len() {
            return Ok(true);
        }
        if known != transport.received() {
            last = Plain::read(transport.received());
        }
        let Some(plain) = &last else { return Ok(true) };
        let mut answer = match service.try_shortcut(plain.request()) {
            ShortcutAnswer::Answer { answer, caller_known } => {
                if caller_known {
                    transport.state.knows_caller();
                }
                answer
            }
            ShortcutAnswer::NotAtHand => {
                let routed = tokio::select! {
                    biased;
                    routed = service.answer_routed(plain.request()) => routed,
                    () = transport.left() => return Ok(false),
                };
                let (mut parts, body) = routed.into_parts();
                if body.size_hint().exact().is_none() {
                    last = None;
                    transport.head_is_used(length);
                    let outlet = parts.extensions.remove::<Arc<Outlet>>();
                    let head = head_of_chunks(&no_sniffing(Response::from_parts(parts, ())));
                    if !send_chunks(transport, (head, date.now()), body, outlet).await? {
                        return Ok(false);
                    }
                    transport.is_answered();
                    continue;
                }
                let body = body.collect().await.map_err(Error::other)?.to_bytes();
                Arc::new(Response::from_parts(parts, body).into())
            }
            ShortcutAnswer::Unknown => return Ok(true),
        };
        if service.is_stopping() && !answer.is_last {
            answer = Arc::new(answer.last());
        }
        transport.head_is_used(length);
        let head = Buf::chain(&answer.head[..], date.now().as_bytes());
        transport.write_all_buf(&mut head.chain(&answer.body[..])).await?;
        if answer.is_last {
            return Ok(false);
        }
        transport.is_answered();
    }
}

/// Returns the bytes of a frame; `None` at the end of the body.
fn data_of(frame: Option<std::result::Result<Frame<Bytes>, axum::Error>>) -> Result<Option<Bytes>> {
    let frame = frame.transpose().map_err(Error::other)?;
    Ok(frame.map(|frame| frame.into_data().unwrap_or_default()))
}

/// Sends an answer in chunks: those of its body, and those of its outlet. Returns whether the client has got all of it.
async fn send_chunks<S: Socket>(
    transport: &mut Transport<S>,
    (head, date): (Vec<u8>, &str),
    mut body: Body,
    outlet: Option<Arc<Outlet>>,
) -> Result<bool> {
    transport.release_memory();
    transport.write_all_buf(&mut Buf::chain(&head[..], date.as_bytes())).await?;
    drop(head);
    let socket = outlet.as_ref().and_then(|_| transport.shared());
    let outlet = outlet.unwrap_or_default();
    let _opened = outlet.open(socket);
    loop {
        let bytes = tokio::select! {
            biased;
            () = outlet.has_rest() => Some(Bytes::new()),
            frame = body.frame() => data_of(frame)?,
            () = transport.left() => return Ok(false),
        };
        transport.write_all_buf(&mut outlet.take_rest()).await?;
        let Some(bytes) = bytes else { break };
        if !bytes.is_empty() {
            let length = format!("{:X}\r\n", bytes.len());
            transport.write_all_buf(&mut length.as_bytes().chain(bytes).chain(&b"\r\n"[..])).await?;
        }
        outlet.resume();
    }
    transport.write_all_buf(&mut &b"0\r\n\r\n"[..]).await?;
    Ok(true)
}

impl Plain {
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let is_whole = head.parse(bytes).is_ok_and(|parsed| parsed == httparse::Status::Complete(bytes.len()));
        let is_plain = is_whole && head.method == Some(Method::GET.as_str()) && head.version == Some(1);
        if !is_plain || bytes.len() > FREE {
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
        host::is_named(&headers).then(|| Self { bytes: Bytes::copy_from_slice(bytes), uri, headers })
    }

    fn request(&self) -> PlainRequest<'_> {
        PlainRequest { method: &Method::GET, uri: &self.uri, headers: &self.headers }
    }
}

#[cfg(test)]
mod tests;
