//! Uploaded files, and the pictures that are stored of them.

use std::fmt;

use api_kit::description::{BodySchema, PICTURE_FILE};
use bytes::Bytes;
use proto_events::Picture;
use service_kit::hex::hex;
use sha2::{Digest, Sha256};
use storage::StoredPicture;
use tokio::sync::Semaphore;

use super::formats::{Fault, MOST_PIXELS};
use super::image::{Encoded, encoded};
use crate::http::body::{content_type, described_elsewhere};
use crate::http::{headers, idempotency};
use crate::prelude::*;

/// The largest width and height of an event's picture.
pub(super) const EVENT: (usize, usize) = (1600, 900);
/// The largest width and height of a logo.
pub(super) const LOGO: (usize, usize) = (512, 512);
/// The body of an upload.
pub(super) const FILE: BodySchema = described_elsewhere(PICTURE_FILE);
/// Media types of the files that can be uploaded.
const MEDIA_TYPES: [&str; 3] = ["image/jpeg", "image/png", "image/webp"];
/// Pictures that are decoded at the same time. One may take 400 MiB of memory for a moment.
static DECODING: Semaphore = Semaphore::const_new(1);

/// An uploaded file, which should be a picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload(pub Bytes);

/// Shows the number of bytes only.
impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Upload({} bytes)", self.0.len())
    }
}

impl Upload {
    /// Reads a request whose body is a file, and its headers.
    pub(super) async fn read(request: &WriteRequest, body: Body) -> Result<(Self, Run), Problem> {
        let sent = content_type(&request.headers)?.unwrap_or_default();
        let essence = sent.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !MEDIA_TYPES.contains(&essence.as_str()) {
            return Err(Problem::unsupported_media_type(message!(
                "content-type-not-picture",
                "The body must be a picture: {types}.",
                types = MEDIA_TYPES.join(", ")
            )));
        }
        let file = request.received(body, PICTURE_BYTES).await?;
        let mut errors = FieldErrors::default();
        let key = headers::idempotency_key(&request.headers, &mut errors);
        let expected = headers::if_match(&request.headers, &mut errors);
        errors.check().map_err(Refusal::from)?;
        let mut run = request.run.clone();
        run.context.expected = expected;
        let sum = hex(&Sha256::digest(&file));
        run.context.key = key.map(|key| idempotency::key(&run.caller, key, &request.line.text, &[Some(&sum)]));
        Ok((Self(file), run))
    }
}

impl WriteApi {
    /// Stores the picture that is made of an uploaded file and fits into these bounds. An event must name it within an hour.
    pub(super) async fn store_picture(&self, upload: &Upload, bounds: (usize, usize)) -> Result<Picture, CommandError> {
        let file = upload.0.clone();
        if file.len() > PICTURE_BYTES {
            let most = PICTURE_BYTES / (1024 * 1024);
            let said = message!("picture-file-too-large", "A picture may have at most {most} MiB.", most);
            return Err(Refusal::at_field("picture", said).into());
        }
        // The semaphore is never closed.
        let turn = DECODING.acquire().await.ok();
        let made = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            encoded(&file, bounds)
        });
        // A decoder that failed has met a damaged file.
        let made = made.await.unwrap_or(Err(Fault::Damaged));
        let Encoded { media_type, content, width, height } = made.map_err(refusal)?;
        let stored = StoredPicture::new(media_type, content.into(), self.now());
        self.events.put_picture(&stored).await?;
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Ok(Picture { sha256: stored.sha256, width: side(width), height: side(height) })
    }
}

fn refusal(fault: Fault) -> Refusal {
    let said = match fault {
        Fault::Unknown => message!("picture-of-another-type", "Choose a picture in the format JPEG, PNG or WebP."),
        Fault::Animated => message!("picture-animated", "The picture is animated. Choose one that stands still."),
        Fault::Damaged => {
            message!("picture-damaged", "The picture is damaged or incomplete. Save it again, or choose another one.")
        }
        Fault::TooLarge(width, height) => message!(
            "picture-too-many-pixels",
            "The picture has {width} × {height} pixels. At most {most} megapixels are allowed.",
            width,
            height,
            most = MOST_PIXELS / 1_000_000
        ),
    };
    Refusal::at_field("picture", said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_a_file_are_not_logged() {
        assert_eq!(format!("{:?}", Upload(Bytes::from_static(b"secret"))), "Upload(6 bytes)");
    }
}
