//! Tests of accounts that people create, and attacks on the form.

use std::sync::Arc;

use chrono::Duration;
use domain::user::User;
use proto_events::TournamentEvent;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::LifecycleStatus;
use storage::EventStore as _;
use storage::deliveries::{ChannelKind, DeliveryPage};
use write_api::Folded;
use write_api::letters::{Contents, Letter};
use write_api::schedule::Task;

use crate::browser::{Browser, Reply};
use crate::desk::join::open_event;
use crate::world::{PASSWORD, World, now};

const PATH: &str = "/account/";
const ACCOUNT: &str = "/admin/account/";
const AGAIN: &str = "/admin/account/email/";

fn fields<'a>(username: &'a str, email: &'a str) -> [(&'a str, &'a str); 4] {
    [("best_identifier", "Pia <b>P.</b>"), ("username", username), ("email", email), ("password", PASSWORD)]
}

async fn create(browser: &mut Browser, username: &str, email: &str) -> Reply {
    browser.fill(PATH, &fields(username, email)).await
}

async fn user(world: &World, username: &str) -> Arc<Folded<User>> {
    world.commands.user_named(username).await.unwrap().expect("an account")
}

/// Returns the letters to a person, the newest first.
async fn letters(world: &World, user_id: UserId) -> Vec<Contents> {
    let page = DeliveryPage { recipient: user_id.into(), state: None, before: None, limit: 50 };
    let letters = world.events.deliveries(&page).await.unwrap();
    letters.iter().map(|letter| Letter::read(&letter.message.payload).unwrap().contents).collect()
}

/// Returns the path of the newest link that confirms a person's address.
async fn link(world: &World, user_id: UserId) -> String {
    match letters(world, user_id).await.into_iter().next() {
        Some(Contents::EmailLink { link }) => format!("/confirm/{link}/"),
        _ => panic!("no link"),
    }
}

/// Creates an account and confirms its address.
async fn confirmed(world: &World, username: &str, email: &str) -> Browser {
    let mut browser = world.browser();
    create(&mut browser, username, email).await.goes_to(ACCOUNT);
    let path = link(world, user(world, username).await.state.id).await;
    browser.fill(&path, &[]).await.goes_to("/me/");
    browser
}

#[tokio::test]
async fn a_person_creates_an_account_confirms_the_address_and_is_led_to_the_own_events() {
    let world = World::mailing().await;
    let mut pia = world.browser();
    pia.get("/login/").await.says(200, &["href=\"/account/\""]);
    let reply = create(&mut pia, "pia", "pia@players.example").await;
    let page = pia.follow_to(&reply, ACCOUNT).await;
    page.says(200, &["Your account was created.", "not confirmed", "after 48 hours the account is deleted"]);
    assert!(page.body.contains("Pia &#60;b&#62;") && !page.body.contains("<b>P."), "{}", page.body);
    let account = user(&world, "pia").await;
    assert!(account.state.is_unproven() && account.state.managed_by.is_none());
    pia.get(PATH).await.goes_to(ACCOUNT);

    let path = link(&world, account.state.id).await;
    pia.get(&path).await.says(200, &["pia@players.example"]);
    assert!(user(&world, "pia").await.state.is_unproven(), "a program that opens links confirms nothing");
    let reply = pia.fill(&path, &[]).await;
    pia.follow_to(&reply, "/me/").await.says(200, &["Your address is confirmed."]);
    pia.get(&path).await.shows(404);
    pia.get(ACCOUNT).await.says(200, &["<dd>confirmed</dd>"]);
    pia.post(AGAIN, &[]).await.shows(403);
    world.browser().sign_in("pia", PASSWORD).await.goes_to("/admin/");
}

#[tokio::test]
async fn without_mail_the_page_says_who_makes_accounts() {
    let world = World::start().await;
    let mut visitor = world.browser();
    visitor.get(PATH).await.says(200, &["This server sends no mail"]);
    visitor.post(PATH, &fields("pia", "pia@players.example")).await.says(200, &["This server sends no mail"]);
    assert!(world.commands.user_named("pia").await.unwrap().is_none());
    assert!(!visitor.get("/login/").await.body.contains("href=\"/account/\""));
}

#[tokio::test]
async fn no_answer_says_whether_an_address_has_an_account() {
    let world = World::mailing().await;
    confirmed(&world, "pia", "pia@players.example").await;
    let pia = user(&world, "pia").await.state.id;
    let before = letters(&world, pia).await.len();
    let (mut known, mut unknown) = (world.browser(), world.browser());
    let one = create(&mut known, "eve", "PIA@players.example").await;
    let two = create(&mut unknown, "eva", "eva@players.example").await;
    let shape = |reply: &Reply| {
        let headers = reply.headers.iter().map(|(name, value)| (name.clone(), value.len()));
        (reply.status, reply.header("location").to_owned(), reply.body.clone(), headers.collect::<Vec<_>>())
    };
    assert_eq!(shape(&one), shape(&two));
    let pages = (known.get(ACCOUNT).await, unknown.get(ACCOUNT).await);
    let plain = |page: &Reply| page.without_tokens().replace("eve", "eva").replace("PIA@", "eva@");
    assert_eq!(plain(&pages.0), plain(&pages.1));
    for name in ["eve", "eva"] {
        world.browser().sign_in(name, PASSWORD).await.goes_to("/admin/");
    }
    assert!(matches!(letters(&world, pia).await[..], [Contents::AccountExists, ..]), "the owner is told");
    assert_eq!(letters(&world, pia).await.len(), before + 1);
    assert!(letters(&world, user(&world, "eve").await.state.id).await.is_empty(), "no link for the other account");
}

#[tokio::test]
async fn a_click_on_a_strangers_link_confirms_nothing_and_signs_nobody_in() {
    let world = World::mailing().await;
    let mut stranger = world.browser();
    create(&mut stranger, "mallory", "victim@players.example").await.goes_to(ACCOUNT);
    let path = link(&world, user(&world, "mallory").await.state.id).await;
    let mut victim = world.browser();
    victim.get(&path).await.goes_to(&format!("/login/?next={path}"));
    victim.post(&path, &[]).await.goes_to(&format!("/login/?next={path}"));
    assert!(!user(&world, "mallory").await.state.is_email_confirmed);
    victim.get("/me/").await.goes_to("/login/?next=/me/");
    // Another one's link is as good as none, and a link does nothing else than what it is for.
    create(&mut world.browser(), "other", "other@players.example").await.goes_to(ACCOUNT);
    let (id, other) = (user(&world, "mallory").await.state.id, user(&world, "other").await.state.id);
    let foreign = link(&world, other).await.replace(&format!("/{other}-"), &format!("/{id}-"));
    stranger.get(&foreign).await.shows(404);
    stranger.get(&foreign.replace("/confirm/", "/password/")).await.shows(404);
}

#[tokio::test]
async fn wrong_fields_are_refused_at_the_field_and_a_taken_name_in_time() {
    let world = World::mailing().await;
    let mut visitor = world.browser();
    for (changed, fault) in [
        (("username", "ada"), "This name is taken."),
        (("username", ""), "id=\"username-fault\""),
        (("email", "pia"), "This is not an e-mail address."),
        (("email", "pia@a.example\r\nBcc: all@a.example"), "id=\"email-fault\""),
        (("password", "short"), "id=\"password-fault\""),
        (("best_identifier", "\u{200b} "), "id=\"best_identifier-fault\""),
    ] {
        let typed =
            fields("pia", "pia@players.example").map(|field| if field.0 == changed.0 { changed } else { field });
        visitor.fill(PATH, &typed).await.says(422, &[fault]).lacks(&[PASSWORD]);
    }
    assert!(world.commands.user_named("pia").await.unwrap().is_none());
    // Guesses of usernames count like accounts.
    for number in 0..99 {
        create(&mut visitor, "ada", &format!("pia{number}@players.example")).await.shows(422);
    }
    let refused = create(&mut visitor, "ada", "pia@players.example").await;
    refused.says(429, &["too many attempts", "60 minutes"]);
    assert!(!refused.header("retry-after").is_empty());
}

#[tokio::test]
async fn a_form_over_plain_http_makes_nothing() {
    let world = World::mailing().await;
    let mut visitor = world.browser();
    visitor.headers[1].1 = "http://events.example".to_owned();
    assert_eq!(create(&mut visitor, "pia", "pia@players.example").await.status, 403);
    assert!(world.commands.user_named("pia").await.unwrap().is_none());
}

#[tokio::test]
async fn a_double_tap_creates_one_account_and_a_mailbox_gets_so_many_letters() {
    let world = World::mailing().await;
    let mut pia = world.browser();
    let page = pia.get(PATH).await;
    for _ in 0..2 {
        pia.fill_in(&page, PATH, &fields("pia", "pia@players.example")).await.goes_to(ACCOUNT);
    }
    for _ in 0..3 {
        let reply = pia.fill_on(ACCOUNT, AGAIN, &[]).await;
        pia.follow(&reply).await.says(200, &["The link is on its way."]);
    }
    pia.fill_on(ACCOUNT, AGAIN, &[]).await.says(429, &["too many attempts"]);
    for number in 4..6 {
        let name = format!("bomb{number}");
        create(&mut world.browser_from(number), &name, "Pia@players.example").await.goes_to(ACCOUNT);
    }
    create(&mut world.browser(), "bomb", "pia@players.example").await.shows(429);
    assert_eq!(letters(&world, user(&world, "pia").await.state.id).await.len(), 4);
}

#[tokio::test]
async fn an_account_that_is_not_confirmed_in_two_days_is_erased_once() {
    let world = World::mailing().await;
    create(&mut world.browser(), "pia", "pia@players.example").await.goes_to(ACCOUNT);
    confirmed(&world, "zoe", "zoe@players.example").await;
    let (pia, zoe) = (user(&world, "pia").await.state.id, user(&world, "zoe").await.state.id);
    for person in [pia, zoe] {
        let page =
            DeliveryPage { recipient: ChannelKind::Schedule.recipient(person.0), state: None, before: None, limit: 9 };
        let [task] = &world.events.deliveries(&page).await.unwrap()[..] else { panic!("one task") };
        let erase = Task::read(&task.message.payload).unwrap();
        assert_eq!(erase, Task::EraseUnconfirmed(person));
        let due = ChannelKind::Schedule;
        assert!(world.events.due_queues(due, now() + Duration::hours(47)).await.unwrap().is_empty());
        assert_eq!(world.events.due_queues(due, now() + Duration::hours(48)).await.unwrap().len(), 2);
        for _ in 0..2 {
            world.commands.run_task(person.0, OrganizationId::SHARED, &erase).await.unwrap();
        }
    }
    world.settled().await;
    assert!(world.commands.user(pia).await.unwrap().is_none() && world.commands.user(zoe).await.unwrap().is_some());
    world.browser().sign_in("pia", PASSWORD).await.shows(422);
    create(&mut world.browser(), "pia", "pia@players.example").await.goes_to(ACCOUNT);
}

#[tokio::test]
async fn guest_of_a_finished_event_creates_an_account_and_comes_back_to_keep_the_results() {
    let world = World::mailing().await;
    let event = open_event(&mut world.admin().await, "Cup", "EVERYONE").await;
    let mut phone = world.browser();
    let joined = phone.fill(&format!("/join/{event}/"), &[("name", "Pia")]).await;
    let own = joined.header("location").split('?').next().unwrap().to_owned();
    let create_path = format!("{PATH}?next={own}");
    assert!(!phone.get(&own).await.shows(200).contains(&create_path), "the event is not over");
    world.happens(event, TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished }).await;
    phone.get(&own).await.says(200, &[&format!("href=\"{create_path}\""), &format!("href=\"/login/?next={own}\"")]);

    phone.fill_on(&create_path, PATH, &fields("pia", "pia@players.example")).await.goes_to(ACCOUNT);
    let confirm = link(&world, user(&world, "pia").await.state.id).await;
    let confirmed = phone.fill(&confirm, &[]).await;
    let page = phone.follow_to(&confirmed, &own).await;
    let claimed = phone.fill_in(&page, "/me/claims/", &[("step", "link")]).await;
    claimed.goes_to("/me/");
    phone.get(&own).await.says(200, &["The organizer is asked whether these results are yours."]);
}
