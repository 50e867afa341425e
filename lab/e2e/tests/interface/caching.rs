//! Caching for clients: `ETag`, 304, HEAD, gzip, and no outdated answer after a write.

use std::io::Read;

use e2e::crawl::addresses;
use e2e::{Reply, TestApp, scene};
use proto_events::tournament::{Games, MatchResult, Winner};
use proto_events::{StreamId, TournamentEvent};
use reqwest::Method;

async fn get_with(app: &TestApp, path: &str, header: &str, value: &str) -> Reply {
    app.send(app.request(Method::GET, path).header(header, value)).await
}

#[tokio::test]
async fn every_answer_has_a_tag_and_is_the_same_in_each_form() {
    let app = scene::with_finished_event().await.0;
    for path in addresses(&app).await {
        let plain = app.get(&path).await;
        let tag = plain.header("etag").to_owned();
        assert!(tag.starts_with('"') || tag.starts_with("W/\""), "{path} has the tag `{tag}`");
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        let head = app.send(app.request(Method::HEAD, &path)).await;
        assert_eq!((head.status, head.body.len()), (plain.status, 0), "{path}");
        for name in ["etag", "content-type", "cache-control"] {
            assert_eq!(head.header(name), plain.header(name), "{path}: {name}");
        }
        let packed = get_with(&app, &path, "accept-encoding", "gzip").await;
        let again = get_with(&app, &path, "if-none-match", &tag).await;
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, &*tag), "{path}");
        let other = get_with(&app, &path, "if-none-match", "\"something-else\"").await;
        assert_eq!((other.status, &other.body), (200, &plain.body), "{path}");
        let vary = packed.header("vary").to_ascii_lowercase();
        assert!(vary.contains("accept-encoding") || packed.body.len() < 1_024, "{path}");
        if packed.header("content-encoding") == "gzip" {
            let mut unpacked = Vec::new();
            flate2::read::MultiGzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).expect("gzip");
            assert_eq!(unpacked, plain.body, "{path}");
        } else {
            assert_eq!(packed.body, plain.body, "{path}");
            assert!(plain.body.len() < 2_048, "{path} of {} bytes is not compressed", plain.body.len());
        }
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
        let result = MatchResult::new(winner, Some(Games { first: games.0, second: games.1, drawn: 0 }));
        app.append(app.organization, stream, vec![TournamentEvent::ResultReported { match_id, result }.into()]).await;
        for (path, before) in paths.iter().zip(&before) {
            let after = get_with(&app, path, "if-none-match", before.header("etag")).await;
            assert_eq!(after.status, 200, "{path} has changed with result {first}");
            assert_ne!(after.body, before.body, "{path} after result {first}");
        }
    }
    app.stop().await;
}
