//! Lists of events, rounds and conventions with parameters.

use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::{Document, DocumentBody, ViewKind};

use crate::documents::{OTHER, STORE, document, document_of, in_versions};
use crate::harness::TestApi;

const EVENTS: &str = "/api/v1/magic-events/";
const ROUNDS: &str = "/api/v1/tournament-rounds/";
const CONVENTIONS: &str = "/api/v1/conventions/";

/// The documents of an event that starts on a day of March, and has the rounds `10 * id + 1` and `10 * id + 2`.
fn event(id: i64, day: Option<i64>, status: &str, format: &str, convention: Option<i64>) -> Vec<Document> {
    let start = day.map(|day| format!("2026-03-{day:02}T10:00:00Z"));
    let sort = day.map_or_else(|| format!("1/{id:020}"), |day| format!("0{day:020}/{id:020}"));
    let rounds = [(1, "COMPLETE"), (2, "IN_PROGRESS")];
    let short =
        rounds.map(|(number, status)| json!({"id": 10 * id + number, "round_number": number, "status": status}));
    let listed = json!({"id": id, "status": status, "format": format, "start": start, "convention": convention,
        "rounds": short, "summary": {"id": id, "name": format!("Event {id}")}});
    let mut documents = vec![
        document(ViewKind::ListedEvent, id, &listed.to_string()),
        document(ViewKind::MagicEvent, id, &json!({"id": id, "user_statuses": [], "email": ""}).to_string()),
    ];
    documents.iter_mut().for_each(|document| document.sort.clone_from(&sort));
    documents.extend(rounds.map(|(number, _)| {
        document(ViewKind::Round, 10 * id + number, &json!({"id": 10 * id + number, "matches": []}).to_string())
    }));
    documents
}

/// The documents of a convention that starts on a day of March.
fn convention(id: i64, slug: &str, day: i64, status: &str) -> Vec<Document> {
    let start = format!("2026-03-{day:02}T10:00:00Z");
    let summary = json!({"id": id, "slug": slug, "status": status, "start_datetime": start});
    let mut documents = vec![
        document(ViewKind::ConventionSummary, slug, &summary.to_string()),
        document(ViewKind::Convention, slug, &json!({"id": id, "magic_events": []}).to_string()),
    ];
    documents.iter_mut().for_each(|document| document.sort = format!("0{day:020}/{id:020}"));
    documents
}

async fn scene() -> TestApi {
    let mut api = TestApi::start().await;
    api.put(event(1, Some(1), "EVENT_FINISHED", "LEGACY", None)).await;
    api.put(event(2, Some(2), "REGISTRATION_OPEN", "MODERN", Some(7))).await;
    api.put(event(3, Some(3), "EVENT_FINISHED", "MODERN", Some(7))).await;
    api.put(event(4, None, "REGISTRATION_OPEN", "LEGACY", Some(8))).await;
    api.put(convention(7, "spring", 2, "SCHEDULED")).await;
    api.put(convention(8, "summer", 9, "SCHEDULED")).await;
    api.put([document_of(OTHER, ViewKind::ListedEvent, 5, "{}")]).await;
    api
}

async fn ids(api: &TestApi, address: &str) -> Vec<i64> {
    crate::harness::ids(&api.get(address).await.json())
}

#[tokio::test]
async fn lists_with_parameters_have_what_matches_in_the_order_that_is_asked_for() {
    let api = scene().await;
    let expected: [(&str, &str, &[i64]); 20] = [
        (EVENTS, "summary=false", &[1, 2, 3, 4]),
        (EVENTS, "newest_first=true", &[3, 2, 1, 4]),
        (EVENTS, "status=EVENT_FINISHED", &[1, 3]),
        (EVENTS, "status=EVENT_FINISHED&newest_first=1", &[3, 1]),
        (EVENTS, "format=modern", &[2, 3]),
        (EVENTS, "convention=spring&status=EVENT_FINISHED", &[3]),
        (EVENTS, "start_date_after=2026-03-02%2010:00", &[2, 3]),
        (EVENTS, "start_date_after=2026-03-02%2010:01&start_date_before=2026-03-03%2010:00", &[3]),
        (EVENTS, "page_size=3", &[1, 2, 3]),
        (EVENTS, "page_size=3&page=2", &[4]),
        (EVENTS, "page_size=2&page=2&newest_first=true", &[1, 4]),
        (EVENTS, "status=EVENT_IN_PROGRESS", &[]),
        (ROUNDS, "newest_first=true&page_size=3", &[32, 31, 22]),
        (ROUNDS, "status=COMPLETE", &[11, 21, 31, 41]),
        (ROUNDS, "convention=summer", &[41, 42]),
        (ROUNDS, "format=LEGACY&start_date_before=2026-03-31%2010:00", &[11, 12]),
        (CONVENTIONS, "newest_first=true", &[8, 7]),
        (CONVENTIONS, "format=MODERN", &[7]),
        (CONVENTIONS, "convention=summer&status=SCHEDULED", &[8]),
        (CONVENTIONS, "start_date_after=2026-03-03%2000:00", &[8]),
    ];
    for (list, query, expected) in expected {
        for summary in ["", "&summary=true"] {
            assert_eq!(ids(&api, &format!("{list}?{query}{summary}")).await, expected, "{list} {query} {summary}");
        }
    }
}

#[tokio::test]
async fn whole_entries_are_the_documents_and_summaries_lack_their_lists() {
    let api = scene().await;
    let first = async |address: &str| api.get(address).await.json()[0].clone();
    let whole = first(&format!("{EVENTS}?page_size=1")).await;
    assert_eq!(whole, json!({"id": 1, "user_statuses": [], "email": ""}));
    assert_eq!(first(&format!("{EVENTS}?summary=true")).await, json!({"id": 1, "name": "Event 1"}));
    let round = json!({"id": 11, "round_number": 1, "status": "COMPLETE"});
    assert_eq!(first(&format!("{ROUNDS}?summary=true")).await, round);
    assert_eq!(first(&format!("{CONVENTIONS}?summary=true")).await["slug"], "spring");
}

#[tokio::test]
async fn wrong_values_are_refused_with_the_name_of_the_parameter() {
    let api = scene().await;
    for (name, value) in [
        ("status", "RUNNING"),
        ("format", "chess"),
        ("start_date_after", "yesterday"),
        ("start_date_before", "2026-03-01"),
        ("convention", "autumn"),
        ("page", "x"),
        ("page_size", "101"),
        ("page_size", "1001&summary=true"),
        ("newest_first", "yes"),
        ("summary", ""),
    ] {
        for list in [EVENTS, ROUNDS, CONVENTIONS] {
            let problem = api.get(&format!("{list}?{name}={value}")).await.problem(400);
            assert!(problem["errors"][name].is_array(), "{list} {name}: {problem}");
        }
    }
    assert_eq!(api.get(&format!("{EVENTS}?page_size=1000&summary=true")).await.status, 200);
}

#[tokio::test]
async fn a_page_outside_a_list_is_404_and_the_first_one_of_an_empty_list_is_empty() {
    let api = scene().await;
    for list in [EVENTS, ROUNDS, CONVENTIONS] {
        for (number, code) in [
            ("0", "no-such-page"),
            ("-1", "no-such-page"),
            ("2", "page-after-the-end"),
            ("9223372036854775807", "page-after-the-end"),
        ] {
            let problem = api.get(&format!("{list}?page={number}")).await.problem(404);
            assert_eq!(problem["code"], code, "{list} {number}: {problem}");
        }
        assert_eq!(ids(&api, &format!("{list}?page=1&start_date_after=2030-01-01%2000:00")).await, [0; 0], "{list}");
    }
}

#[tokio::test]
async fn a_page_names_the_next_one_and_keeps_its_tag_until_it_changes() {
    let mut api = scene().await;
    let address = format!("{EVENTS}?page=1&summary=true&page_size=2");
    let page = api.get(&address).await;
    assert_eq!(page.header("link"), "<?summary=true&page_size=2&page=2>; rel=\"next\"");
    let last = format!("{EVENTS}?summary=true&page_size=2&page=2");
    assert_eq!((ids(&api, &last).await, api.get(&last).await.header("link")), (vec![3, 4], ""));
    let tag = page.header("etag").to_owned();
    assert_eq!(api.get_with(&address, &[("if-none-match", &tag)]).await.status, 304);
    api.put(event(3, Some(3), "EVENT_IN_PROGRESS", "MODERN", Some(7))).await;
    assert_eq!(api.get_with(&address, &[("if-none-match", &tag)]).await.status, 304, "another page changed");
    api.put(event(1, Some(1), "EVENT_FINISHED", "LEGACY", None).into_iter().map(|mut document| {
        let body = String::from_utf8_lossy(&document.body.for_everyone()).replace("Event 1", "First");
        document.body = DocumentBody::same(document.key.kind, body);
        document
    }))
    .await;
    let changed = api.get_with(&address, &[("if-none-match", &tag)]).await;
    assert_eq!(changed.json()[0], json!({"id": 1, "name": "First"}));
}

#[tokio::test]
async fn whole_entries_have_no_more_for_a_reader_than_their_documents() {
    let mut api = scene().await;
    let hidden = in_versions(ViewKind::Round, 11, |redactor| {
        let matches = redactor.list_for_staff(vec![json!({ "id": 1 })]);
        json!({ "id": 11, "matches": matches, "pairings_status": "GENERATED" })
    });
    api.put([hidden]).await;
    let key = api.issue(STORE, Role::ReadOnly).await;
    let seen = api.get_as(&key, &format!("{ROUNDS}?page_size=1")).await.json();
    assert_eq!(seen[0]["matches"], Value::from(Vec::<Value>::new()));
    assert_eq!(api.get(&format!("{ROUNDS}?page_size=1")).await.json()[0]["matches"][0]["id"], 1);
}
