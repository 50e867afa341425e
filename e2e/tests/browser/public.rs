//! The pages that organizations show to everybody.

use e2e::browser::{Browser, Look};
use e2e::{TestApp, scene};

/// Opens each page in each look, and looks whether everybody can use it.
async fn look_at(app: &TestApp, pages: &[(&str, String)]) {
    let browser = Browser::start(&app.address()).await;
    for (name, path) in pages {
        for look in Look::ALL {
            browser.look(look).await;
            browser.open(path).await;
            browser.is_for_everybody().await;
            browser.screenshot(&format!("public-{name}-{}", look.name())).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_an_event_are_for_everybody() {
    let (app, scene, finished) = scene::with_finished_event().await;
    let pages = [
        ("finished", format!("/events/{finished}/")),
        ("round", format!("/events/{finished}/rounds/1/")),
        ("teams", format!("/events/{}/", scene.team_event)),
        ("open", format!("/events/{}/", scene.open_event)),
    ];
    look_at(&app, &pages).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_what_it_shows_without_scripts() {
    let (app, _, finished) = scene::with_finished_event().await;
    let browser = Browser::start(&app.address()).await;
    browser.scripts(false).await;
    browser.open(&format!("/events/{finished}/")).await;
    browser.sees("Standings").await;
    app.stop().await;
}
