//! The pictures of the demo: of its large events, and the logo of its first store.

use chrono::{DateTime, Utc};
use proto_events::Picture;
use storage::StoredPicture;

/// Returns all pictures as they are stored.
pub(super) fn stored(now: DateTime<Utc>) -> [StoredPicture; 2] {
    let of = |media_type: &str, content: &[u8]| StoredPicture::new(media_type, content.to_vec().into(), now);
    [of("image/jpeg", include_bytes!("event.jpg")), of("image/png", include_bytes!("logo.png"))]
}

pub(super) fn event() -> Picture {
    named(0, (1280, 720))
}

pub(super) fn logo() -> Picture {
    named(1, (256, 256))
}

fn named(place: usize, (width, height): (u32, u32)) -> Picture {
    Picture { sha256: stored(DateTime::UNIX_EPOCH)[place].sha256.clone(), width, height }
}
