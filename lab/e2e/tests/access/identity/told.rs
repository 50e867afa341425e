//! Refusals with 401, 403 and 404 say what is wrong, but do not reveal what exists.

use api_kit::description::{Route, Tag};
use e2e::TestApp;
use e2e::people::Credential;
use e2e::permissions::routes;
use e2e::things::Things;
use proto_events::vocabulary::Role;
use service_kit::credential_value::{CredentialValue, Kind};

/// The routes with an organization's resource in their address.
fn of_organizations() -> impl Iterator<Item = Route> {
    let routes = routes().into_iter().filter(|route| route.tag != Tag::Panel);
    routes.filter(|route| route.template.contains('{') && route.operation().is_some())
}

/// Returns the answer about a resource, without the resource's name.
async fn told(app: &TestApp, route: &Route, credential: &Credential, things: &Things) -> (u16, String) {
    let reply = app.send(credential.sign(things.request(app, route))).await;
    (reply.status, things.unnamed(reply.text()))
}

/// Refused callers get the same answers whether or not there is something.
pub(crate) async fn assert_told_alike(app: &TestApp, ours: &Things, theirs: &Things) {
    let reader = Credential::Key(app.key_for(app.organization, Role::ReadOnly).await);
    let unknown = Credential::Key(CredentialValue::generate(Kind::ApiKey).expose().to_owned());
    let mut forbidden = 0;
    for credential in [&reader, &Credential::Nothing, &unknown] {
        for route in of_organizations() {
            let may_come_in =
                route.operation().is_some_and(|operation| operation.rule().roles.contains(&Role::ReadOnly));
            if *credential == reader && may_come_in {
                continue;
            }
            let of_ours = told(app, &route, credential, ours).await;
            // Without a credential, a browser shows a page that is not there.
            let is_page = route.id == "show_decklist_page" && *credential == Credential::Nothing;
            let status = if *credential == reader { 403 } else { 401 };
            assert_eq!(of_ours.0, if is_page { 404 } else { status }, "{}: {}", route.id, of_ours.1);
            assert!(status == 401 || of_ours.1.contains("READ_ONLY"), "the answer names the role: {}", of_ours.1);
            assert_eq!(of_ours, told(app, &route, credential, theirs).await);
            assert_eq!(of_ours, told(app, &route, credential, &Things::never()).await);
            forbidden += usize::from(status == 403);
        }
    }
    assert!(forbidden > 4, "only {forbidden} routes");
}
