//! The dumps that everyone may download: what is offered, and what is not.

use std::fs;
use std::path::{Path, PathBuf};

use axum::http::Method;
use read_api::ReadApiSettings;
use read_api::dumps::{DumpFile, MANIFEST, Manifest, NEXT};
use tempfile::TempDir;

use crate::harness::TestApi;

const FILE: &str = "matches-2026-03.ndjson.zst";

fn lay_out(folder: &Path, organization_id: Option<i64>, content: &[u8]) -> Manifest {
    let file = DumpFile {
        name: FILE.into(),
        table: "matches".into(),
        month: "2026-03".into(),
        sha256: "ab".repeat(32),
        bytes: content.len() as u64,
        lines: 2,
    };
    let elsewhere = DumpFile { name: "../secret".into(), ..file.clone() };
    let files = vec![elsewhere, file];
    let manifest = Manifest { format: 1, organization_id, cursor: "c".into(), tournaments: 1, files };
    fs::write(folder.join(FILE), content).unwrap();
    fs::write(folder.join(MANIFEST), serde_json::to_vec(&manifest).unwrap()).unwrap();
    manifest
}

async fn api() -> (TempDir, PathBuf, TestApi) {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("dumps");
    fs::create_dir(&folder).unwrap();
    fs::write(place.path().join("secret"), "secret").unwrap();
    let settings = ReadApiSettings { dumps: Some(folder.clone()), ..ReadApiSettings::default() };
    (place, folder, TestApi::with(settings).await)
}

#[tokio::test]
async fn files_of_the_manifest_are_sent_with_their_hash_as_tag() {
    let (_place, folder, api) = api().await;
    let content: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    let manifest = lay_out(&folder, None, &content);
    for path in ["/dumps/", "/dumps", "/dumps/manifest.json"] {
        let listed = api.get_open(path).await;
        assert_eq!(listed.json(), serde_json::to_value(&manifest).unwrap(), "{path}");
        assert_eq!(listed.header("cache-control"), "public, no-cache");
    }
    let path = format!("/dumps/{FILE}");
    let sent = api.get_open(&path).await;
    let tag = format!("\"{}\"", "ab".repeat(32));
    assert_eq!((sent.status, &sent.body[..], sent.header("etag")), (200, &content[..], tag.as_str()));
    assert_eq!(sent.header("content-type"), "application/zstd");
    assert_eq!(sent.header("content-length"), content.len().to_string());
    let head = api.send(Method::HEAD, &path, &[]).await;
    assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, tag.as_str()));
    assert_eq!(head.header("content-length"), content.len().to_string());
    let known = api.send(Method::GET, &path, &[("if-none-match", &tag)]).await;
    assert_eq!((known.status, known.body.len()), (304, 0));
}

#[tokio::test]
async fn no_other_file_can_be_read() {
    let (_place, folder, api) = api().await;
    lay_out(&folder, None, b"rows");
    fs::write(folder.join("notes.txt"), "notes").unwrap();
    for name in
        ["notes.txt", "dump.lock", "..%2Fsecret", "%2e%2e%2fsecret", "../secret", "", ".", "..", FILE.split_at(9).0]
    {
        let sent = api.get_open(&format!("/dumps/{name}")).await;
        let is_listing = name.is_empty() || name == ".";
        assert!(sent.status == 404 || (is_listing && sent.status == 200), "{name}: {}", sent.status);
        assert!(!sent.text().contains("secret\"") || is_listing, "{name}");
    }
}

#[tokio::test]
async fn what_is_not_whole_or_not_public_is_not_offered() {
    let (_place, folder, api) = api().await;
    let paths = ["/dumps/".to_owned(), "/dumps/manifest.json".to_owned(), format!("/dumps/{FILE}")];
    let unconfigured = TestApi::with(ReadApiSettings::default()).await;
    for path in &paths {
        unconfigured.get_open(path).await.problem(404);
        api.get_open(path).await.problem(404);
    }
    lay_out(&folder, Some(1), b"rows");
    for path in &paths {
        api.get_open(path).await.problem(404);
    }
    let manifest = lay_out(&folder, None, b"rows");
    fs::create_dir(folder.join(NEXT)).unwrap();
    fs::write(folder.join(NEXT).join(MANIFEST), serde_json::to_vec(&manifest).unwrap()).unwrap();
    for path in &paths {
        let refused = api.get_open(path).await;
        assert_eq!(refused.header("retry-after"), "1", "{path}");
        refused.problem(503);
    }
    fs::remove_dir_all(folder.join(NEXT)).unwrap();
    fs::write(folder.join(FILE), "newer rows").unwrap();
    api.get_open(&paths[2]).await.problem(503);
}
