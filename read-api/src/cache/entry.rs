//! A document as it is handed out: body, tags, and the compressed body once somebody asked for it.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::http::{HeaderValue, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use proto_events::Version;
use service_kit::BoxError;
use service_kit::server::Ready;
use storage::{Document, DocumentKey};
use tokio::sync::OnceCell;

use crate::form::Form;

/// Bodies above this are compressed when that is asked for.
pub(crate) const COMPRESSED_ABOVE: usize = 1024;
/// Bodies above this are compressed off the asynchronous threads …
const INLINE_UP_TO: usize = 64 * 1024;
/// … and above this fast rather than small: the first asker waits for it.
const SMALL_UP_TO: usize = 1024 * 1024;
/// What an entry weighs beside its bytes: its tags, and the heads of answers that were given with it.
const OVERHEAD: usize = 2_048;

/// How an entry is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    /// As it is.
    Identity,
    /// Compressed.
    Gzip,
    /// Not at all, as the client has it, and would get it as it is.
    Known,
    /// Not at all, as the client has it, and would get it compressed.
    KnownGzip,
}

/// A document in memory.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The body as it is.
    pub(crate) body: Bytes,
    /// Tag of the body as it is.
    pub(crate) etag: HeaderValue,
    /// Tag of the compressed body.
    pub(crate) gzip_etag: HeaderValue,
    /// Whether the newest events may be missing.
    pub(crate) stale: bool,
    gzip: OnceCell<Bytes>,
    /// What was answered with it, by form and coding.
    ready: [OnceLock<(Form, Arc<Ready>)>; 4],
}

impl Entry {
    /// An entry of a stored document.
    pub(crate) fn of(document: Document) -> Self {
        Self::new(document.body, &document.digest, document.stale)
    }

    /// An entry of a body with its digest.
    pub(crate) fn new(body: Bytes, digest: &str, stale: bool) -> Self {
        Self {
            body,
            etag: tag(digest, ""),
            gzip_etag: tag(digest, "-gz"),
            stale,
            gzip: OnceCell::new(),
            ready: Default::default(),
        }
    }

    /// An entry of a body that is there in both forms.
    pub(crate) fn packed(body: Bytes, gzip: Bytes, digest: &str) -> Self {
        Self { gzip: OnceCell::new_with(Some(gzip)), ..Self::new(body, digest, false) }
    }

    /// Whether it is this revision of a decklist, whose tag is its version.
    pub(crate) fn is_revision(&self, version: Version) -> bool {
        self.etag == tag(&version.to_string(), "")
    }

    /// Which revision of a decklist it is, if its tag is a version.
    pub(crate) fn revision(&self) -> Option<Version> {
        self.etag.to_str().ok()?.trim_matches('"').parse().ok()
    }

    /// Bytes that the entry takes, the compressed body included as far as it can be foreseen.
    pub(crate) fn weight(&self, key: &DocumentKey) -> u32 {
        let gzip = if self.body.len() > COMPRESSED_ABOVE { self.body.len() / 4 } else { 0 };
        u32::try_from(self.body.len() + gzip + key.key.len() + OVERHEAD).unwrap_or(u32::MAX)
    }

    /// The answer that was given before; else the one that is made now, and given from now on.
    pub(crate) fn ready(
        &self,
        form: Form,
        coding: Coding,
        make: impl FnOnce() -> Option<Response<Bytes>>,
    ) -> Option<Arc<Ready>> {
        let place = &self.ready[coding as usize];
        if let Some((_, ready)) = place.get().filter(|(known, _)| *known == form) {
            return Some(Arc::clone(ready));
        }
        let made = Arc::new(Ready::from(make()?));
        // Where another form came first, that one stays.
        let _ = place.set((form, Arc::clone(&made)));
        Some(made)
    }

    /// The compressed body, if it was made.
    pub(crate) fn gzip_at_hand(&self) -> Option<Bytes> {
        self.gzip.get().cloned()
    }

    /// The compressed body; made once.
    pub(crate) async fn gzip(&self) -> Result<Bytes, BoxError> {
        let made = self.gzip.get_or_try_init(|| async {
            let body = self.body.clone();
            if body.len() <= INLINE_UP_TO {
                return Ok::<_, BoxError>(compress(&body)?);
            }
            Ok(tokio::task::spawn_blocking(move || compress(&body)).await??)
        });
        Ok(made.await?.clone())
    }
}

/// Digests are made of letters that may stand in a header.
fn tag(digest: &str, suffix: &str) -> HeaderValue {
    HeaderValue::try_from(format!("\"{digest}{suffix}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn compress(body: &[u8]) -> std::io::Result<Bytes> {
    let level = if body.len() > SMALL_UP_TO { Compression::fast() } else { Compression::default() };
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), level);
    encoder.write_all(body)?;
    Ok(encoder.finish()?.into())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[tokio::test]
    async fn bodies_of_every_size_come_back_from_gzip() {
        for size in [0, 1_025, INLINE_UP_TO + 1, SMALL_UP_TO + 1] {
            let body: Bytes = (0..size).map(|place| b'a' + u8::try_from(place % 23).unwrap()).collect();
            let entry = Entry::new(body.clone(), "digest", false);
            let packed = entry.gzip().await.unwrap();
            let mut unpacked = Vec::new();
            GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, body);
            assert_eq!(entry.gzip().await.unwrap().as_ptr(), packed.as_ptr(), "made once");
        }
    }

    #[test]
    fn the_tag_of_a_decklist_says_its_revision_and_no_other_tag_does() {
        let revision = |digest| Entry::new(Bytes::new(), digest, false).revision();
        assert_eq!(["3", "AbC-_123", "", "9999999999999999999999"].map(revision), [Some(3), None, None, None]);
    }

    #[test]
    fn the_two_forms_have_tags_of_their_own() {
        let entry = Entry::new(Bytes::new(), "AbC-_123", false);
        assert_eq!(
            (entry.etag, entry.gzip_etag),
            ("\"AbC-_123\"".parse().unwrap(), "\"AbC-_123-gz\"".parse().unwrap())
        );
    }
}
