//! The public pages of organizations.

use e2e::browser::{Browser, Key, Look};
use e2e::crawl::id;
use e2e::people::PASSWORD;
use e2e::things::Things;
use e2e::{TestApp, scene};
use serde_json::json;

use crate::evening::pictures;
use crate::given::asks;

#[tokio::test(flavor = "multi_thread")]
async fn public_pages_are_for_everybody_and_do_not_move_while_they_load() {
    let (app, scene, finished) = scene::with_finished_event().await;
    let browser = Browser::start(&app.address()).await;
    let lists = app.get(&format!("/api/v1/magic-events/{finished}/decklists/")).await.list();
    let list = id(lists.first().expect("a list"));
    app.patch("/api/v1/store-page/", &json!({ "slug": "hall", "about": "# Cards\n\n* every **Friday**" })).await.json();
    for (name, path) in [
        ("index", "/".to_owned()),
        ("docs", "/docs/".to_owned()),
        ("store", "/stores/hall/".to_owned()),
        ("conventions", "/conventions/".to_owned()),
        ("convention", format!("/conventions/{}/", scene::FULL_SLUG)),
        ("agenda", format!("/conventions/{}/agenda/?event={finished}", scene::FULL_SLUG)),
        ("no-convention", "/conventions/nowhere/".to_owned()),
        ("not-found", "/nowhere/".to_owned()),
        ("no-event", "/events/99999/".to_owned()),
        ("archetypes", format!("/events/{finished}/archetypes/")),
        ("finished", format!("/events/{finished}/")),
        ("events", "/events/?format=LEGACY&after=2020-01-01".to_owned()),
        ("round", format!("/events/{finished}/rounds/1/")),
        ("round-by-table", format!("/events/{finished}/rounds/1/?by=table")),
        ("round-found", format!("/events/{finished}/rounds/1/?find=a")),
        ("standings", format!("/events/{finished}/standings/")),
        ("bracket", format!("/events/{finished}/bracket/")),
        ("decks", format!("/events/{finished}/decks/")),
        ("players", format!("/events/{finished}/players/")),
        ("standings-found", format!("/events/{finished}/?find=e")),
        ("none-found", format!("/events/{finished}/?find=xx")),
        ("teams", format!("/events/{}/", scene.team_event)),
        ("open", format!("/events/{}/", scene.open_event)),
        ("list", format!("/decklists/{list}/")),
    ] {
        // Swagger UI is the work of others, and an agenda is filled in on the phone. These are opened once, because Swagger UI
        // takes seconds, until nothing moves.
        let may_move = ["docs", "convention", "agenda"].contains(&name);
        for (width, height) in [(1280, 900), (360, 740)].into_iter().skip(usize::from(may_move)) {
            browser.window(width, height).await;
            browser.open(&path).await;
            let shift = browser.layout_shift().await;
            assert!(shift < 0.01 || may_move, "{path} moves at {width} px: {shift}");
        }
        browser.look_at(&format!("public-{name}")).await;
    }
    app.stop().await;
}

/// Saves pictures of pages of the demo for `README.md`, if documents are to be written.
#[tokio::test(flavor = "multi_thread")]
async fn pages_of_the_demo_are_shown_in_documents() {
    if std::env::var_os("UPDATE_DOCS").is_none() {
        return;
    }
    let app = TestApp::demo().await;
    let browser = Browser::start(&app.address()).await;
    for (name, look, path) in [
        ("event", Look::Light, "/events/61/"),
        ("event-phone", Look::Phone, "/events/61/"),
        ("pairings-phone", Look::Phone, "/events/61/rounds/7/"),
        ("bracket", Look::Dark, "/events/57/bracket/"),
        ("archetypes", Look::Light, "/events/57/archetypes/"),
        ("store", Look::Light, "/stores/lantern-street-games/"),
    ] {
        browser.look(look).await;
        browser.open(path).await;
        pictures(&browser, name).await;
    }
    app.stop().await;
}

/// The names of the registered players of an event.
async fn names(app: &TestApp, event: i64) -> Vec<String> {
    let standings = app.get(&format!("/api/v1/magic-events/{event}/current_standings/")).await.json();
    let lines = standings["standings"].as_array().expect("standings").iter();
    lines.map(|line| line["name"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_chosen_a_name_found_with_the_keyboard_and_the_language_changed() {
    let (app, _, finished) = scene::with_finished_event().await;
    let names = names(&app, finished).await;
    let own = names.last().expect("players");
    let (first, last) = own.split_once(' ').expect("two names");
    let by_last = format!("{last}, {first}");
    let browser = Browser::start(&app.address()).await;
    browser.open("/").await;
    browser.touch("Filter events").await;
    browser.fill("Format", "Vintage").await;
    browser.press("Show").await;
    browser.sees("No event matches").await;
    browser.follow("Show all events").await;
    let settings = app.get(&format!("/api/v1/magic-events/{finished}/settings/")).await.json();
    browser.follow(settings["name"].as_str().expect("a name")).await;
    assert_eq!(browser.path().await, format!("/events/{finished}/"));
    browser.follow("Deutsch").await;
    browser.sees("Endstand").await;
    browser.look_at("public-german").await;
    browser.open(&format!("/events/{finished}/rounds/1/")).await;
    browser.sees("Ergebnisse").await;
    browser.follow("English").await;
    browser.sees("Results").await;

    browser.scripts(false).await;
    browser.look(Look::Phone).await;
    for page in [format!("/events/{finished}/standings/"), format!("/events/{finished}/rounds/1/")] {
        browser.open(&page).await;
        browser.tab_to("Find your name").await;
        browser.write(&own.to_lowercase()).await;
        browser.hit(Key::Enter).await;
        browser.arrives_at(&format!("{page}?find=")).await;
        browser.comes_to_show(&format!("Found: {}", own.to_lowercase())).await;
        let found = browser.text_of(".found").await;
        assert!(found.contains(own) || found.contains(&by_last), "{found}");
        assert!(!found.lines().any(|line| line == names[0]), "{found}");
        assert!(browser.is_in_view(".found").await, "what was found is on the screen");
        browser.follow("Show everybody").await;
        browser.sees(&names[0]).await;
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_signs_up_from_the_page_of_an_event_and_shows_the_own_page() {
    let app = TestApp::start().await;
    let fields = json!({ "name": "Friday Legacy", "event_format": "LEGACY", "capacity": 8 });
    let event = id(&app.post("/api/v1/magic-events/", &fields).await.created());
    let player = app.with_password(app.person("mona").await).await;
    let browser = Browser::start(&app.address()).await;
    browser.open(&format!("/events/{event}/")).await;
    browser.sees("8 of 8 places left").await;
    browser.look_at("public-sign-up").await;
    browser.follow("Register").await;
    browser.fill("Username", &player.username).await;
    browser.fill("Password", PASSWORD).await;
    browser.press("Sign in").await;
    browser.arrives_at(&format!("/me/{event}/sign-up/")).await;
    browser.look_at("player-sign-up").await;
    browser.press("Register").await;
    browser.arrives_at(&format!("/me/{event}/")).await;
    browser.sees("Friday Legacy").await;
    browser.open(&format!("/me/{event}/sign-up/")).await;
    browser.arrives_at(&format!("/me/{event}/")).await;
    browser.open(&format!("/events/{event}/")).await;
    browser.sees("7 of 8 places left").await;
    browser.sees("Registered players").await;

    asks(&app, event, "lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await;
    app.applied().await;
    browser.scripts(false).await;
    browser.open("/me/pages/").await;
    browser.sees("Your page is hidden.").await;
    browser.press("Show the page for Corner Store").await;
    browser.sees("Everyone can see your page.").await;
    browser.scripts(true).await;
    browser.reload().await;
    browser.look_at("player-pages").await;
    browser.follow("Open the page for Corner Store").await;
    browser.sees("Friday Legacy").await;
    browser.look_at("public-player").await;
    app.patch(&format!("/api/v1/magic-events/{event}/"), &json!({ "is_unlisted": true })).await;
    browser.open(&format!("/events/{event}/")).await;
    browser.sees("Not found").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_archetypes_is_for_everybody_and_opens_without_scripts() {
    let app = TestApp::start().await;
    let things = Things::of_own(&app).await;
    let browser = Browser::start(&app.address()).await;
    browser.open(&format!("/events/{}/", things.stages.published.event)).await;
    browser.follow("Decks").await;
    browser.follow("Archetypes and their results").await;
    browser.sees("Shares and results").await;
    browser.touch("Burn 1–0–0").await;
    browser.look_at("public-archetypes").await;
    browser.scripts(false).await;
    browser.reload().await;
    browser.touch("Storm 0–1–0").await;
    browser.sees("Opponent").await;
    app.stop().await;
}
