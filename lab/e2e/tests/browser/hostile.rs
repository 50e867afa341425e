//! Hostile names of events, players, stores, lists and tags do nothing, and break no layout: on pages at 320 px, in calendars,
//! tables and previews.

use e2e::TestApp;
use e2e::browser::Browser;
use e2e::crawl::id;
use e2e::people::Credential;
use reqwest::Method;
use serde_json::{Value, json};

/// Names that try to be markup, a template, a formula, an SQL text or a header, or to take all the room.
const NAMES: [&str; 10] = [
    "<script>document.title='harmed'</script>",
    "\"><img src=x onerror=document.title='harmed'>",
    "</title></textarea><style>*{display:none}</style>",
    "{{ 7*7 }} {% raw %} ${7*7} <%= 7*7 %>",
    "'; DROP TABLE events; --",
    "=HYPERLINK(\"https://evil.example\")",
    "Abc\u{202e}gpj.exe \u{5d0}\u{5d1}\u{5d9}",
    "Z\u{351}\u{36b}\u{343}\u{36a}\u{302}a\u{34c}\u{348}\u{321}\u{331}l\u{360}\u{35a}g\u{321}\u{353}o",
    "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}\u{1f3f4}\u{200d}\u{2620}\u{fe0f}",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
];

/// Fails if a text has one of the names as markup.
fn assert_inert(text: &str, what: &str) {
    for part in ["<script>document", "<img src=x", "<style>*", "</title></textarea>"] {
        assert!(!text.contains(part), "{what} has {part}");
    }
}

/// A store whose name is hostile, too.
struct Hostile<'a> {
    app: &'a TestApp,
    key: Credential,
}

impl Hostile<'_> {
    async fn post(&self, path: &str, body: Value) -> Value {
        let answer = self.app.tell(&self.key, Method::POST, path, &body).await;
        if answer.status == 201 { answer.created() } else { answer.json() }
    }

    /// An event whose name, texts, tags and players are hostile, with a first round. Returns its id.
    async fn event(&self, name: &str) -> i64 {
        let text = NAMES.join("\n\n");
        let body = json!({
            "name": name, "event_format": "MODERN", "description": text, "prizes": text, "venue_name": name,
            "venue_address": name, "contact": name, "fee_note": name,
        });
        let event = id(&self.post("/api/v1/magic-events/", body).await);
        let below = format!("/api/v1/magic-events/{event}/");
        for name in NAMES {
            let player = id(&self.post(&format!("{below}registrations/"), json!({ "name": name })).await);
            let path = format!("{below}registrations/{player}/");
            self.app.tell(&self.key, Method::PATCH, &path, &json!({ "tags": [name] })).await.json();
        }
        self.post(&format!("{below}lifecycle/"), json!({ "status": "EVENT_IN_PROGRESS" })).await;
        let round = id(&self.post(&format!("{below}rounds/"), json!({ "kind": "swiss" })).await);
        self.post(&format!("{below}rounds/{round}/publish/"), json!({})).await;
        self.post(&format!("{below}rounds/{round}/start/"), json!({})).await;
        event
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_do_nothing_and_break_no_layout() {
    let app = TestApp::start().await;
    for name in ["a\u{0}b", "a\nb", "a\u{1b}[31m"] {
        let body = json!({ "name": name, "event_format": "MODERN" });
        assert_eq!(app.post("/api/v1/magic-events/", &body).await.status, 400, "{name:?}");
    }
    let store = app.store(NAMES[0]).await;
    let hostile = Hostile { app: &app, key: Credential::Key(store.key) };
    let about = json!({ "slug": "hostile", "about": NAMES.join("\n\n"), "address": NAMES[1] });
    app.tell(&hostile.key, Method::PATCH, "/api/v1/store-page/", &about).await.json();
    let mut paths = vec!["/".to_owned(), "/stores/hostile/".to_owned()];
    for name in NAMES {
        let list = json!({ "name": name, "archetype": name, "plaintext_list": format!("4 {name}\n56 Mountain") });
        hostile.post("/api/v1/decklists/", list).await;
        let event = hostile.event(name).await;
        let pages = ["", "rounds/1/", "rounds/1/?by=table", "standings/", "players/"];
        paths.extend(pages.map(|page| format!("/events/{event}/{page}")));
    }
    app.applied().await;
    for path in &paths {
        let page = app.send(app.anonymous(path)).await;
        assert_eq!(page.status, 200, "{path}");
        assert_inert(page.text(), path);
    }
    let calendar = app.send(app.anonymous("/events.ics")).await;
    let calendar = calendar.text();
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), calendar.matches("\r\nEND:VEVENT").count());
    assert!(calendar.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{calendar}");
    let browser = Browser::start(&app.address()).await;
    browser.window(320, 640).await;
    for path in &paths {
        browser.open(path).await;
        let title = browser.title().await;
        assert!(title != "harmed" && !title.is_empty(), "{path} ran a name");
        assert!(!browser.is_too_wide().await, "{path} is wider than the window");
        assert!(browser.shows("Crosstable").await, "{path} is hidden by a name");
    }
    app.stop().await;
}
