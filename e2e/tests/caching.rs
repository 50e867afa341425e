//! Caching for clients: `ETag`, 304, HEAD, gzip, and no outdated answer after a write.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use std::io::Read;

use e2e::crawl::addresses;
use e2e::{Reply, TestApp, scene};
use proto_events::tournament::{Games, MatchResult, Winner};
use proto_events::{StreamId, TournamentEvent};
use reqwest::Method;

async fn app_with_data() -> TestApp {
    scene::with_finished_event().await.0
}

async fn get_with(app: &TestApp, path: &str, header: &str, value: &str) -> Reply {
    app.send(app.request(Method::GET, path).header(header, value)).await
}

#[tokio::test]
async fn every_answer_has_a_tag_and_is_not_sent_twice() {
    let app = app_with_data().await;
    for path in addresses(&app).await {
        let first = app.get(&path).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with('"') || tag.starts_with("W/\""), "{path} has the tag `{tag}`");
        let again = get_with(&app, &path, "if-none-match", &tag).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), tag, "{path}");
        let other = get_with(&app, &path, "if-none-match", "\"something-else\"").await;
        assert_eq!((other.status, &other.body), (200, &first.body), "{path}");
    }
    let any = get_with(&app, "/api/v1/magic-events/", "if-none-match", "*").await;
    assert_eq!(any.status, 304);
    app.stop().await;
}

#[tokio::test]
async fn several_tags_and_weak_ones_are_understood() {
    let app = app_with_data().await;
    for path in ["/api/v1/magic-events/", "/api/v1/magic-events/1/", "/api/export-decklists/?num_days=36500"] {
        let tag = app.get(path).await.header("etag").to_owned();
        let bare = tag.trim_start_matches("W/");
        for sent in [format!("\"a\", {tag}"), format!("W/{bare}"), format!("\"a\",W/{bare},\"b\"")] {
            assert_eq!(get_with(&app, path, "if-none-match", &sent).await.status, 304, "{path} {sent}");
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let app = app_with_data().await;
    for path in addresses(&app).await {
        let get = app.get(&path).await;
        let head = app.send(app.request(Method::HEAD, &path)).await;
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{path}");
        for name in ["etag", "content-type", "cache-control"] {
            assert_eq!(head.header(name), get.header(name), "{path}: {name}");
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn gzip_holds_the_same_bytes() {
    let app = app_with_data().await;
    for path in addresses(&app).await {
        let plain = app.get(&path).await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        let packed = get_with(&app, &path, "accept-encoding", "gzip").await;
        assert!(
            packed.header("vary").to_ascii_lowercase().contains("accept-encoding") || packed.body.len() < 1_024,
            "{path}"
        );
        if packed.header("content-encoding") == "gzip" {
            let mut unpacked = Vec::new();
            flate2::read::MultiGzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).expect("gzip");
            assert_eq!(unpacked, plain.body, "{path}");
        } else {
            assert_eq!(packed.body, plain.body, "{path}");
            assert!(plain.body.len() < 2_048, "{path} of {} bytes is not compressed", plain.body.len());
        }
        let refused = get_with(&app, &path, "accept-encoding", "gzip;q=0, identity").await;
        assert_eq!((refused.header("content-encoding"), &refused.body), ("", &plain.body), "{path}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_tag_belongs_to_one_body() {
    let app = app_with_data().await;
    let packed = get_with(&app, "/api/v1/magic-events/", "accept-encoding", "gzip").await;
    let tag = packed.header("etag").to_owned();
    let again = app
        .send(
            app.request(Method::GET, "/api/v1/magic-events/")
                .header("accept-encoding", "gzip")
                .header("if-none-match", &tag),
        )
        .await;
    assert_eq!(again.status, 304, "the tag of a compressed answer is known too");
    let json = app.get("/api/export-decklists/?num_days=36500").await;
    let lines = app.get("/api/export-decklists/?num_days=36500&format=ndjson").await;
    let with_text = app.get("/api/export-decklists/?num_days=36500&decklist_as_text=true").await;
    assert_ne!(json.header("etag"), lines.header("etag"));
    assert_ne!(json.header("etag"), with_text.header("etag"));
    app.stop().await;
}

#[tokio::test]
async fn keyed_answers_are_for_the_asker_alone() {
    let app = app_with_data().await;
    for path in ["/api/v1/magic-events/", "/api/v1/magic-events/1/", "/api/v1/api-keys/whoami/", "/api/v1/decklists/"] {
        let control = app.get(path).await.header("cache-control").to_owned();
        assert!(control.contains("private") || control.contains("no-store"), "{path}: `{control}`");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_read_after_a_write_is_never_old() {
    let app = TestApp::start().await;
    let scene = scene::build(&app).await;
    let stream = StreamId::tournament(scene.team_event);
    let paths = [
        format!("/api/v1/tournament-rounds/{}/matches/?teams=true", scene.team_round),
        format!("/api/v1/tournament-rounds/{}/", scene.team_round),
        format!("/api/v1/magic-events/{}/", scene.team_event),
        format!("/api/v1/magic-events/{}/current_standings/", scene.team_event),
        "/api/v1/magic-events/".into(),
        "/api/v1/tournament-rounds/".into(),
    ];
    let match_id = scene.team_match_seats[2];
    for first in 1..=12 {
        let mut before = Vec::new();
        for path in &paths {
            before.push(app.get(path).await);
        }
        let (winner, games) = if first % 2 == 0 { (Winner::First, (2, first)) } else { (Winner::Second, (first, 2)) };
        let result = MatchResult { winner, games: Some(Games { first: games.0, second: games.1, drawn: 0 }) };
        app.append(app.organization, stream, vec![TournamentEvent::ResultReported { match_id, result }.into()]).await;
        for (path, before) in paths.iter().zip(&before) {
            let after = get_with(&app, path, "if-none-match", before.header("etag")).await;
            assert_eq!(after.status, 200, "{path} has changed with result {first}");
            assert_ne!(after.body, before.body, "{path} after result {first}");
        }
    }
    app.stop().await;
}
