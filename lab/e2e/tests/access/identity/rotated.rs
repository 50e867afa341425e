//! The installation's secret is rotated while processes run. Signatures of the former secret are accepted until its
//! time is over.

use chrono::Duration;
use e2e::TestApp;
use e2e::people::Credential;
use e2e::visitor::Visitor;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::identity::LISTS;

/// Waits until the answer has this status. Each process polls the secret's file on its own.
async fn becomes(app: &TestApp, credential: &Credential, status: u16) {
    let asked = tokio::time::timeout(std::time::Duration::from_secs(60), async {
        while app.ask(credential, LISTS).await.status != status {
            tokio::task::yield_now().await;
        }
    });
    assert!(asked.await.is_ok(), "{status} was not answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_former_secret_signed_is_accepted_until_its_time_is_over() {
    let app = TestApp::start().await;
    let ada = app.with_password(app.person("ada").await).await;
    app.join(app.organization, &ada, Role::Admin).await;
    let mut visitor = Visitor::signed_in(&app, &ada).await;
    let before = visitor.credential();
    let token = app.post(LISTS, &json!({ "name": "Burn", "plaintext_list": "4 Bolt" })).await;
    let token = token.header("consistency-token").to_owned();

    app.rotate_secret(Duration::hours(24));
    let after = Credential::Cookie(app.session(&ada, Some(app.organization)).await);
    becomes(&app, &after, 200).await;
    assert_eq!(app.ask(&before, LISTS).await.status, 200, "no session has ended");
    let read = app.send(app.request(reqwest::Method::GET, LISTS).header("consistency-token", &token)).await;
    assert_eq!(read.status, 200, "{}", read.text());
    assert_eq!(visitor.fill("/admin/account/profile/", &[("best_identifier", "Ada")]).await.status, 303);

    app.clock.advance(Duration::hours(24));
    becomes(&app, &before, 401).await;
    assert_eq!(app.ask(&after, LISTS).await.status, 200);
    app.send(app.request(reqwest::Method::GET, LISTS).header("consistency-token", &token)).await.problem(400);

    // A leaked secret is no longer accepted at once.
    app.rotate_secret(Duration::zero());
    becomes(&app, &after, 401).await;
    app.stop().await;
}
