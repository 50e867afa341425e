//! In a large event, rounds and standings are rendered at once, and the whole event soon after.

use proto_events::{StreamId, UserEvent};
use storage::{Notice, Reached, ViewKind};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::common::*;

const PLAYERS: i64 = 520;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_documents_of_a_large_event_follow_when_it_is_quiet() {
    let mut world = World::playing(PLAYERS).await;
    let projector = world.caught_up().await;
    let before = world.body(ViewKind::MagicEvent, 7).await.unwrap();

    let (noticed, mut notices) = mpsc::unbounded_channel();
    world.board.listen(move |notice| {
        if let Notice::Documents { keys, .. } = notice {
            let _ = noticed.send(keys.iter().map(|key| key.kind).collect::<Vec<_>>());
        }
    });
    let mut reached = projector.reached();
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    let head = world.tournament(7, vec![won(match_id(7, 1, 3))]).await;
    reached.wait_for(|reached| reached.applied >= head).await.unwrap();

    let at_once = notices.recv().await.unwrap();
    assert!(at_once.contains(&ViewKind::RoundStandings) && at_once.contains(&ViewKind::RoundMatches), "{at_once:?}");
    assert!(!at_once.contains(&ViewKind::MagicEvent), "{at_once:?}");
    let later = notices.recv().await.unwrap();
    assert!(later.contains(&ViewKind::MagicEvent) && !later.contains(&ViewKind::RoundStandings), "{later:?}");
    assert_ne!(world.body(ViewKind::MagicEvent, 7).await.unwrap(), before);
    let generation = world.generation().await;
    assert_eq!(world.views.lagging(generation).await.unwrap(), []);
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_lagged_at_the_end_is_settled_at_the_next_start_and_not_said_to_be_there_before() {
    let mut world = World::playing(PLAYERS).await;
    world.tournament(7, round(7, 2, PLAYERS)).await;
    let projector = world.caught_up().await;
    let mut reached = projector.reached();
    let stop = CancellationToken::new();
    // Stops in the notice of the batch, so that there is no time to render the rest.
    world.board.listen({
        let stop = stop.clone();
        move |_| stop.cancel()
    });
    let running = tokio::spawn(projector.run(stop));
    let head = world.user(7_003, UserEvent::ProfileChanged { profile: profile("Renamed Rana") }).await;
    reached.wait_for(|reached| reached.applied >= head).await.unwrap();
    running.await.unwrap().unwrap();

    let generation = world.generation().await;
    assert_eq!(world.views.lagging(generation).await.unwrap(), [StreamId::tournament(7.into())]);
    let shows = async || {
        let [first, second] = [1, 2].map(|number| world.body(ViewKind::RoundStandings, round_id(7, number)));
        let bodies = [first.await, second.await, world.body(ViewKind::MagicEvent, 7).await];
        bodies.map(|body| body.unwrap().contains("Renamed Rana"))
    };
    assert_eq!(shows().await, [false, true, false], "only the current round is prompt");
    assert!(reached.borrow().prompt < head && reached.borrow().settled < head);

    let mut projector = world.projector();
    assert_eq!(projector.catch_up().await.unwrap(), head);
    assert_eq!(shows().await, [true; 3]);
    assert_eq!(*projector.reached().borrow(), Reached::all(head));
    assert_eq!(world.views.lagging(generation).await.unwrap(), []);
}
