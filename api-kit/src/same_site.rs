//! Checks whether a request comes from a page of this service or from another site's page.
//!
//! Browsers send cookies with both. They tell the two apart in `Sec-Fetch-Site`; older ones name the page's site in
//! `Origin`. A client that sends neither header is not a browser, so no page can control it.

use axum::http::{HeaderMap, HeaderName, header};

/// Where the page is that sends a request: `same-origin`, `same-site`, `cross-site` or `none`.
pub const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Returns whether a request comes from a page of this service, or from no page.
pub fn is_ours(headers: &HeaderMap, public_url: &str) -> bool {
    if let Some(site) = headers.get(SEC_FETCH_SITE) {
        return site == "same-origin" || site == "none";
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some(origin) = origin.to_str().ok().and_then(authority) else { return false };
    let called = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    called == Some(origin) || authority(public_url) == Some(origin)
}

/// Returns the host and port of an address.
fn authority(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.split('/').next().filter(|authority| !authority.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&'static str, &str)]) -> HeaderMap {
        headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_page_of_another_site_is_told_from_ours() {
        const US: (&str, &str) = ("host", "127.0.0.1:8080");
        for (headers, ours) in [
            (&[US][..], true),
            (&[US, ("sec-fetch-site", "same-origin")], true),
            (&[US, ("sec-fetch-site", "none")], true),
            (&[US, ("sec-fetch-site", "same-site")], false),
            (&[US, ("sec-fetch-site", "cross-site")], false),
            (&[US, ("sec-fetch-site", "cross-site"), ("origin", "http://127.0.0.1:8080")], false),
            (&[US, ("origin", "http://127.0.0.1:8080")], true),
            (&[US, ("origin", "https://events.example")], true),
            (&[US, ("origin", "https://evil.example")], false),
            (&[US, ("origin", "https://events.example.evil")], false),
            (&[US, ("origin", "null")], false),
            (&[("origin", "https://evil.example")], false),
        ] {
            assert_eq!(is_ours(&request(headers), "https://events.example/crosstable"), ours, "{headers:?}");
        }
    }
}
