//! A write with an `Idempotency-Key` is carried out once, and a repeat gets the first answer.

use axum::http::Method;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::{By, LISTS, Reply, STORE, TestApi, address};

const KEY: (&str, &str) = ("idempotency-key", "8e03978e-40d5-43dd");

/// Sends the same request a hundred times at once; every answer must be the same.
async fn a_hundred_times(api: &TestApi, method: &Method, path: &str, headers: &[By], body: &Value) -> Reply {
    let tasks: Vec<_> = (0..100)
        .map(|_| {
            let (api, method, path) = (api.clone(), method.clone(), path.to_owned());
            let (headers, body) = (headers.to_owned(), body.clone());
            tokio::spawn(async move {
                let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                api.json(method, &path, &headers, &body).await
            })
        })
        .collect();
    let mut answers = futures::future::join_all(tasks).await.into_iter().map(Result::unwrap);
    let first = answers.next().unwrap();
    assert!(answers.all(|answer| answer == first), "{first:?}");
    first
}

/// The first request changes the version that the others expect: they must get its answer, not a refusal.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_retries_at_once_in_each_of_two_processes_write_once_and_are_answered_alike() {
    let api = TestApi::start().await;
    let other = api.another_process().await;
    let id = api.submit("Burn").await;
    for (number, (method, path, version)) in (0..).zip([
        (Method::POST, LISTS.to_owned(), "*"),
        (Method::PUT, address(id), "\"1\""),
        (Method::PATCH, address(id), "\"2\""),
    ]) {
        let headers = [("idempotency-key", format!("key-number-{number}")), ("if-match", version.to_owned())];
        let body = json!({ "name": format!("Burn {number}") });
        let (here, there) = tokio::join!(
            a_hundred_times(&api, &method, &path, &headers, &body),
            a_hundred_times(&other, &method, &path, &headers, &body)
        );
        assert_eq!(here, there);
        assert!(here.status < 300, "{}", here.text());
        assert_eq!((api.head().await, api.token(&here)), (number + 2, number + 2));
    }
}

#[tokio::test]
async fn a_key_belongs_to_one_request() {
    let mut api = TestApi::start().await;
    let (id, other_id) = (api.submit("Burn").await, api.submit("Control").await);
    let body = json!({"name": "Burn 2"});
    let first = api.put(id, &[KEY], &body).await;
    first.json(200);
    for reused in [
        api.put(id, &[KEY], &json!({"name": "Burn 3"})).await,
        api.put(id, &[KEY], &json!({"name": "Burn 2", "archetype": "Aggro"})).await,
        api.patch(id, &[KEY], &body).await,
        api.put(other_id, &[KEY], &body).await,
        api.post(&[KEY], &body).await,
    ] {
        assert!(reused.detail(422).contains("another request"));
    }
    assert_eq!(api.put(id, &[KEY], &body).await, first);
    let other_form = api.json(Method::PUT, address(id).trim_end_matches('/'), &[KEY], &body).await;
    assert_eq!(other_form, first, "the same address");

    let colleague = api.issue(STORE, Role::Judge).await;
    let theirs = api.send_by(&("x-api-key", colleague), Method::POST, LISTS, &[KEY], &body).await;
    assert_eq!(theirs.status, 201, "a key is valid only for its sender");
}

#[tokio::test]
async fn the_first_answer_is_given_whatever_happened_since() {
    let api = TestApi::start().await;
    let body = json!({"name": "Burn", "plaintext_list": "4 Shock"});
    let made = api.post(&[KEY], &body).await;
    let id = made.id();
    let put_key = ("idempotency-key", "another-key");
    let put = api.put(id, &[put_key, ("if-match", "\"1\"")], &json!({"name": "Burn 2"})).await;
    api.put(id, &[], &json!({"name": "Something else"})).await.json(200);
    api.submit("Another").await;

    let restarted = api.another_process().await;
    for api in [&api, &restarted] {
        assert_eq!(api.post(&[KEY], &body).await, made);
        assert_eq!(api.put(id, &[put_key, ("if-match", "\"1\"")], &json!({"name": "Burn 2"})).await, put);
        // `If-Match` is not compared when requests are compared.
        assert_eq!(api.put(id, &[put_key], &json!({"name": "Burn 2"})).await, put);
    }
    assert_eq!((put.header("etag"), api.token(&put)), ("\"2\"", 2));
    assert_eq!(api.read(id).await["name"], "Something else");
    assert_eq!(api.head().await, 4);
}

#[tokio::test]
async fn a_change_that_changes_nothing_is_remembered_as_well() {
    let api = TestApi::start().await;
    let id = api.submit("Burn").await;
    let unchanged = api.put(id, &[KEY], &json!({"name": "Burn"})).await;
    assert_eq!((unchanged.status, unchanged.header("etag"), api.token(&unchanged)), (200, "\"1\"", 1));
    api.put(id, &[], &json!({"name": "Burn 2"})).await.json(200);

    assert_eq!(api.put(id, &[KEY], &json!({"name": "Burn"})).await, unchanged, "and the second change stays");
    assert_eq!(api.read(id).await["name"], "Burn 2");
}

#[tokio::test]
async fn a_refusal_uses_up_no_key() {
    let api = TestApi::start().await;
    let id = api.submit("Burn").await;
    let body = json!({"name": "Burn 2"});
    api.put(id, &[KEY, ("if-match", "\"7\"")], &body).await.problem(412);
    api.put(id, &[KEY], &json!({})).await.problem(400);
    api.put(proto_events::ids::DecklistId(99), &[KEY], &body).await.problem(404);
    assert_eq!(api.put(id, &[KEY, ("if-match", "\"1\"")], &body).await.status, 200);
}

/// Sends a step without fields, with this idempotency key.
async fn step_once(api: &TestApi, by: &By, key: &str, path: &str) -> Reply {
    api.send_by(by, Method::POST, path, &[("idempotency-key", key)], &json!({})).await
}

#[tokio::test]
async fn who_is_staff_no_more_is_told_of_no_player_by_a_retry() {
    let mut hall = Hall::with(json!({})).await;
    let (_, anna) = hall.player("anna").await;
    let entry = hall.send_as(&anna, Method::POST, &hall.at("registrations/"), &json!({})).await.json(201);
    let entry = entry["id"].as_i64().unwrap();
    let user = hall.api.register("bert", None).await;
    let [bert, _] = hall.api.person(user.0, Some((hall.store.id, Role::Scorekeeper))).await;
    let own = hall.at(&format!("registrations/{entry}/check-in/"));
    let told = step_once(&hall.api, &anna, "key-number-1", &own).await;
    told.json(200);
    let steps = ["check-in/", "drop/"].map(|step| {
        let [theirs, nobodys] = [entry, 9_999].map(|entry| hall.at(&format!("registrations/{entry}/{step}")));
        (format!("key-for-{step}"), theirs, nobodys)
    });
    for (key, theirs, _) in &steps {
        step_once(&hall.api, &bert, key, theirs).await.json(200);
    }

    hall.api.put_membership(user, hall.store.id, Role::ReadOnly, false).await;
    let later = hall.api.another_process_that_remembers_nothing().await;
    for (key, theirs, nobodys) in &steps {
        let repeated = step_once(&later, &bert, key, theirs).await.detail(404);
        let never = step_once(&later, &bert, "key-number-2", nobodys).await.detail(404);
        assert_eq!(repeated.replace(&format!("`{entry}`"), "`9999`"), never, "the two answers must be the same");
    }
    assert_eq!(step_once(&later, &anna, "key-number-1", &own).await, told, "a player may repeat an own request");
}
