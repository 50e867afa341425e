//! `multipart/form-data`: a part for each field. A part with a file name is read as text like the others.

use api_kit::names::Ignored;
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use futures::stream;
use multer::Multipart;
use service_kit::message;
use service_kit::message::Message;

use super::gathered::Gathered;
use super::media_type::{other_charset, split};
use super::unreadable::Unreadable;

/// Limit of parts in a body.
pub(super) const PARTS: usize = 64;
/// The longest valid boundary (RFC 2046).
const BOUNDARY: usize = 70;

/// Reads the fields.
pub(super) async fn read(bytes: Bytes, boundary: Option<&str>, ignored: &mut Ignored) -> Result<Gathered, Unreadable> {
    let boundary = boundary.filter(|boundary| (1..=BOUNDARY).contains(&boundary.len()));
    let boundary = boundary.ok_or_else(|| {
        Unreadable::Malformed(message!(
            "boundary-needed",
            "The Content-Type multipart/form-data needs the parameter `boundary=` with 1 to {most} characters.",
            most = BOUNDARY
        ))
    })?;
    let mut parts = Multipart::new(stream::iter([Ok::<_, multer::Error>(bytes)]), boundary);
    let mut gathered = Gathered::default();
    let mut number = 0;
    while let Some(part) = parts.next_field().await.map_err(|error| malformed(&error))? {
        number += 1;
        if number > PARTS {
            return Err(Unreadable::Malformed(message!(
                "too-many-body-parts",
                "The body has more than {most} parts.",
                most = PARTS
            )));
        }
        let Some(name) = part.name().map(str::to_owned) else {
            return Err(Unreadable::Malformed(message!(
                "body-part-without-name",
                "Part {number} of the body has no name.",
                number
            )));
        };
        if !Gathered::knows(&name) {
            ignored.field(&name);
            continue;
        }
        refuse_other_forms(part.headers(), number, &name).map_err(Unreadable::Unsupported)?;
        let value = part.bytes().await.map_err(|error| malformed(&error))?;
        gathered.put(&name, text(&value), ignored);
    }
    Ok(gathered)
}

fn text(value: &[u8]) -> Result<String, Message> {
    let text = std::str::from_utf8(value).map(str::to_owned);
    text.map_err(|error| {
        message!("not-utf-8", "This text is not valid UTF-8: error at byte {place}.", place = error.valid_up_to())
    })
}

/// Checks the headers of the part with this number and name.
fn refuse_other_forms(headers: &HeaderMap, number: usize, name: &str) -> Result<(), Message> {
    let said = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Some(charset) = other_charset(&split(said(header::CONTENT_TYPE)).1) {
        return Err(message!(
            "body-part-charset",
            "Part {number}, `{name}`: Texts must come in the charset utf-8, not in `{charset}`.",
            number,
            name,
            charset
        ));
    }
    let coding = said(header::HeaderName::from_static("content-transfer-encoding")).trim();
    if ["", "7bit", "8bit", "binary"].iter().any(|plain| coding.eq_ignore_ascii_case(plain)) {
        return Ok(());
    }
    Err(message!(
        "body-part-transfer-encoding",
        "Part {number}, `{name}`: Texts must come as they are, without a Content-Transfer-Encoding.",
        number,
        name
    ))
}

fn malformed(error: &multer::Error) -> Unreadable {
    Unreadable::Malformed(match error {
        multer::Error::IncompleteFieldData { .. }
        | multer::Error::IncompleteHeaders
        | multer::Error::IncompleteStream => message!(
            "multipart-without-end",
            "The body is not valid multipart/form-data: it ends before the closing boundary."
        ),
        multer::Error::ReadHeaderFailed(_) => message!(
            "multipart-with-unreadable-headers",
            "The body is not valid multipart/form-data: a part has headers that cannot be read."
        ),
        other => message!("not-multipart", "The body is not valid multipart/form-data: {fault}.", fault = other),
    })
}
