//! Edge cases of filters, order and pages of the lists.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use std::collections::BTreeSet;

use chrono::Duration;
use e2e::archive::{Archive, own_fixtures};
use e2e::crawl::{id, text};
use e2e::{TestApp, scene};
use proto_events::decklist::DecklistBody;
use proto_events::ids::Sequence;
use proto_events::{DecklistEvent, StreamId};

async fn slugs(app: &TestApp, query: &[(&str, &str)]) -> Vec<String> {
    let mut both = Vec::new();
    for list in ["store-profiles", "api-keys"] {
        let found = app.get_with_query(&format!("/api/v1/{list}/conventions/"), query).await.list();
        both.push(found.iter().map(|convention| text(&convention["slug"]).to_owned()).collect::<Vec<_>>());
    }
    assert_eq!(both[0], both[1]);
    both.remove(0)
}

#[tokio::test]
async fn conventions_are_found_by_their_start() {
    let app = TestApp::start().await;
    scene::build(&app).await;
    assert_eq!(slugs(&app, &[]).await, [scene::FULL_SLUG, scene::BARE_SLUG], "conventions without a date come last");
    // It starts 2026-09-06 00:00 and ends 2026-09-09 00:00.
    for (name, value, found) in [
        ("start_date_after", "2026-09-06 00:00", 1),
        ("start_date_after", "2026-09-06 00:01", 0),
        ("start_date_before", "2026-09-06 00:00", 1),
        ("start_date_before", "2026-09-05 23:59", 0),
    ] {
        assert_eq!(slugs(&app, &[(name, value)]).await.len(), found, "{name}={value}");
    }
    let between = [("start_date_after", "2026-09-01 00:00"), ("start_date_before", "2026-10-01 00:00")];
    assert_eq!(slugs(&app, &between).await, [scene::FULL_SLUG]);
    app.stop().await;
}

#[tokio::test]
async fn conventions_are_ongoing_from_start_to_end() {
    let app = TestApp::start().await;
    scene::build(&app).await;
    // The clock is at 2026-09-01 12:00.
    for (hours, ongoing) in [(0, false), (107, false), (1, true), (71, true), (2, false)] {
        app.clock.advance(Duration::hours(hours));
        let found = slugs(&app, &[("ongoing", "true")]).await;
        assert_eq!(found.len(), usize::from(ongoing), "at {}", app.clock_now());
    }
    app.stop().await;
}

#[tokio::test]
async fn the_export_looks_back_so_many_days() {
    let app = TestApp::start().await;
    app.import(&own_fixtures()[1]).await;
    // The event was played 2026-05-02 10:30; the clock is at 2026-09-01 12:00.
    for (query, found) in
        [("", 0), ("?num_days=122", 0), ("?num_days=123", 1), ("?num_days=0", 0), ("?num_days=36500", 1)]
    {
        assert_eq!(app.get(&format!("/api/export-decklists/{query}")).await.list().len(), found, "{query}");
    }
    app.stop().await;
}

#[tokio::test]
async fn the_export_begins_with_the_newest() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = TestApp::start().await;
    for (place, date) in
        ["2026-03-01", "2026-07-01T10:00:00+02:00", "2025-01-01", "2026-07-01T08:00:00Z"].iter().enumerate()
    {
        let mut archive = Archive::read(&own_fixtures()[0]);
        (archive.id, archive.date) = (format!("dated-{place}"), (*date).into());
        app.import(&archive.write_into(folder.path())).await;
    }
    let exported = app.get("/api/export-decklists/?num_days=36500").await.list();
    let starts: Vec<_> = exported.iter().map(|tournament| tournament["startDate"].as_i64().expect("seconds")).collect();
    assert_eq!(starts, [1_782_892_800, 1_782_892_800, 1_772_323_200, 1_735_689_600]);
    let ids: Vec<_> = exported.iter().map(|tournament| text(&tournament["TID"]).to_owned()).collect();
    assert_eq!(ids, ["4", "2", "1", "3"], "at the same time, the higher id comes first");
    app.stop().await;
}

#[tokio::test]
async fn pages_repeat_nothing_and_miss_nothing_while_lists_are_added() {
    let app = TestApp::start().await;
    let mut told = BTreeSet::new();
    for _ in 0..5 {
        told.extend(add_lists(&app, 3).await);
    }
    let mut path = "/api/v1/decklists/?page_size=4".to_owned();
    let mut read = Vec::new();
    loop {
        let page = app.get(&path).await.json();
        read.extend(page["results"].as_array().expect("results").iter().map(id));
        told.extend(add_lists(&app, 1).await);
        let Some(next) = page["next"].as_str() else { break };
        path = next.split_once(&app.address()).expect("an address of this service").1.to_owned();
    }
    let unique: BTreeSet<_> = read.iter().copied().collect();
    assert_eq!(unique.len(), read.len(), "no list occurs twice");
    assert!(told.iter().filter(|id| !unique.contains(*id)).count() <= 1, "only the last one added is missing");
    app.stop().await;
}

async fn add_lists(app: &TestApp, count: usize) -> Vec<i64> {
    let first = app.reserve(Sequence::Decklist, count).await;
    let ids: Vec<_> = (first..).take(count).collect();
    for id in &ids {
        let body =
            DecklistBody { name: format!("List {id}"), plaintext_list: "60 Island".into(), ..DecklistBody::default() };
        let event = DecklistEvent::Submitted { owner_user_id: None, body, deck_url: String::new() };
        app.append(app.organization, StreamId::decklist((*id).into()), vec![event.into()]).await;
    }
    ids
}

#[tokio::test]
async fn page_links_keep_the_size_that_was_asked_for() {
    let app = TestApp::start().await;
    add_lists(&app, 30).await;
    let page = app.get("/api/v1/decklists/?page=2&page_size=10").await.json();
    assert!(text(&page["next"]).ends_with("/api/v1/decklists/?page=3&page_size=10"), "{}", page["next"]);
    assert!(text(&page["previous"]).ends_with("page=1&page_size=10"), "{}", page["previous"]);
    let first = app.get("/api/v1/decklists/").await.json();
    assert_eq!((first["results"].as_array().map(Vec::len), &first["count"]), (Some(25), &30.into()));
    assert!(text(&first["next"]).ends_with("?page=2"), "{}", first["next"]);
    app.stop().await;
}
