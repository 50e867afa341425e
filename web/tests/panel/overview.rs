//! Tests of the overview.

use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::Role;
use proto_events::{Position, StreamId};
use serde_json::json;
use storage::{Document, DocumentBody, DocumentKey, Reached, Shard, ViewBatch, ViewKind};

use crate::world::World;
use storage::{ViewReader as _, ViewStore as _};

impl World {
    /// Adds an event's documents, as the projector writes them.
    async fn event(&self, id: i64, name: &str, is_public: bool) {
        self.settled().await;
        let overview = json!({
            "id": id, "name": name, "lifecycle_status": "EVENT_IN_PROGRESS", "is_canceled": false, "event_format": "PAUPER",
            "start_datetime": "2026-03-14T10:00:00Z", "current_round": {"id": 3, "round_number": 4},
            "number_of_incomplete_matches": 2, "tournament_phases": [],
        });
        let key = DocumentKey::new(self.store, ViewKind::Overview, id);
        let mut documents = vec![(key, overview.to_string())];
        if is_public {
            documents
                .push((DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, id), "<!doctype html>".into()));
        }
        let checkpoint = self.views.active().await.unwrap().unwrap();
        let at = self.at();
        let mut batch = ViewBatch::new(checkpoint.generation, Shard::WHOLE, at, Reached::all(Position(at.0)));
        batch.documents = documents.into_iter().map(|(key, body)| document(key, id, body)).collect();
        self.views.commit(batch).await.unwrap();
    }
}

fn document(key: DocumentKey, id: i64, body: String) -> Document {
    Document {
        sort: format!("{id:020}"),
        owner: None,
        body: DocumentBody::same(key.kind, body),
        key,
        source: StreamId::tournament(TournamentId(id)),
        position: Position(1),
        digest: format!("{id:022x}"),
        stale: false,
    }
}

#[tokio::test]
async fn the_newest_events_are_shown_with_what_is_to_do() {
    let world = World::start().await;
    for id in 1..=11 {
        world.event(id, &format!("Cup {id}."), id != 11).await;
    }
    let mut admin = world.admin().await;
    let page = admin.get("/admin/").await;
    page.says(
        200,
        &[
            "<a href=\"/desk/events/10/\">Cup 10.</a>",
            "<a href=\"/events/10/\" aria-label=\"Public page of Cup 10.\">Public page</a>",
            "Cup 11.</a> <span class=\"badge\">not public</span>",
            "<a href=\"/desk/events/10/round/\">Cup 10.: 2 matches have no result yet in round 4</a>",
            "14 Mar 2026, 10:00",
            "Pauper",
            "Event in progress <small>Round 4</small>",
        ],
    );
    assert!(!page.body.contains("Cup 1."), "the oldest is not shown");
    assert!(page.body.find(">Cup 11.</a>") < page.body.find(">Cup 10.</a>"), "newest first");
    let mut reader = world.browser_of("rob", Role::ReadOnly).await;
    let page = reader.get("/admin/").await;
    page.says(200, &["<a href=\"/events/10/\">Cup 10.</a>", "Cup 11. <span class=\"badge\">not public</span>"]);
    assert!(!page.body.contains("/desk/events/"), "the desk is for staff");
}

#[tokio::test]
async fn fresh_organization_is_offered_its_first_event() {
    let world = World::start().await;
    let offer = "href=\"/desk/events/new/\">Create an event</a>";
    world.admin().await.get("/admin/").await.says(200, &["There are no events yet.", offer]);
    let reader = world.browser_of("rob", Role::ReadOnly).await.get("/admin/").await;
    assert!(!reader.body.contains(offer), "a reader may not create one");
}
