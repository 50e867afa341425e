//! The media type of a body: `Content-Type` and `Content-Encoding`. Pure.

use api_kit::path::short;
use axum::http::{HeaderMap, header};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

/// The media type of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MediaType {
    /// `application/json`
    Json,
    /// `application/x-www-form-urlencoded`
    Form,
    /// `multipart/form-data`
    Multipart {
        /// The boundary between its parts, if given.
        boundary: Option<String>,
    },
}

impl MediaType {
    /// Returns the media type that the headers name. It may be JSON alone.
    pub(crate) fn of(headers: &HeaderMap, is_json_alone: bool) -> Result<Self, Problem> {
        let text = content_type(headers)?.ok_or_else(|| refused(missing(is_json_alone)))?;
        let (essence, parameters) = split(text);
        if let Some(charset) = other_charset(&parameters) {
            return Err(refused(message!(
                "unsupported-charset",
                "Texts must come in the charset utf-8, not in `{charset}`.",
                charset
            )));
        }
        let form = match essence.as_str() {
            "application/json" => Some(Self::Json),
            "application/x-www-form-urlencoded" => Some(Self::Form),
            "multipart/form-data" => Some(Self::Multipart { boundary: parameter(&parameters, "boundary") }),
            _ => None,
        };
        let form = form.filter(|form| !is_json_alone || *form == Self::Json);
        form.ok_or_else(|| refused(unsupported(&short(&essence), is_json_alone)))
    }
}

/// Returns the header `Content-Type`, if there is one.
pub(crate) fn content_type(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    check_coding(headers)?;
    let mut sent = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(first), second) = (sent.next(), sent.next()) else { return Ok(None) };
    let text = first.to_str().ok().filter(|_| second.is_none());
    text.map(Some).ok_or_else(|| {
        refused(message!("invalid-content-type", "The header Content-Type must be sent once, in ASCII."))
    })
}

fn missing(is_json_alone: bool) -> Message {
    if is_json_alone {
        return message!(
            "no-content-type-of-json",
            "The request has a body without a Content-Type. It must be application/json."
        );
    }
    message!(
        "no-content-type",
        "The request has a body without a Content-Type. It must be application/json, \
         application/x-www-form-urlencoded or multipart/form-data."
    )
}

fn unsupported(sent: &str, is_json_alone: bool) -> Message {
    if is_json_alone {
        return message!("content-type-not-json", "The body must be application/json; this one is `{sent}`.", sent);
    }
    message!(
        "unsupported-content-type",
        "The body must be application/json, application/x-www-form-urlencoded or multipart/form-data; this one is \
         `{sent}`.",
        sent
    )
}

fn refused(detail: Message) -> Problem {
    Problem::unsupported_media_type(detail)
}

fn check_coding(headers: &HeaderMap) -> Result<(), Problem> {
    let codings = headers.get_all(header::CONTENT_ENCODING).iter();
    let codings = codings.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    for coding in codings.map(<[u8]>::trim_ascii).filter(|coding| !coding.is_empty()) {
        if !coding.eq_ignore_ascii_case(b"identity") {
            let coding = short(&String::from_utf8_lossy(coding));
            return Err(refused(message!(
                "encoded-body",
                "A body must not be encoded; this one has the Content-Encoding `{coding}`.",
                coding
            )));
        }
    }
    Ok(())
}

/// Returns the charset, shortened, if it is not UTF-8.
pub(super) fn other_charset(parameters: &[(String, String)]) -> Option<String> {
    let charset = parameter(parameters, "charset")?;
    let is_utf_8 = charset.eq_ignore_ascii_case("utf-8") || charset.eq_ignore_ascii_case("utf8");
    (!is_utf_8).then(|| short(&charset))
}

fn parameter(parameters: &[(String, String)], name: &str) -> Option<String> {
    parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
}

/// Returns a media type in lower case without its parameters, and the parameters with their names in lower case.
pub(super) fn split(text: &str) -> (String, Vec<(String, String)>) {
    let (mut quoted, mut escaped) = (false, false);
    let mut pieces = text.split(|letter: char| {
        let bare = !std::mem::take(&mut escaped);
        escaped = quoted && bare && letter == '\\';
        quoted ^= bare && letter == '"';
        letter == ';' && !quoted
    });
    let essence = pieces.next().unwrap_or_default().trim().to_ascii_lowercase();
    let parameters = pieces.filter_map(|piece| piece.split_once('='));
    (essence, parameters.map(|(name, value)| (name.trim().to_ascii_lowercase(), unquoted(value.trim()))).collect())
}

fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) else {
        return value.to_owned();
    };
    let mut letters = inner.chars();
    let next = || letters.next().and_then(|letter| if letter == '\\' { letters.next() } else { Some(letter) });
    std::iter::from_fn(next).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    const THREE: &str = "application/json, application/x-www-form-urlencoded or multipart/form-data";

    fn of(headers: &[(HeaderName, &str)]) -> Result<MediaType, String> {
        let headers =
            headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_bytes(value.as_bytes()).unwrap()));
        MediaType::of(&headers.collect(), false).map_err(|problem| {
            assert_eq!(problem.status().as_u16(), 415);
            problem.detail().to_owned()
        })
    }

    fn typed(text: &str) -> Result<MediaType, String> {
        of(&[(header::CONTENT_TYPE, text)])
    }

    #[test]
    fn three_forms_are_read_in_every_spelling() {
        for json in [
            "application/json",
            " Application/JSON ; charset=UTF-8",
            "application/json;charset=\"utf-8\"",
            "application/json; charset=utf8; x",
            "application/json;",
        ] {
            assert_eq!(typed(json), Ok(MediaType::Json), "{json}");
        }
        assert_eq!(typed("application/x-www-form-urlencoded; charset=utf-8"), Ok(MediaType::Form));
        let bounded = |boundary: &str| Ok(MediaType::Multipart { boundary: Some(boundary.to_owned()) });
        assert_eq!(typed("multipart/form-data; boundary=a-b"), bounded("a-b"));
        assert_eq!(typed("multipart/form-data; x=\"\\\";boundary=no\"; Boundary=\"a; \\b\""), bounded("a; b"));
        assert_eq!(typed("multipart/form-data"), Ok(MediaType::Multipart { boundary: None }));
    }

    #[test]
    fn every_other_form_is_refused_and_the_three_are_named() {
        for other in
            ["", "text/plain", "application/xml", "json", "application/json-patch+json", "multipart/mixed", "*/*"]
        {
            let said = typed(other).unwrap_err();
            assert!(said.contains(THREE) && said.contains(other), "{said}");
        }
        let accept_is_not_enough = of(&[(header::ACCEPT, "application/json")]).unwrap_err();
        assert!(accept_is_not_enough.contains("without a Content-Type") && accept_is_not_enough.contains(THREE));
        let twice = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_TYPE, "application/json")];
        assert!(of(&twice).unwrap_err().contains("once"));
        assert!(typed("application/json; \u{fc}").is_err());
    }

    #[test]
    fn other_charsets_and_codings_are_refused() {
        for charset in ["iso-8859-1", "\"UTF-16\"", "us-ascii", ""] {
            assert!(typed(&format!("application/json; charset={charset}")).unwrap_err().contains("utf-8"), "{charset}");
        }
        let coded = |coding| of(&[(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, coding)]);
        for refused in ["gzip", "identity, br", "GZIP", "\u{fc}"] {
            assert!(coded(refused).unwrap_err().contains("Content-Encoding"), "{refused}");
        }
        for fine in ["identity", "Identity", "", " , "] {
            assert_eq!(coded(fine), Ok(MediaType::Json), "{fine}");
        }
    }
}
