//! Several writers of one list: no change is lost.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::DecklistId;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::{Reply, TestApi};
use crate::rounds::{games, in_progress, tables};

/// Sends two changes at once, each to a process; both must succeed.
async fn both_at_once(apis: [&TestApi; 2], id: DecklistId, changes: [Value; 2]) {
    let tasks = apis
        .map(TestApi::clone)
        .into_iter()
        .zip(changes)
        .map(|(api, change)| tokio::spawn(async move { api.patch(id, &[], &change).await }));
    for reply in futures::future::join_all(tasks).await {
        reply.unwrap().json(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_who_change_different_fields_do_not_undo_each_other() {
    let first = TestApi::start().await;
    let second = first.another_process().await;
    let id = first.submit("Burn").await;
    for round in 0..25 {
        let (name, archetype) = (format!("Burn {round}"), format!("Aggro {round}"));
        let apis = [&first, if round % 2 == 0 { &first } else { &second }];
        both_at_once(apis, id, [json!({ "name": name }), json!({ "archetype": archetype })]).await;
        let list = first.read(id).await;
        assert_eq!((&list["name"], &list["archetype"]), (&json!(name), &json!(archetype)));
    }
    assert_eq!(first.events(id).await.len(), 51);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_who_have_seen_the_same_version_one_is_told() {
    let api = TestApi::start().await;
    let other = api.another_process().await;
    let id = api.submit("Burn").await;
    for version in 1..20 {
        let seen = format!("\"{version}\"");
        let headers = [("if-match", seen.as_str())];
        let (one, two) = tokio::join!(
            async { api.put(id, &headers, &json!({ "name": format!("one {version}") })).await.status },
            async { other.put(id, &headers, &json!({ "name": format!("two {version}") })).await.status }
        );
        let mut statuses = [one, two];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412]);
    }
}

/// A result: the process, the method, the match, and the games.
type Result = (usize, Method, Value, [i32; 2]);

async fn result(hall: &Hall, apis: &[&TestApi], (process, method, table, [first, second]): &Result) -> Reply {
    let body = json!({ "games_won": games(table, *first, *second) });
    apis[*process].as_key(&hall.store.key, method.clone(), &hall.result_of(table), &body).await
}

/// Sends these results at once. Checks that every answer of success is about the
/// event that its request made. Returns the number of successes.
async fn results_at_once(hall: &Hall, apis: &[&TestApi], requests: &[Result]) -> usize {
    let replies = futures::future::join_all(requests.iter().map(|request| result(hall, apis, request))).await;
    let told = hall.told().await;
    let mut done = 0;
    for (reply, (_, method, table, games)) in replies.iter().zip(requests) {
        if reply.status != 200 {
            assert_eq!(reply.status, 409, "{}", reply.text());
            continue;
        }
        done += 1;
        let version: usize = reply.header("etag").trim_matches('"').parse().unwrap();
        let (id, result) = match &told[version - 1] {
            // The first result of a match is a report, also by `PUT`.
            TournamentEvent::ResultReported { match_id, result } => (match_id.0, result),
            TournamentEvent::ResultCorrected { match_id, result } if *method == Method::PUT => (match_id.0, result),
            other => panic!("{other:?}"),
        };
        let found = result.games.unwrap();
        assert_eq!((id, [found.first, found.second]), (table["id"].as_i64().unwrap(), *games));
    }
    done
}

/// Reports and corrections of the same matches reach two processes at once. What one process decides on its own state is stored only
/// if the other did not write first; otherwise it decides again on what is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn results_of_two_processes_are_decided_on_what_is_written() {
    let hall = in_progress(40, json!({})).await;
    let other = hall.api.another_process().await;
    let apis = [&hall.api, &other];
    for number in 0..5 {
        let round = hall.add("swiss").await;
        let tables = tables(&hall.start(&round).await);
        let reports = tables.iter().enumerate().map(|(at, table)| (at % 2, Method::POST, table.clone(), [2, 0]));
        let corrections =
            tables.iter().enumerate().map(|(at, table)| ((at + number) % 2, Method::PUT, table.clone(), [1, 2]));
        let requests: Vec<_> = reports.chain(corrections).collect();
        let done = results_at_once(&hall, &apis, &requests).await;
        assert!(done >= 20, "a result for each table: {done}");
        hall.to_round(&round, "complete", &json!({})).await.json(200);
    }
}
