//! Refused credentials. Each refusal says why.

use chrono::Duration;
use e2e::TestApp;
use e2e::people::{Credential, mistyped};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use reqwest::Method;
use service_kit::credential_value::{CredentialValue, Kind};

use crate::identity::given::{LISTS, list, member_with_three_credentials};

/// Checks that every operation of `/api/v1/decklists/` refuses a credential with a message that contains `why`.
async fn is_refused(app: &TestApp, credential: &Credential, why: &str) {
    let path = format!("{LISTS}1/");
    for (method, path) in [(Method::GET, LISTS), (Method::GET, path.as_str())] {
        let detail = app.ask(credential, path).await.problem(401);
        assert!(detail.contains(why), "{method} {path}: {detail}");
    }
    for (method, path) in [(Method::POST, LISTS), (Method::PUT, path.as_str()), (Method::PATCH, path.as_str())] {
        let detail = app.tell(credential, method.clone(), path, &list("Burn")).await.problem(401);
        assert!(detail.contains(why), "{method} {path}: {detail}");
    }
}

fn unknown(kind: Kind) -> String {
    CredentialValue::generate(kind).expose().to_owned()
}

#[tokio::test]
async fn credentials_that_never_opened() {
    let (app, _, [key, token, cookie]) = member_with_three_credentials(Role::Judge).await;
    let (Credential::Key(key), Credential::Token(token)) = (key, token) else { panic!("a key and a token") };
    let Credential::Cookie(cookie) = cookie else { panic!("a cookie") };
    let stranger = app.person("stranger").await;
    for (credential, why) in [
        (Credential::Nothing, "No credential was sent"),
        (Credential::Key("sk_\u{e4}".into()), "is not an API key"),
        (Credential::Key(mistyped(&key)), "mistyped or cut off"),
        (Credential::Key(token.clone()), "is not an API key"),
        (Credential::Key(unknown(Kind::ApiKey)), "is not known here"),
        (Credential::Token("\u{e4}".into()), "is not understood"),
        (Credential::Token(mistyped(&token)), "mistyped or cut off"),
        (Credential::Token(key), "is not a token"),
        (Credential::Token(unknown(Kind::UserToken)), "is not known here"),
        (Credential::Cookie("AQAA".into()), "Your session is over"),
        (Credential::Cookie(mistyped(&cookie)), "Your session is over"),
        (Credential::Cookie(app.session(&stranger, Some(app.organization)).await), "no longer a member"),
        (Credential::Cookie(app.session(&stranger, Some(OrganizationId(4_000_000))).await), "no longer a member"),
    ] {
        is_refused(&app, &credential, why).await;
    }
    app.stop().await;
}

#[tokio::test]
async fn credentials_that_opened_once() {
    let app = TestApp::start().await;
    let (ada, tomorrow) = (app.person("ada").await, app.clock_now() + Duration::days(1));
    let (key_id, key) = app.numbered_key(app.organization, Role::Judge).await;
    let (token_id, token) = app.numbered_token(&ada, None, None).await;
    let (revoked, earlier) = ([Credential::Key(key), Credential::Token(token)], app.session(&ada, None).await);
    let earlier = Credential::Cookie(earlier);
    let expiring = [
        Credential::Key(app.key_for(app.organization, Role::Judge, Some(tomorrow)).await),
        Credential::Token(app.numbered_token(&ada, None, Some(tomorrow)).await.1),
    ];
    for credential in revoked.iter().chain(&expiring).chain([&earlier]) {
        assert_eq!(app.ask(credential, LISTS).await.status, 200);
    }
    app.revoke_key(app.organization, key_id).await;
    app.revoke_token(&ada, token_id).await;
    let ada = app.with_password(ada).await;
    for credential in &revoked {
        is_refused(&app, credential, "was revoked").await;
    }
    is_refused(&app, &earlier, "Your session is over").await;
    let later = Credential::Cookie(app.session(&ada, None).await);
    assert_eq!(app.ask(&later, LISTS).await.status, 200);
    app.clock.advance(Duration::days(1));
    for credential in &expiring {
        is_refused(&app, credential, "expired at 2026-09-02T12:00:00Z").await;
    }
    app.clock.advance(Duration::days(6));
    is_refused(&app, &later, "Your session is over").await;
    app.stop().await;
}

#[tokio::test]
async fn what_a_removed_member_holds() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let member_id = app.join(app.organization, &ada, Role::Judge).await;
    let key = app.key_for(app.organization, Role::Judge, None).await;
    let here = Some(app.organization);
    let (token, cookie) = (app.token(&ada, here).await, app.session(&ada, here).await);
    let own = Credential::Token(app.token(&ada, None).await);
    app.leave(app.organization, member_id).await;
    is_refused(&app, &Credential::Key(key), "was revoked").await;
    is_refused(&app, &Credential::Token(token), "no longer a member").await;
    is_refused(&app, &Credential::Cookie(cookie), "no longer a member").await;
    assert_eq!(app.ask(&own, LISTS).await.status, 200, "the person's own credentials still work");
    app.stop().await;
}

#[tokio::test]
async fn a_write_that_another_sites_page_sends_in_somebodys_name() {
    let (app, _, [_, token, cookie]) = member_with_three_credentials(Role::Judge).await;
    let post = |header: &'static str, value: &'static str| {
        app.anonymous_write(Method::POST, LISTS, &list("Burn")).header(header, value)
    };
    for (header, value) in
        [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "https://evil.example")]
    {
        let detail = app.send(cookie.sign(post(header, value))).await.problem(403);
        assert!(detail.contains("another site"), "{detail}");
        let by_token = app.send(token.sign(post(header, value))).await;
        assert_eq!(by_token.status, 201, "browsers do not send tokens by themselves");
        assert_eq!(
            app.send(cookie.sign(app.anonymous(LISTS).header(header, value))).await.status,
            401,
            "a page of another origin reads nothing by a cookie"
        );
    }
    for (header, value) in
        [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "none"), ("origin", "https://crosstable.example")]
    {
        assert_eq!(app.send(cookie.sign(post(header, value))).await.status, 201, "{header}: {value}");
    }
    app.stop().await;
}
