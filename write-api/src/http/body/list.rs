//! Reads the body of a decklist, in one of three media types: fields by name, in any order, perhaps more than once.

use std::borrow::Cow;

use api_kit::names::Ignored;
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use futures::stream;
use multer::Multipart;
use percent_encoding::percent_decode;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use super::json::{object, string};
use super::media_type::{MediaType, other_charset, split};
use crate::FieldErrors;
use crate::decklist_fields::DecklistFields;

/// Limit of parts in a body.
const PARTS: usize = 64;
/// The longest valid boundary (RFC 2046).
const BOUNDARY: usize = 70;
/// The names of fields, and the names that some deck hosts' clients use for them.
const NAMES: [&str; 7] = [
    "name",
    "deckhost_deck_json",
    "plaintext_list",
    "deckhost_public_id",
    "archetype",
    "moxfield_deck_json",
    "moxfield_public_id",
];

/// Reads the fields. Invalid ones are added to the errors and left out.
pub(crate) async fn read_list(
    media_type: &MediaType,
    bytes: Bytes,
    errors: &mut FieldErrors,
    ignored: &mut Ignored,
) -> Result<DecklistFields, Problem> {
    let gathered = match media_type {
        MediaType::Json => read_json(&bytes, ignored)?,
        MediaType::Form => read_form(&bytes, ignored),
        MediaType::Multipart { boundary } => read_parts(bytes, boundary.as_deref(), ignored).await?,
    };
    Ok(gathered.into_fields(errors))
}

/// Reads `application/json`: an object whose members are strings.
fn read_json(bytes: &[u8], ignored: &mut Ignored) -> Result<Gathered, Problem> {
    let mut gathered = Gathered::default();
    let (fields, repeated) = object(bytes, "{\"name\": \"Burn\"}")?;
    repeated.iter().for_each(|path| ignored.field(path));
    for (name, value) in fields {
        gathered.put(&name, string(value), ignored);
    }
    Ok(gathered)
}

/// The value of a field, or its error.
type Given = Result<String, Message>;

/// The fields of a body.
#[derive(Debug, Default)]
struct Gathered([Option<Given>; NAMES.len()]);

impl Gathered {
    /// Stores a field. If it is given twice, the last value counts, and the name is listed as ignored, as are unknown
    /// names.
    fn put(&mut self, name: &str, given: Given, ignored: &mut Ignored) {
        let place = NAMES.iter().position(|known| *known == name);
        let replaced = place.map(|place| self.0[place].replace(given));
        if !matches!(replaced, Some(None)) {
            ignored.field(name);
        }
    }

    /// Returns the fields, under one name each. Invalid ones are added to the errors and left out.
    fn into_fields(self, errors: &mut FieldErrors) -> DecklistFields {
        let mut place = 0;
        let [name, deck_json, plaintext_list, public_id, archetype, vendors_deck_json, vendors_public_id] =
            self.0.map(|given| {
                let named = NAMES[place];
                place += 1;
                given?.map_err(|fault| errors.add(named, fault)).ok()
            });
        DecklistFields {
            name,
            deckhost_deck_json: one_of(deck_json, vendors_deck_json, NAMES[1], NAMES[5], errors),
            plaintext_list,
            deckhost_public_id: one_of(public_id, vendors_public_id, NAMES[3], NAMES[6], errors),
            archetype,
        }
    }
}

/// Merges a field that has two names. If both are given, their values must be equal.
fn one_of(
    ours: Option<String>,
    vendors: Option<String>,
    our_name: &'static str,
    vendors_name: &'static str,
    errors: &mut FieldErrors,
) -> Option<String> {
    if ours.is_some() && vendors.is_some() && ours != vendors {
        errors.add(
            vendors_name,
            message!(
                "two-names-of-a-field",
                "This is another name for {our_name}, which has another value. Give one of them.",
                our_name
            ),
        );
    }
    ours.or(vendors)
}

/// Reads `application/x-www-form-urlencoded`. Every body is valid in this form, but it is stricter than other readers: text
/// that is not UTF-8, and percent signs without two hexadecimal digits, are errors.
fn read_form(bytes: &[u8], ignored: &mut Ignored) -> Gathered {
    let mut gathered = Gathered::default();
    for pair in bytes.split(|byte| *byte == b'&') {
        let equals = pair.iter().position(|byte| *byte == b'=');
        let (name, value) = equals.map_or((pair, &[][..]), |place| (&pair[..place], &pair[place + 1..]));
        // A name that cannot be decoded is an unknown name. The empty pair between two ampersands is skipped.
        let name = decoded(name).unwrap_or_else(|_| String::from_utf8_lossy(name).into_owned());
        if !pair.is_empty() {
            gathered.put(&name, decoded(value), ignored);
        }
    }
    gathered
}

fn decoded(bytes: &[u8]) -> Result<String, Message> {
    if let Some(place) = stray_percent(bytes) {
        return Err(message!(
            "stray-percent-sign",
            "This text has a percent sign without two hexadecimal digits at byte {place}. Write a percent sign as %25.",
            place
        ));
    }
    let bytes = if bytes.contains(&b'+') {
        Cow::Owned(bytes.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect::<Vec<_>>())
    } else {
        Cow::Borrowed(bytes)
    };
    let text = percent_decode(&bytes).decode_utf8();
    text.map(Cow::into_owned).map_err(|error| {
        let place = error.valid_up_to();
        message!("not-utf-8-once-decoded", "This text is not valid UTF-8 once decoded: error at byte {place}.", place)
    })
}

fn stray_percent(bytes: &[u8]) -> Option<usize> {
    let digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_hexdigit);
    (0..bytes.len()).find(|&place| bytes[place] == b'%' && !(digit(place + 1) && digit(place + 2)))
}

/// Reads `multipart/form-data`: a part for each field. A part with a file name is read as text like the others.
async fn read_parts(bytes: Bytes, boundary: Option<&str>, ignored: &mut Ignored) -> Result<Gathered, Problem> {
    let boundary = boundary.filter(|boundary| (1..=BOUNDARY).contains(&boundary.len()));
    let boundary = boundary.ok_or_else(|| {
        Problem::bad_request(message!(
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
            return Err(Problem::bad_request(message!(
                "too-many-body-parts",
                "The body has more than {most} parts.",
                most = PARTS
            )));
        }
        let Some(name) = part.name().map(str::to_owned) else {
            return Err(Problem::bad_request(message!(
                "body-part-without-name",
                "Part {number} of the body has no name.",
                number
            )));
        };
        if !NAMES.contains(&name.as_str()) {
            ignored.field(&name);
            continue;
        }
        refuse_other_forms(part.headers(), number, &name).map_err(Problem::unsupported_media_type)?;
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

fn malformed(error: &multer::Error) -> Problem {
    Problem::bad_request(match error {
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
