//! The panel: permissions for pages and forms; and what refusals reveal.

use api_kit::description::{Answer, Route, Tag};
use domain::permissions::Scheme;
use e2e::people::{Credential, PASSWORD};
use e2e::permissions::routes;
use e2e::things::Things;
use e2e::visitor::{hidden, with_fields};
use e2e::{TestApp, with_form};
use proto_events::vocabulary::Role;
use reqwest::Method;

use crate::identity::matrix::{Caller, Expected, Whose, everybody, expected, is_persons};
use crate::identity::told::assert_told_alike;

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

/// One after the other on the same organizations, because they take long to make.
#[tokio::test(flavor = "multi_thread")]
async fn pages_and_forms_are_for_whom_the_table_says_and_refusals_do_not_tell_what_exists() {
    let app = TestApp::start().await;
    let (ours, theirs) = Things::of_two(&app).await;
    assert_told_alike(&app, &ours, &theirs).await;
    let everything = [(Whose::Ours, &ours), (Whose::Theirs, &theirs), (Whose::Nobodys, &Things::never())];
    for caller in visitors(&app).await {
        pages_are_shown(&app, &caller, everything).await;
        forms_are_refused(&app, &caller, everything).await;
    }
    forms_of_no_page_of_the_session_are_refused(&app, &ours).await;
    app.stop().await;
}

async fn pages_are_shown(app: &TestApp, caller: &Caller, everything: [(Whose, &Things); 3]) {
    for route in pages("GET") {
        for (whose, things) in everything {
            let expected = expected_of(&route, caller, whose);
            let page = app.ask(&caller.credential, &things.path(&route)).await;
            let fits = match expected {
                // The overview is for members; other people are sent to their events.
                Expected::Done if page.status == 303 => page.header("location") == "/me/" && caller.role.is_none(),
                // A caller without a session is sent to sign in.
                Expected::Unauthorized => page.status == 303 && page.header("location").starts_with("/login/"),
                expected => expected.fits(page.status),
            };
            assert!(!page.has_mark(), "{}", page.asked);
            assert!(fits, "{} of {whose:?} for {}: {}, not {expected:?}", page.asked, caller.name, page.status);
        }
    }
}

fn expected_of(route: &Route, caller: &Caller, whose: Whose) -> Expected {
    expected(route, caller, if is_persons(route) { Whose::Nobodys } else { whose })
}

/// The hidden fields of every form of a caller's session.
async fn form_token(app: &TestApp, credential: &Credential) -> Vec<(String, String)> {
    match credential {
        Credential::Nothing => Vec::new(),
        _ => hidden(app.ask(credential, "/admin/account/").await.text(), "/logout/"),
    }
}

async fn send(app: &TestApp, credential: &Credential, path: &str, form: &[(String, String)]) -> u16 {
    let form = with_fields(form, &[("current_password", PASSWORD)]);
    app.send(credential.sign(with_form(app.anonymous_request(Method::POST, path), &form))).await.status
}

/// Accepted forms are tested elsewhere, together with their effects.
async fn forms_are_refused(app: &TestApp, caller: &Caller, everything: [(Whose, &Things); 3]) {
    let form = form_token(app, &caller.credential).await;
    for route in pages("POST") {
        for (whose, things) in everything {
            let expected = expected_of(&route, caller, whose);
            if expected != Expected::Done {
                let path = things.path(&route);
                let status = send(app, &caller.credential, &path, &form).await;
                assert!(expected.fits(status), "{path} of {whose:?} by {}: {status}, not {expected:?}", caller.name);
            }
        }
    }
}

async fn forms_of_no_page_of_the_session_are_refused(app: &TestApp, ours: &Things) {
    let ada = app.member(app.organization, "ada", Role::Admin).await;
    let [session, other] = [app.session(&ada, Some(app.organization)).await, app.session(&ada, None).await];
    let [session, other] = [session, other].map(Credential::Cookie);
    let before = app.head().await;
    let of_another = form_token(app, &other).await;
    for route in pages("POST") {
        for form in [&[][..], &of_another] {
            assert_eq!(send(app, &session, &ours.path(&route), form).await, 403, "{}", route.template);
        }
    }
    assert_eq!(app.head().await, before, "nothing was stored");
}
