//! Players, and their own actions: registering and submitting lists.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::people::{Credential, Person};
use proto_events::ids::UserId;
use reqwest::Method;
use serde_json::json;

use crate::organizer::hall::Hall;

/// A player.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    /// The name in standings.
    pub(crate) name: String,
    /// The account.
    pub(crate) user: i64,
    /// The player's credential.
    pub(crate) phone: Credential,
    /// The registration; 0 before there is one.
    pub(crate) entry: i64,
    /// The submitted list; 0 before there is one.
    pub(crate) list: i64,
}

/// Creates this many people with accounts and tokens. Their names are not in the order of their accounts.
pub(crate) async fn people(app: &TestApp, count: usize) -> Vec<Player> {
    let mut people = Vec::with_capacity(count);
    for number in 0..count {
        let (username, name) = (format!("player-{number}"), name_of(number));
        let account = json!({ "username": username, "best_identifier": name });
        let user = id(&app.post("/api/v1/users/", &account).await.created());
        let person = Person { user_id: UserId(user), username };
        let phone = Credential::Token(app.token(&person, None).await);
        people.push(Player { name, user, phone, entry: 0, list: 0 });
    }
    people
}

fn name_of(number: usize) -> String {
    const FIRST: [&str; 10] = ["Wim", "Ada", "Élise", "jo", "Bo", "Zoë", "Carl", "Ute", "Max", "Ída"];
    const LAST: [&str; 7] = ["Nagy", "Berg", "Åkesson", "Odili", "Tamm", "Quist", "Ferro"];
    format!("{} {} {}", FIRST[number % 10], LAST[number % 7], number + 1)
}

impl Player {
    /// Registers for the event. Returns the status of the registration.
    pub(crate) async fn sign_up(&mut self, hall: &Hall<'_>) -> String {
        let entry = hall.send(&self.phone, Method::POST, "registrations/", &json!({})).await.created();
        self.entry = id(&entry);
        entry["registration_status"].as_str().unwrap().to_owned()
    }

    /// The text of this player's list, which is unique.
    pub(crate) fn text(&self) -> String {
        format!("4 Lightning Bolt\n{} Mountain\n\nSideboard\n15 Pyroblast", 20 + self.user)
    }

    /// Creates a list and submits it.
    pub(crate) async fn hand_in(&mut self, hall: &Hall<'_>) {
        let phone = self.phone.clone();
        self.list_is_entered(hall, &phone).await;
    }

    /// Submits a list on paper, which staff enter.
    pub(crate) async fn hand_in_on_paper(&mut self, hall: &Hall<'_>) {
        let marked = hall.change(self.entry, &json!({ "using_paper_decklist": true })).await;
        assert_eq!(marked["using_paper_decklist"], true);
        self.list_is_entered(hall, &hall.desk).await;
    }

    async fn list_is_entered(&mut self, hall: &Hall<'_>, by: &Credential) {
        let body = json!({ "name": format!("Deck of {}", self.name), "plaintext_list": self.text() });
        self.list = id(&hall.app.tell(by, Method::POST, "/api/v1/decklists/", &body).await.created());
        let path = format!("registrations/{}/decklist/", self.entry);
        let handed_in = hall.send(by, Method::PUT, &path, &json!({ "decklist_id": self.list })).await;
        assert_eq!(handed_in.json()["decklist"], self.list);
    }

    /// The address of this player's list.
    pub(crate) fn path_of_list(&self) -> String {
        format!("/api/v1/decklists/{}/", self.list)
    }
}
