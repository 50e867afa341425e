//! The requirements of forms, and the limit of concurrent requests per person.

use api_kit::Party;
use service_kit::limits::Limits;

use crate::world::World;

const NEW: &str = "/admin/keys/new/";
const FIELDS: [(&str, &str); 2] = [("name", "Till"), ("role", "JUDGE")];

#[tokio::test]
async fn a_form_of_another_site_is_refused() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let page = admin.get(NEW).await;
    for headers in [
        vec![("sec-fetch-site", "cross-site".to_owned())],
        vec![("sec-fetch-site", "same-site".to_owned())],
        vec![("origin", "https://evil.example".to_owned())],
        vec![("origin", "null".to_owned())],
    ] {
        admin.headers = headers;
        admin.fill_in(&page, NEW, &FIELDS).await.shows(403);
        admin.post("/login/", &[("username", "ada"), ("password", "x")]).await.says(403, &["a page of another site"]);
        admin.post("/logout/", &[]).await.shows(403);
    }
    assert!(world.stored().await.keys.is_empty());
    admin.headers = vec![("origin", "https://events.example".to_owned())];
    admin.fill_in(&page, NEW, &FIELDS).await.shows(200);
}

#[tokio::test]
async fn a_key_or_a_token_does_not_open_pages() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let key = admin.fill(NEW, &[("name", "Till"), ("role", "ADMIN")]).await.value();
    let mut program = world.browser();
    program.headers.push(("x-api-key", key.clone()));
    program.get("/admin/members/").await.goes_to("/login/?next=/admin/members/");
    program.post("/admin/members/add/", &[]).await.shows(401);
    admin.headers.push(("x-api-key", key));
    admin.headers.push(("authorization", "Token nonsense".into()));
    admin.get("/admin/members/").await.shows(200);
}

#[tokio::test]
async fn pages_and_forms_beyond_the_requests_of_a_person_are_refused_with_the_time_to_wait() {
    let limits = Limits { max_requests_per_caller: 1, ..Limits::default() };
    let world = World::limited(&limits).await;
    let mut admin = world.admin().await;
    let page = admin.get(NEW).await;
    page.shows(200);
    let elsewhere = world.gate.callers().enter(Party::Person(world.ada), true).unwrap();
    for refused in [admin.get("/admin/").await, admin.fill_in(&page, NEW, &FIELDS).await] {
        refused.says(429, &["Not available at the moment", "Wait until some are answered."]);
        assert_eq!(refused.header("retry-after"), "1");
    }
    assert!(world.stored().await.keys.is_empty());
    let mut bert = world.browser_of("bert", proto_events::vocabulary::Role::Judge).await;
    bert.get("/admin/").await.shows(200);
    drop(elsewhere);
    admin.fill_in(&page, NEW, &FIELDS).await.shows(200);
}

#[tokio::test]
async fn what_is_no_form_is_not_read() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let huge = "x".repeat(270_000);
    admin.post(NEW, &[("name", &huge)]).await.shows(413);
}
