//! A revoked credential is refused by the reader and by the write side within a second, even if it was accepted just before.
//! `api-kit/src/credentials/tests.rs` has readers that get no notices.

use std::time::{Duration, Instant};

use e2e::TestApp;
use e2e::people::Credential;
use proto_events::vocabulary::Role;
use reqwest::Method;

use crate::identity::LISTS;

const BOUND: Duration = Duration::from_secs(1);
/// How often each is tested.
const TIMES: usize = 5;

/// The answers to a credential of the reader and of the write side.
async fn said(app: &TestApp, who: &Credential) -> [u16; 2] {
    // The body is invalid, so nothing is written; it is refused only after authentication.
    let write = app.anonymous_request(Method::POST, LISTS).header("content-type", "application/json").body("{");
    let (read, write) = tokio::join!(app.ask(who, LISTS), app.send(who.sign(write)));
    [read.status, write.status]
}

/// Fails unless both refuse a credential in time.
async fn assert_refused(app: &TestApp, who: &Credential, since: Instant) {
    loop {
        let asked = since.elapsed();
        let said = said(app, who).await;
        if said == [401; 2] {
            return;
        }
        assert!(asked < BOUND, "{said:?} after {asked:?}");
    }
}

async fn let_in(app: &TestApp, who: &Credential) {
    while said(app, who).await != [200, 400] {}
    // This time the answers come from caches.
    assert_eq!(said(app, who).await, [200, 400]);
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_keys_and_what_removed_members_hold_are_refused_everywhere_within_a_second() {
    let app = TestApp::start().await;
    for _ in 0..TIMES {
        let (key_id, key) = app.numbered_key(app.organization, Role::Judge, false).await;
        let key = Credential::Key(key);
        let_in(&app, &key).await;
        app.revoke_key(app.organization, key_id).await;
        assert_refused(&app, &key, Instant::now()).await;
    }
    let ada = app.person("ada").await;
    let member_id = app.join(app.organization, &ada, Role::Judge).await;
    let token = Credential::Token(app.token(&ada, Some(app.organization)).await);
    let cookie = Credential::Cookie(app.session(&ada, Some(app.organization)).await);
    for credential in [&token, &cookie] {
        let_in(&app, credential).await;
    }
    app.leave(app.organization, member_id).await;
    let since = Instant::now();
    for credential in [&token, &cookie] {
        assert_refused(&app, credential, since).await;
    }
    app.stop().await;
}
