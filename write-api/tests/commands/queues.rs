//! On-demand queues against a real store: two processes that settle at once, and tasks that run twice.

use std::collections::BTreeMap;

use domain::tournament::Tournament;
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, MatchId, OrganizationId, RegistrationId, TournamentId, UserId};
use proto_events::tournament::{MatchResult, TournamentDetails, Winner};
use proto_events::vocabulary::{
    ConventionStatus, EventFormat, LifecycleStatus, QueueCheckInStatus, RegistrationStatus,
};
use proto_events::{ConventionEvent, DomainEvent, StreamId, TournamentEvent as E};
use storage::LogReader as _;
use write_api::WriteApi;
use write_api::schedule::Task;

use crate::support::Scene;

const CONVENTION: ConventionId = ConventionId(5);
/// Two queues of four.
const QUEUES: [TournamentId; 2] = [TournamentId(3), TournamentId(4)];

/// A convention with two queues, in both of which these players wait.
async fn scene(players: std::ops::RangeInclusive<i64>) -> (Scene, OrganizationId) {
    let (scene, store) = Scene::with_organization().await;
    let (details, status) =
        (ConventionDetails { slug: "open".into(), ..ConventionDetails::default() }, ConventionStatus::Scheduled);
    let created = ConventionEvent::Created { details, status };
    scene.append(StreamId::convention(CONVENTION), store, vec![created.into()]).await;
    for queue in QUEUES {
        let details = TournamentDetails {
            queue_size: 4,
            convention_id: Some(CONVENTION),
            ..TournamentDetails::new("Draft", EventFormat::Legacy)
        };
        let joined = players.clone().map(|player| E::PlayerRegistered {
            registration_id: RegistrationId(100 * queue.0 + player),
            user_id: UserId(90 + player),
            status: RegistrationStatus::Complete,
        });
        let events = std::iter::once(E::Created { details, seed: 1 }).chain(joined).map(DomainEvent::from);
        scene.append(StreamId::tournament(queue), store, events.collect()).await;
    }
    // Ids below are taken.
    for sequence in [proto_events::ids::Sequence::Tournament, proto_events::ids::Sequence::Registration] {
        storage::EventStore::reserve_ids(&*scene.store, sequence, 1_000).await.unwrap();
    }
    (scene, store)
}

async fn settle(api: &WriteApi, store: OrganizationId, queue: TournamentId) {
    api.run_task(queue.0, store, &Task::SettleQueue).await.unwrap();
}

async fn event(scene: &Scene, id: TournamentId) -> Tournament {
    scene.another_process().tournament(id).await.unwrap().unwrap().state.clone()
}

fn users(queue: &Tournament, status: QueueCheckInStatus) -> Vec<i64> {
    queue.queued(&[status]).iter().map(|entry| entry.user_id.0).collect()
}

/// All called players of a queue come.
async fn come(scene: &Scene, store: OrganizationId, queue: TournamentId) {
    let state = event(scene, queue).await;
    let step = |entry: &&domain::tournament::Registration| {
        E::CheckInChanged { registration_id: entry.id, status: Some(QueueCheckInStatus::CheckedIn) }.into()
    };
    let events = state.called().iter().map(step).collect();
    scene.append(StreamId::tournament(queue), store, events).await;
}

/// Returns the events that the queues made, with their players, from the log of the convention.
async fn children(scene: &Scene) -> BTreeMap<i64, Vec<i64>> {
    let log = scene.store.read_stream(StreamId::convention(CONVENTION), 0).await.unwrap();
    let calls = log.iter().filter_map(|it| match it.decode().unwrap().event {
        DomainEvent::Convention(ConventionEvent::PlayersCalled { tournament_id, user_ids, .. }) => {
            Some((tournament_id.0, user_ids.iter().map(|id| id.0).collect::<Vec<_>>()))
        }
        _ => None,
    });
    calls.filter(|(id, _)| !QUEUES.contains(&TournamentId(*id))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_queues_that_want_the_same_players_at_once_call_each_of_them_once() {
    let (scene, store) = scene(1..=4).await;
    let processes = [scene.api.clone(), scene.another_process()];
    let tasks: Vec<_> = (0..8)
        .map(|at| {
            let api = processes[at % 2].clone();
            tokio::spawn(async move { settle(&api, store, QUEUES[at / 2 % 2]).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let called = QueueCheckInStatus::WaitingForPlayerResponse;
    let mut of_queues = Vec::new();
    for queue in QUEUES {
        of_queues.push(users(&event(&scene, queue).await, called));
    }
    of_queues.sort();
    assert_eq!(of_queues, [vec![], vec![91, 92, 93, 94]]);
}

#[tokio::test]
async fn a_queue_of_four_fires_twice_and_each_event_runs_to_its_end_however_often_tasks_run() {
    let (scene, store) = scene(1..=8).await;
    let queue = QUEUES[0];
    for _ in 0..2 {
        // Each task runs twice, the second time in another process.
        for api in [scene.api.clone(), scene.another_process()] {
            settle(&api, store, queue).await;
        }
        come(&scene, store, queue).await;
        for api in [scene.api.clone(), scene.another_process()] {
            settle(&api, store, queue).await;
        }
    }
    let made = children(&scene).await;
    assert_eq!(made.values().cloned().collect::<Vec<_>>(), [vec![91, 92, 93, 94], vec![95, 96, 97, 98]]);
    let moved = |entry: &domain::tournament::Registration| entry.status == RegistrationStatus::MovedToChildEvent;
    assert!(event(&scene, queue).await.registrations.iter().all(moved));
    let tables: Vec<_> = {
        let convention = scene.api.convention_with_id(CONVENTION).await.unwrap().unwrap();
        convention.state.tables.values().copied().collect()
    };
    assert_eq!(tables, [(1, 2), (3, 4)], "at tables of their own");
    for id in made.keys().copied().map(TournamentId) {
        for _ in 0..3 {
            for api in [scene.api.clone(), scene.another_process()] {
                api.run_task(id.0, store, &Task::RunEvent).await.unwrap();
            }
            let state = event(&scene, id).await;
            let open = state.rounds().flat_map(|(_, round)| round.unreported());
            let won = |match_id: MatchId| E::ResultReported { match_id, result: MatchResult::new(Winner::First, None) };
            let results: Vec<DomainEvent> = open.map(|table| won(table.id()).into()).collect();
            if !results.is_empty() {
                scene.append(StreamId::tournament(id), store, results).await;
            }
        }
        let state = event(&scene, id).await;
        assert_eq!((state.lifecycle, state.rounds().count()), (LifecycleStatus::EventFinished, 2));
    }
    // The other queue calls those whose events are over.
    assert_eq!(scene.api.queues_to_settle(CONVENTION, &[QUEUES[1]]).await.unwrap(), QUEUES);
    settle(&scene.api, store, QUEUES[1]).await;
    assert_eq!(users(&event(&scene, QUEUES[1]).await, QueueCheckInStatus::WaitingForPlayerResponse).len(), 4);
}

#[tokio::test]
async fn players_who_are_free_are_let_go_although_no_queue_calls_anyone() {
    let (scene, store) = scene(1..=4).await;
    settle(&scene.api, store, QUEUES[0]).await;
    settle(&scene.api, store, QUEUES[1]).await;
    assert_eq!(scene.api.queues_to_settle(CONVENTION, &[]).await.unwrap(), []);
    let left = (1..=4).map(|player| E::PlayerDropped { registration_id: RegistrationId(100 * QUEUES[0].0 + player) });
    scene.append(StreamId::tournament(QUEUES[0]), store, left.map(DomainEvent::from).collect()).await;
    let left = (2..=4).map(|player| E::PlayerDropped { registration_id: RegistrationId(100 * QUEUES[1].0 + player) });
    scene.append(StreamId::tournament(QUEUES[1]), store, left.map(DomainEvent::from).collect()).await;
    assert_eq!(scene.api.queues_to_settle(CONVENTION, &[]).await.unwrap(), [QUEUES[0]]);
    settle(&scene.api, store, QUEUES[0]).await;
    let convention = scene.api.convention_with_id(CONVENTION).await.unwrap().unwrap();
    assert!(convention.state.calls.is_empty());
    assert_eq!(scene.api.queues_to_settle(CONVENTION, &[]).await.unwrap(), []);
}

/// The service settles a queue while it decides a step of the queue's event again.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn queues_and_events_of_a_convention_do_not_wait_for_each_other() {
    let (scene, store) = scene(1..=4).await;
    let tasks: Vec<_> = (0..40)
        .map(|at| {
            let (api, queue) = (scene.api.clone(), QUEUES[0]);
            // A step of an event that has nothing to do is decided twice.
            let task = if at % 2 == 0 { Task::SettleQueue } else { Task::RunEvent };
            tokio::spawn(async move { api.run_task(queue.0, store, &task).await.unwrap() })
        })
        .collect();
    let all = futures::future::join_all(tasks);
    let done = tokio::time::timeout(std::time::Duration::from_secs(30), all).await;
    assert!(done.expect("tasks wait for each other").iter().all(Result::is_ok));
}
