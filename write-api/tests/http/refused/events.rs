//! Rows for commands on events.

use futures::FutureExt;
use proto_events::TournamentEvent;
use proto_events::vocabulary::{LifecycleStatus, Role};
use serde_json::{Value, json};

use super::Always::{IsAlwaysLegal, MakesSomethingNew};
use super::Because::{AnotherIsMade, ItIsGone};
use super::Right::{Legal, Says};
use super::{Row, Scene, row};
use crate::events::Hall;

/// Possible steps of an event that is over.
pub(super) const AFTER_THE_END: super::Right = Legal(&["EVENT_IN_PROGRESS", "DECKLISTS_PUBLISHING"]);

impl Scene {
    /// Finishes the event.
    pub(super) async fn is_over(&self) {
        self.becomes(LifecycleStatus::EventFinished).await;
    }

    pub(super) async fn becomes(&self, status: LifecycleStatus) {
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
    vec![
        row("create_event", "create_event", || announced(json!({"name": "Closed", "event_format": "LEGACY"})).boxed())
            .never_refused(MakesSomethingNew)
            .without_version()
            .needs_a_key(AnotherIsMade),
        row("change_event", "change_event", || announced(json!({"team_size": 2})).boxed())
            .refused_after(|scene| scene.hall.begin_play().boxed(), Says("team_size: this cannot be changed any more")),
        row("change_event: following", "change_following_events", || announced(json!({"team_size": 2})).boxed())
            .refused_after(|scene| scene.hall.begin_play().boxed(), Says("team_size: this cannot be changed any more")),
        row("delete_event", "delete_event", || announced(Value::Null).boxed())
            .refused_after(|scene| scene.hall.begin_play().boxed(), Says("before you delete it"))
            .needs_a_key(ItIsGone),
        row("change_lifecycle", "change_lifecycle", || announced(json!({"status": "WAITLIST_ONLY"})).boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("assign_staff", "assign_staff", || with_member().boxed()).never_refused(IsAlwaysLegal),
    ]
}
