//! Members: added, given another role, removed; and the permissions of administrators' requests.

use axum::http::Method;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::harness::TestApi;
use crate::staff::{INVITATIONS, KEYS, MEMBERS, USERS};

/// Returns all requests of administrators, with valid bodies. Their ids do not exist.
fn requests() -> Vec<(Method, String, Value)> {
    let unknown = 9_999;
    vec![
        (Method::POST, MEMBERS.into(), json!({"username": "zoe", "role": "JUDGE"})),
        (Method::PATCH, format!("{MEMBERS}{unknown}/"), json!({"role": "JUDGE"})),
        (Method::DELETE, format!("{MEMBERS}{unknown}/"), Value::Null),
        (Method::DELETE, format!("{INVITATIONS}9999/"), Value::Null),
        (Method::POST, USERS.into(), json!({"best_identifier": "Anna"})),
        (Method::PATCH, format!("{USERS}{unknown}/"), json!({"pronouns": "she/her"})),
        (Method::POST, format!("{USERS}{unknown}/password-link/"), Value::Null),
        (Method::POST, format!("{USERS}{unknown}/erase/"), Value::Null),
        (Method::POST, KEYS.into(), json!({"name": "Overlay"})),
        (Method::PATCH, format!("{KEYS}{unknown}/"), json!({"name": "Overlay"})),
        (Method::DELETE, format!("{KEYS}{unknown}/"), Value::Null),
    ]
}

#[tokio::test]
async fn only_administrators_with_a_key_that_writes_look_after_an_organization() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let narrow = api.key_for(store.id, Role::Admin, true).await;
    let mut others = Vec::new();
    for role in Role::ALL.iter().filter(|role| **role != Role::Admin) {
        others.push(api.key_for(store.id, *role, false).await);
    }
    let user = UserId(77);
    let [token, cookie] = api.person(user.0, Some((store.id, Role::Admin))).await;
    let head = api.head().await;
    for (method, path, body) in requests() {
        for key in &others {
            let refused = api.as_key(key, method.clone(), &path, &body).await.detail(403);
            assert!(
                (refused.contains("may not manage") || refused.contains("may not erase")) && refused.contains("ADMIN"),
                "{method} {path}: {refused}"
            );
        }
        let refused = api.as_key(&narrow, method.clone(), &path, &body).await.detail(403);
        assert!(refused.contains("is read-only"), "{method} {path}: {refused}");
        let alone = api.send(method.clone(), &path, &[(token.0, &token.1)], body.to_string()).await;
        assert!(alone.problem(401)["detail"].is_string(), "a token of a person cannot manage anything");
        let from_elsewhere = [(cookie.0, cookie.1.as_str()), ("sec-fetch-site", "cross-site")];
        api.send(method.clone(), &path, &from_elsewhere, body.to_string()).await.problem(401);
        api.send(method, &path, &[], body.to_string()).await.problem(401);
    }
    assert_eq!(api.head().await, head);
}

#[tokio::test]
async fn of_several_reasons_the_first_in_order_is_told_to_administrators() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    for (method, path, body) in requests() {
        let headers = |accept, content_type| {
            [("x-api-key", store.key.as_str()), ("accept", accept), ("content-type", content_type)]
        };
        let send = async |headers: &[(&str, &str)], path: &str, body: &str| {
            api.send(method.clone(), path, headers, body.to_owned()).await
        };
        send(&headers("text/html", "text/plain"), &path, "").await.problem(406);
        if path.contains("9999") {
            let odd = path.replace("9999", "x");
            let told = send(&headers("*/*", "text/plain"), &odd, "").await.detail(404);
            assert!(told.contains("`x`") && told.contains("integer"), "{told}");
        }
        if body.is_null() {
            assert!(send(&headers("*/*", "text/plain"), &path, "").await.detail(404).contains("`9999`"));
            send(&headers("*/*", "text/plain"), &path, "x").await.problem(415);
            continue;
        }
        for form in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"] {
            let told = send(&headers("*/*", form), &path, "name=x").await.detail(415);
            assert!(told.contains("must be application/json;"), "{told}");
        }
        let json = headers("*/*", "application/json; charset=utf-8");
        send(&json, &path, &"x".repeat(300_000)).await.problem(413);
        for broken in ["", "{", "[]", "\"x\""] {
            send(&json, &path, broken).await.problem(400);
        }
    }
}

#[tokio::test]
async fn a_person_whose_account_is_managed_is_taken_in_by_username_once() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let zoe = api.register("zoe", Some(store.id)).await;
    let body = json!({"username": "zoe", "role": "JUDGE"});
    let made = api.as_key(&store.key, Method::POST, MEMBERS, &body).await;
    let member = made.json(201);
    let user = json!({
        "id": zoe.0, "username": "zoe", "best_identifier": "The zoe", "first_name": "", "last_name": "", "email": "",
        "pronouns": "",
    });
    assert_eq!(member, json!({"id": member["id"], "user": user, "role": "JUDGE"}));
    assert_eq!(api.tokens.read(&made.headers, Some(store.id)).unwrap().unwrap().position.0, api.head().await);
    let again = api.as_key(&store.key, Method::POST, MEMBERS, &body).await;
    assert_eq!(again.json(200), member);
    let by_id = json!({"user_id": zoe.0, "role": "JUDGE"});
    assert_eq!(api.as_key(&store.key, Method::POST, MEMBERS, &by_id).await.json(200), member);

    let other = json!({"username": "zoe", "role": "ADMIN"});
    let conflict = api.as_key(&store.key, Method::POST, MEMBERS, &other).await.problem(409);
    assert_eq!(conflict["type"], "/problems/conflict");
    assert!(conflict["detail"].as_str().unwrap().contains("JUDGE"));
}

#[tokio::test]
async fn by_id_an_organization_takes_in_those_whom_it_knows() {
    let mut api = TestApi::start().await;
    let (store, other) = (api.found("Moxhall").await, api.found("Other").await);
    let (own, theirs) = (api.register("anna", Some(store.id)).await, api.register("zoe", Some(other.id)).await);
    let by_id = |id: i64| json!({"user_id": id, "role": "JUDGE"});
    let foreign = api.as_key(&store.key, Method::POST, MEMBERS, &by_id(theirs.0)).await.problem(400);
    let nobody = api.as_key(&store.key, Method::POST, MEMBERS, &by_id(9_999)).await.problem(400);
    assert_eq!(foreign, nobody, "the two answers must be the same");

    let member = api.as_key(&store.key, Method::POST, MEMBERS, &by_id(own.0)).await.json(201)["id"].clone();
    api.as_key(&store.key, Method::DELETE, &format!("{MEMBERS}{member}/"), &Value::Null).await.nothing();
    let back = api.as_key(&store.key, Method::POST, MEMBERS, &by_id(own.0)).await.json(201);
    assert_ne!(back["id"], member, "returning creates a new membership");
}

#[tokio::test]
async fn what_is_wrong_with_a_member_is_told_all_at_once() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let post = async |body: Value| api.as_key(&store.key, Method::POST, MEMBERS, &body).await;
    let nothing = post(json!({})).await;
    assert_eq!(
        (nothing.fault("role"), nothing.fault("username")),
        ("This field is required.".into(), "This field is required if user_id is not given.".into())
    );
    assert!(post(json!({"username": "a", "user_id": 1, "role": "JUDGE"})).await.fault("user_id").contains("one of"));
    assert!(post(json!({"username": "unknown", "role": "JUDGE"})).await.fault("username").contains("No account"));
    let wrong = post(json!({"username": 7, "role": "judge"})).await;
    assert!(wrong.fault("username").contains("a number") && wrong.fault("role").contains("SCOREKEEPER"));
}

#[tokio::test]
async fn a_member_gets_another_role_and_goes_and_the_last_administrator_stays() {
    let mut api = TestApi::start().await;
    let (store, other) = (api.found("Moxhall").await, api.found("Other").await);
    let zoe = api.register("zoe", None).await;
    let member = api.take_in(store.id, zoe, Role::Organizer).await;
    let address = format!("{MEMBERS}{member}/");
    for _ in 0..2 {
        let changed = api.as_key(&store.key, Method::PATCH, &address, &json!({"role": "ADMIN"})).await.json(200);
        assert_eq!(
            (&changed["id"], &changed["role"], &changed["user"]["id"]),
            (&json!(member), &json!("ADMIN"), &json!(zoe.0))
        );
    }
    for (method, body) in [(Method::PATCH, json!({"role": "JUDGE"})), (Method::DELETE, Value::Null)] {
        let foreign = api.as_key(&other.key, method.clone(), &address, &body).await.detail(404);
        let nobody = api.as_key(&other.key, method, &format!("{MEMBERS}9999/"), &body).await.detail(404);
        assert_eq!(foreign.replace(&format!("`{member}`"), "`9999`"), nobody, "the two answers must be the same");
    }
    assert!(api.as_key(&store.key, Method::PATCH, &address, &json!({})).await.fault("role").contains("required"));

    for _ in 0..2 {
        api.as_key(&store.key, Method::DELETE, &address, &Value::Null).await.nothing();
    }
    api.as_key(&store.key, Method::PATCH, &address, &json!({"role": "JUDGE"})).await.problem(404);
    let organization = api.commands().organization(store.id).await.unwrap().unwrap();
    let last = organization.state.members.iter().find(|member| member.role == Role::Admin && !member.removed).unwrap();
    let last = format!("{MEMBERS}{}/", last.id);
    for (method, body) in [(Method::PATCH, json!({"role": "JUDGE"})), (Method::DELETE, Value::Null)] {
        let refused = api.as_key(&store.key, method, &last, &body).await.problem(409);
        assert!(refused["detail"].as_str().unwrap().contains("last"), "{refused}");
    }
}

#[tokio::test]
async fn a_session_alone_makes_no_key() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let anna = api.register("anna", None).await;
    api.take_in(store.id, anna, Role::Admin).await;
    let [_, cookie] = api.person(anna.0, Some((store.id, Role::Admin))).await;
    let headers =
        [(cookie.0, cookie.1.as_str()), ("sec-fetch-site", "same-origin"), ("content-type", "application/json")];
    let body = json!({"name": "Overlay", "role": "ADMIN"}).to_string();
    let before = api.head().await;
    api.send(Method::POST, KEYS, &headers, body).await.problem(401);
    assert_eq!(api.head().await, before);
}
