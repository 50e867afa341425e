//! Signing in and out.

use chrono::Duration;
use proto_events::vocabulary::Role;

use crate::world::{PASSWORD, World};

#[tokio::test]
async fn who_signs_in_sees_the_organization_and_who_signs_out_does_not() {
    let world = World::start().await;
    let mut browser = world.admin().await;
    browser.get("/admin/").await.says(200, &["<h1>Moxhall</h1>", "Ada Ahorn", "aria-current=\"page\">Overview"]);
    browser.fill("/logout/", &[]).await.goes_to("/login/");
    assert!(browser.cookies.is_empty());
    browser.get("/admin/").await.goes_to("/login/");
}

#[tokio::test]
async fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
    let world = World::start().await;
    world.settled().await;
    let reply = world.browser().sign_in("ada", PASSWORD).await;
    let cookie = reply.header("set-cookie");
    for part in ["crosstable_session=", "HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
}

#[tokio::test]
async fn an_unknown_user_and_a_wrong_password_get_the_same_answer() {
    let world = World::start().await;
    let nobody = world.stranger("carl", "Carl without a password").await;
    world.member(world.store, nobody, Role::Judge).await;
    let mut pages = Vec::new();
    for username in ["ada", "carl", "nobody"] {
        let reply = world.browser().sign_in(username, "wrong password").await;
        reply.says(422, &["Username and password do not belong together", "role=\"alert\"", "<title>Error: Sign in"]);
        assert!(reply.header("set-cookie").is_empty());
        assert!(!reply.body.contains("wrong password"), "a password is not shown again");
        pages.push(reply.body.replace(&format!("value=\"{username}\""), "value=\"\""));
    }
    assert!(pages.iter().all(|page| *page == pages[0]));
    world.browser().sign_in("ADA", PASSWORD).await.shows(422);
    world.browser().sign_in(" ada ", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn what_is_missing_is_said_at_the_field() {
    let world = World::start().await;
    let reply = world.browser().sign_in("", "").await;
    reply.says(
        422,
        &["aria-describedby=\"username-fault\"", "id=\"username-fault\"", "href=\"#password\"", "aria-invalid"],
    );
}

#[tokio::test]
async fn passwords_are_tried_so_often_and_no_more() {
    let world = World::start().await;
    let mut browser = world.browser();
    for _ in 0..10 {
        browser.sign_in("ada", "wrong password").await.shows(422);
    }
    let reply = browser.sign_in("ada", PASSWORD).await;
    reply.says(429, &["too many attempts", "Wait 10 minutes"]);
    assert_eq!(reply.header("retry-after"), "600");
    world.browser().sign_in("bert", "wrong password").await.shows(422);
    world.clock.advance(Duration::minutes(10));
    browser.sign_in("ada", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn an_address_tries_so_often_whatever_the_name() {
    let world = World::start().await;
    let mut browser = world.browser();
    for number in 0..60 {
        browser.sign_in(&format!("name {number}"), "wrong password").await.shows(422);
    }
    browser.sign_in("ada", PASSWORD).await.shows(429);
    browser.address = [203, 0, 113, 10].into();
    browser.sign_in("ada", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn who_wanted_to_see_a_page_comes_back_to_it() {
    let world = World::start().await;
    world.settled().await;
    let mut browser = world.browser();
    let reply = browser.get("/admin/audit/?before=7").await;
    reply.goes_to("/login/?next=/admin/audit/%3Fbefore%3D7");
    let page = browser.follow(&reply).await;
    let reply = browser.fill_in(&page, "/login/", &[("username", "ada"), ("password", PASSWORD)]).await;
    reply.goes_to("/admin/audit/?before=7");
    browser.get("/login/?next=/admin/keys/").await.goes_to("/admin/keys/");
}

#[tokio::test]
async fn nobody_is_led_to_another_site() {
    let world = World::start().await;
    world.settled().await;
    for next in ["https://evil.example/", "//evil.example/", "/\\evil.example", "/admin//evil.example", "javascript:1"]
    {
        let mut browser = world.browser();
        let fields = [("username", "ada"), ("password", PASSWORD), ("next", next)];
        browser.post("/login/", &fields).await.goes_to("/admin/");
        browser.get(&format!("/login/?next={next}")).await.goes_to("/admin/");
    }
}

#[tokio::test]
async fn a_session_is_over_after_a_week_and_who_posts_then_is_told() {
    let world = World::start().await;
    let mut browser = world.admin().await;
    world.clock.advance(Duration::days(7));
    browser.get("/admin/keys/").await.goes_to("/login/?next=/admin/keys/");
    let reply = browser.post("/admin/keys/new/", &[]).await;
    reply.says(401, &["You are not signed in", "href=\"/login/\""]);
    browser.get("/login/").await.says(200, &["<h1>Sign in</h1>"]);
}

#[tokio::test]
async fn a_password_is_chosen_by_a_link_once() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let fields = [("best_identifier", "Bert Birke"), ("username", "bert"), ("role", "JUDGE")];
    let made = admin.fill("/admin/members/new/", &fields).await;
    let link = made.value();
    let path = link.strip_prefix("https://events.example").unwrap().to_owned();
    assert!(path.starts_with("/password/") && path.contains("-pl_"), "{path}");

    let mut bert = world.browser();
    let page = bert.get(&path).await;
    page.says(200, &["Bert Birke", "value=\"bert\"", "autocomplete=\"username\"", "autocomplete=\"new-password\""]);
    assert_eq!(page.header("referrer-policy"), "strict-origin");
    let choose = |password, repeated| [("password", password), ("repeated", repeated)];
    bert.fill(&path, &choose("long enough", "other")).await.says(422, &["id=\"repeated-fault\"", "Is not the same"]);
    bert.fill(&path, &choose("short", "short")).await.says(422, &["id=\"password-fault\"", "10 to 128 characters"]);
    let reply = bert.fill(&path, &choose("long enough", "long enough")).await;
    reply.goes_to("/admin/");
    bert.follow(&reply).await.says(200, &["Bert Birke", "Your password was set."]);

    world.browser().sign_in("bert", "long enough").await.goes_to("/admin/");
    let used = world.browser().get(&path).await;
    used.says(404, &["This link does not open any more"]);
    for wrong in
        ["/password/1-pl_x/", "/password/nonsense/", &path.replace("pl_", "pl_x"), &path.replacen('-', "9-", 1)]
    {
        let reply = world.browser().get(wrong).await;
        assert_eq!((reply.status, &reply.body), (404, &used.body), "{wrong}");
        world.browser().post(wrong, &choose("long enough", "long enough")).await.shows(404);
    }
}

#[tokio::test]
async fn a_link_opens_for_a_day() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let fields = [("best_identifier", "Bert Birke"), ("username", "bert"), ("role", "JUDGE")];
    let link = admin.fill("/admin/members/new/", &fields).await.value();
    world.clock.advance(Duration::hours(24));
    world.browser().get(link.strip_prefix("https://events.example").unwrap()).await.shows(404);
}
