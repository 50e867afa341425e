//! Players show and hide a page with their results in an organization. It is hidden by default, and shows nothing that is
//! not public.

use e2e::crawl::id;
use e2e::people::{Credential, Person};
use e2e::{Store, TestApp};
use proto_events::ids::{OrganizationId, UserId};
use reqwest::Method;
use serde_json::{Value, json};

const PAGES: &str = "/api/v1/account/player-pages/";

/// An event in progress in which these people play; its address.
async fn event(app: &TestApp, key: &Credential, name: &str, players: &[UserId]) -> String {
    let details = json!({ "name": name, "event_format": "LEGACY" });
    let event = id(&app.tell(key, Method::POST, "/api/v1/magic-events/", &details).await.created());
    let path = format!("/api/v1/magic-events/{event}/");
    for player in players {
        let entry = json!({ "user_id": player.0 });
        app.tell(key, Method::POST, &format!("{path}registrations/"), &entry).await.created();
    }
    for status in ["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"] {
        app.tell(key, Method::POST, &format!("{path}lifecycle/"), &json!({ "status": status })).await.json();
    }
    app.applied().await;
    path
}

async fn token(app: &TestApp, user_id: UserId) -> Credential {
    Credential::Token(app.token(&Person { user_id, username: String::new() }, None).await)
}

/// Shows or hides a page. Returns the document.
async fn change(app: &TestApp, who: &Credential, organization: OrganizationId, is_shown: bool) -> Value {
    let change = json!({ "is_shown": is_shown });
    let changed = app.tell(who, Method::PUT, &format!("{PAGES}{organization}/"), &change).await.json();
    app.applied().await;
    changed
}

/// The path of a page that is shown.
fn path_of(page: &Value) -> String {
    let (_, path) = page["url"].as_str().expect("an address").split_once("/players/").expect("a player page");
    format!("/players/{path}")
}

#[tokio::test]
async fn a_page_is_hidden_until_its_player_shows_it() {
    let app = TestApp::start().await;
    let key = Credential::Key(app.key.clone());
    let kim = app.managed_person("kim", app.organization).await;
    let friday = event(&app, &key, "Friday Legacy", &[kim.user_id]).await;
    let phone = token(&app, kim.user_id).await;
    let hidden = json!([{
        "organization_id": app.organization.0, "store_name": "Corner Store", "is_shown": false, "url": null,
    }]);
    assert_eq!(app.ask(&phone, PAGES).await.json(), hidden);

    let shown = change(&app, &phone, app.organization, true).await;
    let path = path_of(&shown);
    let page = app.ask(&Credential::Nothing, &path).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("KIM") && page.text().contains("Friday Legacy"), "{}", page.text());
    let before = app.head().await;
    assert_eq!(change(&app, &phone, app.organization, true).await, shown);
    assert_eq!(app.head().await, before, "nothing is stored twice");
    assert_eq!(app.ask(&phone, PAGES).await.list()[0]["is_shown"], true);

    app.tell(&key, Method::PATCH, &friday, &json!({ "is_unlisted": true })).await.json();
    app.applied().await;
    assert!(!app.ask(&Credential::Nothing, &path).await.text().contains("Friday Legacy"));
    app.tell(&key, Method::PATCH, &friday, &json!({ "is_unlisted": false })).await.json();

    assert_eq!(change(&app, &phone, app.organization, false).await["url"], Value::Null);
    let gone = app.ask(&Credential::Nothing, &path).await;
    let never = app.ask(&Credential::Nothing, "/players/4000000/").await;
    assert_eq!((gone.status, gone.text()), (404, never.text()), "like a page that never was");
    assert_eq!(path_of(&change(&app, &phone, app.organization, true).await), path, "it keeps its address");
    assert!(app.ask(&Credential::Nothing, &path).await.text().contains("Friday Legacy"));
    app.stop().await;
}

#[tokio::test]
async fn a_page_is_of_one_organization_and_changed_by_its_player_alone() {
    let app = TestApp::start().await;
    let there = app.store("Harbour Games").await;
    let (key, other) = (Credential::Key(app.key.clone()), Credential::Key(there.key.clone()));
    let kim = app.managed_person("kim", app.organization).await;
    event(&app, &key, "Friday Legacy", &[kim.user_id]).await;
    let phone = token(&app, kim.user_id).await;
    // Staff of another organization cannot register Kim by id, so Kim signs up.
    let details = json!({ "name": "Harbour Modern", "event_format": "MODERN" });
    let harbour = id(&app.tell(&other, Method::POST, "/api/v1/magic-events/", &details).await.created());
    let harbour = format!("/api/v1/magic-events/{harbour}/");
    app.tell(&phone, Method::POST, &format!("{harbour}registrations/"), &json!({})).await.created();
    for status in ["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"] {
        app.tell(&other, Method::POST, &format!("{harbour}lifecycle/"), &json!({ "status": status })).await.json();
    }
    app.applied().await;

    let here = path_of(&change(&app, &phone, app.organization, true).await);
    let page = app.ask(&Credential::Nothing, &here).await;
    assert!(page.text().contains("Friday Legacy") && !page.text().contains("Harbour"), "{}", page.text());
    let elsewhere = path_of(&change(&app, &phone, there.organization, true).await);
    assert_ne!(here, elsewhere);
    let page = app.ask(&Credential::Nothing, &elsewhere).await;
    assert!(page.text().contains("Harbour Modern") && !page.text().contains("Friday"), "{}", page.text());

    let stranger = token(&app, app.person("stranger").await.user_id).await;
    let address = format!("{PAGES}{}/", app.organization);
    let change = json!({ "is_shown": false });
    app.tell(&stranger, Method::PUT, &address, &change).await.problem(404);
    app.tell(&phone, Method::PUT, &format!("{PAGES}4000000/"), &change).await.problem(404);
    app.tell(&key, Method::PUT, &address, &change).await.problem(401);
    app.tell(&phone, Method::PUT, &address, &json!({})).await.problem(400);
    assert_eq!(app.ask(&stranger, PAGES).await.json(), json!([]));
    assert_eq!(app.ask(&Credential::Nothing, &here).await.status, 200);
    app.stop().await;
}

#[tokio::test]
async fn registrations_of_merged_accounts_count_for_the_account_that_stays() {
    let app = TestApp::start().await;
    let store = Store { organization: app.organization, key: app.key.clone() };
    let key = Credential::Key(store.key);
    let kim = app.managed_person("kim", app.organization).await;
    let double = app.double("Kim K.", app.organization).await;
    let friday = event(&app, &key, "Friday Legacy", &[double]).await;
    event(&app, &key, "Sunday Legacy", &[kim.user_id]).await;
    let phone = token(&app, kim.user_id).await;
    let own = "/api/v1/account/registrations/";
    let path = path_of(&change(&app, &phone, app.organization, true).await);
    assert_eq!(app.ask(&phone, own).await.list().len(), 1);
    app.ask(&phone, &friday).await.problem(404);

    let merge = format!("/api/v1/users/{}/merge/", double.0);
    app.tell(&key, Method::POST, &merge, &json!({ "into": kim.user_id.0 })).await.json();
    app.applied().await;
    let registrations = app.ask(&phone, own).await.list();
    assert_eq!(registrations.len(), 2);
    for registration in &registrations {
        let matches = format!("{own}{}/matches/", registration["id"]);
        assert_eq!(app.ask(&phone, &matches).await.json(), json!([]));
    }
    assert_eq!(app.ask(&phone, &friday).await.status, 200);
    let page = app.ask(&Credential::Nothing, &path).await;
    assert!(page.text().contains("Friday Legacy") && page.text().contains("Sunday Legacy"), "{}", page.text());

    let unmerge = format!("/api/v1/users/{}/unmerge/", double.0);
    app.tell(&key, Method::POST, &unmerge, &json!({})).await.json();
    app.applied().await;
    assert_eq!(app.ask(&phone, own).await.list().len(), 1);
    app.ask(&phone, &friday).await.problem(404);
    let page = app.ask(&Credential::Nothing, &path).await;
    assert!(!page.text().contains("Friday Legacy") && page.text().contains("Sunday Legacy"), "{}", page.text());
    app.stop().await;
}
