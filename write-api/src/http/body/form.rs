//! `application/x-www-form-urlencoded`. Stricter than other readers of this form: text that is not UTF-8, and percent
//! signs without two hexadecimal digits, are errors.

use std::borrow::Cow;

use api_kit::names::Ignored;
use percent_encoding::percent_decode;
use service_kit::message;
use service_kit::message::Message;

use super::gathered::Gathered;

/// Reads the fields. Every body is valid in this form.
pub(super) fn read(bytes: &[u8], ignored: &mut Ignored) -> Gathered {
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
