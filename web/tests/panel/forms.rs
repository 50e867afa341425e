//! The requirements of forms, and the limit of concurrent requests per person.

use api_kit::Party;
use service_kit::limits::Limits;
use storage::LogReader as _;
use web::site::SignInSettings;

use crate::world::{PUBLIC_URL, World};

const NEW: &str = "/admin/keys/new/";
const FIELDS: [(&str, &str); 2] = [("name", "Till"), ("role", "JUDGE")];

#[tokio::test]
async fn a_form_of_another_site_is_refused() {
    let (world, mut admin) = World::with_admin().await;
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
    let (world, mut admin) = World::with_admin().await;
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
    let world = World::with(PUBLIC_URL, &limits, false, SignInSettings::default()).await;
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

/// A page, fields of its form, and what the answer says.
type Wrong<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);

#[tokio::test]
async fn what_is_wrong_is_said_at_its_field_and_stores_nothing() {
    let (world, mut admin) = World::with_admin().await;
    let [member, token, webhook] = ["/admin/members/new/", "/admin/account/tokens/new/", "/admin/webhooks/new/"];
    let wrong: [Wrong<'_>; 15] = [
        (NEW, &[("name", "Till")], "id=\"role-fault\""),
        (NEW, &[("name", "Till"), ("role", "KING")], "id=\"role-fault\""),
        (NEW, &[("name", ""), ("role", "JUDGE")], "id=\"name-fault\""),
        (NEW, &[("name", "Till"), ("role", "JUDGE"), ("expires_at", "31.12.2026")], "id=\"expires_at-fault\""),
        (NEW, &[("name", "Till"), ("role", "JUDGE"), ("expires_at", "2026-03-14")], "Must be in the future."),
        (member, &[("best_identifier", "Bea"), ("username", "ada"), ("role", "JUDGE")], "This name is taken."),
        (member, &[("best_identifier", "Bea"), ("username", ""), ("role", "JUDGE")], "id=\"username-fault\""),
        (member, &[("best_identifier", ""), ("username", "bea"), ("role", "JUDGE")], "id=\"best_identifier-fault\""),
        (member, &[("best_identifier", "Bea"), ("username", "bea")], "id=\"role-fault\""),
        (token, &[("name", ""), ("organization", "none")], "id=\"name-fault\""),
        (token, &[("name", "x"), ("organization", "999")], "id=\"organization-fault\""),
        (token, &[("name", "x"), ("organization", "none"), ("expires_at", "x")], "id=\"expires_at-fault\""),
        (webhook, &[("url", ""), ("enabled", "yes")], "May not be empty."),
        (webhook, &[("url", "http://hooks.invalid/"), ("enabled", "yes")], "The address must begin with https://"),
        (webhook, &[("url", "https://10.0.0.1/"), ("enabled", "yes")], "leads to an address that is not public"),
    ];
    let head = world.events.head().await.unwrap();
    for (path, fields, said) in wrong {
        admin.fill(path, fields).await.says(422, &[said, "aria-describedby"]);
    }
    assert_eq!(world.events.head().await.unwrap(), head);
}
