//! A player whose account one organization manages, and the staff of another organization.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::people::{Credential, Person};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

/// The name of the player. The rest of the profile must not be in any answer to another organization.
pub(crate) const NAME: &str = "Anna A.";
pub(crate) const PRIVATE: [&str; 4] = ["Annabel", "Ahornblatt", "anna@players.example", "xe/xem"];
/// The text of the player's list, which is unique.
pub(crate) const TEXT: &str = "37 Island\n23 Secret Card";

/// An organization with an open event, and the keys of its staff.
pub(crate) struct House {
    pub(crate) admin: Credential,
    pub(crate) desk: Credential,
    /// `/api/v1/magic-events/{id}/`
    pub(crate) event: String,
}

impl House {
    /// The test's organization.
    pub(crate) async fn own(app: &TestApp) -> Self {
        Self::of(app, app.organization, app.key.clone()).await
    }

    /// Another organization.
    pub(crate) async fn other(app: &TestApp) -> Self {
        let store = app.store("Other Store").await;
        Self::of(app, store.organization, store.key).await
    }

    async fn of(app: &TestApp, organization: OrganizationId, key: String) -> Self {
        let desk = Credential::Key(app.key_for(organization, Role::Scorekeeper).await);
        let admin = Credential::Key(key);
        let event = announce(app, &admin, "Open Legacy").await;
        Self { admin, desk, event }
    }

    /// Registers a person as staff. Returns the whole answer.
    pub(crate) async fn sign_up(&self, app: &TestApp, person: &Value) -> e2e::Reply {
        app.tell(&self.desk, Method::POST, &format!("{}registrations/", self.event), person).await
    }

    /// Locks the list of a registration as staff.
    pub(crate) async fn lock(&self, app: &TestApp, registration: i64) -> Value {
        let one = json!({ "registration_id": registration });
        app.tell(&self.desk, Method::POST, &format!("{}decklists/lock/", self.event), &one).await.json()
    }

    /// Publishes the lists of the event.
    pub(crate) async fn publish(&self, app: &TestApp) {
        let path = format!("{}lifecycle/", self.event);
        for status in [
            "REGISTRATION_CLOSED",
            "EVENT_IN_PROGRESS",
            "EVENT_FINISHED",
            "DECKLISTS_PUBLISHING",
            "DECKLISTS_PUBLISHED",
        ] {
            app.tell(&self.admin, Method::POST, &path, &json!({ "status": status })).await.json();
        }
        app.applied().await;
    }
}

/// Announces an event. Returns its address.
pub(crate) async fn announce(app: &TestApp, admin: &Credential, name: &str) -> String {
    let details = json!({ "name": name, "event_format": "LEGACY" });
    let event = app.tell(admin, Method::POST, "/api/v1/magic-events/", &details).await.created();
    format!("/api/v1/magic-events/{}/", id(&event))
}

/// A player with an account that an organization manages.
pub(crate) struct Player {
    pub(crate) person: Person,
    pub(crate) phone: Credential,
}

impl Player {
    /// Anna.
    pub(crate) async fn anna(app: &TestApp, house: &House) -> Self {
        let [first_name, last_name, email, pronouns] = PRIVATE;
        let account = json!({
            "username": "anna-at-home", "best_identifier": NAME, "first_name": first_name, "last_name": last_name,
            "email": email, "pronouns": pronouns,
        });
        let user = app.tell(&house.admin, Method::POST, "/api/v1/users/", &account).await.created();
        let person = Person { user_id: id(&user).into(), username: "anna-at-home".into() };
        let phone = Credential::Token(app.token(&person, None).await);
        Self { person, phone }
    }

    /// Creates a list owned by the player.
    pub(crate) async fn submits(&self, app: &TestApp) -> i64 {
        let list = json!({ "name": "Mine", "plaintext_list": TEXT });
        id(&app.tell(&self.phone, Method::POST, "/api/v1/decklists/", &list).await.created())
    }

    /// Registers for an event. Returns the registration's id.
    pub(crate) async fn signs_up(&self, app: &TestApp, event: &str) -> i64 {
        id(&app.tell(&self.phone, Method::POST, &format!("{event}registrations/"), &json!({})).await.created())
    }

    /// Submits a list for an event.
    pub(crate) async fn hands_in(&self, app: &TestApp, event: &str, registration: i64, list: i64) {
        attach(app, &self.phone, event, registration, list).await.json();
    }

    /// Changes a list. Returns the status of the answer.
    pub(crate) async fn changes(&self, app: &TestApp, list: i64, text: &str) -> u16 {
        let change = json!({ "plaintext_list": text });
        app.tell(&self.phone, Method::PATCH, &format!("/api/v1/decklists/{list}/"), &change).await.status
    }
}

/// Attaches a list to a registration.
pub(crate) async fn attach(app: &TestApp, by: &Credential, event: &str, registration: i64, list: i64) -> e2e::Reply {
    let path = format!("{event}registrations/{registration}/decklist/");
    app.tell(by, Method::PUT, &path, &json!({ "decklist_id": list })).await
}
