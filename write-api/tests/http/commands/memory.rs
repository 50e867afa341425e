//! What a process keeps in memory, compared with the log.

use proto_events::Actor;
use proto_events::vocabulary::Role;

use super::{Scene, key_for};

#[tokio::test]
async fn what_stays_in_memory_is_what_the_log_says() {
    let (scene, id) = Scene::with_organization().await;
    scene.server.clock.advance(chrono::Duration::nanoseconds(1_234_567_891));
    let command = key_for(id, Role::ReadOnly);
    let kept = scene.api.carry_out(&Actor::CommandLine, &command).await.unwrap().folded;
    let read = scene.another_process().organization(id).await.unwrap().unwrap();
    assert_eq!(format!("{kept:?}"), format!("{read:?}"));
    assert_eq!(kept.state.keys.len(), 1);
}
