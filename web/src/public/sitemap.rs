//! Files for search engines: `robots.txt`, and the sitemap of public pages. Only numbers and slugs come from
//! people, so nothing needs to be escaped but the public address, which the operator chose.

use std::fmt::Write;

/// Paths that are not to be searched: pages for signed-in people, and the API.
const HIDDEN: [&str; 10] = ["admin", "api", "desk", "dumps", "e", "join", "login", "logout", "me", "password"];

const XMLNS: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// Returns `robots.txt`. `address` is the public address of the service, `base` its path.
pub fn robots(address: &str, base: &str) -> String {
    let mut text = "User-agent: *\n".to_owned();
    for path in HIDDEN {
        text += &format!("Disallow: {base}/{path}/\n");
    }
    text + &format!("\nSitemap: {address}/sitemap.xml\n")
}

/// Returns a sitemap of the pages at these paths.
pub fn pages(address: &str, paths: &[String]) -> String {
    let address = address.replace('&', "&amp;").replace('<', "&lt;");
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"{XMLNS}\">\n");
    for path in paths {
        // Writing to a text does not fail.
        let _ = writeln!(text, "<url><loc>{address}{path}</loc></url>");
    }
    text + "</urlset>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_are_led_to_the_sitemap() {
        let text = robots("https://events.example/shop", "/shop");
        assert!(text.contains("\nDisallow: /shop/me/\n"), "{text}");
        assert!(text.ends_with("\nSitemap: https://events.example/shop/sitemap.xml\n"), "{text}");
    }

    #[test]
    fn pages_have_absolute_addresses() {
        let text = pages("https://events.example/a&b", &["/events/7/".to_owned()]);
        assert!(text.contains("<url><loc>https://events.example/a&amp;b/events/7/</loc></url>\n</urlset>"), "{text}");
    }
}
