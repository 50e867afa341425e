//! Pages of stores, and what chats and search engines read.

use axum::http::Method;
use chrono::{DateTime, Utc};
use domain::documents::StorePageDocument;
use domain::organization::{Organization, StorePage};
use proto_events::Picture;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::EventFormat;
use serde_json::json;
use storage::{Document, PublicEvents, Stage, ViewKind};

use crate::documents::{OTHER, STORE, at, public_event, public_round, record, standings_of};
use crate::harness::TestApi;

fn page(id: OrganizationId, page: &StorePage, keys: &[&str]) -> Vec<Document> {
    let organization = Organization { id, name: "Mox <Hall>".into(), page: page.clone(), ..Organization::default() };
    let document = StorePageDocument::of(&organization);
    keys.iter().map(|key| record(ViewKind::StorePage, key, &document)).collect()
}

/// Returns an event in the list of a store's public events, and in that of all.
fn listed(id: i64, stage: Stage, start: DateTime<Utc>) -> Vec<Document> {
    let body = json!({
        "id": id, "name": format!("Event {id}"), "organization_id": STORE, "store": "Mox <Hall>", "format": "LEGACY",
        "start": start, "status": "EVENT_FINISHED",
    });
    let lists = PublicEvents::of(STORE, EventFormat::Legacy).into_iter();
    let listed = lists.map(|list| {
        let document = record(ViewKind::PublicEvent, list.key(TournamentId(id)), &body);
        Document { sort: list.sort(stage, Some(start), TournamentId(id)), ..document }
    });
    listed.collect()
}

fn shown() -> StorePage {
    StorePage {
        slug: "moxhall".into(),
        about: "Cards & <b>coffee</b>, [here](javascript:alert(1)).".into(),
        address: "12 Mill Road".into(),
        website: "https://moxhall.example/".into(),
        accent: "#1f6feb".into(),
    }
}

#[tokio::test]
async fn a_store_shows_its_texts_and_events_is_found_by_earlier_names_and_reads_its_page_as_data() {
    let mut api = TestApi::start().await;
    let id = STORE.to_string();
    api.put(page(STORE, &shown(), &["moxhall", "mox", &id])).await;
    api.put(listed(7, Stage::Finished, at("2026-03-01T10:00:00Z"))).await;
    let reply = api.get("/stores/moxhall/").await;
    let text = reply.text();
    assert_eq!(reply.status, 200, "{text}");
    assert!(text.contains("<h1>Mox &#60;Hall&#62;</h1>") && text.contains("Event 7") && text.contains("12 Mill Road"));
    assert!(!text.contains("<b>coffee") && !text.contains("href=\"javascript:"), "{text}");
    assert!(text.contains("<link rel=\"canonical\" href=\"https://events.example/stores/moxhall/\">"), "{text}");
    assert!(text.contains("<link rel=\"stylesheet\" href=\"/colors/1f6feb.css\">"), "{text}");
    for earlier in ["/stores/mox/".to_owned(), format!("/stores/{id}/")] {
        let reply = api.get(&earlier).await;
        assert_eq!((reply.status, reply.header("location")), (301, "/stores/moxhall/"), "{earlier}");
        assert_eq!(reply.header("cache-control"), "public, no-cache");
    }
    assert_eq!(api.get("/stores/other/").await.status, 404);
    let own = api.get("/api/v1/store-page/").await.json();
    assert_eq!((&own["slug"], &own["accent"], &own["logo"]), (&json!("moxhall"), &json!("#1f6feb"), &json!(null)));
}

#[tokio::test]
async fn a_store_without_public_events_has_a_page_once_somebody_wrote_it() {
    let mut api = TestApi::start().await;
    let id = OTHER.to_string();
    api.put(page(OTHER, &StorePage::default(), &[&id])).await;
    let path = format!("/stores/{id}/");
    let reply = api.get(&path).await;
    assert_eq!(reply.status, 404);
    assert!(!reply.text().contains("Mox"), "its name stays unknown");
    api.put(page(OTHER, &StorePage { slug: "other".into(), ..StorePage::default() }, &["other", &id])).await;
    assert_eq!(api.get("/stores/other/").await.status, 200);
    let own = api.get("/api/v1/store-page/").await;
    assert_eq!(own.status, 404, "another organization's page is not one's own");
}

fn with_logo(id: OrganizationId, logo: &str) -> Document {
    let logo = Some(Picture { sha256: logo.into(), width: 64, height: 64 });
    let organization = Organization { id, page: shown(), logo, ..Organization::default() };
    record(ViewKind::StorePage, id, &StorePageDocument::of(&organization))
}

#[tokio::test]
async fn pages_of_events_show_a_new_logo_at_once_and_their_own_stores_alone() {
    let mut api = TestApi::start().await;
    api.put([public_event(), public_round(2), standings_of("Ann"), with_logo(OTHER, "foreign")]).await;
    let pages = ["/events/7/", "/events/7/rounds/2/", "/events/7/players/", "/events/7/screen/"];
    for page in pages {
        assert!(!api.get(page).await.text().contains("foreign"), "{page}");
    }
    let mut stream = api.follow("/events/7/live/", &[]).await.unwrap();
    stream.next().await.unwrap();
    for logo in ["first", "second"] {
        api.put([with_logo(STORE, logo)]).await;
        for page in &pages[..3] {
            let reply = api.get(page).await;
            assert!(reply.text().contains(&format!("<img src=\"/pictures/{logo}\"")), "{page}: {}", reply.text());
            assert!(reply.text().contains("/colors/1f6feb.css"), "{page}");
        }
        assert_eq!(stream.events().await.0[0].0, "lifecycle");
    }
}

#[tokio::test]
async fn sitemaps_have_public_events_and_their_standings() {
    let mut api = TestApi::start().await;
    api.put(page(STORE, &shown(), &["moxhall", &STORE.to_string()])).await;
    api.put(listed(7, Stage::Finished, at("2026-03-01T10:00:00Z"))).await;
    api.put(listed(8, Stage::Upcoming, at("2026-04-01T10:00:00Z"))).await;
    assert!(api.get("/robots.txt").await.text().contains("Sitemap: https://events.example/sitemap.xml"));
    let sitemap = api.get("/sitemap.xml").await;
    assert_eq!(sitemap.header("content-type"), "application/xml; charset=utf-8");
    for (path, is_there) in [
        ("/stores/moxhall/", true),
        ("/events/7/", true),
        ("/events/7/standings/", true),
        ("/events/8/", true),
        ("/events/8/standings/", false),
    ] {
        let has = sitemap.text().contains(&format!("<loc>https://events.example{path}</loc>"));
        assert_eq!(has, is_there, "{path}: {}", sitemap.text());
    }
}

#[tokio::test]
async fn pages_of_events_have_previews_with_public_addresses() {
    let mut api = TestApi::start().await;
    api.put([public_event()]).await;
    for (path, canonical) in [
        ("/events/7/", "https://events.example/events/7/"),
        ("/events/7/players/?page=2", "https://events.example/events/7/players/"),
        ("/", "https://events.example/"),
        ("/events/?store=3", "https://events.example/events/?store=3"),
    ] {
        let page = api.send(Method::GET, path, &[("accept", "text/html"), ("host", "evil.example")]).await;
        let tag = format!("<meta property=\"og:url\" content=\"{canonical}\">");
        assert!(page.text().contains(&tag), "{path}: {}", page.text());
    }
    let color = api.get("/colors/1f6feb.css").await;
    assert_eq!((color.status, color.header("content-type")), (200, "text/css; charset=utf-8"));
    assert_eq!(api.get("/colors/red.css").await.status, 404);
}
