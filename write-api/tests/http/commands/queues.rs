//! On-demand queues against a real store: two processes that settle at once.

use futures::future::join_all;
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, OrganizationId, RegistrationId, TournamentId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{ConventionStatus, EventFormat, QueueCheckInStatus, RegistrationStatus};
use proto_events::{ConventionEvent, DomainEvent, StreamId, TournamentEvent as E};
use write_api::WriteApi;
use write_api::schedule::Task;

use super::Scene;

const CONVENTION: ConventionId = ConventionId(5);
/// Two queues of four.
const QUEUES: [TournamentId; 2] = [TournamentId(3), TournamentId(4)];

/// A convention with two queues, in both of which players 1 to 4 wait.
async fn scene() -> (Scene, OrganizationId) {
    let (scene, store) = Scene::with_organization().await;
    let (details, status) =
        (ConventionDetails { slug: "open".into(), ..ConventionDetails::default() }, ConventionStatus::Scheduled);
    let created = ConventionEvent::Created { details, status };
    scene.server.append(StreamId::convention(CONVENTION), store, vec![created.into()]).await;
    for queue in QUEUES {
        let details = TournamentDetails {
            queue_size: 4,
            convention_id: Some(CONVENTION),
            ..TournamentDetails::new("Draft", EventFormat::Legacy)
        };
        let joined = (1..=4).map(|player| E::PlayerRegistered {
            registration_id: RegistrationId(100 * queue.0 + player),
            user_id: UserId(90 + player),
            status: RegistrationStatus::Complete,
        });
        let events = std::iter::once(E::Created { details, seed: 1 }).chain(joined).map(DomainEvent::from);
        scene.server.append(StreamId::tournament(queue), store, events.collect()).await;
    }
    // Ids below are taken.
    for sequence in [proto_events::ids::Sequence::Tournament, proto_events::ids::Sequence::Registration] {
        storage::EventStore::reserve_ids(&*scene.server.store, sequence, 1_000).await.unwrap();
    }
    (scene, store)
}

async fn settle(api: &WriteApi, store: OrganizationId, queue: TournamentId) {
    api.run_task(queue.0, store, &Task::SettleQueue).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_queues_that_want_the_same_players_at_once_call_each_of_them_once() {
    let (scene, store) = scene().await;
    let processes = [scene.api.clone(), scene.another_process()];
    let tasks = (0..8).map(|at| {
        let api = processes[at % 2].clone();
        tokio::spawn(async move { settle(&api, store, QUEUES[at / 2 % 2]).await })
    });
    join_all(tasks).await.into_iter().for_each(Result::unwrap);
    let mut called = Vec::new();
    for queue in QUEUES {
        let queue = scene.another_process().tournament(queue).await.unwrap().unwrap();
        let of_queue = queue.state.queued(&[QueueCheckInStatus::WaitingForPlayerResponse]);
        called.push(of_queue.iter().map(|entry| entry.user_id.0).collect::<Vec<_>>());
    }
    called.sort();
    assert_eq!(called, [vec![], vec![91, 92, 93, 94]]);
}

#[tokio::test]
async fn players_who_are_free_are_let_go_although_no_queue_calls_anyone() {
    let (scene, store) = scene().await;
    settle(&scene.api, store, QUEUES[0]).await;
    settle(&scene.api, store, QUEUES[1]).await;
    assert_eq!(scene.api.queues_to_settle(CONVENTION, &[]).await.unwrap(), []);
    for (queue, players) in [(QUEUES[0], 1..=4), (QUEUES[1], 2..=4)] {
        let left = players.map(|player| E::PlayerDropped { registration_id: RegistrationId(100 * queue.0 + player) });
        scene.server.append(StreamId::tournament(queue), store, left.map(DomainEvent::from).collect()).await;
    }
    assert_eq!(scene.api.queues_to_settle(CONVENTION, &[]).await.unwrap(), [QUEUES[0]]);
    settle(&scene.api, store, QUEUES[0]).await;
    let convention = scene.api.convention_with_id(CONVENTION).await.unwrap().unwrap();
    assert!(convention.state.calls.is_empty());
    assert_eq!(scene.api.queues_to_settle(CONVENTION, &[]).await.unwrap(), []);
}

/// The service settles a queue while it decides a step of the queue's event again.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn queues_and_events_of_a_convention_do_not_wait_for_each_other() {
    let (scene, store) = scene().await;
    let tasks = (0..40).map(|at| {
        let (api, queue) = (scene.api.clone(), QUEUES[0]);
        // A step of an event that has nothing to do is decided twice.
        let task = if at % 2 == 0 { Task::SettleQueue } else { Task::RunEvent };
        tokio::spawn(async move { api.run_task(queue.0, store, &task).await.unwrap() })
    });
    let done = tokio::time::timeout(std::time::Duration::from_secs(30), join_all(tasks)).await;
    assert!(done.expect("tasks wait for each other").iter().all(Result::is_ok));
}
