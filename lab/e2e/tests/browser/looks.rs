//! Checks every page of the panel with axe-core, in light colours, in dark ones and on a phone, and takes screenshots
//! for people to look at. In dark colours only the rules of colours are checked, because nothing else is different.

use api_kit::description::{Answer, Tag};
use e2e::browser::Browser;
use e2e::people::PASSWORD;
use e2e::permissions::routes;
use e2e::things::Things;
use e2e::{TestApp, scene};
use proto_events::vocabulary::Role;
use serde_json::json;
use web::public::files;

use crate::given::{member, sign_in_to, signed_in};

/// The app with a scene, an administrator's browser, and the organization's resources.
async fn given() -> (TestApp, Browser, Things) {
    let (app, scene, _) = scene::with_finished_event().await;
    let things = Things::of_scene(&app, &scene).await;
    let ada = member(&app, "ada", Role::Admin).await;
    app.token(&ada, Some(app.organization)).await;
    let there = app.store("Harbour Games").await;
    app.join(there.organization, &ada, Role::Judge).await;
    let browser = signed_in(&app, &ada).await;
    (app, browser, things)
}

/// Turns a template such as `/admin/keys/{id}/` into a part of a file name.
fn name_of(template: &str) -> String {
    let parts: Vec<_> = template.split('/').filter(|part| !part.is_empty() && !part.starts_with('{')).collect();
    parts.join("-") + if template.ends_with("}/") { "-one" } else { "" }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_administration_is_for_everybody() {
    look_at_all(|template| template.starts_with("/admin/")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_other_page_of_people_is_for_everybody() {
    look_at_all(|template| !template.starts_with("/admin/")).await;
}

/// Looks at the pages of the panel whose template is chosen.
async fn look_at_all(is_chosen: fn(&str) -> bool) {
    let (app, browser, things) = given().await;
    let mut looked_at = 0;
    for route in routes() {
        let is_page = route.tag == Tag::Panel && route.answer == Answer::Html && is_chosen(route.template);
        // Pages of a token, a link and an invitation are tested below, because they belong to one person.
        let own = ["{link}", "/tokens/{id}/", "/account/invitations/{id}/", "/me/{id}/"];
        let is_own = own.iter().any(|part| route.template.contains(part));
        if !is_page || is_own || route.method != "GET" || route.operation().is_none() {
            continue;
        }
        browser.open(&things.path(&route)).await;
        assert!(!browser.title().await.contains("Not "), "{}: {}", route.template, browser.text().await);
        browser.look_at(&name_of(route.template)).await;
        looked_at += 1;
    }
    assert!(looked_at > 10, "only {looked_at} pages");
    app.stop().await;
}

/// The style sheet's media type and content.
fn style() -> (&'static str, &'static [u8]) {
    let (_, kind, content) = files::FILES.iter().find(|(name, ..)| *name == "style.css").unwrap();
    (*kind, *content)
}

#[test]
fn dark_colors_change_nothing_but_colors() {
    let style = String::from_utf8_lossy(style().1).into_owned();
    let parts: Vec<_> = style.split("prefers-color-scheme").collect();
    let [_, dark] = &parts[..] else { panic!("{} places about dark colors", parts.len() - 1) };
    let (selector, rest) = dark.split_once('{').unwrap().1.split_once('{').unwrap();
    let (declarations, rest) = rest.split_once('}').unwrap();
    assert_eq!(selector.trim(), ":root");
    assert!(rest.trim_start().starts_with('}'), "another rule for dark colors");
    for declaration in declarations.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        assert!(declaration.starts_with("--"), "{declaration}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn page_of_all_components_is_for_everybody() {
    let style = || async {
        let (kind, content) = style();
        ([("content-type", kind)], content)
    };
    let pages = web::components::router().route("/assets/style.css", axum::routing::get(style));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let browser = Browser::start(&listener.local_addr().unwrap().to_string()).await;
    tokio::spawn(async move { axum::serve(listener, pages).await.unwrap() });
    browser.open("/components/").await;
    browser.look_at("components").await;
}

/// Fills in a form with the current password, and sends it.
async fn sends(browser: &Browser, path: &str, (field, value): (&str, &str), choice: &str, button: &str) {
    browser.open(path).await;
    browser.fill(field, value).await;
    browser.tick(choice).await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press(button).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_and_what_is_shown_once_are_for_everybody() {
    let (app, browser, things) = given().await;
    sends(&browser, "/admin/keys/new/", ("Name", " "), "Judge", "Create the key").await;
    browser.sees("May not be empty.").await;
    browser.look_at("admin-keys-new-refused").await;
    sends(&browser, "/admin/members/add/", ("Username", "unknown"), "Judge", "Invite the person").await;
    browser.look_at("admin-members-add-refused").await;
    browser.open("/admin/nothing/").await;
    browser.sees("Not found").await;
    browser.look_at("admin-not-found").await;
    sends(&browser, "/admin/keys/new/", ("Name", "Stream overlay"), "Judge", "Create the key").await;
    browser.touch("Copy").await;
    browser.look_at("admin-keys-made").await;
    sends(&browser, "/admin/account/tokens/new/", ("Name", "My deck tool"), "Only for me", "Create the token").await;
    browser.look_at("admin-account-tokens-made").await;
    browser.follow("I have saved it").await;
    browser.follow("Revoke the token My deck tool").await;
    browser.look_at("admin-account-tokens-revoke").await;
    browser.open(&things.member_page()).await;
    browser.follow("Create a password link").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Create the link").await;
    browser.look_at("admin-members-password-link-made").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_way_in_is_for_everybody_in_english_and_the_panel_in_german() {
    let (app, scene, _) = scene::with_finished_event().await;
    let things = Things::of_scene(&app, &scene).await;
    let ada = member(&app, "ada", Role::Admin).await;
    app.token(&ada, Some(app.organization)).await;
    let kid = app.managed_person("kid", app.organization).await;
    let made = app.post(&format!("/api/v1/users/{}/password-link/", kid.user_id), &json!({})).await.created();
    let browser = Browser::start(&app.address()).await;
    browser.open(made["url"].as_str().unwrap().strip_prefix(&app.public_url()).unwrap()).await;
    browser.look_at("password").await;
    browser.fill("Password", "2 short").await;
    browser.fill("Repeat the password", "2 sh0rt").await;
    browser.press("Set the password").await;
    browser.look_at("password-refused").await;
    browser.open("/password/1-pl_nothing/").await;
    browser.look_at("password-link-over").await;
    browser.open("/login/").await;
    browser.look_at("login").await;
    browser.fill("Username", "kid").await;
    browser.fill("Password", "not this one").await;
    browser.press("Sign in").await;
    browser.look_at("login-refused").await;

    browser.open("/login/").await;
    browser.follow("Deutsch").await;
    browser.sees("Noch kein Passwort").await;
    browser.look_at("login-german").await;
    for (password, said) in [("not this one", "passen nicht zusammen"), (PASSWORD, "Verwaltung")] {
        browser.fill("Benutzername", &ada.username).await;
        browser.fill("Passwort", password).await;
        browser.press("Einloggen").await;
        browser.sees(said).await;
        browser.look_at(if password == PASSWORD { "admin-german" } else { "login-refused-german" }).await;
    }
    for (name, path) in [
        ("members", "/admin/members/".to_owned()),
        ("member", things.member_page()),
        ("key-new", "/admin/keys/new/".into()),
        ("audit", "/admin/audit/".into()),
    ] {
        browser.open(&path).await;
        browser.sees("Verwaltung").await;
        browser.look_at(&format!("admin-{name}-german")).await;
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_little_sees_little_and_all_of_it() {
    let app = TestApp::start().await;
    let jud = member(&app, "jud", Role::Judge).await;
    let browser = signed_in(&app, &jud).await;
    browser.look_at("judge-overview").await;
    browser.open("/admin/keys/").await;
    browser.sees("Not allowed").await;
    browser.look_at("judge-not-allowed").await;
    browser.open("/logout/").await;
    browser.look_at("logout").await;
    let player = app.with_password(app.person("player").await).await;
    let browser = Browser::start(&app.address()).await;
    browser.open("/login/").await;
    sign_in_to(&browser, &player, "/me/").await;
    browser.sees("You are not registered in any event.").await;
    browser.open("/admin/account/").await;
    browser.sees("Your account").await;
    browser.look_at("player-account").await;
    let invited = app.post("/api/v1/members/", &json!({ "username": "player", "role": "JUDGE" })).await;
    assert_eq!(invited.status, 202, "{}", invited.text());
    browser.open("/admin/").await;
    browser.sees("You become a member only when you accept.").await;
    browser.look_at("player-account-invited").await;
    browser.open(&format!("/admin/account/invitations/{}/accept/", app.organization)).await;
    browser.look_at("player-account-accept").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Accept the invitation").await;
    browser.sees("You are a member now.").await;
    app.stop().await;
}
