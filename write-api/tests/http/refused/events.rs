//! Rows for commands on events.

use proto_events::TournamentEvent;
use proto_events::vocabulary::{LifecycleStatus, Role};
use serde_json::{Value, json};

use super::Because::{EffectDiffers, ItIsGone};
use super::Right::{Legal, Says};
use super::{Row, Scene, row};
use crate::events::Hall;

/// Possible steps of an event that is over.
pub(super) const AFTER_THE_END: super::Right = Legal(&["EVENT_IN_PROGRESS", "DECKLISTS_PUBLISHING"]);

impl Scene {
    pub(super) async fn play_begins(&self) {
        self.hall.begin_play().await;
    }

    /// Finishes the event.
    pub(super) async fn is_over(&self) {
        self.becomes(LifecycleStatus::EventFinished).await;
    }

    pub(super) async fn lists_are_published(&self) {
        self.becomes(LifecycleStatus::DecklistsPublished).await;
    }

    async fn becomes(&self, status: LifecycleStatus) {
        self.hall.happen(vec![TournamentEvent::LifecycleChanged { status }]).await;
    }
}

async fn announced(body: Value) -> Scene {
    Scene::new(Hall::with(json!({})).await, body)
}

/// An event of an organization that has a further member.
async fn with_member() -> Scene {
    let mut hall = Hall::with(json!({})).await;
    let member = hall.api.register("dora", None).await;
    hall.api.take_in(hall.store.id, member, Role::ReadOnly).await;
    Scene::new(hall, json!({"role": "JUDGE"})).at("user_id", member.0)
}

pub(super) fn rows() -> Vec<Row> {
    let fixed = || Says("team_size: this cannot be changed any more");
    vec![
        row("create_event", || announced(json!({"name": "Closed", "event_format": "LEGACY"})))
            .needs_a_key(EffectDiffers),
        row("change_event", || announced(json!({"team_size": 2}))).refused_after(Scene::play_begins, fixed()),
        row("change_event: following", || announced(json!({"team_size": 2})))
            .by("change_following_events")
            .refused_after(Scene::play_begins, fixed()),
        row("delete_event", || announced(Value::Null))
            .refused_after(Scene::play_begins, Says("before you delete it"))
            .needs_a_key(ItIsGone),
        row("change_lifecycle", || announced(json!({"status": "WAITLIST_ONLY"})))
            .refused_after(Scene::is_over, AFTER_THE_END),
        row("assign_staff", with_member),
    ]
}
