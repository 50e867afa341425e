//! A document in memory as some readers see it: body, tags, and the compressed body once it was requested.

use std::io::Write;
use std::sync::OnceLock;

use axum::http::HeaderValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::PageStandings;
use flate2::Compression;
use flate2::write::GzEncoder;
use proto_events::Version;
use proto_events::ids::{OrganizationId, RoundId};
use serde::Deserialize;
use service_kit::BoxError;
use sha2::{Digest, Sha256};
use storage::{DocumentKey, PublicAddress, ViewKind};
use tokio::sync::OnceCell;
use web::public::Hours;

/// Bodies above this size are compressed if the client accepts gzip.
pub(crate) const COMPRESSED_ABOVE: usize = 1024;
/// Bodies above this size are compressed fast rather than well, because the first request waits for it.
const SMALL_UP_TO: usize = 1024 * 1024;
/// Estimated bytes of an entry in addition to its bodies: its tags, and its place in the cache.
const OVERHEAD: usize = 2_048;

/// The parts of a public page's data that name other documents, or say when people can register.
#[derive(Debug, Default, Deserialize)]
struct PageParts {
    standings: Option<PageStandings>,
    /// Only on the page of an event.
    head: Option<Head>,
}

#[derive(Debug, Deserialize)]
struct Head {
    #[serde(default)]
    organization_id: OrganizationId,
    #[serde(default)]
    about: Window,
}

#[derive(Debug, Default, Deserialize)]
struct Window {
    registration_opens: Option<DateTime<Utc>>,
    registration_closes: Option<DateTime<Utc>>,
}

/// A document in memory.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The uncompressed body.
    pub(crate) body: Bytes,
    /// Tag of the uncompressed body.
    pub(crate) etag: HeaderValue,
    /// Tag of the compressed body.
    pub(crate) gzip_etag: HeaderValue,
    /// Whether the newest domain events may be missing.
    pub(crate) stale: bool,
    gzip: OnceCell<Bytes>,
    /// The result of [`Entry::content`], computed on first use.
    content: OnceLock<[u8; 16]>,
    /// The result of [`Entry::digests`], computed on first use.
    digests: OnceLock<[u32; 3]>,
    /// The parts of a public page's data, read on first use.
    page: OnceLock<PageParts>,
}

impl Entry {
    /// Creates an entry of the body and the digest of a stored document, with the public address in it. If the document
    /// contains the address, its tag is made from the final body; the tag of a decklist stays its version.
    pub(crate) fn of(body: Bytes, digest: &str, stale: bool, address: &PublicAddress) -> Self {
        let Some(body) = address.put_in(&body) else { return Self::new(body, digest, stale) };
        let versioned = Self::new(body, digest, stale);
        if versioned.revision().is_some() { versioned } else { Self::made(versioned.body, stale) }
    }

    /// Creates an entry of a body with this digest.
    pub(crate) fn new(body: Bytes, digest: &str, stale: bool) -> Self {
        Self {
            body,
            etag: tag(digest, ""),
            gzip_etag: tag(digest, "-gz"),
            stale,
            gzip: OnceCell::new(),
            content: OnceLock::new(),
            digests: OnceLock::new(),
            page: OnceLock::new(),
        }
    }

    /// Creates an entry of a body that is not a stored document.
    pub(crate) fn made(body: Bytes, stale: bool) -> Self {
        // As stored documents have it: readers who see no difference between two states also see none in the tags.
        let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(&body)[..16]);
        Self::new(body, &digest, stale)
    }

    /// Creates an entry of a body that is not a stored document, and its compressed form.
    pub(crate) fn packed(body: Bytes, gzip: Bytes) -> Self {
        Self { gzip: OnceCell::new_with(Some(gzip)), ..Self::made(body, false) }
    }

    /// Returns the revision of a decklist; `None` if the tag is not a version.
    pub(crate) fn revision(&self) -> Option<Version> {
        self.etag.to_str().ok()?.trim_matches('"').parse().ok()
    }

    /// Returns the first 128 bits of the body's SHA-256. The tag may be a version instead.
    pub(crate) fn content(&self) -> [u8; 16] {
        *self.content.get_or_init(|| *Sha256::digest(&self.body).first_chunk().unwrap_or(&[0; 16]))
    }

    /// Returns digests of parts of the body. All calls for a kind of document compute the same, so it is done once.
    pub(crate) fn digests(
        &self,
        compute: impl FnOnce(&[u8]) -> serde_json::Result<[u32; 3]>,
    ) -> serde_json::Result<[u32; 3]> {
        if let Some(known) = self.digests.get() {
            return Ok(*known);
        }
        let digests = compute(&self.body)?;
        Ok(*self.digests.get_or_init(|| digests))
    }

    /// Returns the key of the standings on a public page, of which this is the data.
    pub(crate) fn standings(&self) -> Option<DocumentKey> {
        let shown = self.page().standings?;
        Some(key_of_standings(shown, shown.round_id))
    }

    /// Returns the key of the standings with which those on a public page are compared.
    pub(crate) fn standings_before(&self) -> Option<DocumentKey> {
        let shown = self.page().standings?;
        Some(key_of_standings(shown, shown.before?))
    }

    /// Returns the key of the page of an event's store, if this is the data of the event's page.
    pub(crate) fn store(&self) -> Option<DocumentKey> {
        let head = self.page().head.as_ref()?;
        Some(DocumentKey::new(OrganizationId::SHARED, ViewKind::StorePage, head.organization_id))
    }

    /// Returns how a time is to the times of registration, if this is the data of an event's page.
    pub(crate) fn hours(&self, now: DateTime<Utc>) -> Hours {
        match self.page().head.as_ref().map(|head| &head.about) {
            Some(window) if window.registration_opens.is_some_and(|opens| now < opens) => Hours::Before,
            Some(window) if window.registration_closes.is_some_and(|closes| closes <= now) => Hours::After,
            _ => Hours::Within,
        }
    }

    fn page(&self) -> &PageParts {
        self.page.get_or_init(|| serde_json::from_slice(&self.body).unwrap_or_default())
    }

    /// Returns the bytes that the entry takes under this key.
    pub(crate) fn weight(&self, key: &DocumentKey) -> u32 {
        u32::try_from(key.key.len()).unwrap_or(u32::MAX).saturating_add(self.size())
    }

    /// Returns the bytes that the entry takes. The compressed body is estimated.
    pub(crate) fn size(&self) -> u32 {
        let length = self.body.len();
        let gzip = if length > COMPRESSED_ABOVE { length / 4 } else { 0 };
        u32::try_from(length + gzip + OVERHEAD).unwrap_or(u32::MAX)
    }

    /// Returns the compressed body, if it was made already.
    pub(crate) fn cached_gzip(&self) -> Option<Bytes> {
        self.gzip.get().cloned()
    }

    /// Returns the compressed body, which is made on first use.
    pub(crate) async fn gzip(&self) -> Result<Bytes, BoxError> {
        let made = self.gzip.get_or_try_init(|| async {
            let body = self.body.clone();
            Ok::<_, BoxError>(tokio::task::spawn_blocking(move || compress(&body)).await??)
        });
        Ok(made.await?.clone())
    }
}

/// Returns the key of the standings after a round, with the columns that a page shows.
fn key_of_standings(shown: PageStandings, round: RoundId) -> DocumentKey {
    let kind = if shown.has_tiebreakers { ViewKind::RoundTiebreakers } else { ViewKind::RoundStandings };
    DocumentKey::new(shown.organization_id, kind, round)
}

/// Returns the tag with this digest. Digests contain only characters that are valid in a header.
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
        for size in [0, 1_025, SMALL_UP_TO + 1] {
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
    fn a_document_with_the_address_has_a_tag_of_its_final_body_unless_the_tag_is_a_version() {
        let entry = |digest: &str, body: &'static str, address| {
            Entry::of(body.into(), digest, true, &PublicAddress::new(address))
        };
        let (here, there) = ("https://events.example", "https://cards.example");
        let [first, second] = [here, there].map(|address| entry("AbC-_123", r#"{"url":"\u0000/a/"}"#, address));
        assert_eq!(first.body, r#"{"url":"https://events.example/a/"}"#);
        assert!(first.stale && second.stale);
        assert!(first.etag != second.etag && first.etag != "\"AbC-_123\"");
        let list = entry("3", r#"{"deck_image_url":"\u0000/a/"}"#, there);
        assert_eq!(
            (list.revision(), &list.body[..]),
            (Some(3), &br#"{"deck_image_url":"https://cards.example/a/"}"#[..])
        );
        let plain = entry("AbC-_123", r#"{"name":"u0000"}"#, there);
        assert_eq!((plain.etag, &plain.body[..]), ("\"AbC-_123\"".parse().unwrap(), &br#"{"name":"u0000"}"#[..]));
    }
}
