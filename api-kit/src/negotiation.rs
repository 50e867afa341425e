//! Content negotiation: `Accept`, `Accept-Encoding` and `If-None-Match`.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// JSON.
pub const JSON: &str = "application/json";
/// One JSON document per line.
pub const NDJSON: &str = "application/x-ndjson";

/// A table.
pub const CSV: &str = "text/csv";

/// A stream of server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";

/// A weight in thousandths.
type Weight = u16;
const FULL: Weight = 1000;

/// Returns the client's weight of a media type; 0 means not accepted. Without a readable `Accept`, everything is
/// accepted.
pub fn accepts(headers: &HeaderMap, media_type: &str) -> Weight {
    let (kind, _) = media_type.split_once('/').unwrap_or((media_type, ""));
    let mut best: Option<(u8, Weight)> = None;
    let mut readable = false;
    for (range, weight) in elements(headers, &header::ACCEPT) {
        let Some((range_kind, range_subtype)) = range.split_once('/') else { continue };
        readable = true;
        let closeness = if range.eq_ignore_ascii_case(media_type) {
            3
        } else if range_kind.eq_ignore_ascii_case(kind) && range_subtype == "*" {
            2
        } else if range == "*/*" {
            1
        } else {
            continue;
        };
        if best.is_none_or(|(best, _)| closeness > best) {
            best = Some((closeness, weight));
        }
    }
    if readable { best.map_or(0, |(_, weight)| weight) } else { FULL }
}

/// Returns whether the client names this media type itself, not only a range that includes it.
pub fn names(headers: &HeaderMap, media_type: &str) -> bool {
    elements(headers, &header::ACCEPT).any(|(range, weight)| weight > 0 && range.eq_ignore_ascii_case(media_type))
}

/// Returns whether the client prefers gzip.
pub fn wants_gzip(headers: &HeaderMap) -> bool {
    let (mut gzip, mut identity, mut any) = (None, None, None);
    for (coding, weight) in elements(headers, &header::ACCEPT_ENCODING) {
        if coding.eq_ignore_ascii_case("gzip") || coding.eq_ignore_ascii_case("x-gzip") {
            gzip = Some(weight);
        } else if coding.eq_ignore_ascii_case("identity") {
            identity = Some(weight);
        } else if coding == "*" {
            any = Some(weight);
        }
    }
    let gzip = gzip.or(any).unwrap_or(0);
    gzip > 0 && gzip >= identity.unwrap_or(0)
}

/// Returns whether the client already has one of these. Tags are compared weakly, as RFC 9110 requires here.
pub fn has(headers: &HeaderMap, tags: &[&HeaderValue]) -> bool {
    let known =
        |sent: &str| sent == "*" || tags.iter().any(|tag| opaque(tag.to_str().unwrap_or_default()) == opaque(sent));
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    // Our tags contain no comma; one with a comma is split into parts that match nothing.
    lists.flat_map(|list| list.split(',')).map(str::trim).any(|sent| !sent.is_empty() && known(sent))
}

fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Returns the elements of a list header with their weights, without other parameters.
fn elements<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = (&'a str, Weight)> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).filter_map(|element| {
        let mut parts = element.split(';').map(str::trim);
        let value = parts.next().filter(|value| !value.is_empty())?;
        let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        Some((value, weight.map_or(FULL, parse_weight)))
    })
}

/// Parses a weight: `0`, `0.5`, `1.000`. Invalid weights count as 1.
fn parse_weight(text: &str) -> Weight {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = fraction.len() <= 3 && fraction.bytes().all(|digit| digit.is_ascii_digit());
    match whole {
        "0" if digits => format!("{fraction:0<3}").parse().unwrap_or(FULL),
        _ => FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &HeaderName, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn json_is_accepted_unless_it_is_excluded() {
        for (accept, expected) in [
            (&[][..], 1000),
            (&[""], 1000),
            (&["nonsense"], 1000),
            (&["*/*"], 1000),
            (&["application/*;q=0.5"], 500),
            (&["application/json; charset=utf-8"], 1000),
            (&["APPLICATION/JSON;Q=0.25"], 250),
            (&["text/html, */*;q=0.1"], 100),
            (&["text/html"], 0),
            (&["*/*, application/json;q=0"], 0),
            (&["application/json;q=0, */*"], 0),
            (&["text/html", "application/json"], 1000),
            (&["application/problem+json"], 0),
        ] {
            assert_eq!(accepts(&headers(&header::ACCEPT, accept), JSON), expected, "{accept:?}");
        }
    }

    #[test]
    fn gzip_is_sent_where_it_is_wanted() {
        for (accept, expected) in [
            (&[][..], false),
            (&["gzip"], true),
            (&["deflate, GZIP;q=0.5, br"], true),
            (&["x-gzip"], true),
            (&["*"], true),
            (&["*;q=0"], false),
            (&["gzip;q=0, *"], false),
            (&["gzip;q=0, identity"], false),
            (&["gzip;q=0.5, identity"], false),
            (&["gzip;q=0.5, identity;q=0.5"], true),
            (&["identity"], false),
            (&["gzip;q=0.000"], false),
            (&["gzip;q=0.001"], true),
            (&["gzip;q=many"], true),
            (&["br", "gzip"], true),
        ] {
            assert_eq!(wants_gzip(&headers(&header::ACCEPT_ENCODING, accept)), expected, "{accept:?}");
        }
    }

    #[test]
    fn tags_are_found_in_every_form() {
        let (plain, gzip) = (HeaderValue::from_static("\"abc\""), HeaderValue::from_static("\"abc-gz\""));
        for (sent, expected) in [
            (&[][..], false),
            (&["\"abc\""], true),
            (&["W/\"abc\""], true),
            (&["\"abc-gz\""], true),
            (&["\"x\", W/\"abc\",\"y\""], true),
            (&["\"x\"", "\"abc\""], true),
            (&["*"], true),
            (&["\"abcd\""], false),
            (&["abc"], false),
            (&[",, ,"], false),
        ] {
            assert_eq!(has(&headers(&header::IF_NONE_MATCH, sent), &[&plain, &gzip]), expected, "{sent:?}");
        }
        let weak = HeaderValue::from_static("W/\"1-2-3\"");
        assert!(has(&headers(&header::IF_NONE_MATCH, &["\"1-2-3\""]), &[&weak]));
    }
}
