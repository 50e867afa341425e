//! Signing in and out.

use chrono::Duration;
use proto_events::vocabulary::Role;

use crate::world::{PASSWORD, World};

#[tokio::test]
async fn who_signs_in_sees_the_organization_and_who_signs_out_does_not() {
    let (_world, mut browser) = World::with_admin().await;
    browser.get("/admin/").await.says(200, &["<h1>Moxhall</h1>", "Ada Ahorn", "aria-current=\"page\">Overview"]);
    browser.fill("/logout/", &[]).await.goes_to("/login/");
    assert!(!browser.cookies.contains_key("crosstable_session"));
    browser.get("/admin/").await.goes_to("/login/");
}

#[tokio::test]
async fn an_unknown_user_and_a_wrong_password_get_the_same_answer() {
    let world = World::start().await;
    let nobody = world.stranger("carl", "Carl without a password").await;
    world.member(world.store, nobody, Role::Judge).await;
    let mut pages = Vec::new();
    for username in ["ada", "carl", "nobody"] {
        let reply = world.browser().sign_in(username, "wrong password").await;
        reply.says(422, &["Username and password do not match", "role=\"alert\"", "<title>Error: Sign in"]);
        assert!(reply.header("set-cookie").is_empty());
        reply.lacks(&["wrong password"]);
        pages.push(reply.body.replace(&format!("value=\"{username}\""), "value=\"\""));
    }
    assert!(pages.iter().all(|page| *page == pages[0]));
    world.browser().sign_in("ADA", PASSWORD).await.shows(422);
    world.browser().sign_in(" ada ", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn a_stranger_who_guesses_passwords_waits_and_does_not_lock_out_a_known_browser_of_the_same_network() {
    let (world, mut ada) = World::with_admin().await;
    ada.fill("/logout/", &[]).await.goes_to("/login/");
    let mut stranger = world.browser();
    assert_eq!(stranger.address, ada.address);
    for _ in 0..10 {
        stranger.sign_in("ada", "wrong password").await.shows(422);
    }
    let reply = stranger.sign_in("ada", PASSWORD).await;
    reply.says(429, &["too many attempts", "Wait 10 minutes"]);
    assert_eq!(reply.header("retry-after"), "600");
    stranger.sign_in("bert", "wrong password").await.shows(422);
    ada.sign_in("ada", PASSWORD).await.goes_to("/admin/");
    world.clock.advance(Duration::minutes(10));
    stranger.sign_in("ada", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn an_answer_that_the_service_is_busy_counts_as_no_attempt() {
    let world = World::start().await;
    let places: Vec<_> = std::iter::from_fn(|| world.commands.hashing_place().ok()).collect();
    assert!(!places.is_empty());
    for _ in 0..12 {
        world.browser().sign_in("ada", PASSWORD).await.says(503, &["Too many passwords are being checked"]);
    }
    drop(places);
    world.browser().sign_in("ada", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn signing_in_over_plain_http_is_explained_before_the_password_is_looked_at() {
    let world = World::start().await;
    let plain = &["over plain HTTP", "https://events.example/login/", "--allow-plain-http"];
    let fields = [("username", "ada"), ("password", PASSWORD)];
    let mut browser = world.browser();
    for (origin, is_plain) in [
        (Some("http://192.168.1.5:8080"), true),
        (Some("https://events.example"), false),
        // Neither a page nor a gateway names the scheme.
        (None, true),
    ] {
        browser.headers = origin.map(|origin| ("origin", origin.to_owned())).into_iter().collect();
        browser.headers.push(("sec-fetch-site", "same-origin".to_owned()));
        let reply = browser.post("/login/", &fields).await;
        if is_plain {
            reply.says(403, plain);
        } else {
            reply.goes_to("/admin/");
        }
    }
    let mut browser = world.browser();
    browser.headers = vec![("host", "192.168.1.5:8080".to_owned())];
    browser.get("/login/").await.says(200, plain);
    browser.headers = vec![("host", "events.example".to_owned())];
    assert!(!browser.get("/login/").await.shows(200).contains("plain HTTP"), "a gateway that is not trusted");
    browser.address = [127, 0, 0, 1].into();
    browser.headers = vec![("host", "127.0.0.1:8080".to_owned())];
    assert!(!browser.get("/login/").await.shows(200).contains("plain HTTP"));
    for (scheme, status) in [("http", 403), ("https", 303)] {
        browser.headers = vec![("x-forwarded-for", "192.168.1.7".into()), ("x-forwarded-proto", scheme.into())];
        assert_eq!(browser.post("/login/", &fields).await.status, status, "{scheme}");
    }
}

#[tokio::test]
async fn who_wanted_to_see_a_page_comes_back_to_it_and_is_not_led_to_another_site() {
    let world = World::start().await;
    let mut browser = world.browser();
    let reply = browser.get("/admin/audit/?before=7").await;
    let page = browser.follow_to(&reply, "/login/?next=/admin/audit/%3Fbefore%3D7").await;
    let reply = browser.fill_in(&page, "/login/", &[("username", "ada"), ("password", PASSWORD)]).await;
    reply.goes_to("/admin/audit/?before=7");
    browser.get("/login/?next=/admin/keys/").await.goes_to("/admin/keys/");
    browser.get("/login/?next=//evil.example/").await.goes_to("/admin/");
    let fields = [("username", "ada"), ("password", PASSWORD), ("next", "https://evil.example/")];
    world.browser().post("/login/", &fields).await.goes_to("/admin/");
}

#[tokio::test]
async fn a_session_is_over_after_a_week_and_who_posts_then_is_told() {
    let (world, mut browser) = World::with_admin().await;
    world.clock.advance(Duration::days(7));
    browser.get("/admin/keys/").await.goes_to("/login/?next=/admin/keys/");
    browser.post("/admin/keys/new/", &[]).await.says(401, &["You are not signed in", "href=\"/login/\""]);
    browser.get("/login/").await.says(200, &["<h1>Sign in</h1>"]);
}

#[tokio::test]
async fn a_password_is_chosen_by_a_link_once() {
    let (world, mut admin) = World::with_admin().await;
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
    bert.fill(&path, &choose("long enough", "other"))
        .await
        .says(422, &["id=\"repeated-fault\"", "The two passwords differ"]);
    bert.fill(&path, &choose("short", "short")).await.says(422, &["id=\"password-fault\"", "10 to 128 characters"]);
    let reply = bert.fill(&path, &choose("long enough", "long enough")).await;
    bert.follow_to(&reply, "/admin/").await.says(200, &["Bert Birke", "Your password was set."]);

    world.browser().sign_in("bert", "long enough").await.goes_to("/admin/");
    let used = world.browser().get(&path).await;
    used.says(404, &["This link no longer works"]);
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
    let (world, mut admin) = World::with_admin().await;
    let fields = [("best_identifier", "Bert Birke"), ("username", "bert"), ("role", "JUDGE")];
    let link = admin.fill("/admin/members/new/", &fields).await.value();
    world.clock.advance(Duration::hours(24));
    world.browser().get(link.strip_prefix("https://events.example").unwrap()).await.shows(404);
}
