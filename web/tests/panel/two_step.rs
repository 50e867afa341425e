//! Tests of two-step sign-in: codes, recovery codes, and attacks.

use chrono::Duration;
use proto_events::Actor;
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use service_kit::clock::Clock as _;
use storage::deliveries::DeliveryPage;
use storage::{EventStore as _, LogReader as _};
use write_api::accounts::{ChangeProfile, MakePasswordLink, Steward};

use crate::browser::{Browser, Reply};
use crate::world::{PASSWORD, World};

const PATH: &str = "/admin/account/two-step/";
const CODE: &str = "/login/code/";

/// The code that Ada's app shows, `steps` from now.
async fn code_in(world: &World, session_epoch: i64, steps: i64) -> String {
    let secret = world.commands.totp_secret(world.ada, session_epoch).await.unwrap();
    secret.code(world.clock.now().timestamp() / 30 + steps)
}

async fn code(world: &World) -> String {
    code_in(world, 1, 0).await
}

/// A world in which Ada has switched it on, and her recovery codes.
async fn start() -> (World, Vec<String>) {
    start_in(World::start().await).await
}

async fn start_in(world: World) -> (World, Vec<String>) {
    let mut ada = world.admin().await;
    let page = ada.get(PATH).await;
    page.says(200, &["<svg class=\"code\"", "If you cannot scan it"]);
    ada.fill_in(&page, PATH, &[("one_time_code", "12345")]).await.says(422, &["This code is wrong"]);
    let now = code(&world).await;
    let shown = ada.fill(PATH, &[("one_time_code", &now)]).await;
    shown.says(200, &["Recovery codes"]);
    let (_, listed) = shown.body.split_once("<pre id=\"codes\">").unwrap();
    let codes: Vec<_> = listed.split_once("</pre>").unwrap().0.lines().map(ToOwned::to_owned).collect();
    assert_eq!(codes.len(), 10);
    ada.get(PATH).await.says(200, &["10 recovery codes are left"]).lacks(&["<svg class=\"code\""]);
    world.clock.advance(Duration::minutes(20));
    (world, codes)
}

async fn give(browser: &mut Browser, page: &Reply, code: &str) -> Reply {
    browser.fill_in(page, CODE, &[("one_time_code", code)]).await
}

/// Sends Ada's password, and then this code.
async fn sign_in(browser: &mut Browser, code: &str) -> Reply {
    let asked = browser.sign_in("ada", PASSWORD).await;
    give(browser, &asked, code).await
}

#[tokio::test]
async fn password_alone_signs_nobody_in_and_each_code_signs_in_once() {
    let (world, _) = start().await;
    let mut ada = world.browser();
    let asked = ada.sign_in("ada", PASSWORD).await;
    asked.says(200, &["authenticator app"]);
    assert!(!ada.cookies.contains_key("crosstable_session"), "{:?}", ada.cookies);
    ada.get("/admin/").await.goes_to("/login/");
    let wrong = give(&mut ada, &asked, &code_in(&world, 1, 5).await).await;
    wrong.says(422, &["This code is wrong"]);
    let used = code(&world).await;
    give(&mut ada, &wrong, &used).await.goes_to("/admin/");
    ada.get("/admin/").await.shows(200);

    let mut thief = world.browser();
    let asked = thief.sign_in("ada", PASSWORD).await;
    give(&mut thief, &asked, &used).await.says(422, &["was used before"]);
    world.clock.advance(Duration::seconds(30));
    give(&mut thief, &asked, &used).await.says(422, &["was used before"]);
    for steps in [1, 0] {
        sign_in(&mut world.browser(), &code_in(&world, 1, steps).await).await.goes_to("/admin/");
    }
}

#[tokio::test]
async fn recovery_code_signs_in_once() {
    let (world, codes) = start().await;
    for (expected, code) in [(303, &codes[2]), (422, &codes[2]), (303, &codes[3])] {
        assert_eq!(sign_in(&mut world.browser(), code).await.status, expected);
    }
    let log = world.events.read_stream(proto_events::StreamId::user(world.ada), 0).await.unwrap();
    assert!(!format!("{log:?}").contains(&codes[4].replace('-', "")), "only hashes are stored");
}

#[tokio::test]
async fn guessing_codes_is_slowed_down_although_the_password_is_right() {
    let (world, _) = start().await;
    let mut thief = world.browser_from(66);
    for _ in 0..10 {
        sign_in(&mut thief, "000000").await.shows(422);
    }
    let right = code(&world).await;
    sign_in(&mut thief, &right).await.says(429, &["too many attempts"]);
    sign_in(&mut world.browser(), &right).await.goes_to("/admin/");
}

#[tokio::test]
async fn guessing_from_many_addresses_ends_within_a_day_and_the_owner_is_warned_and_gets_in() {
    let world = World::mailing().await;
    let (username, email) = ("ada".to_owned(), "ada@moxhall.example".to_owned());
    let profile = Profile { username, email, best_identifier: "Ada Ahorn".into(), ..Profile::default() };
    let change = ChangeProfile { user_id: world.ada, profile, steward: Steward::Person, language: "en" };
    world.commands.carry_out(&Actor::CommandLine, &change).await.unwrap();
    let (world, codes) = start_in(world).await;
    let mut known = world.browser();
    sign_in(&mut known, &code(&world).await).await.goes_to("/admin/");
    for number in 0..20 {
        sign_in(&mut world.browser_from(number), "000000").await.says(422, &["This code is wrong"]);
    }
    world.clock.advance(Duration::hours(2));
    for number in 20..22 {
        let right = code_in(&world, 1, i64::from(number) - 21).await;
        sign_in(&mut world.browser_from(number), &right).await.says(422, &["Use a recovery code"]);
    }
    let letters = DeliveryPage { recipient: world.ada.into(), state: None, before: None, limit: 9 };
    let letters = world.events.deliveries(&letters).await.unwrap();
    let warnings = letters.iter().filter(|letter| letter.message.cause.starts_with("wrong-codes/"));
    assert_eq!(warnings.count(), 1, "one a day");

    known.get("/admin/").await.shows(200);
    known.cookies.remove("crosstable_session");
    sign_in(&mut known, &code(&world).await).await.goes_to("/admin/");
    sign_in(&mut world.browser_from(99), &codes[2]).await.goes_to("/admin/");
    world.clock.advance(Duration::hours(22));
    sign_in(&mut world.browser_from(100), &code(&world).await).await.goes_to("/admin/");
}

#[tokio::test]
async fn browsers_from_before_the_second_step_guess_no_more_codes_than_new_ones() {
    let world = World::mailing().await;
    let mut thieves = [0, 1, 2].map(|number| world.browser_from(number));
    for thief in &mut thieves {
        thief.sign_in("ada", PASSWORD).await.goes_to("/admin/");
    }
    let (world, _) = start_in(world).await;
    let [first, second, mut last] = thieves;
    for mut thief in [first, second] {
        let asked = thief.sign_in("ada", PASSWORD).await;
        for _ in 0..10 {
            give(&mut thief, &asked, "000000").await.says(422, &["This code is wrong"]);
        }
    }
    sign_in(&mut last, &code(&world).await).await.says(422, &["Use a recovery code"]);
}

#[tokio::test]
async fn second_step_follows_the_password_within_minutes() {
    let (world, _) = start().await;
    let mut browser = world.browser();
    browser.get(CODE).await.goes_to("/login/");
    let right = code(&world).await;
    for forged in ["", "x", "MS8wLzk5OTk5OTk5OTk5"] {
        browser.post(CODE, &[("pending", forged), ("one_time_code", &right)]).await.goes_to("/login/");
    }
    let asked = browser.sign_in("ada", PASSWORD).await;
    world.clock.advance(Duration::minutes(10));
    let late = code(&world).await;
    give(&mut browser, &asked, &late).await.goes_to("/login/");
    assert!(!browser.cookies.contains_key("crosstable_session"));
    let asked = browser.sign_in("ada", PASSWORD).await;
    let elsewhere = [("next", "https://evil.example/"), ("one_time_code", &*late)];
    browser.fill_in(&asked, CODE, &elsewhere).await.goes_to("/admin/");
}

#[tokio::test]
async fn password_link_does_not_replace_the_second_step() {
    let (world, _) = start().await;
    let command = MakePasswordLink { user_id: world.ada, steward: Steward::Operator };
    let made = world.commands.carry_out(&Actor::CommandLine, &command).await.unwrap();
    let mut browser = world.browser();
    let fields = [("password", "another long one"), ("repeated", "another long one")];
    let asked = browser.fill(&made.path(), &fields).await;
    asked.says(200, &["authenticator app"]);
    assert!(!browser.cookies.contains_key("crosstable_session"));
    give(&mut browser, &asked, &code(&world).await).await.goes_to("/admin/");
}

#[tokio::test]
async fn switching_off_needs_password_and_code_and_the_next_secret_is_another() {
    let (world, _) = start().await;
    let mut ada = world.browser();
    sign_in(&mut ada, &code(&world).await).await.goes_to("/admin/");
    let (page, off) = (ada.get(PATH).await, format!("{PATH}off/"));
    let next = code_in(&world, 1, 1).await;
    let stolen = [("one_time_code", &*next), ("current_password", "wrong password")];
    ada.fill_in(&page, &off, &stolen).await.says(422, &["This is not your password."]);
    ada.fill_in(&page, &off, &[("one_time_code", "000000")]).await.says(422, &["This code is wrong"]);
    ada.fill_in(&page, &off, &[("one_time_code", &next)]).await.goes_to("/admin/account/");
    world.browser().sign_in("ada", PASSWORD).await.goes_to("/admin/");
    world.clock.advance(Duration::minutes(2));
    let earlier = code(&world).await;
    ada.fill(PATH, &[("one_time_code", &earlier)]).await.shows(422);
    let second = code_in(&world, 2, 0).await;
    ada.fill(PATH, &[("one_time_code", &second)]).await.says(200, &["Recovery codes"]);
}

#[tokio::test]
async fn administrators_reset_accounts_that_they_manage_and_no_others() {
    let (world, _) = start().await;
    let mut boss = world.browser_of("boss", Role::Admin).await;
    boss.get(&format!("/admin/people/{}/two-step/", world.ada)).await.shows(403);
    let stranger = world.person("zoe", "Zoe").await;
    boss.get(&format!("/admin/people/{stranger}/two-step/")).await.shows(404);
    let managed = world.managed("bea", "Bea").await;
    let path = format!("/admin/people/{managed}/two-step/");
    boss.fill(&path, &[]).await.goes_to("/admin/people/");
}
