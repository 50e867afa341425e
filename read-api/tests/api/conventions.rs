//! Pages of conventions: statuses, conventions of one slug, filters, agendas and calendars.

use chrono::{DateTime, Utc};
use domain::documents::StorePageDocument;
use domain::organization::{Organization, StorePage};
use proto_events::ids::{ConventionId, OrganizationId, TournamentId};
use serde_json::{Value, json};
use storage::{ConventionEvents, Document, PublicConventions, ViewKind};

use crate::documents::{OTHER, STORE, at, record};
use crate::harness::TestApi;

/// Returns the documents of a convention with the slug `mox-con`, which ends at a time.
fn convention(organization: OrganizationId, id: i64, status: &str, end: DateTime<Utc>) -> Vec<Document> {
    let body = json!({
        "id": id, "organization_id": organization, "status": status, "announcements": [], "details": {
            "name": format!("Con {id}"), "slug": "mox-con", "url": "https://moxcon.example/",
            "start_datetime": "2026-03-28T08:00:00Z", "end_datetime": end, "event_timezone": "Europe/Berlin",
            "show_game_type_filters": true,
        },
    });
    let lists = PublicConventions::of(organization, "mox-con").into_iter();
    let listed = lists.map(|list| {
        let document = record(ViewKind::PublicConvention, list.key(ConventionId(id)), &body);
        Document { sort: list.sort(Some(end), ConventionId(id)), ..document }
    });
    listed.collect()
}

/// Returns an event of convention 9 of the store, with further fields.
fn event(id: i64, start: &str, fields: &Value) -> Document {
    let mut body = json!({
        "id": id, "name": format!("Event {id}"), "organization_id": STORE, "store": "Moxhall", "format": "LEGACY",
        "start": start, "end": at(start) + chrono::TimeDelta::hours(4), "status": "REGISTRATION_OPEN",
    });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let list = ConventionEvents { organization_id: STORE, convention_id: ConventionId(9) };
    let document = record(ViewKind::PublicEvent, ConventionEvents::key(TournamentId(id)), &body);
    Document { sort: list.sort(Some(at(start)), TournamentId(id)), ..document }
}

fn store(id: OrganizationId, name: &str) -> Document {
    let organization = Organization { id, name: name.into(), page: StorePage::default(), ..Organization::default() };
    record(ViewKind::StorePage, id, &StorePageDocument::of(&organization))
}

fn end() -> DateTime<Utc> {
    at("2026-03-30T18:00:00Z")
}

/// Returns a read side with a convention of two days.
async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    api.put(convention(STORE, 9, "SCHEDULED", end())).await;
    api.put([store(STORE, "Moxhall")]).await;
    api.put([
        event(1, "2026-03-28T22:30:00Z", &json!({})),
        event(2, "2026-03-28T23:30:00Z", &json!({ "place": "Hall 2" })),
        event(3, "2026-03-29T21:30:00Z", &json!({ "format": "MODERN", "description": "Bring pens." })),
    ])
    .await;
    api
}

#[tokio::test]
async fn filters_are_parameters_and_unknown_values_are_ignored() {
    let api = api().await;
    let shown = async |query: &str| {
        let text = api.get(&format!("/conventions/mox-con/?{query}")).await.text().to_owned();
        [1, 2, 3].into_iter().filter(|id| text.contains(&format!("/events/{id}/\""))).collect::<Vec<_>>()
    };
    assert_eq!(shown("day=2026-03-28").await, [1]);
    assert_eq!(shown("day=2026-03-29&format=&place=").await, [2, 3]);
    assert_eq!(shown("format=MODERN").await, [3]);
    assert_eq!(shown("place=Hall+2").await, [2]);
    assert_eq!(shown("day=2026-03-29&place=Hall%202&format=MODERN").await, [0; 0]);
    for odd in ["day=x", "format=chess", "place=%3Cb%3E", "day=2026-05-01"] {
        assert_eq!(shown(odd).await, [1, 2, 3], "{odd}");
    }
}

#[tokio::test]
async fn a_slug_of_two_organizations_is_that_of_the_oldest_without_a_store() {
    let mut api = api().await;
    api.put(convention(OTHER, 8, "SCHEDULED", end())).await;
    api.put([store(OTHER, "Other <Hall>")]).await;
    let oldest = api.get("/conventions/mox-con/").await;
    assert_eq!((oldest.status, oldest.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(oldest.text().contains("<h1>Con 8</h1>") && oldest.text().contains("href=\"/stores/"), "{}", oldest.text());
    for path in ["/conventions/other/", "/conventions/mox-con/?store=99", "/conventions/other/agenda/"] {
        assert_eq!(api.get(path).await.status, 404, "{path}");
    }
    for (organization, name) in [(STORE, "Con 9"), (OTHER, "Con 8")] {
        let path = format!("/conventions/mox-con/?store={organization}");
        let page = api.get(&path).await.text().to_owned();
        assert!(page.contains(&format!("<h1>{name}</h1>")), "{page}");
        assert!(page.contains(&format!("href=\"https://events.example{path}\"")), "{page}");
    }
    let other = format!("/conventions/mox-con/agenda.ics?store={OTHER}");
    assert!(!api.get(&other).await.text().contains("BEGIN:VEVENT"), "the events are of another convention");
}

#[tokio::test]
async fn statuses_decide_what_is_shown() {
    let mut api = api().await;
    for (status, text, has_schedule) in [
        ("CANCELED", "This convention is canceled.", true),
        ("ARCHIVED", "This convention is over.", true),
        ("DETAILS_PENDING", "Details follow.", false),
        ("USE_EXTERNAL_SCHEDULE", "href=\"https://moxcon.example/\"", false),
    ] {
        api.put(convention(STORE, 9, status, end())).await;
        let page = api.get("/conventions/mox-con/").await;
        assert!(page.status == 200 && page.text().contains(text), "{status}: {}", page.text());
        assert_eq!(page.text().contains("Event 1"), has_schedule, "{status}");
        let agenda = api.get("/conventions/mox-con/agenda/?event=1").await;
        assert_eq!(agenda.status, if has_schedule { 200 } else { 404 }, "{status}");
        let calendar = api.get("/conventions/mox-con/agenda.ics").await;
        assert_eq!(calendar.status, agenda.status, "{status}");
    }
    let unlisted = convention(STORE, 9, "UNLISTED", end());
    api.commit(|batch| batch.removed.extend(unlisted.iter().map(Document::removal))).await;
    let page = api.get("/conventions/mox-con/").await;
    assert!(page.status == 404 && page.text().contains("no public convention"), "{}", page.text());
}

#[tokio::test]
async fn conventions_are_listed_by_time() {
    let mut api = TestApi::start().await;
    let list = async |api: &TestApi| api.get("/conventions/").await.text().to_owned();
    assert!(list(&api).await.contains("No convention is planned"));
    api.put(convention(STORE, 9, "SCHEDULED", end())).await;
    api.put(convention(STORE, 7, "ARCHIVED", end())).await;
    api.put(convention(OTHER, 8, "SCHEDULED", at("2026-03-01T18:00:00Z"))).await;
    let page = list(&api).await;
    let places: Vec<_> = ["Con 9", "id=\"past\"", "Con 8"].map(|part| page.find(part).unwrap()).into();
    assert!(places.is_sorted() && page.find("Con 7").unwrap() > places[1], "{page}");
    api.put([store(STORE, "Moxhall")]).await;
    let own = api.get(&format!("/stores/{STORE}/")).await;
    let text = own.text();
    assert!(own.status == 200 && text.contains("Con 9") && !text.contains("Con 8"), "{text}");
    let sitemap = api.get("/sitemap.xml").await.text().to_owned();
    assert_eq!(sitemap.matches("<loc>https://events.example/conventions/mox-con/?store=").count(), 3, "{sitemap}");
}

#[tokio::test]
async fn an_agenda_is_a_page_and_a_calendar() {
    let api = api().await;
    let page = api.get("/conventions/mox-con/agenda/?event=2&event=1&event=2&event=99&event=x").await;
    let text = page.text();
    assert!(text.contains("Event 1 and Event 2 overlap.") && !text.contains("Event 3"), "{text}");
    assert!(text.contains(&format!("agenda.ics?store={STORE}&#38;event=1&#38;event=2\"")), "{text}");
    let again = api.get("/conventions/mox-con/agenda/?event=1&event=2").await;
    assert_eq!(again.header("etag"), page.header("etag"), "order and unknown events do not matter");
    let mine = api.get("/conventions/mox-con/agenda.ics?event=1&event=2").await;
    assert_eq!((mine.status, mine.header("content-type")), (200, "text/calendar; charset=utf-8"));
    assert_eq!(mine.text().matches("BEGIN:VEVENT").count(), 2);
    assert!(mine.text().contains("X-WR-CALNAME:Con 9\r\n"), "{}", mine.text());
    assert!(mine.text().contains("DTSTART:20260328T223000Z\r\nDTEND:20260329T023000Z\r\n"), "{}", mine.text());
    for none in ["event=", "event=x", "event=99"] {
        let calendar = api.get(&format!("/conventions/mox-con/agenda.ics?{none}")).await;
        assert!(calendar.status == 200 && !calendar.text().contains("BEGIN:VEVENT"), "{none}: {}", calendar.text());
    }
    let all = api.get("/conventions/mox-con/agenda.ics").await;
    assert_eq!(all.text().matches("BEGIN:VEVENT").count(), 3);
    assert!(all.text().contains("UID:event-3@events.example") && all.text().contains("Bring pens."), "{}", all.text());
}

#[tokio::test]
async fn a_page_changes_with_what_it_shows_alone() {
    let mut api = api().await;
    let tag = async |api: &TestApi| api.get("/conventions/mox-con/").await.header("etag").to_owned();
    let known = tag(&api).await;
    api.put([event(1, "2026-03-28T22:30:00Z", &json!({ "description": "A longer text.", "winner": "Ann" }))]).await;
    assert_eq!(tag(&api).await, known, "it does not show texts and winners");
    api.put([event(1, "2026-03-28T22:30:00Z", &json!({ "capacity": 8, "taken": 3 }))]).await;
    assert_ne!(tag(&api).await, known, "it shows how many places are left");
}
