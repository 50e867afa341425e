//! The guarantee of `Consistency-Token`, for every path.

use axum::http::Method;
use proto_events::ids::{DecklistId, OrganizationId, TournamentId};
use proto_events::vocabulary::Role;
use proto_events::{Position, StreamId};
use storage::{Document, ParkedStream, ViewKind};

use crate::documents::{OTHER, STORE, account_managed_by, document, document_of, own_list, public_event, public_round};
use crate::explain;
use crate::harness::TestApi;

const LIST: &str = "/api/v1/decklists/7/";
const PAGE: &str = "/events/7/";

/// Paths whose documents never lag.
const PROMPT: [&str; 18] = [
    "/api/v1/store-profiles/conventions/",
    "/api/v1/api-keys/conventions/",
    "/api/v1/api-keys/api_keys/",
    "/api/v1/api-keys/whoami/",
    "/api/v1/members/",
    "/api/v1/users/7/",
    "/api/v1/magic-events/7/overview/",
    "/api/v1/magic-events/7/current_standings/",
    "/api/v1/tournament-rounds/",
    "/api/v1/tournament-rounds/7/",
    "/api/v1/tournament-rounds/7/matches/",
    "/api/v1/tournament-rounds/7/matches?teams=true",
    "/api/v1/tournament-rounds/7/standings/",
    "/api/v1/decklists/",
    LIST,
    "/api/v1/decklists/7/revisions/",
    "/decklists/7/image.svg",
    "/api/v1/magic-events/7/audit/",
];
/// Paths whose documents may lag in a large event.
const HEAVY: [&str; 11] = [
    "/api/v1/conventions/",
    "/api/v1/conventions/7/",
    "/api/v1/magic-events/",
    "/api/v1/magic-events/7/",
    "/api/v1/magic-events/7/registrations/",
    "/api/v1/magic-events/7/decklists",
    "/api/v1/magic-events/7/tagged_players/",
    "/api/export-decklists/",
    "/api/v1/tournament-rounds/201/standings/11/explain/",
    PAGE,
    "/events/7/rounds/2/",
];

async fn api_with_everything() -> TestApi {
    let mut api = TestApi::with_every_kind().await;
    api.put(explain::documents()).await;
    api.put([
        document(ViewKind::EventAudit, 7, r#"{"parts":0}"#),
        public_event(),
        public_round(2),
        account_managed_by(7, 0, Some(STORE)),
    ])
    .await;
    api
}

/// Parks a stream, with these documents rendered from it.
async fn park(api: &mut TestApi, stream: StreamId, documents: impl IntoIterator<Item = Document>) {
    let documents = documents.into_iter().map(|it| Document { source: stream, ..it });
    let parked = ParkedStream { stream, position: Position(3), error: "unreadable".into() };
    api.commit(|batch| {
        batch.documents.extend(documents);
        batch.parked.push(parked);
    })
    .await;
}

#[tokio::test]
async fn prompt_documents_need_one_position_and_others_the_one_settled() {
    let api = api_with_everything().await;
    let token = api.token(7);
    for (prompt, settled, at_once, heavy) in [(6, 6, 503, 503), (7, 6, 200, 503), (7, 7, 200, 200), (9, 8, 200, 200)] {
        api.reach(prompt, settled);
        for (paths, expected) in [(&PROMPT[..], at_once), (&HEAVY, heavy)] {
            for path in paths {
                let reply = api.get_at(path, &token).await;
                assert_eq!(reply.status, expected, "{path} at {prompt}, {settled}: {}", reply.text());
            }
        }
    }
}

#[tokio::test]
async fn what_is_not_there_yet_is_a_503_that_says_when_to_come_again() {
    let api = api_with_everything().await;
    for (path, method) in
        [(LIST, Method::GET), (LIST, Method::HEAD), (PAGE, Method::GET), ("/api/export-decklists/", Method::GET)]
    {
        let token = api.token(1);
        let headers = [("x-api-key", api.key.as_str()), ("consistency-token", &token), ("prefer", "wait=0")];
        let reply = api.send(method.clone(), path, &headers).await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, "1"), "{path}");
        assert_eq!((reply.header("cache-control"), reply.header("preference-applied")), ("no-store", "wait=0"));
        if method == Method::GET {
            assert_eq!(reply.problem(503)["type"], "/problems/not-yet-applied");
        }
    }
}

#[tokio::test]
async fn an_answer_to_a_token_is_the_same_answer() {
    let api = api_with_everything().await;
    api.reach(7, 7);
    let token = api.token(7);
    for path in [LIST, "/api/v1/magic-events/", PAGE, "/"] {
        let (without, with) = (api.get(path).await, api.get_with(path, &[("consistency-token", &token)]).await);
        assert_eq!((with.status, &with.body, &with.headers), (200, &without.body, &without.headers), "{path}");
    }
    let tag = api.get(LIST).await.header("etag").to_owned();
    let headers = [("consistency-token", token.as_str()), ("if-none-match", &tag), ("prefer", "wait=3")];
    let unchanged = api.get_with(LIST, &headers).await;
    assert_eq!((unchanged.status, unchanged.header("preference-applied")), (304, "wait=3"));
    let patient = api.get_with(LIST, &[("consistency-token", &token), ("prefer", "wait=60")]).await;
    assert_eq!(patient.header("preference-applied"), "wait=5");
    let without = api.get_with(LIST, &[("prefer", "wait=3")]).await;
    assert_eq!((without.status, without.header("preference-applied")), (200, ""), "there is nothing to wait for");
}

#[tokio::test]
async fn patience_is_two_seconds_or_what_is_asked_for_up_to_five() {
    let api = api_with_everything().await;
    let token = api.token(7);
    tokio::time::pause();
    for (prefer, seconds) in [("", 2), ("wait=0", 0), ("wait=1", 1), ("wait=5", 5), ("wait=600", 5), ("wait=soon", 2)] {
        let begun = tokio::time::Instant::now();
        let headers = [("consistency-token", token.as_str()), ("prefer", prefer)];
        let reply = api.send(Method::GET, PAGE, &headers[..if prefer.is_empty() { 1 } else { 2 }]).await;
        assert_eq!((reply.status, begun.elapsed().as_millis() / 100), (503, seconds * 10), "{prefer}");
    }
}

#[tokio::test]
async fn tokens_that_nobody_gave_are_refused_wherever_they_come() {
    let api = api_with_everything().await;
    api.reach(7, 7);
    let elsewhere = TestApi::start().await;
    let (invented, foreign) = ("A".repeat(47), elsewhere.token(1));
    for path in PROMPT.iter().chain(&HEAVY).chain(&["/"]) {
        for token in ["", "abc", &invented, &foreign] {
            let problem = api.get_at(path, token).await.problem(400);
            assert_eq!(problem["type"], "/problems/bad-request", "{path}");
            assert_eq!(problem["errors"]["Consistency-Token"].as_array().unwrap().len(), 1, "{path}: {problem}");
        }
    }
}

#[tokio::test]
async fn a_token_is_for_the_organization_that_it_was_given_to() {
    let mut api = api_with_everything().await;
    api.reach(7, 7);
    let theirs = api.token_of(OTHER, 3);
    for path in [LIST, "/api/v1/decklists/", "/api/v1/api-keys/whoami/", "/api/export-decklists/"] {
        let detail = api.get_at(path, &theirs).await.detail(400);
        assert!(detail.contains("another organization"), "{path}: {detail}");
    }
    let stranger = api.issue(OTHER, Role::Judge).await;
    let headers = [("x-api-key", stranger.as_str()), ("consistency-token", &theirs)];
    assert_eq!(api.send(Method::GET, "/api/v1/decklists/", &headers).await.status, 200);
    for token in [&theirs, &api.token(3)] {
        let reply = api.send(Method::GET, PAGE, &[("consistency-token", token)]).await;
        assert_eq!(reply.status, 200, "without a key, tokens of all organizations are accepted");
    }
}

#[tokio::test]
async fn a_token_opens_nothing() {
    let mut api = api_with_everything().await;
    api.reach(7, 7);
    let token = api.token(7);
    for path in PROMPT.iter().chain(&HEAVY[..9]) {
        api.send(Method::GET, path, &[("consistency-token", &token)]).await.problem(401);
    }
    let reader = api.issue(STORE, Role::ReadOnly).await;
    let headers = [("x-api-key", reader.as_str()), ("consistency-token", "invented")];
    api.send(Method::GET, "/api/v1/magic-events/7/registrations/", &headers).await.problem(403);
}

#[tokio::test]
async fn what_a_parked_stream_may_have_changed_is_not_given_for_a_token() {
    let mut api = api_with_everything().await;
    let list = document(ViewKind::Decklist, 7, "{}");
    park(&mut api, StreamId::decklist(DecklistId(7)), [list]).await;
    api.put([document(ViewKind::Decklist, 8, "{}"), document_of(OTHER, ViewKind::Decklist, 9, "{}")]).await;
    api.reach(9, 9);
    let token = api.token(5);
    for path in [LIST, "/api/v1/decklists/"] {
        let problem = api.get_at(path, &token).await.problem(503);
        assert_eq!(problem["type"], "/problems/not-yet-applied", "{path}");
        assert_eq!(api.get(path).await.status, 200, "{path}");
    }
    assert_eq!(api.get(LIST).await.header("crosstable-stale"), "parked");
    for path in ["/api/v1/decklists/8/", "/api/v1/magic-events/", "/api/v1/magic-events/7/decklists/", PAGE, "/"] {
        assert_eq!(api.get_at(path, &token).await.status, 200, "{path}");
    }
    let stranger = api.issue(OTHER, Role::Judge).await;
    let theirs = api.token_of(OTHER, 5);
    let headers = [("x-api-key", stranger.as_str()), ("consistency-token", &theirs)];
    assert_eq!(api.send(Method::GET, "/api/v1/decklists/", &headers).await.status, 200, "other lists are complete");
}

#[tokio::test]
async fn an_own_list_that_is_parked_is_not_given_for_a_token_and_another_persons_stops_nobody() {
    let mut api = TestApi::start().await;
    let [ann, _] = api.person(11, None).await;
    let [bo, _] = api.person(12, None).await;
    for (user, id) in [(11, 7), (12, 8)] {
        api.put(own_list(user, OrganizationId::SHARED, id, 1)).await;
    }
    park(&mut api, StreamId::decklist(DecklistId(7)), own_list(11, OrganizationId::SHARED, 7, 2)).await;
    api.reach(9, 9);
    for organization in [OrganizationId::SHARED, STORE] {
        let token = api.token_of(organization, 5);
        for (by, path, status) in [
            (&ann, LIST, 503),
            (&ann, "/api/v1/decklists/7/revisions/", 503),
            (&ann, "/api/v1/decklists/", 503),
            (&bo, "/api/v1/decklists/8/", 200),
            (&bo, "/api/v1/decklists/", 200),
        ] {
            let headers = [(by.0, by.1.as_str()), ("consistency-token", token.as_str())];
            assert_eq!(api.send(Method::GET, path, &headers).await.status, status, "{path}");
        }
    }
}

#[tokio::test]
async fn what_shows_something_of_a_parked_stream_is_not_given_for_a_token_either() {
    let mut api = api_with_everything().await;
    let (list, event) = (StreamId::decklist(DecklistId(7)), StreamId::tournament(TournamentId(1)));
    api.commit(|batch| batch.sources.push((event, vec![list]))).await;
    park(&mut api, list, []).await;
    api.reach(9, 9);
    let token = api.token(5);
    for path in [
        "/api/v1/magic-events/7/decklists/",
        "/api/v1/conventions/",
        "/api/v1/conventions/7/",
        PAGE,
        "/api/export-decklists/",
    ] {
        api.get_at(path, &token).await.problem(503);
        assert_eq!(api.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_write_that_was_parked_itself_is_never_said_to_be_there() {
    let mut api = api_with_everything().await;
    park(&mut api, StreamId::decklist(DecklistId(99)), []).await;
    api.reach(9, 9);
    api.get_at("/api/v1/decklists/99/", &api.token(3)).await.problem(503);
    api.get_at("/api/v1/decklists/99/", &api.token(4)).await.problem(404);
}

#[tokio::test]
async fn a_cache_in_between_keeps_answers_with_and_without_a_token_apart() {
    let api = api_with_everything().await;
    for path in [PAGE, "/events/7/rounds/2/", "/events/8/", "/"] {
        let reply = api.get_open(path).await;
        assert_eq!(reply.header("vary"), "Accept-Encoding, Accept-Language, Cookie, Consistency-Token", "{path}");
    }
    for path in PROMPT.iter().chain(&HEAVY[..9]) {
        assert_eq!(api.get(path).await.header("cache-control"), "private, no-cache", "{path}");
    }
}
