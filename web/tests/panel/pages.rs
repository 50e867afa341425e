//! Tests of all pages: their headers and their addresses. `lab/e2e` looks at them in a browser.

use std::collections::BTreeSet;

use domain::organization::Organization;
use proto_events::vocabulary::Role;
use service_kit::limits::Limits;
use web::site::SignInSettings;

use crate::world::{PASSWORD, World};

/// Returns the addresses of pages, with the ids of the second member and the first key.
fn paths(organization: &Organization) -> Vec<String> {
    let (member, key) = (&organization.members[1], organization.keys[0].id);
    let fixed = [
        "/login/",
        "/admin/",
        "/admin/members/",
        "/admin/members/add/",
        "/admin/members/new/",
        "/admin/people/",
        "/admin/people/?q=b",
        "/admin/keys/",
        "/admin/keys/new/",
        "/admin/audit/",
        "/admin/logo/",
        "/admin/store/",
        "/admin/account/",
        "/admin/account/profile/",
        "/admin/account/password/",
        "/admin/account/sessions/",
        "/admin/account/tokens/new/",
        "/logout/",
        "/admin/nonsense/",
    ];
    let of_member = ["", "remove/"].map(|page| format!("/admin/members/{}/{page}", member.id));
    let of_person = ["profile", "password-link"].map(|page| format!("/admin/people/{}/{page}/", member.user_id));
    let of_key = ["", "revoke/"].map(|page| format!("/admin/keys/{key}/{page}"));
    fixed.iter().map(|path| (*path).to_owned()).chain(of_member).chain(of_person).chain(of_key).collect()
}

#[tokio::test]
async fn every_page_is_dressed() {
    let (world, mut admin) = World::with_admin().await;
    let fields = [("best_identifier", "Bert Birke"), ("username", "bert"), ("role", "JUDGE")];
    let mut seen = vec![("link".to_owned(), admin.fill("/admin/members/new/", &fields).await)];
    seen.push(("key".to_owned(), admin.fill("/admin/keys/new/", &[("name", "Till"), ("role", "JUDGE")]).await));
    seen.push(("refused".to_owned(), admin.fill("/admin/keys/new/", &[("name", "")]).await));
    for path in paths(&world.stored().await) {
        let reply = if path == "/login/" { world.browser().get(&path).await } else { admin.get(&path).await };
        seen.push((path, reply));
    }
    for (path, page) in seen {
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}: {}", page.status);
        assert_eq!(page.header("cache-control"), "no-store", "{path}");
        assert_eq!(page.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(page.header("referrer-policy"), "same-origin", "{path}");
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'self'; script-src 'self'"), "{path}: {policy}");
        assert!(policy.ends_with("base-uri 'none'; frame-ancestors 'none'") && !policy.contains("unsafe"), "{path}");
        let body = &page.body;
        assert!(body.starts_with("<!doctype html>\n<html lang=\"en\">"), "{path}");
        assert_eq!(body.matches("<h1").count(), 1, "{path}");
        assert!(body.contains("class=\"skip\" href=\"#main\"") && body.contains("<main id=\"main\""), "{path}");
        assert!(!body.contains(" style=") && !body.contains("<style") && !body.contains(" onclick="), "{path}");
        ids_fit(&path, body);
    }
}

fn named<'a>(body: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    body.split(attribute).skip(1).flat_map(|rest| rest.split('"').next().unwrap().split(' '))
}

/// axe-core leaves ids that are missing or there twice to people.
fn ids_fit(path: &str, body: &str) {
    let ids: BTreeSet<_> = named(body, " id=\"").collect();
    assert_eq!(ids.len(), named(body, " id=\"").count(), "{path}: an id is there twice");
    for attribute in [" for=\"", " aria-describedby=\"", " aria-labelledby=\""] {
        for id in named(body, attribute) {
            assert!(ids.contains(id), "{path}:{attribute}{id} is not there");
        }
    }
}

#[tokio::test]
async fn names_with_html_in_them_stay_names() {
    let world = World::start().await;
    let evil = "<script>alert('x')</script>\"><img src=x>";
    let mut admin = world.admin().await;
    admin.fill("/admin/keys/new/", &[("name", evil), ("role", "READ_ONLY")]).await.shows(200);
    let fields = [("best_identifier", evil), ("username", evil), ("role", "JUDGE")];
    admin.fill("/admin/members/new/", &fields).await.shows(200);
    admin.fill("/admin/account/profile/", &[("best_identifier", evil)]).await.goes_to("/admin/account/");
    admin.fill("/admin/account/tokens/new/", &[("name", evil), ("organization", "none")]).await.shows(200);
    let other = world.organization(evil).await;
    world.member(other, world.ada, Role::Admin).await;
    world.settled().await;
    for path in paths(&world.stored().await) {
        admin.get(&path).await.lacks(&["<script>alert", "<img src=x"]);
    }
    admin.get("/admin/keys/").await.says(200, &["&#60;script&#62;"]);
    world.browser().sign_in(evil, "x").await.says(422, &["&#60;script&#62;"]).lacks(&["<script>alert"]);
    world.browser().get("/admin/%3Cscript%3Ealert/").await.says(404, &[]).lacks(&["<script>alert"]);
}

#[tokio::test]
async fn links_and_forms_work_below_a_path() {
    let below = "https://events.example/crosstable";
    let world = World::with(below, &Limits::default(), false, SignInSettings::default()).await;
    let mut browser = world.browser();
    let page = browser.get("/login/").await;
    page.says(200, &["action=\"/crosstable/login/\"", "href=\"/crosstable/assets/style.css?v="]);
    browser.post("/login/", &[("username", "ada"), ("password", PASSWORD)]).await.goes_to("/crosstable/admin/");
    browser.get("/admin/keys/").await.says(200, &["href=\"/crosstable/admin/keys/new/\""]);
    for path in ["/admin/", "/admin/keys/", "/admin/members/", "/admin/account/", "/admin/audit/", "/admin/nonsense"] {
        let page = browser.get(path).await;
        for attribute in ["href=\"", "action=\"", "src=\""] {
            for target in page.body.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert!(target.starts_with("/crosstable/") || target.starts_with(['#', '?']), "{path}: {target}");
            }
        }
    }
    world.browser().get("/admin/keys/").await.goes_to("/crosstable/login/?next=/admin/keys/");
}

#[tokio::test]
async fn both_spellings_of_an_address_are_served_and_other_methods_are_told() {
    let (world, mut admin) = World::with_admin().await;
    for path in ["/admin", "/admin/keys", "/admin/account/password"] {
        admin.get(path).await.shows(200);
    }
    world.browser().get("/login").await.shows(200);
    let reply = admin.post("/admin/keys/", &[]).await;
    reply.says(405, &["Method not allowed"]);
    assert_eq!(reply.header("allow"), "GET, HEAD");
    assert_eq!(admin.get("/admin/organization/").await.header("allow"), "POST");
}
