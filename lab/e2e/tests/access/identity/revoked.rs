//! A revoked credential is refused everywhere within a second, even if it was accepted just before: by the app's
//! reader, by a reader without notices, and by the write side.

use std::time::{Duration, Instant};

use e2e::gate::{Gate, Held};
use e2e::people::Credential;
use e2e::{DeafReader, Options, TestApp};
use proto_events::vocabulary::Role;
use reqwest::Method;

use crate::identity::given::LISTS;

const BOUND: Duration = Duration::from_secs(1);
/// How often each is tested.
const TIMES: usize = 5;

/// The answers to a credential of the app's reader, of a reader without notices, and of the write side.
async fn said(app: &TestApp, deaf: &DeafReader, who: &Credential) -> [u16; 3] {
    let far = app.request_to(&deaf.address.to_string(), LISTS);
    // The body is invalid, so nothing is written; it is refused only after authentication.
    let write = app.anonymous_request(Method::POST, LISTS).header("content-type", "application/json").body("{");
    let (near, far) = (app.ask(who, LISTS), app.send(who.sign(far)));
    let (near, far, write) = tokio::join!(near, far, app.send(who.sign(write)));
    [near.status, far.status, write.status]
}

/// Waits until all three refuse a credential, and returns how long that took.
async fn until_refused(app: &TestApp, deaf: &DeafReader, who: &Credential, since: Instant) -> Duration {
    loop {
        let asked = since.elapsed();
        let said = said(app, deaf, who).await;
        if said == [401; 3] {
            return asked;
        }
        assert!(asked < 10 * BOUND, "{said:?} after {asked:?}");
    }
}

async fn let_in(app: &TestApp, deaf: &DeafReader, who: &Credential) {
    while said(app, deaf, who).await != [200, 200, 400] {}
    // This time the answers come from caches.
    assert_eq!(said(app, deaf, who).await, [200, 200, 400]);
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_keys_and_what_removed_members_hold_are_refused_everywhere_within_a_second() {
    let app = TestApp::start().await;
    let deaf = app.deaf_reader().await;
    for _ in 0..TIMES {
        let (key_id, key) = app.numbered_key(app.organization, Role::Judge).await;
        let key = Credential::Key(key);
        let_in(&app, &deaf, &key).await;
        app.revoke_key(app.organization, key_id).await;
        let took = until_refused(&app, &deaf, &key, Instant::now()).await;
        assert!(took < BOUND, "it was accepted for {took:?}");
    }
    let ada = app.person("ada").await;
    let member_id = app.join(app.organization, &ada, Role::Judge).await;
    let token = Credential::Token(app.token(&ada, Some(app.organization)).await);
    let cookie = Credential::Cookie(app.session(&ada, Some(app.organization)).await);
    for credential in [&token, &cookie] {
        let_in(&app, &deaf, credential).await;
    }
    app.leave(app.organization, member_id).await;
    let since = Instant::now();
    for credential in [&token, &cookie] {
        let took = until_refused(&app, &deaf, credential, since).await;
        assert!(took < BOUND, "it was accepted for {took:?}");
    }
    deaf.stop().await;
    app.stop().await;
}

/// Shows that the test above detects errors: while the views are held up, a revoked key is accepted.
#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_opens_while_the_views_are_held_up() {
    let gate = Gate::default();
    let app = TestApp::with(Options { gate: Some(gate.clone()), ..Options::default() }).await;
    let deaf = app.deaf_reader().await;
    let (key_id, key) = app.numbered_key(app.organization, Role::Judge).await;
    let key = Credential::Key(key);
    let_in(&app, &deaf, &key).await;
    gate.hold(Held::Everything);
    app.revoke_key(app.organization, key_id).await;
    let since = Instant::now();
    while since.elapsed() < 2 * BOUND {
        assert_eq!(said(&app, &deaf, &key).await, [200, 200, 400]);
    }
    gate.hold(Held::Nothing);
    until_refused(&app, &deaf, &key, Instant::now()).await;
    deaf.stop().await;
    app.stop().await;
}
