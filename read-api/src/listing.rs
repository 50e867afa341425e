//! Answers that are streamed: one document after the other from the store to the socket, in constant memory.
//!
//! Their tag stands for the state of the store, not for the bytes: it is taken before the stream opens. What is streamed
//! can therefore be newer than its tag, never older, and a tag once given for a state does not come back for another
//! one: so 304 is never said to somebody who has an older answer.
//!
//! A stream that fails half-way breaks the connection, so that nobody takes a part for the whole.

use std::io::Write;

use api_kit::store_failed;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures::stream::{self, BoxStream};
use futures::{Stream, StreamExt};
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use service_kit::{BoxError, chain};
use storage::{StoreError, ViewKind, ViewStore};

use crate::answer::unchanged;
use crate::call::Call;
use crate::form::Form;
use api_kit::negotiation::{has, wants_gzip};

/// Documents from the store.
pub(crate) type Documents = BoxStream<'static, Result<Bytes, StoreError>>;

/// Bytes that are gathered before they are sent on.
const CHUNK: usize = 32 * 1024;

/// What stands around documents and between them.
#[derive(Debug, Clone)]
pub(crate) struct Framing {
    before: Bytes,
    between: &'static [u8],
    after_each: &'static [u8],
    after: &'static [u8],
}

impl Framing {
    /// A JSON array.
    pub(crate) fn array() -> Self {
        Self { before: Bytes::from_static(b"["), between: b",", after_each: b"", after: b"]" }
    }

    /// A JSON object whose last member is an array; `opening` goes up to and with its bracket.
    pub(crate) fn object(opening: String) -> Self {
        Self { before: opening.into(), between: b",", after_each: b"", after: b"]}" }
    }

    /// A document a line.
    pub(crate) fn lines() -> Self {
        Self { before: Bytes::new(), between: b"", after_each: b"\n", after: b"" }
    }
}

/// The tag of a kind's list, and what it depends on beside the documents.
pub(crate) async fn list_tag(
    views: &dyn ViewStore,
    organization_id: OrganizationId,
    kind: ViewKind,
    query: &str,
) -> Result<HeaderValue, Problem> {
    // First the state, then what lags behind it: the other way round, a list that catches up in between would get the
    // tag of the state before.
    let state = views.list_state(organization_id, kind).await.map_err(store_failed)?;
    let lag = lag(views).await?;
    weak_tag(&format!("{}-{}-{}{lag}{query}", state.generation.0, state.count, state.newest.0))
}

/// The tag of what is told from what else it depends on, within a generation of views.
pub(crate) async fn generation_tag(views: &dyn ViewStore, query: &str) -> Result<HeaderValue, Problem> {
    let generation = views.active().await.map_err(store_failed)?.map_or(0, |active| active.generation.0);
    weak_tag(&format!("{generation}{query}"))
}

/// The tag of something drawn from all organizations.
pub(crate) async fn store_tag(views: &dyn ViewStore, query: &str) -> Result<HeaderValue, Problem> {
    let active = views.active().await.map_err(store_failed)?;
    let (generation, position) = active.map_or((0, 0), |active| (active.generation.0, active.position().0));
    let lag = lag(views).await?;
    weak_tag(&format!("{generation}-{position}{lag}{query}"))
}

/// What tells states apart while documents lag behind: catching up moves no position.
async fn lag(views: &dyn ViewStore) -> Result<String, Problem> {
    let Some(active) = views.active().await.map_err(store_failed)? else { return Ok(String::new()) };
    let lagging = views.lagging(active.generation).await.map_err(store_failed)?;
    if lagging.is_empty() {
        return Ok(String::new());
    }
    let mut ids = flate2::Crc::new();
    for stream in lagging {
        ids.update(format!("{stream};").as_bytes());
    }
    Ok(format!("-lag{}.{:x}", active.position().0, ids.sum()))
}

fn weak_tag(state: &str) -> Result<HeaderValue, Problem> {
    HeaderValue::try_from(format!("W/\"{state}\"")).map_err(Problem::internal)
}

/// Answers with a stream, or says that the client has it already. `open` is called only if it is wanted.
pub(crate) async fn answer(
    call: &Call,
    form: Form,
    tag: HeaderValue,
    framing: Framing,
    open: impl FnOnce() -> Documents,
) -> Result<Response, Problem> {
    if has(&call.headers, &[&tag]) {
        let mut response = unchanged(form);
        response.headers_mut().insert(header::ETAG, tag);
        return Ok(response);
    }
    let gzip = wants_gzip(&call.headers);
    let body = if call.is_head() { Body::empty() } else { body(framed(open(), framing), gzip).await? };
    let mut response = Response::new(body);
    write_headers(response.headers_mut(), form, tag, gzip);
    Ok(response)
}

fn write_headers(headers: &mut HeaderMap, form: Form, tag: HeaderValue, gzip: bool) {
    form.write(headers);
    headers.insert(header::ETAG, tag);
    if gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
}

/// Waits for the first bytes, so that a store that cannot even begin is a 500 and not a broken answer.
async fn body(
    chunks: impl Stream<Item = Result<Bytes, StoreError>> + Send + 'static,
    gzip: bool,
) -> Result<Body, Problem> {
    let mut chunks = Box::pin(chunks.fuse());
    let first = chunks.next().await.transpose().map_err(store_failed)?;
    let rest = chunks.inspect(|chunk| {
        if let Err(error) = chunk {
            tracing::error!(error = chain(error), "answer broken off");
        }
    });
    let all = stream::iter(first.map(Ok)).chain(rest);
    Ok(if gzip { Body::from_stream(compressed(all)) } else { Body::from_stream(all) })
}

/// Documents in their frame, gathered into chunks.
fn framed(documents: Documents, framing: Framing) -> impl Stream<Item = Result<Bytes, StoreError>> + Send + 'static {
    struct State {
        documents: Documents,
        framing: Framing,
        begun: bool,
        done: bool,
    }
    let state = State { documents, framing, begun: false, done: false };
    stream::unfold(state, |mut state| async move {
        if state.done {
            return None;
        }
        let mut chunk = Vec::new();
        while chunk.len() < CHUNK {
            match state.documents.next().await {
                Some(Ok(document)) => {
                    chunk.extend_from_slice(if state.begun { state.framing.between } else { &state.framing.before });
                    state.begun = true;
                    chunk.extend_from_slice(&document);
                    chunk.extend_from_slice(state.framing.after_each);
                }
                Some(Err(error)) => {
                    state.done = true;
                    return Some((Err(error), state));
                }
                None => {
                    if !state.begun {
                        chunk.extend_from_slice(&state.framing.before);
                    }
                    chunk.extend_from_slice(state.framing.after);
                    state.done = true;
                    break;
                }
            }
        }
        Some((Ok(chunk.into()), state))
    })
    // An empty chunk would say nothing, and cost a frame.
    .filter(|chunk: &Result<Bytes, StoreError>| std::future::ready(!chunk.as_ref().is_ok_and(Bytes::is_empty)))
}

/// The same bytes in gzip, compressed as they pass.
fn compressed(
    chunks: impl Stream<Item = Result<Bytes, StoreError>> + Send + 'static,
) -> impl Stream<Item = Result<Bytes, BoxError>> + Send + 'static {
    let encoder = GzEncoder::new(Vec::new(), Compression::fast());
    stream::unfold((Box::pin(chunks), Some(encoder)), |(mut chunks, encoder)| async move {
        let mut encoder = encoder?;
        loop {
            match chunks.next().await {
                Some(Ok(chunk)) => {
                    if let Err(error) = encoder.write_all(&chunk) {
                        return Some((Err(error.into()), (chunks, None)));
                    }
                    let made = std::mem::take(encoder.get_mut());
                    if !made.is_empty() {
                        return Some((Ok(made.into()), (chunks, Some(encoder))));
                    }
                }
                Some(Err(error)) => return Some((Err(error.into()), (chunks, None))),
                None => {
                    let end = encoder.finish().map(Bytes::from).map_err(BoxError::from);
                    return Some((end, (chunks, None)));
                }
            }
        }
    })
}

#[cfg(test)]
mod tests;
