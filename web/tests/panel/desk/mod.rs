//! Tests of the desk's pages: a real write side carries out their forms.

mod end;

use proto_events::ids::TournamentId;
use serde_json::json;

use crate::browser::Browser;
use crate::world::World;

/// Returns the address of a page of an event.
fn page(event: TournamentId, name: &str) -> String {
    format!("/desk/events/{event}/{name}/")
}

/// Creates an event at the desk.
async fn event(desk: &mut Browser, name: &str) -> TournamentId {
    let made = desk.fill("/desk/events/new/", &[("name", name), ("format", "MODERN")]).await;
    let id = made.header("location").split('/').nth(3).and_then(|id| id.parse().ok());
    TournamentId(id.unwrap_or_else(|| panic!("{} {}", made.status, made.body)))
}

/// Registers players by name.
async fn register(desk: &mut Browser, event: TournamentId, names: &[&str]) {
    let players = page(event, "players");
    for name in names {
        desk.fill(&players, &[("name", name)]).await.goes_to(&players);
    }
}

impl World {
    /// Whether the newest state of the event has this value in its details.
    async fn details(&self, event: TournamentId) -> serde_json::Value {
        let event = self.commands.tournament(event).await.unwrap();
        event.map_or(json!(null), |event| serde_json::to_value(&event.state.details).unwrap())
    }
}
