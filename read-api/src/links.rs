//! Links in answers, which begin with the address that the client used.

use axum::http::{HeaderMap, header};

/// Returns the base address of links: the public address, or the client's `Host` over HTTP if that is a different host.
pub(crate) fn base_url(headers: &HeaderMap, public_url: &str) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
    let public_host = public_url.split_once("://").map_or("", |(_, rest)| rest).split('/').next();
    match host {
        Some(host) if Some(host) != public_host => format!("http://{host}"),
        _ => public_url.trim_end_matches('/').to_owned(),
    }
}

/// Returns whether this can be a host and port. Links do not repeat anything else.
fn is_host(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".:-_[]".contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_back_to_where_the_client_came_from() {
        let public = "https://events.example";
        for (host, expected) in [
            (None, public),
            (Some("events.example"), public),
            (Some("127.0.0.1:8080"), "http://127.0.0.1:8080"),
            (Some("[::1]:8080"), "http://[::1]:8080"),
            (Some("evil.example/path?"), public),
            (Some("a b"), public),
        ] {
            let headers = host.map(|host| (header::HOST, host.parse().unwrap())).into_iter().collect();
            assert_eq!(base_url(&headers, public), expected, "{host:?}");
        }
    }
}
