//! The panel: permissions for pages and forms.

use api_kit::description::{Answer, Route, Tag};
use domain::permissions::Scheme;
use e2e::TestApp;
use e2e::people::{Credential, PASSWORD};
use e2e::permissions::routes;
use e2e::things::Things;
use e2e::visitor::hidden;
use proto_events::vocabulary::Role;
use reqwest::Method;

use crate::identity::matrix::{Caller, Expected, Whose, everybody, expected, is_persons};

/// The panel's pages and forms that are not public.
pub(crate) fn pages(method: &str) -> Vec<Route> {
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
    let (ours, theirs) = Things::of_two(&app).await;
    (app, ours, theirs)
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
