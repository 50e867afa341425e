//! Events at a moment of their life, on which what organizers do there can be done, and done again.

use api_kit::description::Route;
use proto_events::ids::{OrganizationId, RegistrationId, Sequence, TournamentId, UserId};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, RegistrationStatus};
use proto_events::{DomainEvent, StreamId, TournamentEvent};
use reqwest::Method;
use serde_json::{Value, json};

use crate::TestApp;
use crate::crawl::id;
use crate::people::{Credential, Person};
use crate::scene::details;

/// An event, with what the addresses below it name.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its id.
    pub event: i64,
    /// Its round.
    pub round: i64,
    /// The matches of its round.
    pub tables: Vec<i64>,
    /// Its entries, in a round by the tables where they sit.
    pub entries: Vec<i64>,
    /// The users whose entries these are.
    pub players: Vec<i64>,
}

/// An organization's events, one for each moment.
#[derive(Debug, Clone)]
pub struct Stages {
    /// Announced.
    pub announced: Stage,
    /// Announced: people may register.
    pub open: Stage,
    /// Its first round is paired.
    pub paired: Stage,
    /// Its first round is played, and a result reported.
    pub playing: Stage,
    /// Its first round is complete, and no other added.
    pub between: Stage,
}

impl Stages {
    /// Events in which these people play.
    pub async fn of(app: &TestApp, organization: OrganizationId, key: &Credential, people: &[Person]) -> Self {
        let to_come = LifecycleStatus::RegistrationOpen;
        let first = announced(app, organization, "Announced Legacy", people, to_come).await;
        let open = announced(app, organization, "Open Legacy", people, to_come).await;
        let mut running = Vec::new();
        for name in ["Paired Legacy", "Played Legacy", "Halted Legacy"] {
            let mut stage = announced(app, organization, name, people, LifecycleStatus::EventInProgress).await;
            let path = format!("/api/v1/magic-events/{}/rounds/", stage.event);
            let round = app.tell(key, Method::POST, &path, &json!({ "kind": "swiss" })).await.created();
            stage.seat(&round);
            running.push(stage);
        }
        let Ok([paired, playing, between]) = <[Stage; 3]>::try_from(running) else { unreachable!() };
        for stage in [&playing, &between] {
            stage.tell(app, key, &format!("rounds/{}/start/", stage.round), &json!({})).await;
            stage.tell(app, key, &format!("matches/{}/result/", stage.tables[0]), &stage.result()).await;
        }
        let draws = json!({ "unreported": "draw" });
        between.tell(app, key, &format!("rounds/{}/complete/", between.round), &draws).await;
        Self { announced: first, open, paired, playing, between }
    }

    /// Events that never were: every id is this.
    pub fn never(id: i64) -> Self {
        let never = Stage { event: id, round: id, tables: vec![id; 2], entries: vec![id; 4], players: vec![id; 4] };
        Self {
            announced: never.clone(),
            open: never.clone(),
            paired: never.clone(),
            playing: never.clone(),
            between: never,
        }
    }

    /// All of them.
    pub fn all(&self) -> [&Stage; 5] {
        [&self.announced, &self.open, &self.paired, &self.playing, &self.between]
    }

    /// Where an operation can be carried out.
    pub fn stage_for(&self, operation: &str) -> Option<&Stage> {
        Some(match operation {
            "change_event" | "change_lifecycle" => &self.announced,
            "pair_round" | "replace_pairings" => &self.paired,
            "start_round" | "report_result" | "confirm_result" | "correct_result" | "change_match" => &self.playing,
            "create_round" | "complete_round" | "make_cut" | "explain_standing" => &self.between,
            _ => return None,
        })
    }

    /// What an operation is sent there; nothing where nothing need be said.
    pub fn body(&self, operation: &str) -> Option<Value> {
        let stage = self.stage_for(operation)?;
        Some(match operation {
            "change_event" => json!({ "capacity": 64, "top_cut": 8 }),
            "change_lifecycle" => json!({ "status": "REGISTRATION_CLOSED" }),
            "create_round" => json!({ "kind": "swiss" }),
            "pair_round" => json!({ "by_standing": false }),
            "replace_pairings" => {
                let [one, two, three, four] = stage.entries[..] else { unreachable!() };
                json!({ "matches": [{ "players": [one, three] }, { "players": [two, four] }] })
            }
            "complete_round" => json!({ "unreported": "draw" }),
            "make_cut" => json!({ "size": 2 }),
            "report_result" | "correct_result" => stage.result(),
            "change_match" => json!({ "is_feature_match": true, "time_extension_seconds": 180 }),
            _ => return None,
        })
    }
}

impl Stage {
    /// Takes over who sits where.
    fn seat(&mut self, round: &Value) {
        let tables = round["matches"].as_array().expect("tables");
        let seats = tables.iter().flat_map(|table| table["players"].as_array().expect("players"));
        self.entries = seats.map(|player| player["registration"].as_i64().expect("an id")).collect();
        (self.round, self.tables) = (id(round), tables.iter().map(id).collect());
    }

    /// The result that is reported.
    fn result(&self) -> Value {
        json!({ "games_won": { self.entries[0].to_string(): 2, self.entries[1].to_string(): 1 }, "games_drawn": 0 })
    }

    async fn tell(&self, app: &TestApp, key: &Credential, below: &str, body: &Value) {
        let path = format!("/api/v1/magic-events/{}/{below}", self.event);
        app.tell(key, Method::POST, &path, body).await.json();
    }

    /// The address of a route, with what is here.
    pub fn path(&self, route: &Route) -> String {
        let first = |ids: &[i64]| ids.first().copied().unwrap_or_default();
        let thing = if route.template.contains("/tournament-rounds/") { self.round } else { self.event };
        let named = [
            ("{id}", thing),
            ("{round_id}", self.round),
            ("{match_id}", first(&self.tables)),
            ("{registration_id}", first(&self.entries)),
            ("{player_id}", first(&self.players)),
        ];
        named.iter().fold(route.template.to_owned(), |path, (name, id)| path.replace(name, &id.to_string()))
    }

    /// Every id that names something of it.
    pub fn numbers(&self) -> Vec<i64> {
        [&[self.event, self.round][..], &self.tables, &self.entries, &self.players].concat()
    }
}

/// An event that these people are registered for. Its seed is always the same, so that the same people meet.
async fn announced(
    app: &TestApp,
    organization: OrganizationId,
    name: &str,
    people: &[Person],
    status: LifecycleStatus,
) -> Stage {
    let event = app.reserve(Sequence::Tournament, 1).await;
    let first = app.reserve(Sequence::Registration, people.len()).await;
    let entries: Vec<i64> = (first..).take(people.len()).collect();
    let players: Vec<UserId> = people.iter().map(|person| person.user_id).collect();
    let entry = |(entry, user_id): (&i64, &UserId)| TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(*entry),
        user_id: *user_id,
        status: RegistrationStatus::Complete,
    };
    let mut events = vec![TournamentEvent::Created { details: details(name, EventFormat::Legacy, 60), seed: 7 }];
    events.extend(entries.iter().zip(&players).map(entry));
    if status == LifecycleStatus::EventInProgress {
        events.push(TournamentEvent::LifecycleChanged { status });
    }
    let events = events.into_iter().map(DomainEvent::from).collect();
    app.append(organization, StreamId::tournament(TournamentId(event)), events).await;
    let players = players.iter().map(|player| player.0).collect();
    Stage { event, round: 0, tables: Vec::new(), entries, players }
}
