//! An administrator erases a person whose account the organization manages, with scripts and without.

use e2e::TestApp;
use e2e::people::PASSWORD;
use proto_events::vocabulary::Role;

use crate::given::{member, signed_in};

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_erases_a_person_for_ever() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Admin).await;
    let browser = signed_in(&app, &ada).await;
    for (username, has_scripts) in [("quill", true), ("feather", false)] {
        let person = app.managed_person(username, app.organization).await;
        browser.scripts(has_scripts).await;
        browser.open(&format!("/admin/people/?q={username}")).await;
        browser.follow(&format!("Erase the person: {}", username.to_uppercase())).await;
        browser.sees("This cannot be undone.").await;
        browser.sees(&format!("Player {}", person.user_id)).await;
        browser.look_at("admin-people-erase").await;
        browser.fill("Your current password", "not the password").await;
        browser.press("Erase for ever").await;
        browser.look_at("admin-people-erase-refused").await;
        browser.fill("Your current password", PASSWORD).await;
        browser.press("Erase for ever").await;
        browser.sees("The person is erased.").await;
        app.get(&format!("/api/v1/users/{}/", person.user_id)).await.problem(404);
    }
    app.stop().await;
}
