//! Canceling and deleting an event.

use serde_json::json;

use super::{event, page, register, registered};
use crate::world::World;

#[tokio::test]
async fn an_event_is_canceled_after_a_question_and_that_is_taken_back() {
    let (_world, mut desk, cup) = registered(&["Ada Lowe", "Bo Reed"]).await;
    desk.get(&page(cup, "settings")).await.says(200, &[&format!("href=\"{}\"", page(cup, "cancel"))]);
    desk.get(&page(cup, "cancel")).await.says(200, &["2 players are registered", "You can undo this"]);
    let canceled = desk.fill(&page(cup, "cancel"), &[("change", "cancel")]).await;
    desk.follow_to(&canceled, &page(cup, "settings"))
        .await
        .says(200, &["The event is canceled.", "Undo the cancellation", "· Canceled"]);
    let late = desk.fill(&page(cup, "players"), &[("name", "Cy Marsh")]).await;
    late.says(422, &["The event is canceled: no one can register for it."]);
    desk.fill(&page(cup, "cancel"), &[("change", "resume")]).await.goes_to(&page(cup, "settings"));
    register(&mut desk, cup, &["Cy Marsh"]).await;
}

#[tokio::test]
async fn an_event_is_deleted_by_those_who_type_its_name() {
    let (world, mut desk) = World::with_admin().await;
    let cup = event(&mut desk, "Friday “Cup”").await;
    register(&mut desk, cup, &["Ada Lowe"]).await;
    let wrong = desk.fill(&page(cup, "delete"), &[("name", "Friday")]).await;
    wrong.says(422, &["That is not the name of the event.", "1 registration and 0 rounds are deleted"]);
    assert_ne!(world.details(cup).await, json!(null));
    let deleted = desk.fill(&page(cup, "delete"), &[("name", " Friday “Cup” ")]).await;
    desk.follow_to(&deleted, "/desk/").await.says(200, &["The event was deleted."]);
    for name in ["", "players", "settings", "delete", "cancel"] {
        assert_eq!(desk.get(&page(cup, name).replace("//", "/")).await.status, 404, "{name}");
    }
    assert_eq!(world.details(cup).await, json!(null));
}
