//! The public pages of organizations.

use e2e::browser::Browser;
use e2e::crawl::id;
use e2e::things::Things;
use e2e::{Store, TestApp, scene};

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_events_are_for_everybody() {
    let (app, scene, finished) = scene::with_finished_event().await;
    let browser = Browser::start(&app.address()).await;
    let lists = app.get(&format!("/api/v1/magic-events/{finished}/decklists/")).await.list();
    let list = id(lists.first().expect("a list"));
    for (name, path) in [
        ("index", "/".to_owned()),
        ("finished", format!("/events/{finished}/")),
        ("round", format!("/events/{finished}/rounds/1/")),
        ("teams", format!("/events/{}/", scene.team_event)),
        ("open", format!("/events/{}/", scene.open_event)),
        ("list", format!("/decklists/{list}/")),
    ] {
        browser.open(&path).await;
        browser.look_at(&format!("public-{name}")).await;
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_changes_the_language_of_this_page_and_of_the_next_ones() {
    let (app, _, finished) = scene::with_finished_event().await;
    let browser = Browser::start(&app.address()).await;
    browser.open(&format!("/events/{finished}/")).await;
    browser.follow("Deutsch").await;
    browser.sees("Endstand").await;
    browser.look_at("public-german").await;
    browser.open(&format!("/events/{finished}/rounds/1/")).await;
    browser.sees("Ergebnisse").await;
    browser.follow("English").await;
    browser.sees("Results").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_what_it_shows_without_scripts() {
    let (app, _, finished) = scene::with_finished_event().await;
    let browser = Browser::start(&app.address()).await;
    browser.scripts(false).await;
    browser.open(&format!("/events/{finished}/")).await;
    browser.sees("standings").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_archetypes_is_for_everybody_and_opens_without_scripts() {
    let app = TestApp::start().await;
    let store = Store { organization: app.organization, key: app.key.clone() };
    let things = Things::of(&app, &store, 0).await;
    let browser = Browser::start(&app.address()).await;
    browser.open(&format!("/events/{}/", things.stages.published.event)).await;
    browser.follow("Archetypes and their results").await;
    browser.sees("Shares and results").await;
    browser.touch("Burn 1–0–0").await;
    browser.look_at("public-archetypes").await;
    browser.scripts(false).await;
    browser.reload().await;
    browser.touch("Storm 0–1–0").await;
    browser.sees("too few matches for a rate").await;
    app.stop().await;
}
