//! Two credentials at once, and credentials that an endpoint does not accept.

use e2e::people::Credential;
use e2e::{Reply, TestApp};
use proto_events::vocabulary::Role;
use reqwest::Method;

use crate::given::{LISTS, handed_in, list, member_with_three_credentials};

/// Sends each operation of `/api/v1/decklists/` with two credentials.
async fn with_both(app: &TestApp, path: &str, one: &Credential, other: &Credential) -> Vec<Reply> {
    let mut replies = Vec::new();
    for (method, path) in
        [(Method::GET, LISTS), (Method::POST, LISTS), (Method::GET, path), (Method::PUT, path), (Method::PATCH, path)]
    {
        let request = match method {
            Method::GET => app.anonymous(path),
            _ => app.anonymous_write(method, path, &list("Storm")),
        };
        replies.push(app.send(other.sign(one.sign(request))).await);
    }
    replies
}

fn statuses(replies: &[Reply]) -> Vec<u16> {
    replies.iter().map(|reply| reply.status).collect()
}

#[tokio::test]
async fn a_key_and_a_token_together_contradict_each_other() {
    let (app, _, [key, token, _]) = member_with_three_credentials(Role::Judge).await;
    let path = handed_in(&app, &key, "Burn").await;
    for reply in with_both(&app, &path, &key, &token).await {
        let detail = reply.problem(400);
        assert!(detail.contains("X-API-Key") && detail.contains("Authorization: Token"), "{detail}");
    }
    assert_eq!(app.ask(&key, &path).await.json()["name"], "Burn", "nothing was changed");
    app.stop().await;
}

#[tokio::test]
async fn a_cookie_gives_way_to_a_key_and_to_a_token() {
    let (app, _, [key, token, cookie]) = member_with_three_credentials(Role::Judge).await;
    let path = handed_in(&app, &key, "Burn").await;
    let bad_cookie = Credential::Cookie("invented".into());
    for one in [&key, &token] {
        assert_eq!(statuses(&with_both(&app, &path, one, &bad_cookie).await), [200, 201, 200, 200, 200], "{one:?}");
    }
    for bad in [Credential::Key("sk_mistyped".into()), Credential::Token("ut_mistyped".into())] {
        assert_eq!(statuses(&with_both(&app, &path, &bad, &cookie).await), [401; 5], "{bad:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn an_authorization_of_another_kind_is_ignored_beside_a_credential_and_refused_alone() {
    let (app, _, [key, _, cookie]) = member_with_three_credentials(Role::Judge).await;
    for stray in ["Bearer abc", "Basic YWRhOmFkYQ==", "Negotiate"] {
        let with = |request: reqwest::RequestBuilder| request.header("authorization", stray);
        assert_eq!(app.send(key.sign(with(app.anonymous(LISTS)))).await.status, 200, "{stray}");
        assert_eq!(app.send(cookie.sign(with(app.anonymous(LISTS)))).await.status, 200, "{stray}");
        let detail = app.send(with(app.anonymous(LISTS))).await.problem(401);
        assert!(detail.contains("Authorization: Token ut_"), "the answer names the right scheme: {detail}");
    }
    app.stop().await;
}

#[tokio::test]
async fn where_keys_alone_are_taken_everything_else_is_as_if_it_were_not_there() {
    let (app, _, [key, token, cookie]) = member_with_three_credentials(Role::Admin).await;
    for path in ["/api/v1/magic-events/", "/api/v1/conventions/", "/api/v1/api-keys/whoami/"] {
        let nothing = app.ask(&Credential::Nothing, path).await.problem(401);
        for other in [&token, &cookie, &Credential::Token("ut_mistyped".into())] {
            assert_eq!(app.send(other.sign(key.sign(app.anonymous(path)))).await.status, 200, "{path}");
            assert_eq!(app.ask(other, path).await.problem(401), nothing, "{path}");
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn who_is_refused_is_told_by_which_schemes_one_may_come() {
    let app = TestApp::start().await;
    let challenge = async |path: &str| app.ask(&Credential::Nothing, path).await.header("www-authenticate").to_owned();
    assert_eq!(challenge("/api/v1/magic-events/").await, "ApiKey header=\"X-API-Key\"");
    let all = challenge(LISTS).await;
    for scheme in
        ["ApiKey header=\"X-API-Key\"", "Token realm=\"crosstable\"", "Cookie cookie-name=\"crosstable_session\""]
    {
        assert!(all.contains(scheme), "{all}");
    }
    app.stop().await;
}
