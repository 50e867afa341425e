//! Tags, compression and the cache, as clients see them.

use std::io::Read;

use flate2::read::GzDecoder;
use proto_events::ids::TournamentId;
use proto_events::{Position, StreamId};
use storage::{Document, DocumentBody, ParkedStream, ViewKind};

use crate::documents::{decklist, document, public_event, public_round, standings_of, store_page};
use crate::harness::TestApi;

const STANDINGS: &str = "/api/v1/tournament-rounds/7/standings/";

fn long(seed: &str) -> String {
    format!("{{\"standings\":\"{}\"}}", seed.repeat(2_000))
}

async fn api_with(body: &str) -> TestApi {
    let mut api = TestApi::start().await;
    api.put([document(ViewKind::RoundStandings, 7, body)]).await;
    api
}

#[tokio::test]
async fn the_tag_of_a_decklist_is_its_version() {
    const LIST: &str = "/api/v1/decklists/7/";
    let mut api = TestApi::start().await;
    let (old, new) = (long("old"), long("new"));
    api.put([decklist(7, 3, &old)]).await;
    assert_eq!(api.get(LIST).await.header("etag"), "\"3\"");
    let packed = api.get_with(LIST, &[("accept-encoding", "gzip")]).await;
    assert_eq!((packed.header("content-encoding"), packed.header("etag")), ("gzip", "\"3-gz\""));
    for sent in ["\"3\"", "\"3-gz\"", "W/\"3\"", "\"1\", \"2\", \"3\"", "*"] {
        for (encoding, tag) in [("identity", "\"3\""), ("gzip", "\"3-gz\"")] {
            let reply = api.get_with(LIST, &[("if-none-match", sent), ("accept-encoding", encoding)]).await;
            assert_eq!((reply.status, reply.body.len(), reply.header("etag")), (304, 0, tag), "{sent} {encoding}");
            assert_eq!(reply.header("vary"), "Accept-Encoding, X-API-Key, Authorization, Cookie");
            assert_eq!(reply.header("cache-control"), "private, no-cache");
        }
    }
    api.put([decklist(7, 4, &new)]).await;
    for sent in ["\"3\"", "\"3-gz\"", "\"1\", \"2\", \"3\"", "3"] {
        let reply = api.get_with(LIST, &[("if-none-match", sent)]).await;
        assert_eq!((reply.status, reply.text(), reply.header("etag")), (200, new.as_str(), "\"4\""), "{sent}");
        let packed = api.get_with(LIST, &[("if-none-match", sent), ("accept-encoding", "gzip")]).await;
        let mut unpacked = String::new();
        GzDecoder::new(&packed.body[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!((packed.header("etag"), unpacked), ("\"4-gz\"", new.clone()), "{sent}");
    }
    let other = decklist(8, 4, &long("another list"));
    api.put([other]).await;
    assert_eq!(api.get("/api/v1/decklists/8/").await.text(), long("another list"), "each list has its own versions");
}

#[tokio::test]
async fn a_document_of_a_parked_stream_says_so() {
    let mut api = api_with("{}").await;
    assert_eq!(api.get(STANDINGS).await.header("crosstable-stale"), "");
    let stream = StreamId::tournament(TournamentId(1));
    let parked = ParkedStream { stream, position: Position(9), error: "unreadable".into() };
    api.commit(|batch| {
        batch.parked.push(parked);
        batch.documents.push(document(ViewKind::RoundStandings, 7, "{}"));
    })
    .await;
    let reply = api.get(STANDINGS).await;
    assert_eq!((reply.status, reply.header("crosstable-stale")), (200, "parked"));
    let unchanged = api.get_with(STANDINGS, &[("if-none-match", "*")]).await;
    assert_eq!((unchanged.status, unchanged.header("crosstable-stale")), (304, "parked"));
}

#[tokio::test]
async fn what_is_in_memory_is_answered_before_the_router_is_asked() {
    let mut api = api_with(&long("a")).await;
    assert_eq!(api.shortly(STANDINGS, &[]), None, "neither key nor document is in memory");
    let first = api.get_with(STANDINGS, &[("accept-encoding", "gzip")]).await;
    for path in [STANDINGS, STANDINGS.trim_end_matches('/')] {
        assert_eq!(api.shortly(path, &[]).map(|reply| reply.status), Some(200));
        let packed = api.shortly(path, &[("accept-encoding", "gzip")]).unwrap();
        assert_eq!((packed.status, &packed.body), (200, &first.body));
        assert_eq!(api.shortly(path, &[("if-none-match", first.header("etag"))]).map(|reply| reply.status), Some(304));
    }
    for (header, known) in [
        (("consistency-token", "any"), false),
        (("accept", "text/html"), false),
        // The router refuses a token that is sent with a key. The first of two keys counts, in the shortcut and in the router.
        (("authorization", "Token any"), false),
        (("x-api-key", "another as well"), true),
    ] {
        assert_eq!(api.shortly(STANDINGS, &[header]).is_some(), known, "{header:?}");
        api.get_with(STANDINGS, &[header]).await;
    }
    assert_eq!(api.shortly(&format!("{STANDINGS}?"), &[]), None);
    assert_eq!(api.shortly("/api/v1/tournament-rounds/8/standings/", &[]), None);
    api.put([document(ViewKind::RoundStandings, 7, "{}")]).await;
    assert_eq!(api.shortly(STANDINGS, &[]), None, "the document from before the notice is gone");
    assert_eq!(api.get(STANDINGS).await.text(), "{}");
    assert_eq!(api.shortly(STANDINGS, &[]).map(|reply| reply.body), Some("{}".into()));
}

#[tokio::test]
async fn pages_are_kept_until_a_document_changes_that_they_are_drawn_from() {
    let mut api = TestApi::start().await;
    api.put([public_round(2), standings_of("Ann")]).await;
    assert_eq!(api.get("/events/7/rounds/2/").await.status, 404, "no page of the event");
    api.put([public_event(), store_page()]).await;
    let page = api.get("/events/7/rounds/2/").await;
    for path in ["/events/7/rounds/2/", "/events/7/rounds/2"] {
        let again = api.get(path).await;
        assert_eq!((again.status, &again.body), (200, &page.body));
    }
    let renamed = String::from_utf8(public_event().body.for_everyone().to_vec()).unwrap().replace("Winter", "Spring");
    let body = DocumentBody::same(ViewKind::EventPage, renamed);
    api.put([Document { body, digest: "changed".into(), ..public_event() }]).await;
    assert!(api.get("/events/7/rounds/2/").await.text().contains("Spring"), "the head of the page has changed");
    api.put([public_event()]).await;
    assert!(api.get("/events/7/").await.text().contains("<td>Ann<td>"));
    api.put([standings_of("Bo")]).await;
    assert_eq!(api.get("/events/7/rounds/2/").await.body, page.body, "the page of a round has no standings");
    assert!(api.get("/events/7/").await.text().contains("<td>Bo<td>"));
}

#[tokio::test]
async fn the_current_standings_are_those_of_the_active_round() {
    let path = "/api/v1/magic-events/7/current_standings/";
    let mut api = TestApi::start().await;
    let (none, of_round) = (r#"{"round_number":1,"standings":[]}"#, r#"{"round_number":1,"standings":["Ann"]}"#);
    let current = |body: &str| [document(ViewKind::CurrentStandings, 7, body)];
    api.get(path).await.problem(404);
    api.put(current(none)).await;
    assert_eq!(api.get(path).await.text(), none, "before the first round");
    assert_eq!(api.shortly(path, &[]).map(|reply| reply.body), Some(none.into()));

    api.put(current(r#"{"round_id":201}"#)).await;
    let refused = api.get(path).await;
    assert!(refused.detail(503).contains("just removed"), "the round has no standings");
    api.put([document(ViewKind::RoundStandings, 201, of_round)]).await;
    let answer = api.get(path).await;
    assert_eq!(answer.text(), of_round);
    assert_eq!(answer.header("etag"), api.get("/api/v1/tournament-rounds/201/standings/").await.header("etag"));
    assert_eq!(api.shortly(path, &[]).map(|reply| reply.body), Some(of_round.into()));

    api.put([document(ViewKind::RoundStandings, 201, none)]).await;
    assert_eq!(api.shortly(path, &[]), None, "a result changed them");
    assert_eq!(api.get(path).await.text(), none);
}
