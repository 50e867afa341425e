//! `multipart/form-data`: a part for each field. A part with a file name is read as text like the others.

use api_kit::names::Ignored;
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use futures::stream;
use multer::Multipart;
use service_kit::message;
use service_kit::message::Message;

use super::gathered::Gathered;
use super::media_type::{refuse_other_charsets, split};
use super::unreadable::Unreadable;

/// Limit of parts in a body.
pub(super) const PARTS: usize = 64;
/// The longest valid boundary (RFC 2046).
const BOUNDARY: usize = 70;

/// Reads the fields.
pub(super) async fn read(bytes: Bytes, boundary: Option<&str>, ignored: &mut Ignored) -> Result<Gathered, Unreadable> {
    let boundary = boundary.filter(|boundary| (1..=BOUNDARY).contains(&boundary.len()));
    let boundary = boundary.ok_or_else(|| {
        Unreadable::Malformed(format!(
            "The Content-Type multipart/form-data needs the parameter `boundary=` with 1 to {BOUNDARY} characters."
        ))
    })?;
    let mut parts = Multipart::new(stream::iter([Ok::<_, multer::Error>(bytes)]), boundary);
    let mut gathered = Gathered::default();
    let mut number = 0;
    while let Some(part) = parts.next_field().await.map_err(|error| malformed(&error))? {
        number += 1;
        if number > PARTS {
            return Err(Unreadable::Malformed(format!("The body has more than {PARTS} parts.")));
        }
        let Some(name) = part.name().map(str::to_owned) else {
            return Err(Unreadable::Malformed(format!("Part {number} of the body has no name.")));
        };
        if !Gathered::knows(&name) {
            ignored.field(&name);
            continue;
        }
        refuse_other_forms(part.headers())
            .map_err(|fault| Unreadable::Unsupported(format!("Part {number}, `{name}`: {fault}")))?;
        let value = part.bytes().await.map_err(|error| malformed(&error))?;
        gathered.put(&name, text(&value), ignored);
    }
    Ok(gathered)
}

fn text(value: &[u8]) -> Result<String, Message> {
    let text = std::str::from_utf8(value).map(str::to_owned);
    text.map_err(|error| {
        message!("not-utf-8", "Is not valid UTF-8: error at byte {place}.", place = error.valid_up_to())
    })
}

fn refuse_other_forms(headers: &HeaderMap) -> Result<(), Message> {
    let said = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    refuse_other_charsets(&split(said(header::CONTENT_TYPE)).1)?;
    let coding = said(header::HeaderName::from_static("content-transfer-encoding")).trim();
    if ["", "7bit", "8bit", "binary"].iter().any(|plain| coding.eq_ignore_ascii_case(plain)) {
        return Ok(());
    }
    Err(message!("transfer-encoding", "Texts must come as they are, without a Content-Transfer-Encoding."))
}

fn malformed(error: &multer::Error) -> Unreadable {
    let fault = match error {
        multer::Error::IncompleteFieldData { .. }
        | multer::Error::IncompleteHeaders
        | multer::Error::IncompleteStream => "it ends before the closing boundary".to_owned(),
        multer::Error::ReadHeaderFailed(_) => "a part has headers that cannot be read".to_owned(),
        other => other.to_string(),
    };
    Unreadable::Malformed(format!("The body is not valid multipart/form-data: {fault}."))
}
