//! Players read their registrations, their matches and the public part of their events with their own credentials.

use e2e::TestApp;
use e2e::people::{Credential, Person};
use e2e::stage::Stage;
use e2e::things::Things;
use proto_events::ids::UserId;
use serde_json::{Value, json};

/// An organization's events.
struct Hall {
    app: TestApp,
    things: Things,
}

impl Hall {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let things = Things::of_own(&app).await;
        Self { app, things }
    }

    fn playing(&self) -> &Stage {
        &self.things.stages.playing
    }

    /// The matches of a player in an event.
    async fn own_matches(&self, by: &Credential, stage: &Stage) -> Vec<Value> {
        let own = self.app.ask(by, "/api/v1/account/registrations/").await.list();
        let entry = own.iter().find(|entry| entry["magic_event"]["id"] == stage.event).expect("a registration");
        self.app.ask(by, &format!("/api/v1/account/registrations/{}/matches/", entry["id"])).await.list()
    }
}

async fn token_of(app: &TestApp, stage: &Stage, place: usize) -> Credential {
    let player = Person { user_id: UserId(stage.players[place]), username: String::new() };
    Credential::Token(app.token(&player, None).await)
}

/// Addresses of an event and its round that players read.
fn addresses(stage: &Stage) -> [String; 7] {
    let Stage { event, round, .. } = stage;
    let event = format!("/api/v1/magic-events/{event}/");
    let round = format!("/api/v1/tournament-rounds/{round}/");
    [
        format!("{event}overview/"),
        format!("{event}current_standings/"),
        format!("{round}matches/"),
        format!("{round}standings/"),
        format!("{round}standings/{}/explain/", stage.players[0]),
        event,
        round,
    ]
}

/// One after the other on the same events, because they take long to make.
#[tokio::test]
async fn players_read_the_public_part_of_their_own_events() {
    let hall = Hall::open().await;
    public_part_is_read(&hall).await;
    role_elsewhere_shows_no_more(&hall).await;
    hidden_pairings_are_not_there(&hall).await;
    hall.app.stop().await;
}

async fn public_part_is_read(hall: &Hall) {
    let player = &token_of(&hall.app, hall.playing(), 0).await;
    for path in addresses(hall.playing()) {
        assert_eq!(hall.app.ask(player, &path).await.status, 200, "{path}");
    }
    let stranger = Credential::Token(hall.app.token(&hall.app.person("stranger").await, None).await);
    for path in addresses(hall.playing()) {
        hall.app.ask(&stranger, &path).await.problem(404);
    }
    assert_eq!(hall.app.ask(&stranger, "/api/v1/account/registrations/").await.list(), [Value::Null; 0]);
    let own = hall.playing().entries[0];
    hall.app.ask(&stranger, &format!("/api/v1/account/registrations/{own}/matches/")).await.problem(404);
}

async fn hidden_pairings_are_not_there(hall: &Hall) {
    let paired = hall.things.stages.paired.clone();
    let player = token_of(&hall.app, &paired, 0).await;
    let path = format!("/api/v1/tournament-rounds/{}/matches/", paired.round);
    let hidden = hall.app.ask(&player, &path).await.json();
    assert_eq!((&hidden["matches"], &hidden["pairings_status"]), (&json!([]), &json!("NOT_GENERATED")));
    assert_eq!(hall.own_matches(&player, &paired).await, [Value::Null; 0]);
    let round = hall.app.get(&format!("/api/v1/tournament-rounds/{}/", paired.round)).await.json();
    let page = format!("/events/{}/rounds/{}/", paired.event, round["round_number"]);
    let shown = async |query: &str| {
        let page = hall.app.send(hall.app.anonymous(&format!("{page}{query}"))).await;
        assert_eq!(page.status, 200);
        page.text().contains("class=\"lines\"") || page.text().contains("class=\"pairings\"")
    };
    for query in ["", "?by=table", "?find=a", "?by=table&find=a"] {
        assert!(!shown(query).await, "{query}");
    }
    let publish = format!("/api/v1/magic-events/{}/rounds/{}/publish/", paired.event, paired.round);
    assert_eq!(hall.app.post(&publish, &json!({})).await.status, 200);
    assert_eq!(hall.app.ask(&player, &path).await.json()["matches"].as_array().unwrap().len(), 2);
    assert_eq!(hall.own_matches(&player, &paired).await[0]["opponents"].as_array().unwrap().len(), 1);
    assert!(shown("").await && shown("?by=table").await);
}

async fn role_elsewhere_shows_no_more(hall: &Hall) {
    let elsewhere = hall.app.store("Other Store").await.organization;
    let paired = &hall.things.stages.paired;
    let player = Person { user_id: UserId(paired.players[0]), username: String::new() };
    hall.app.join(elsewhere, &player, proto_events::vocabulary::Role::Admin).await;
    let token = Credential::Token(hall.app.token(&player, Some(elsewhere)).await);
    let round = format!("/api/v1/tournament-rounds/{}/", paired.round);
    assert_eq!(hall.app.ask(&token, &format!("{round}matches/")).await.json()["matches"], json!([]));
    assert_eq!(hall.app.ask(&token, &round).await.json()["matches"], json!([]));
}
