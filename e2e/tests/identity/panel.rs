//! The panel: permissions for pages and forms, and all ways of signing in.

use api_kit::description::{Answer, Route, Tag};
use domain::permissions::Scheme;
use e2e::people::{Credential, PASSWORD};
use e2e::permissions::routes;
use e2e::things::Things;
use e2e::visitor::{Visitor, hidden, shown_once};
use e2e::{Store, TestApp};
use proto_events::vocabulary::Role;
use reqwest::Method;

use crate::given::{LISTS, seen_by};
use crate::matrix::{Caller, Expected, Whose, everybody, expected, is_persons};

/// The panel's pages and forms that are not public.
fn pages(method: &str) -> Vec<Route> {
    let pages = routes().into_iter().filter(|route| route.tag == Tag::Panel && route.operation().is_some());
    pages.filter(|route| route.method == method && route.answer == Answer::Html).collect()
}

/// Callers with a session, and one without.
async fn visitors(app: &TestApp) -> Vec<Caller> {
    let looks = |caller: &Caller| matches!(caller.credential.scheme(), Some(Scheme::Cookie) | None);
    everybody(app).await.into_iter().filter(looks).collect()
}

async fn organizations() -> (TestApp, Things, Things) {
    let app = TestApp::start().await;
    let here = Store { organization: app.organization, key: app.key.clone() };
    let there = app.store("Other Store").await;
    let things = (Things::of(&app, &here, 0).await, Things::of(&app, &there, 1).await);
    (app, things.0, things.1)
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_shown_to_whom_the_table_says() {
    let (app, ours, theirs) = organizations().await;
    let mut wrong = Vec::new();
    for caller in visitors(&app).await {
        for route in pages("GET") {
            for (whose, things) in [(Whose::Ours, &ours), (Whose::Theirs, &theirs), (Whose::Nobodys, &Things::never())]
            {
                let whose = if is_persons(&route) { Whose::Nobodys } else { whose };
                let page = app.ask(&caller.credential, &things.path(&route)).await;
                let fits = match expected(&route, &caller, whose) {
                    // The overview is for members; other people are sent to their events.
                    Expected::Done if page.status == 303 => page.header("location") == "/me/" && caller.role.is_none(),
                    // A caller without a session is sent to sign in.
                    Expected::Unauthorized => page.status == 303 && page.header("location").starts_with("/login/"),
                    expected => expected.fits(page.status),
                };
                if !fits {
                    wrong.push(format!("{} of {whose:?} for {}: {}", page.asked, caller.name, page.status));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    app.stop().await;
}

/// The hidden fields of every form of a caller's session.
async fn form_token(app: &TestApp, credential: &Credential) -> Vec<(String, String)> {
    match credential {
        Credential::Nothing => Vec::new(),
        _ => hidden(app.ask(credential, "/admin/account/").await.text(), "/logout/"),
    }
}

async fn send(app: &TestApp, credential: &Credential, path: &str, form: &[(String, String)]) -> u16 {
    let password = format!("current_password={}", PASSWORD.replace(' ', "+"));
    let body: Vec<_> = form.iter().map(|(name, value)| format!("{name}={value}")).chain([password]).collect();
    let request = app.anonymous_request(Method::POST, path).body(body.join("&"));
    app.send(credential.sign(request.header("content-type", "application/x-www-form-urlencoded"))).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_are_taken_from_whom_the_table_says_and_reach_no_other_organization() {
    let (app, ours, theirs) = organizations().await;
    let mut wrong = Vec::new();
    for caller in visitors(&app).await {
        let form = form_token(&app, &caller.credential).await;
        for route in pages("POST") {
            for (whose, things) in [(Whose::Ours, &ours), (Whose::Theirs, &theirs), (Whose::Nobodys, &Things::never())]
            {
                let whose = if is_persons(&route) { Whose::Nobodys } else { whose };
                let expected = expected(&route, &caller, whose);
                // Accepted forms are tested elsewhere, together with their effects.
                if expected == Expected::Done {
                    continue;
                }
                let status = send(&app, &caller.credential, &things.path(&route), &form).await;
                if !expected.fits(status) {
                    wrong.push(format!(
                        "POST {} of {whose:?} by {}: {status}, not {expected:?}",
                        route.template, caller.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_no_page_of_the_session_gave_is_not_carried_out() {
    let (app, ours, _) = organizations().await;
    let ada = app.member(app.organization, "ada", Role::Admin).await;
    let [session, other] = [app.session(&ada, Some(app.organization)).await, app.session(&ada, None).await];
    let [session, other] = [session, other].map(Credential::Cookie);
    let before = app.head().await;
    let of_another = form_token(&app, &other).await;
    for route in pages("POST") {
        for form in [&[][..], &of_another] {
            assert_eq!(send(&app, &session, &ours.path(&route), form).await, 403, "{}", route.template);
        }
    }
    assert_eq!(app.head().await, before, "nothing was stored");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_in_comes_in_by_the_cookie_and_who_signs_out_does_not() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    app.join(app.organization, &ada, Role::Judge).await;
    let ada = app.with_password(ada).await;
    let mut visitor = Visitor::signed_in(&app, &ada).await;
    assert_eq!(seen_by(&app, &visitor.credential()).await, [""; 0]);
    assert!(visitor.open("/admin/").await.text().contains("Corner Store"));
    assert_eq!(visitor.fill("/logout/", &[]).await.status, 303);
    assert_eq!(visitor.credential(), Credential::Nothing, "the cookie is gone");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_username_and_a_wrong_password_get_the_same_answer() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    app.with_password(ada).await;
    app.person("nopassword").await;
    let mut answers = Vec::new();
    for username in ["ada", "nobody", "nopassword"] {
        let answer = Visitor::new(&app).sign_in(username, "not the password").await;
        assert_eq!(answer.header("set-cookie"), "");
        answers.push((answer.status, answer.text().replace(username, "NAME")));
    }
    assert!(answers[0].0 >= 400, "{}", answers[0].0);
    assert!(answers.windows(2).all(|two| two[0] == two[1]), "{answers:#?}");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_everywhere_ends_every_session_but_no_token() {
    let app = TestApp::start().await;
    let ada = app.with_password(app.person("ada").await).await;
    let [mut here, there] = [Visitor::signed_in(&app, &ada).await, Visitor::signed_in(&app, &ada).await];
    let token = Credential::Token(app.token(&ada, None).await);
    let before = here.credential();
    assert_eq!(here.fill("/admin/account/sessions/", &[]).await.status, 303);
    app.applied().await;
    for ended in [before, there.credential()] {
        app.ask(&ended, LISTS).await.problem(401);
    }
    assert_eq!(app.ask(&token, LISTS).await.status, 200);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_ends_the_other_sessions_and_lets_in_where_the_old_one_does_not() {
    let app = TestApp::start().await;
    let ada = app.with_password(app.person("ada").await).await;
    let [mut here, there] = [Visitor::signed_in(&app, &ada).await, Visitor::signed_in(&app, &ada).await];
    let fields =
        [("current_password", PASSWORD), ("new_password", "another long one"), ("repeated", "another long one")];
    let answer = here.fill("/admin/account/password/", &fields).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    app.applied().await;
    app.ask(&there.credential(), LISTS).await.problem(401);
    assert_ne!(Visitor::new(&app).sign_in("ada", PASSWORD).await.status, 303);
    assert_eq!(Visitor::new(&app).sign_in("ada", "another long one").await.status, 303);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_password_is_set_anew_by_an_administrators_link_once() {
    let app = TestApp::start().await;
    let kid = app.managed_person("kid", app.organization).await;
    let path = format!("/api/v1/users/{}/password-link/", kid.user_id);
    let made = app.post(&path, &serde_json::json!({})).await.created();
    let link = made["url"].as_str().unwrap().strip_prefix(&app.public_url()).unwrap().to_owned();
    let fields = [("password", PASSWORD), ("repeated", PASSWORD)];
    let mut visitor = Visitor::new(&app);
    assert_eq!(visitor.fill(&link, &fields).await.status, 303);
    app.applied().await;
    Visitor::signed_in(&app, &kid).await;
    let again = visitor.open(&link).await;
    assert!(again.status >= 400, "the link works once: {}", again.status);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_made_on_a_page_opens_the_organization_until_it_is_revoked_on_another() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    app.join(app.organization, &ada, Role::Admin).await;
    let ada = app.with_password(ada).await;
    let mut visitor = Visitor::signed_in(&app, &ada).await;
    let made = visitor.fill("/admin/keys/new/", &[("name", "Screen"), ("role", "JUDGE")]).await;
    let key = Credential::Key(shown_once(&made));
    let known = app.ask(&key, "/api/v1/api-keys/whoami/").await.json();
    assert_eq!((known["name"].as_str(), known["role"].as_str()), (Some("Screen"), Some("JUDGE")));
    let listed = app.get("/api/v1/api-keys/api_keys/?all=true").await.list();
    let id = listed.iter().find(|key| key["name"] == "Screen").map(e2e::crawl::id).unwrap();
    assert_eq!(visitor.fill(&format!("/admin/keys/{id}/revoke/"), &[]).await.status, 303);
    app.applied().await;
    app.ask(&key, "/api/v1/api-keys/whoami/").await.problem(401);
    app.stop().await;
}
