//! Pictures: stored by the hash of their bytes, next to the log.
//!
//! A picture is stored before the event that names it. The append of that event notes the use, so the table of uses always
//! agrees with the newest states. Only a picture in use is shown; one without a use is deleted an hour after it was stored
//! last, which leaves enough time for the event.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Recorded, StreamId, StreamKind};
use sha2::{Digest, Sha256};

/// The types of events that change which picture their stream names.
const CHANGES: [(StreamKind, &str); 4] = [
    (StreamKind::Convention, "picture_set"),
    (StreamKind::Tournament, "picture_set"),
    (StreamKind::Tournament, "deleted"),
    (StreamKind::Organization, "logo_set"),
];

/// A picture as it is stored and sent.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredPicture {
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
    /// Its media type: `image/png`.
    pub media_type: String,
    /// When it was stored last.
    pub stored_at: DateTime<Utc>,
    /// Its bytes.
    pub content: Bytes,
}

impl StoredPicture {
    /// Returns a picture with these bytes.
    pub fn new(media_type: impl Into<String>, content: Bytes, stored_at: DateTime<Utc>) -> Self {
        Self { sha256: sha256_of(&content), media_type: media_type.into(), stored_at, content }
    }

    /// Whether the bytes are those that were stored.
    pub(crate) fn is_sound(&self) -> bool {
        self.sha256 == sha256_of(&self.content)
    }
}

/// Shows the number of bytes only.
impl std::fmt::Debug for StoredPicture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { sha256, media_type, content, .. } = self;
        write!(f, "StoredPicture({sha256}, {media_type}, {} bytes)", content.len())
    }
}

pub(crate) fn sha256_of(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The picture that a stream names from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PictureUse {
    pub(crate) stream: StreamId,
    pub(crate) organization_id: OrganizationId,
    /// The hash of the picture; `None` if there is none any more.
    pub(crate) sha256: Option<String>,
}

/// Returns what an event changes about the picture of its stream.
pub(crate) fn changed_by(event: &Recorded) -> Option<PictureUse> {
    let &Recorded { stream, organization_id, .. } = event;
    if !CHANGES.contains(&(stream.kind, event.encoded.event_type.as_str())) {
        return None;
    }
    let decoded = event.decode().ok()?;
    let sha256 = decoded.event.picture()?.map(|picture| picture.sha256.clone());
    Some(PictureUse { stream, organization_id, sha256 })
}

#[cfg(test)]
mod tests {
    use proto_events::testing::samples;

    use super::*;
    use crate::testing::recorded;

    #[test]
    fn every_event_that_names_a_picture_is_noticed() {
        for sample in samples() {
            let stream = StreamId { kind: sample.stream_kind(), id: 7 };
            let event = Recorded { stream, encoded: sample.encode().unwrap(), ..recorded(1, "") };
            let expected = sample.picture().map(|picture| picture.map(|picture| picture.sha256.clone()));
            assert_eq!(changed_by(&event).map(|change| change.sha256), expected, "{sample:?}");
        }
    }
}
