//! Streamed answers: documents of one snapshot of the store, sent in constant memory.
//!
//! The `ETag` is made from the state of that snapshot and the public address, so equal tags mean equal answers.
//!
//! If a stream fails half-way, the connection is aborted, so that no client mistakes a part for the whole.

use std::io::Write;
use std::sync::Arc;

use api_kit::answer_limit::AnswerLimit;
use api_kit::negotiation::{has, wants_gzip};
use api_kit::{Caller, store_failed};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures::stream;
use futures::{Stream, StreamExt, TryStreamExt};
use service_kit::BoxError;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{Bodies, PublicAddress, Snapshot, StoreError};

use crate::answer::unchanged;
use crate::call::Call;
use crate::response_headers::ResponseHeaders;
use crate::sending::Sending;

/// Size of the pieces that are sent. A smaller answer is sent with its length.
const CHUNK: usize = 32 * 1024;

/// A list that can be sent.
pub(crate) trait Listed: Sync {
    /// The state of the list.
    type State: Send;

    /// Returns the state without reading documents.
    fn state(&self) -> impl Future<Output = Result<Self::State, StoreError>> + Send;

    /// Returns the documents and their state, from one snapshot.
    fn open(&self) -> impl Future<Output = Result<Snapshot<Self::State>, StoreError>> + Send;

    /// Returns what is sent with the documents in this state.
    ///
    /// # Errors
    /// If there is no such answer in this state, such as a page after the last one.
    fn framing(&self, state: &Self::State) -> Result<Framing, Problem>;
}

/// Returns the number of documents before a page; `None` if no list has such a page.
pub(crate) fn offset(number: i64, size: i64) -> Option<i64> {
    number.checked_sub(1).filter(|before| *before >= 0).and_then(|before| before.checked_mul(size))
}

/// Returns the same for an existing page. The first page exists even if the list is empty.
pub(crate) fn place(number: i64, size: i64, count: i64) -> Result<i64, Problem> {
    offset(number, size).filter(|offset| *offset < count || number == 1).ok_or_else(|| {
        let pages = (count.saturating_sub(1) / size + 1).max(1);
        Problem::not_found(message!(
            "no-such-page",
            "There is no page {number}: pages of this size run from 1 to {pages}.",
            number,
            pages
        ))
    })
}

/// Writes a document in another form at the end of a chunk.
pub(crate) type Convert = Arc<dyn Fn(&[u8], &mut Vec<u8>) -> Result<(), StoreError> + Send + Sync>;

/// The text around and between documents, and headers in addition to those of all lists.
#[derive(Clone, Default)]
pub(crate) struct Framing {
    pub(crate) before: Bytes,
    pub(crate) between: &'static [u8],
    pub(crate) after_each: &'static [u8],
    pub(crate) after: &'static [u8],
    pub(crate) convert: Option<Convert>,
    /// A text that identifies the state in the `ETag`; `None` if states cannot be distinguished.
    pub(crate) tag: Option<String>,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

impl Framing {
    /// Returns the framing of a JSON array.
    pub(crate) fn array() -> Self {
        Self { before: Bytes::from_static(b"["), between: b",", after: b"]", ..Self::default() }
    }

    /// Returns the framing of a JSON object whose last member is an array. `opening` ends with its bracket.
    pub(crate) fn object(opening: String) -> Self {
        Self { before: opening.into(), between: b",", after: b"]}", ..Self::default() }
    }

    /// Returns the framing of one document per line.
    pub(crate) fn lines() -> Self {
        Self { after_each: b"\n", ..Self::default() }
    }

    /// Returns the framing of a table with a first line. `convert` writes the lines of a document.
    pub(crate) fn table(first_line: Vec<u8>, convert: Convert) -> Self {
        Self { before: first_line.into(), convert: Some(convert), ..Self::default() }
    }

    /// Returns the headers, with the weak `ETag`: it is the same for the compressed form, and another one with another
    /// public address.
    fn headers(&mut self, address: &PublicAddress) -> Result<HeaderMap, Problem> {
        let tag = |tag| HeaderValue::try_from(format!("W/\"{tag}-{}\"", address.tag()));
        let tag = self.tag.take().map(tag).transpose().map_err(Problem::internal)?;
        let tag = tag.map(|tag| (header::ETAG, tag));
        Ok(tag.into_iter().chain(std::mem::take(&mut self.headers)).collect())
    }

    /// Writes a document, with the public address in it, at the end of a chunk.
    fn append(&self, document: &[u8], address: &PublicAddress, chunk: &mut Vec<u8>) -> Result<(), StoreError> {
        let Some(convert) = &self.convert else {
            address.append(document, chunk);
            return Ok(());
        };
        let mut whole = Vec::with_capacity(document.len());
        address.append(document, &mut whole);
        convert(&whole, chunk)
    }
}

/// Answers with the list, or with 304 if the client has it. HEAD and 304 do not count towards the limit.
pub(crate) async fn answer(
    call: &Call,
    caller: Option<&Caller>,
    response_headers: ResponseHeaders,
    limit: &Arc<AnswerLimit>,
    listed: &impl Listed,
) -> Result<Response, Problem> {
    let (gzip, address) = (wants_gzip(&call.headers), &call.shared.address);
    let respond = |body: Body, headers: HeaderMap| {
        let mut response = Response::new(body);
        response_headers.write(response.headers_mut());
        response.headers_mut().extend(headers);
        if gzip {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    };
    if call.is_head() || call.headers.contains_key(header::IF_NONE_MATCH) {
        let state = listed.state().await.map_err(store_failed)?;
        let headers = listed.framing(&state)?.headers(address)?;
        if headers.get(header::ETAG).is_some_and(|tag| has(&call.headers, &[tag])) {
            let mut response = unchanged(response_headers);
            response.headers_mut().extend(headers);
            return Ok(response);
        }
        if call.is_head() {
            // The body has no known length, and is never polled.
            let body = Body::from_stream(stream::pending::<Result<Bytes, BoxError>>());
            return Ok(respond(body, headers));
        }
    }
    let counted = limit.permit(caller, call.client)?;
    let Snapshot { state, bodies } = listed.open().await.map_err(store_failed)?;
    let mut framing = listed.framing(&state)?;
    let headers = framing.headers(address)?;
    let sending = Sending { limits: call.shared.settings.limits, counted };
    Ok(respond(body(framed(bodies, framing, address.clone()), gzip, sending).await?, headers))
}

/// Waits for the first bytes, so that a failing store is answered with an error and not with an aborted answer.
async fn body(
    chunks: impl Stream<Item = Result<Bytes, StoreError>> + Send + 'static,
    gzip: bool,
    sending: Sending,
) -> Result<Body, Problem> {
    let mut chunks = Box::pin(chunks.fuse());
    let first = chunks.next().await.transpose().map_err(store_failed)?.unwrap_or_default();
    if first.len() < CHUNK {
        return Ok(Body::from(if gzip { compressed_whole(&first)? } else { first }));
    }
    let all = stream::once(std::future::ready(Ok(first))).chain(chunks);
    Ok(if gzip { sending.body(compressed(all)) } else { sending.body(all.map(|chunk| chunk.map_err(BoxError::from))) })
}

/// Joins documents, with the public address in them, and frame into chunks; all but the last have at least [`CHUNK`]
/// bytes.
fn framed(
    bodies: Bodies,
    framing: Framing,
    address: PublicAddress,
) -> impl Stream<Item = Result<Bytes, StoreError>> + Send + 'static {
    let state = (Some(bodies), framing, address, false);
    stream::try_unfold(state, |(bodies, framing, address, mut has_begun)| async move {
        let Some(mut bodies) = bodies else { return Ok(None) };
        let mut chunk = Vec::new();
        while chunk.len() < CHUNK {
            let document = bodies.try_next().await?;
            match &document {
                _ if !has_begun => chunk.extend_from_slice(&framing.before),
                Some(_) => chunk.extend_from_slice(framing.between),
                None => {}
            }
            has_begun = true;
            let Some(document) = document else {
                chunk.extend_from_slice(framing.after);
                return Ok(Some((chunk.into(), (None, framing, address, has_begun))));
            };
            framing.append(&document, &address, &mut chunk)?;
            chunk.extend_from_slice(framing.after_each);
        }
        Ok(Some((chunk.into(), (Some(bodies), framing, address, has_begun))))
    })
}

fn compressed_whole(bytes: &[u8]) -> Result<Bytes, Problem> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.map(Bytes::from).map_err(Problem::internal)
}

/// Compresses the chunks with gzip while they are sent.
fn compressed(
    chunks: impl Stream<Item = Result<Bytes, StoreError>> + Send + 'static,
) -> impl Stream<Item = Result<Bytes, BoxError>> + Send + 'static {
    let encoder = GzEncoder::new(Vec::new(), Compression::fast());
    stream::try_unfold((Box::pin(chunks), Some(encoder)), |(mut chunks, encoder)| async move {
        let Some(mut encoder) = encoder else { return Ok(None) };
        while let Some(chunk) = chunks.try_next().await? {
            encoder.write_all(&chunk)?;
            let made = std::mem::take(encoder.get_mut());
            if !made.is_empty() {
                return Ok(Some((made.into(), (chunks, Some(encoder)))));
            }
        }
        Ok(Some((encoder.finish()?.into(), (chunks, None))))
    })
}

#[cfg(test)]
mod tests;
