//! Notifications on a phone: a guest subscribes, the service worker shows what is delivered, and opens pages of this service
//! only.

use e2e::TestApp;
use e2e::browser::Browser;
use e2e::people::Credential;
use e2e::things::Things;
use serde_json::json;

const ENDPOINT: &str = "https://8.8.8.8/push/of-a-guest";

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_subscribes_after_a_tap_and_the_phone_shows_what_is_delivered_and_opens_own_pages_only() {
    let app = TestApp::start().await;
    let things = Things::of_own(&app).await;
    let link = app.private_link(things.stages.playing.event, things.stages.playing.entries[0]).await;
    let phone = Browser::start(&app.address()).await;
    phone.scripts(false).await;
    phone.open(&format!("{link}notifications/")).await;
    phone.sees("This needs scripts").await;
    phone.scripts(true).await;
    phone.may_subscribe_at(ENDPOINT).await;
    phone.open(&link).await;
    phone.follow("Notify me on this phone").await;
    phone.comes_to_show("Your browser asks you once").await;
    phone.look_at("player-notifications").await;
    phone.press("Notify me on this phone").await;
    phone.comes_to_show("This phone is notified.").await;
    phone.sees("8.8.8.8").await;
    phone.look_at("player-notifications-on").await;
    for (table, tag) in [(12, "pairings"), (14, "pairings"), (3, "judge")] {
        let body = format!("Table {table}, against Ann");
        phone.deliver_push(&json!({ "title": tag, "body": body, "tag": tag, "path": "/me/7/" })).await;
    }
    let shown = phone.notifications(2).await;
    let expected = [("judge", "Table 3, against Ann"), ("pairings", "Table 14, against Ann")];
    assert_eq!(
        shown,
        expected.map(|(title, body)| (title.to_owned(), body.to_owned())),
        "newer ones replace older ones"
    );
    phone.press("Remove: phone 1").await;
    phone.comes_to_show("Notify me on this phone").await;

    // A notification opens pages below the service's own address only.
    let worker = app.ask(&Credential::Nothing, "/service-worker.js").await;
    assert_eq!((worker.status, worker.header("content-type")), (200, "text/javascript; charset=utf-8"));
    let scope = "https://store.example/games/";
    let outside =
        ["https://evil.example/", "//evil.example/", "@evil.example/", ".evil.example/", "", "/../../x", "/..//x"];
    for page in phone.pages_of_notifications(worker.text(), scope, &outside).await {
        assert!(page.starts_with(scope), "{page}");
    }
    let pages = phone.pages_of_notifications(worker.text(), scope, &["/me/8/", "/me/7/", "/events/7/"]).await;
    assert_eq!(pages, ["me/8/", "e/7/CODE/", "e/7/CODE/"].map(|path| format!("{scope}{path}")));
    let root =
        phone.pages_of_notifications(worker.text(), "https://store.example/", &["@evil.example/", "/me/8/"]).await;
    assert_eq!(root, ["https://store.example/", "https://store.example/me/8/"]);
    app.stop().await;
}
