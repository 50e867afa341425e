//! Tests of the desk's pages: a real write side carries out their forms.

mod audit;
mod clock;
mod door;
mod end;
mod forms;
pub(crate) mod join;
mod languages;
mod lists;
mod players;
mod series;
mod steps;
mod two;

use domain::tournament::{Registration, Tournament};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, RegistrationId, TournamentId};
use proto_events::{DecklistEvent, StreamId, TournamentEvent, Version};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::world::World;

fn page(event: TournamentId, name: &str) -> String {
    format!("/desk/events/{event}/{name}/")
}

async fn event(desk: &mut Browser, name: &str) -> TournamentId {
    event_with(desk, &[("name", name), ("format", "MODERN")]).await
}

pub(crate) async fn event_with(desk: &mut Browser, fields: &[(&str, &str)]) -> TournamentId {
    let made = desk.fill("/desk/events/new/", fields).await;
    let id = made.header("location").split('/').nth(3).and_then(|id| id.parse().ok());
    TournamentId(id.unwrap_or_else(|| panic!("{} {}", made.status, made.body)))
}

async fn register(desk: &mut Browser, event: TournamentId, names: &[&str]) {
    let players = page(event, "players");
    for name in names {
        desk.fill(&players, &[("name", name)]).await.goes_to(&players);
    }
}

/// Pairs, publishes and starts the first round.
async fn start_round(desk: &mut Browser, event: TournamentId) {
    for (form, step) in [("status", "first-round"), ("round", "publish"), ("status", "start")] {
        desk.fill_on(&page(event, "round"), &page(event, form), &[("step", step)]).await.goes_to(&page(event, "round"));
    }
}

/// A world with an event of these players: the administrator's browser, and the event.
async fn registered(names: &[&str]) -> (World, Browser, TournamentId) {
    let (world, mut desk) = World::with_admin().await;
    let cup = event(&mut desk, "Cup").await;
    register(&mut desk, cup, names).await;
    (world, desk, cup)
}

/// The same, with the first round in progress.
pub(crate) async fn playing(names: &[&str]) -> (World, Browser, TournamentId) {
    let (world, mut desk, cup) = registered(names).await;
    start_round(&mut desk, cup).await;
    (world, desk, cup)
}

impl World {
    /// Returns the details of an event; null if there is none.
    async fn details(&self, event: TournamentId) -> Value {
        let event = self.commands.tournament(event).await.unwrap();
        event.map_or(json!(null), |event| serde_json::to_value(&event.state.details).unwrap())
    }

    pub(crate) async fn tournament(&self, event: TournamentId) -> Tournament {
        self.commands.tournament(event).await.unwrap().unwrap().state.clone()
    }

    async fn version(&self, event: TournamentId) -> Version {
        self.commands.tournament(event).await.unwrap().unwrap().version
    }

    async fn player_page(&self, event: TournamentId, name: &str) -> String {
        format!("{}{}/", page(event, "players"), self.player(event, name).await)
    }

    async fn player(&self, event: TournamentId, name: &str) -> RegistrationId {
        let event = self.tournament(event).await;
        let people: Vec<_> = event.registrations.iter().map(|entry| entry.user_id).collect();
        let names = self.commands.names_of(&people).await.unwrap();
        event.registrations.iter().find(|entry| names[&entry.user_id] == name).unwrap().id
    }

    async fn entry(&self, event: TournamentId, name: &str) -> Registration {
        let id = self.player(event, name).await;
        self.tournament(event).await.registration(id).unwrap().clone()
    }

    async fn hand_in(&self, event: TournamentId, name: &str, text: &str) {
        let registration_id = self.player(event, name).await;
        let decklist_id = DecklistId(700 + registration_id.0);
        let body = DecklistBody { name: "Burn".into(), plaintext_list: text.into(), ..DecklistBody::default() };
        let submitted = DecklistEvent::Submitted { owner_user_id: None, body, deck_url: String::new() };
        let attached = TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(decklist_id) };
        let list = (StreamId::decklist(decklist_id), submitted.into());
        self.append(vec![list, (StreamId::tournament(event), attached.into())]).await;
    }
}
