//! Shared set-up of the identity tests.

use e2e::TestApp;
use e2e::people::{Credential, Person};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

/// The address at which lists are read and created.
pub(crate) const LISTS: &str = "/api/v1/decklists/";

/// An app with a member of its organization with this role, and her three credentials.
pub(crate) async fn member_with_three_credentials(role: Role) -> (TestApp, Person, [Credential; 3]) {
    let app = TestApp::start().await;
    let ada = app.member(app.organization, "ada", role).await;
    let key = app.key_for(app.organization, role, None).await;
    let token = app.token(&ada, Some(app.organization)).await;
    let cookie = app.session(&ada, Some(app.organization)).await;
    (app, ada, [Credential::Key(key), Credential::Token(token), Credential::Cookie(cookie)])
}

/// A token and a session of a person without an organization.
pub(crate) async fn player(app: &TestApp, username: &str) -> [Credential; 2] {
    let player = app.with_password(app.person(username).await).await;
    [Credential::Token(app.token(&player, None).await), Credential::Cookie(app.session(&player, None).await)]
}

/// The body of a list.
pub(crate) fn list(name: &str) -> Value {
    json!({ "name": name, "plaintext_list": "60 Mountain" })
}
