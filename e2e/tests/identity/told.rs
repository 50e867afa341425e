//! Refusals with 401, 403 and 404 say what is wrong, but do not reveal what exists.

use api_kit::description::{Route, Tag};
use domain::permissions::Scheme;
use e2e::people::Credential;
use e2e::permissions::routes;
use e2e::things::Things;
use e2e::{Store, TestApp};
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;
use service_kit::credential_value::{CredentialValue, Kind};

/// The routes with an organization's resource in their address.
fn of_organizations() -> impl Iterator<Item = Route> {
    let routes = routes().into_iter().filter(|route| route.tag != Tag::Panel);
    routes.filter(|route| route.template.contains('{') && route.operation().is_some())
}

/// Returns the answer about a resource, without the resource's name.
async fn told(app: &TestApp, route: &Route, credential: &Credential, things: &Things) -> (u16, String) {
    let method = Method::from_bytes(route.method.as_bytes()).unwrap();
    let request = match things.body(route) {
        Some(body) => app.anonymous_write(method, &things.path(route), &body),
        None => app.anonymous_request(method, &things.path(route)),
    };
    let reply = app.send(credential.sign(request)).await;
    (reply.status, things.unnamed(reply.text()))
}

async fn organizations() -> (TestApp, Things, Things) {
    let app = TestApp::start().await;
    let here = Store { organization: app.organization, key: app.key.clone() };
    let there = app.store("Other Store").await;
    let things = (Things::of(&app, &here, 0).await, Things::of(&app, &there, 1).await);
    (app, things.0, things.1)
}

#[tokio::test]
async fn of_another_organizations_things_everybody_is_told_what_is_told_of_nothing() {
    let (app, _, theirs) = organizations().await;
    let administrator = Credential::Key(app.key.clone());
    let takes_keys = |route: &Route| route.operation().is_some_and(|operation| operation.takes(Scheme::ApiKey));
    for route in of_organizations().filter(takes_keys) {
        let of_theirs = told(&app, &route, &administrator, &theirs).await;
        let of_nothing = told(&app, &route, &administrator, &Things::never()).await;
        assert_eq!(of_theirs, of_nothing, "{}", route.id);
        assert_eq!(of_theirs.0, 404, "{}: {}", route.id, of_theirs.1);
    }
    app.stop().await;
}

#[tokio::test]
async fn who_may_not_is_told_the_same_whether_or_not_there_is_something() {
    let (app, ours, theirs) = organizations().await;
    let reader = Credential::Key(app.key_for(app.organization, Role::ReadOnly, None).await);
    let mut refused = 0;
    for route in
        of_organizations().filter(|route| route.operation().is_some_and(|it| !it.roles().contains(&Role::ReadOnly)))
    {
        let of_ours = told(&app, &route, &reader, &ours).await;
        assert_eq!(of_ours.0, 403, "{}: {}", route.id, of_ours.1);
        assert!(of_ours.1.contains("READ_ONLY"), "the answer names the role: {}", of_ours.1);
        assert_eq!(of_ours, told(&app, &route, &reader, &theirs).await);
        assert_eq!(of_ours, told(&app, &route, &reader, &Things::never()).await);
        refused += 1;
    }
    assert!(refused > 4, "only {refused} routes");
    app.stop().await;
}

#[tokio::test]
async fn who_cannot_come_in_is_told_the_same_whether_or_not_there_is_something() {
    let (app, ours, theirs) = organizations().await;
    let unknown = Credential::Key(CredentialValue::generate(Kind::ApiKey).expose().to_owned());
    for credential in [Credential::Nothing, unknown, Credential::Key("sk_mistyped".into())] {
        for route in of_organizations() {
            let of_ours = told(&app, &route, &credential, &ours).await;
            // Without a credential, a browser shows a page that is not there.
            let is_page = route.id == "show_decklist_page" && matches!(credential, Credential::Nothing);
            assert_eq!(of_ours.0, if is_page { 404 } else { 401 }, "{}: {}", route.id, of_ours.1);
            assert_eq!(of_ours, told(&app, &route, &credential, &theirs).await);
            assert_eq!(of_ours, told(&app, &route, &credential, &Things::never()).await);
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn people_whom_another_organization_knows_are_not_learned_of_by_counting() {
    let (app, _, theirs) = organizations().await;
    let theirs = theirs.path(&by_id("get_user")).split('/').nth(4).unwrap().parse::<i64>().unwrap();
    let mut told = Vec::new();
    for user_id in [theirs, 4_000_000] {
        let refused = app.post("/api/v1/members/", &json!({ "user_id": user_id, "role": "JUDGE" })).await;
        refused.problem(400);
        told.push(refused.text().replace(&user_id.to_string(), "N"));
    }
    assert_eq!(told[0], told[1]);
    app.stop().await;
}

fn by_id(id: &str) -> Route {
    routes().into_iter().find(|route| route.id == id).unwrap()
}

#[tokio::test]
async fn a_key_that_is_over_says_so_to_its_holder_and_nothing_of_the_organization() {
    let app = TestApp::start().await;
    let (key_id, key) = app.numbered_key(app.organization, Role::Judge).await;
    app.revoke_key(app.organization, key_id).await;
    app.applied().await;
    let told = app.get_as(&key, "/api/v1/magic-events/").await.problem(401);
    assert_eq!(told, "This API key was revoked.");
    app.stop().await;
}
