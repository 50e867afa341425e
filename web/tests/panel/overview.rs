//! Tests of the overview.

use proto_events::ids::TournamentId;
use proto_events::vocabulary::Role;
use proto_events::{Position, StreamId};
use serde_json::{Value, json};
use storage::{Document, LogReader as _, Reached, Shard, ViewBatch, ViewKind, ViewReader as _, ViewStore as _};

use crate::mirror::document;
use crate::world::World;

impl World {
    /// Adds an event's documents, as the projector writes them.
    async fn event(&self, id: i64, name: &str, is_public: bool) {
        self.settled().await;
        let overview = json!({
            "id": id, "name": name, "lifecycle_status": "EVENT_IN_PROGRESS", "is_canceled": false, "event_format": "PAUPER",
            "start_datetime": "2026-03-14T10:00:00Z", "current_round": {"id": 3, "round_number": 4},
            "number_of_incomplete_matches": 2, "tournament_phases": [],
        });
        let source = StreamId::tournament(TournamentId(id));
        let of_event = |kind, body: &Value| Document {
            sort: format!("{id:020}"),
            ..document(kind, id.to_string(), source, Position(1), body)
        };
        let mut overview = of_event(ViewKind::Overview, &overview);
        overview.key.organization_id = self.store;
        let page = is_public.then(|| of_event(ViewKind::EventPage, &json!({})));
        let generation = self.views.active().await.unwrap().unwrap().generation;
        let at = self.events.head().await.unwrap();
        let mut batch = ViewBatch::new(generation, Shard::WHOLE, at, Reached::all(at));
        batch.documents = std::iter::once(overview).chain(page).collect();
        self.views.commit(batch).await.unwrap();
    }
}

#[tokio::test]
async fn the_newest_events_are_shown_with_what_is_to_do_and_else_the_first_is_offered() {
    let (world, mut admin) = World::with_admin().await;
    let mut reader = world.browser_of("rob", Role::ReadOnly).await;
    let offer = "href=\"/desk/events/new/\">Create an event</a>";
    admin.get("/admin/").await.says(200, &["There are no events yet.", offer]);
    reader.get("/admin/").await.says(200, &[]).lacks(&[offer]);
    for id in 1..=11 {
        world.event(id, &format!("Cup {id}."), id != 11).await;
    }
    let page = admin.get("/admin/").await;
    let said = [
        "<a href=\"/desk/events/10/\">Cup 10.</a>",
        "<a href=\"/events/10/\" aria-label=\"Public page of Cup 10.\">Public page</a>",
        "Cup 11.</a> <span class=\"badge\">not public</span>",
        "<a href=\"/desk/events/10/round/\">Cup 10.: 2 matches have no result yet in round 4</a>",
        "14 Mar 2026, 10:00",
        "Pauper",
        "Event in progress <small>Round 4</small>",
    ];
    page.says(200, &said).lacks(&["Cup 1."]);
    assert!(page.body.find(">Cup 11.</a>") < page.body.find(">Cup 10.</a>"), "newest first");
    let page = reader.get("/admin/").await;
    page.says(200, &["<a href=\"/events/10/\">Cup 10.</a>", "Cup 11. <span class=\"badge\">not public</span>"]);
    page.lacks(&["/desk/events/"]);
}
