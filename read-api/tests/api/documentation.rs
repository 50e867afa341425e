//! The OpenAPI document, the documentation page, and the files that the page loads.

use axum::http::Method;
use flate2::read::GzDecoder;
use read_api::ReadApiSettings;
use serde_json::Value;
use std::io::Read;

use crate::harness::TestApi;

const SCHEMA: &str = "/api/schema/";
const FILES: [(&str, &str); 4] = [
    ("/assets/docs.css", "text/css; charset=utf-8"),
    ("/assets/docs.js", "text/javascript; charset=utf-8"),
    ("/assets/swagger-ui.css", "text/css; charset=utf-8"),
    ("/assets/swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
];

#[tokio::test]
async fn the_schema_is_the_file_that_is_checked_in() {
    let api = TestApi::start().await;
    for path in [SCHEMA, SCHEMA.trim_end_matches('/')] {
        let reply = api.get_open(path).await;
        let document: Value = reply.json();
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{path}");
        assert!(document["paths"].is_object());
        assert_eq!(reply.text(), include_str!("../../../docs/openapi.json"));
        assert_eq!(reply.header("cache-control"), "public, no-cache");
    }
    api.send(Method::GET, SCHEMA, &[("accept", "text/html")]).await.problem(406);
}

#[tokio::test]
async fn what_is_part_of_the_program_has_a_tag_and_is_compressed_like_everything_else() {
    let api = TestApi::start().await;
    for path in [SCHEMA, "/docs/"].iter().chain(FILES.iter().map(|(path, _)| path)) {
        let plain = api.get_open(path).await;
        assert_eq!(plain.status, 200, "{path}");
        let tag = plain.header("etag");
        assert!(tag.len() > 20 && plain.header("vary").contains("Accept-Encoding"), "{path}");
        let unchanged = api.send(Method::GET, path, &[("if-none-match", tag)]).await;
        assert_eq!((unchanged.status, unchanged.body.len()), (304, 0), "{path}");
        let head = api.send(Method::HEAD, path, &[]).await;
        assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, tag), "{path}");
        let packed = api.send(Method::GET, path, &[("accept-encoding", "gzip")]).await;
        if plain.body.len() > 1024 {
            assert_eq!(packed.header("content-encoding"), "gzip", "{path}");
            let mut unpacked = Vec::new();
            GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, plain.body, "{path}");
        }
    }
}

/// Returns the addresses in attributes: `href="…"`, `src="…"`, `data-schema="…"`.
fn addresses(html: &str) -> Vec<&str> {
    let attributes = ["href=\"", "src=\"", "data-schema=\""];
    let found = attributes.iter().flat_map(|name| html.split(name).skip(1));
    found.map(|rest| rest.split('"').next().unwrap()).collect()
}

#[tokio::test]
async fn the_page_loads_nothing_that_is_not_served_here() {
    let api = TestApi::start().await;
    for path in ["/docs/", "/docs"] {
        let page = api.send(Method::GET, path, &[("accept", "text/html")]).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        assert!(!page.text().contains("<style") && !page.text().contains("<script>"), "the policy refuses both");
        let addresses = addresses(page.text());
        assert!(addresses.contains(&SCHEMA) && addresses.len() > FILES.len());
        // Links to other parts of the page, and to pages of `web`, load nothing.
        let loaded = |address: &&str| address.starts_with("/assets/") || *address == SCHEMA;
        for address in addresses.iter().filter(|address| !address.starts_with('#')) {
            assert!(address.starts_with('/') && !address.starts_with("//"), "{address}");
        }
        for address in addresses.into_iter().filter(loaded) {
            assert_eq!(api.get_open(address).await.status, 200, "{address}");
        }
    }
    for (path, content_type) in FILES {
        let file = api.get_open(path).await;
        assert_eq!((file.header("content-type"), file.header("x-content-type-options")), (content_type, "nosniff"));
        if path.ends_with(".css") {
            assert!(!file.text().contains("@import"), "{path}");
            for loaded in file.text().split("url(").skip(1).map(|rest| rest.trim_start_matches(['"', '\''])) {
                assert!(loaded.starts_with("data:") || loaded.starts_with('#'), "{path}: {loaded:.40}");
            }
        }
    }
    for path in ["/docs/index.html", "/assets/swagger-ui-bundle.js.map", "/docs/%2e%2e", "/docs/x/y"] {
        api.get_open(path).await.problem(404);
    }
}

#[tokio::test]
async fn behind_a_gateway_links_begin_with_the_path_of_the_public_address() {
    let public_url = "https://store.example/crosstable/".to_owned();
    let api = TestApi::with(ReadApiSettings { public_url, ..ReadApiSettings::default() }).await;
    for path in ["/docs/", "/"] {
        let page = api.get_open(path).await;
        let addresses = addresses(page.text());
        let leads_to = if path == "/" { "/crosstable/docs/" } else { "/crosstable/api/schema/" };
        assert!(addresses.contains(&leads_to), "{addresses:?}");
        let is_ours = |it: &&str| it.trim_start_matches("https://store.example").starts_with("/crosstable/");
        let is_here = |it: &&str| ["data:,", "#main"].contains(it) || it.starts_with("?lang=");
        assert!(addresses.iter().all(|it| is_ours(it) || is_here(it)), "{addresses:?}");
    }
}
