//! Ids in paths, the answer for unknown ids, and the base path of links on pages.

use std::net::IpAddr;

use service_kit::message;
use service_kit::problem::Problem;

use crate::names::credential_in;

/// Maximum length of a client's text that is repeated to the client.
const REPEATED: usize = 40;

/// Parses an integer in its canonical form: digits, a minus sign if it is negative, no leading zeros.
pub fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    if is_plain || text == "0" { text.parse().ok() } else { None }
}

/// Returns the path of the public address, with which links on pages begin: empty, or `/crosstable` behind a gateway.
pub fn base_of(public_url: &str) -> &str {
    let host = public_url.find("://").map_or(0, |scheme| scheme + 3);
    public_url[host..].find('/').map_or("", |slash| public_url[host + slash..].trim_end_matches('/'))
}

/// Returns a 404 for an id, with the same text for unknown ids, data of others and malformed ids.
pub fn nothing(what: &str, id: &str) -> Problem {
    let id = short(id);
    Problem::not_found(message!(
        "not-found",
        "There is no {what} with the id `{id}`. An id is an integer, as in the field `id` of the lists of this \
         service.",
        what,
        id
    ))
}

/// Shortens a client's text so that it can be repeated: a credential to its prefix.
pub fn short(text: &str) -> String {
    if let Some(prefix) = credential_in(text) {
        return format!("{prefix}...");
    }
    text.chars().filter(|letter| !letter.is_control()).take(REPEATED).collect()
}

/// Returns whether an address is on this machine, which browsers trust without TLS.
pub fn is_local(public_url: &str) -> bool {
    let authority = public_url.strip_prefix("http://").map(|rest| rest.split('/').next().unwrap_or_default());
    let is_loopback = |host: &str| host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    authority.map(host_of).is_some_and(|host| host == "localhost" || is_loopback(host))
}

/// Returns whether a host is this machine, one of its network (a name without a dot) or an IP address. A client that calls it
/// calls the service itself, and nothing in front of it.
pub fn is_direct(host_and_port: &str) -> bool {
    let host = host_of(host_and_port);
    !host.contains('.') || host.parse::<IpAddr>().is_ok()
}

/// Returns the host without its port, and an IPv6 address without its brackets.
fn host_of(host_and_port: &str) -> &str {
    match host_and_port.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => host_and_port.rsplit_once(':').map_or(host_and_port, |(host, _)| host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_one_spelling() {
        for (text, expected) in
            [("7", Some(7)), ("-1", Some(-1)), ("0", Some(0)), ("9223372036854775807", Some(i64::MAX))]
        {
            assert_eq!(integer(text), expected);
        }
        for text in ["", "+7", "07", "-0", "7.0", "7 ", "9223372036854775808", "x", "\u{0667}"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn links_begin_with_the_path_of_the_public_address() {
        for (public_url, base) in [
            ("https://events.example", ""),
            ("https://events.example/", ""),
            ("http://127.0.0.1:8080/crosstable", "/crosstable"),
            ("https://events.example/a/b/", "/a/b"),
        ] {
            assert_eq!(base_of(public_url), base, "{public_url}");
        }
    }

    #[test]
    fn what_is_repeated_is_short() {
        assert_eq!(short(&"x".repeat(500)).len(), REPEATED);
        assert_eq!(short("a\u{0}\nb"), "ab");
        assert_eq!(short("sk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd34KlM6"), "sk_...");
        assert_eq!(short("el_clasico"), "el_clasico");
    }
}
