//! Strangers who register as guests at `/join/`, and the flyer that leads there.

use chrono::Duration;
use proto_events::ids::TournamentId;
use proto_events::tournament::Organizing;
use proto_events::vocabulary::{RegistrationStatus, Role};
use proto_events::{StreamId, TournamentEvent};
use storage::deliveries::ChannelKind;
use storage::{EventStore as _, LogReader as _};
use write_api::notifications::{Notification, What};
use write_api::unsubscribe::Stopped;

use super::{event_with, page, register};
use crate::browser::{Browser, Reply};
use crate::world::{World, now};

/// The markup before the join code on a flyer.
const KEY: &str = "class=\"key\">";

/// Creates an event for which these people register themselves.
pub(crate) async fn open_event(desk: &mut Browser, name: &str, policy: &str) -> TournamentId {
    let fields = [("name", name), ("format", "MODERN"), ("registration_policy", policy)];
    event_with(desk, &fields).await
}

/// Starts a service with such an event. Returns it with the administrator's browser and the event.
async fn opened(world: World, policy: &str) -> (World, Browser, TournamentId) {
    let mut desk = world.admin().await;
    let cup = open_event(&mut desk, "Cup", policy).await;
    (world, desk, cup)
}

fn join(event: TournamentId) -> String {
    format!("/join/{event}/")
}

impl World {
    async fn names(&self, event: TournamentId) -> Vec<String> {
        let event = self.tournament(event).await;
        let people: Vec<_> = event.registrations.iter().map(|entry| entry.user_id).collect();
        let names = self.commands.names_of(&people).await.unwrap();
        people.iter().map(|id| names[id].clone()).collect()
    }

    pub(crate) async fn happens(&self, event: TournamentId, change: TournamentEvent) {
        self.append(vec![(StreamId::tournament(event), change.into())]).await;
    }
}

/// Returns the inputs of the form that a person sees.
fn fields(page: &Reply, path: &str) -> Vec<String> {
    let inputs = page.form(path).split("<input ").skip(1).filter(|input| !input.contains("type=\"hidden\""));
    let name = |input: &str| input.split("name=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    inputs.map(name).collect()
}

#[tokio::test]
async fn guest_is_asked_for_a_list_by_an_event_with_a_deadline_alone() {
    let (world, _, cup) = opened(World::start().await, "EVERYONE").await;
    let mut phone = world.browser();
    let joined = phone.fill(&join(cup), &[("name", "Ann Lee")]).await;
    assert!(!phone.follow(&joined).await.shows(200).contains("id=\"list\""));
    let organizing = Organizing { decklist_deadline: Some(now() + Duration::hours(1)), ..Organizing::default() };
    world.happens(cup, TournamentEvent::OrganizingChanged { organizing }).await;
    phone.follow(&joined).await.says(200, &["You have not handed in a decklist yet.", "Hand in the list"]);
}

#[tokio::test]
async fn stranger_registers_with_a_name_and_the_phone_finds_the_page_again() {
    let (world, mut desk, cup) = opened(World::start().await, "EVERYONE").await;
    let mut phone = world.browser();
    let form = phone.get(&join(cup)).await;
    form.says(200, &["<h1>Cup</h1>", "noindex", ">Register</button>"]);
    assert_eq!(fields(&form, &join(cup)), ["name"], "no mail is sent, so no address is asked for");
    assert_eq!(form.header("referrer-policy"), "same-origin");
    let joined = phone.fill_in(&form, &join(cup), &[("name", "  Ann   Lee ")]).await;
    assert_eq!(joined.status, 303, "{}", joined.body);
    let cookie = joined.header("set-cookie");
    for part in ["crosstable_links=", "; Path=/;", "; HttpOnly", "; SameSite=Lax"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "it came over plain HTTP");
    let own = phone.follow(&joined).await;
    own.says(200, &["Keep this page: it is your key", "<svg class=\"code\"", "/join/", "?another=yes\""]);
    assert_eq!(own.header("referrer-policy"), "no-referrer");
    let (path, _) = joined.header("location").split_once('?').unwrap();
    phone.get(path).await.says(200, &["Keep this page: it is your key"]);
    assert_eq!(world.names(cup).await, ["Ann Lee"]);
    desk.get(&page(cup, "players")).await.says(200, &["Ann Lee"]);

    let address = joined.header("location").to_owned();
    phone.get(&join(cup)).await.goes_to(&address);
    let bo = phone.fill_on(&format!("{}?another=yes", join(cup)), &join(cup), &[("name", "Bo Lee")]).await;
    assert!(bo.status == 303 && bo.header("location") != address, "{}", bo.body);
    phone.get(&join(cup)).await.says(200, &["Ann Lee", "Bo Lee", "Register another person"]);
    let mut other = world.browser();
    assert_eq!(fields(&other.get(&join(cup)).await, &join(cup)), ["name"], "another phone");
    phone.get(&format!("{}?another=forget", join(cup))).await.goes_to(&join(cup));
    assert_eq!(fields(&phone.get(&join(cup)).await, &join(cup)), ["name"], "a tablet that people share");
    phone.cookies.insert("crosstable_links".into(), "7-x.a-b..%00".into());
    phone.get(&join(cup)).await.shows(200);
}

#[tokio::test]
async fn form_that_is_sent_twice_registers_once_and_another_name_registers_another_person() {
    let (world, _, cup) = opened(World::start().await, "EVERYONE").await;
    let (mut phone, mut other) = (world.browser(), world.browser());
    let form = phone.get(&join(cup)).await;
    let first = phone.fill_in(&form, &join(cup), &[("name", "Ann")]).await;
    let second = phone.fill_in(&form, &join(cup), &[("name", "Ann")]).await;
    assert_eq!(first.header("location"), second.header("location"));
    assert_eq!(world.names(cup).await, ["Ann"]);
    let bo = phone.fill_in(&form, &join(cup), &[("name", "Bo")]).await;
    assert!(bo.status == 303 && bo.header("location") != first.header("location"), "{}", bo.body);
    assert_eq!(world.names(cup).await, ["Ann", "Bo"]);
    for form_id in ["", "1"] {
        let name = format!("Cy{form_id}");
        let fields = [("name", name.as_str()), ("form_id", form_id)];
        assert_eq!(phone.post(&join(cup), &fields).await.status, 303);
        other.post(&join(cup), &fields).await.says(422, &["is registered already"]);
    }
}

#[tokio::test]
async fn name_that_exists_is_asked_about_and_never_merged() {
    let (world, mut desk, cup) = opened(World::start().await, "EVERYONE").await;
    register(&mut desk, cup, &["Zoë Park"]).await;
    let (mut phone, head) = (world.browser(), world.events.head().await.unwrap());
    let asked = phone.fill(&join(cup), &[("name", "zoe PARK")]).await;
    let said = ["A player named zoe PARK is registered already. Is that you?", "value=\"zoe PARK\"", "ask the staff"];
    asked.says(422, &said);
    assert_eq!(asked.header("set-cookie"), "", "nobody's link is given away");
    assert_eq!(world.events.head().await.unwrap(), head, "a refused request makes no account");
    let other = phone.fill_in(&asked, &join(cup), &[("name", "Zoe Park B.")]).await;
    assert_eq!(other.status, 303);
    assert_eq!(world.names(cup).await, ["Zoë Park", "Zoe Park B."]);
}

#[tokio::test]
async fn what_is_no_name_or_address_is_refused_and_html_is_escaped() {
    let world = World::mailing().await;
    let mut desk = world.admin().await;
    let cup = open_event(&mut desk, "Cup <b>", "EVERYONE").await;
    let mut phone = world.browser();
    let form = phone.get(&join(cup)).await;
    assert_eq!(fields(&form, &join(cup)), ["name", "email"]);
    let (long, head) = ("x".repeat(201), world.events.head().await.unwrap());
    for name in ["", "   ", "\u{200b}\u{200b}", "\u{1}\u{2}", &long] {
        let refused = phone.fill_in(&form, &join(cup), &[("name", name), ("email", "")]).await;
        assert!(refused.shows(422).contains("id=\"name-fault\""), "{name:?} {}", refused.body);
    }
    for email in ["ann", "ann@store.example\r\nBcc: all@store.example", "ann@store.example, bo@store.example", &long] {
        let refused = phone.fill_in(&form, &join(cup), &[("name", "Ann"), ("email", email)]).await;
        assert!(refused.shows(422).contains("id=\"email-fault\""), "{email:?} {}", refused.body);
    }
    assert_eq!(world.events.head().await.unwrap(), head);
    let fields = [("name", "<script>alert(1)</script>"), ("email", "ann@store.example")];
    let joined = phone.fill_in(&form, &join(cup), &fields).await;
    let own = phone.follow(&joined).await;
    for page in [own, desk.get(&page(cup, "players")).await] {
        assert!(!page.shows(200).contains("<script>alert"), "{}", page.body);
        assert!(!page.body.contains("Cup <b>"), "{}", page.body);
    }
    let mail = world.events.due_queues(ChannelKind::Mail, now()).await.unwrap();
    assert_eq!(mail.len(), 1, "the letter with the link waits");
}

#[tokio::test]
async fn mailbox_of_somebody_gets_few_letters() {
    let (world, _, cup) = opened(World::mailing().await, "EVERYONE").await;
    let mut phone = world.browser();
    let mut sent = async |name: &str, email: &str| phone.post(&join(cup), &[("name", name), ("email", email)]).await;
    for number in 0..5 {
        assert_eq!(sent(&format!("Victim {number}"), "ann@store.example").await.status, 303);
        sent("Victim 0", "ann@store.example").await.says(422, &["is registered already"]);
    }
    sent("Victim", "Ann@store.example").await.says(422, &["This address got several of these mails today."]);
    assert_eq!(sent("Victim", "").await.status, 303, "the place does not depend on it");
}

#[tokio::test]
async fn form_that_is_sent_again_counts_for_no_limit() {
    let (world, _, cup) = opened(World::mailing().await, "EVERYONE").await;
    let mut phone = world.browser();
    let form = phone.get(&join(cup)).await;
    let ann = [("name", "Ann"), ("email", "ann@store.example")];
    for _ in 0..8 {
        assert_eq!(phone.fill_in(&form, &join(cup), &ann).await.status, 303);
    }
    assert_eq!(world.names(cup).await, ["Ann"]);
}

#[tokio::test]
async fn owner_of_an_address_that_strangers_give_stops_the_mail() {
    let (world, _, cup) = opened(World::mailing().await, "EVERYONE").await;
    let mut phone = world.browser();
    for (name, email) in [("Bo", "bo@store.example"), ("Cy", "ann@store.example"), ("Di", "Ann@Store.example")] {
        assert_eq!(phone.post(&join(cup), &[("name", name), ("email", email)]).await.status, 303);
    }
    let guests: Vec<_> = world.tournament(cup).await.registrations.iter().map(|entry| entry.user_id).collect();
    let about = Notification { tournament_id: cup, what: What::Registered };
    let mailed = async || {
        let mut mailed = Vec::new();
        for guest in &guests {
            let facts = world.commands.notification_facts(&about, *guest, false).await.unwrap();
            let user = world.commands.user(*guest).await.unwrap().unwrap();
            mailed.push(facts.is_some() && !user.state.profile.email.is_empty());
        }
        mailed
    };
    assert_eq!(mailed().await, [true, true, true]);
    let link = world.commands.unsubscribe_path(Stopped::Address(guests[1])).await.unwrap();
    let mut owner = world.browser();
    owner.get(&link).await.says(200, &["This address will get no more mail about registrations."]);
    assert_eq!(mailed().await, [true, true, true], "a program that opens links stops nothing");
    for _ in 0..2 {
        owner.fill(&link, &[]).await.says(200, &["This address gets no more mail about registrations."]);
    }
    assert_eq!(mailed().await, [true, false, false]);
    let cy = world.commands.user(guests[1]).await.unwrap().unwrap();
    assert_eq!((cy.state.profile.email.as_str(), cy.state.name().as_ref()), ("", "Cy"));
}

#[tokio::test]
async fn forms_of_other_sites_are_refused_and_the_network_of_a_store_needs_no_https() {
    let (world, _, cup) = opened(World::start().await, "EVERYONE").await;
    let mut phone = world.browser();
    let (site, origin, host) = ("sec-fetch-site", "origin", "host");
    let store = "192.168.1.20:8600".to_owned();
    for (headers, status) in [
        (vec![(site, "cross-site".to_owned())], 403),
        (vec![(origin, "https://evil.example".to_owned()), (host, store.clone())], 403),
        (vec![(origin, "null".to_owned()), (host, store.clone())], 403),
        (vec![(origin, format!("http://{store}")), (host, store.clone())], 303),
    ] {
        phone.headers = headers.clone();
        let sent = phone.post(&join(cup), &[("name", "Ann")]).await;
        assert_eq!(sent.status, status, "{headers:?} {}", sent.body);
    }
    assert_eq!(world.names(cup).await, ["Ann"]);
}

#[tokio::test]
async fn join_code_admits_guests_and_wrong_ones_of_others_keep_no_one_out() {
    let (world, mut desk, cup) = opened(World::start().await, "JOIN_CODE").await;
    let flyer = page(cup, "print/flyer");
    let printed = desk.get(&flyer).await;
    printed.says(200, &["Register with your phone", "events.example/join/", "<svg class=\"code\""]);
    let code = printed.between(KEY, "<");
    let mut phone = world.browser();
    phone.get("/join/").await.says(200, &["Join code", "noindex"]);
    phone.get(&join(cup)).await.says(200, &["This event needs its join code."]);
    let typed = phone.fill("/join/", &[("code", &format!(" {} ", code.to_lowercase().replace('-', " ")))]).await;
    let form = phone.follow_to(&typed, &format!("/join/{code}/")).await;
    let joined = phone.fill_in(&form, &format!("/join/{code}/"), &[("name", "Ann")]).await;
    phone.follow(&joined).await.says(200, &["Keep this page", &format!("/join/{code}/?another=yes")]);
    world.happens(cup, TournamentEvent::JoinCodeMade { number: 5 }).await;
    let mut other = world.browser();
    other.get(&format!("/join/{code}/")).await.says(404, &["This code leads to no event."]);
    let sent = other.post(&format!("/join/{code}/"), &[("name", "Bo")]).await;
    assert_eq!(sent.status, 404, "an earlier code");
    assert_eq!(other.post(&join(cup), &[("name", "Bo")]).await.status, 200, "the page asks for the code");
    assert_eq!(world.names(cup).await, ["Ann"]);

    let code = desk.get(&flyer).await.between(KEY, "<");
    for number in 0..250 {
        let guess = other.get(&format!("/join/{cup}-AAAAAAA{}/", char::from(b'A' + number % 24))).await;
        guess.says(404, &["This code leads to no event."]);
    }
    other.get(&format!("/join/{code}/")).await.shows(200);
}

#[tokio::test]
async fn flood_from_one_address_waits_for_staff_who_declines_it_at_once() {
    use RegistrationStatus::{Canceled, Complete, InWaitingRoom};
    let (world, mut desk, cup) = opened(World::start().await, "EVERYONE").await;
    let mut phone = world.browser();
    let mut sent = async |name: &str, address: [u8; 4]| {
        phone.address = address.into();
        phone.post(&join(cup), &[("name", name)]).await
    };
    let (flood, hall) = ([198, 51, 100, 66], [203, 0, 113, 99]);
    assert_eq!(sent("Player 0", flood).await.status, 303);
    for _ in 1..100 {
        sent("", flood).await.says(422, &[]);
        sent("Player 0", flood).await.says(422, &["is registered already"]);
    }
    let mut bot = sent("Bot 1", flood).await;
    for name in ["Bot 2", "Bot 3"] {
        bot = sent(name, flood).await;
        assert_eq!(bot.status, 303);
    }
    assert_eq!(sent("Ann", hall).await.status, 303, "another network");
    let statuses =
        async || world.tournament(cup).await.registrations.iter().map(|entry| entry.status).collect::<Vec<_>>();
    assert_eq!(statuses().await, [Complete, InWaitingRoom, InWaitingRoom, InWaitingRoom, Complete]);
    let shown = desk.get(&page(cup, "players")).await;
    shown.says(200, &["3 players wait for your approval", "Decline all"]);
    assert_eq!(desk.fill_in(&shown, &page(cup, "approvals"), &[("none", "yes")]).await.status, 303);
    assert_eq!(statuses().await, [Complete, Canceled, Canceled, Canceled, Complete]);
    world.browser().get(bot.header("location")).await.says(200, &["The organizer did not accept your registration."]);
    for _ in 103..400 {
        sent("Player 0", flood).await.says(422, &["is registered already"]);
    }
    let refused = sent("Late", flood).await;
    refused.says(429, &["Very many people are registering. Try again in 60 min.", "value=\"Late\""]);
    assert_eq!(refused.header("retry-after"), "3600");
    assert_eq!(sent("Bo", hall).await.status, 303);
}

#[tokio::test]
async fn event_that_takes_no_guests_says_why() {
    let (world, mut desk) = World::with_admin().await;
    let mut phone = world.browser();
    for (policy, words) in [("ACCOUNTS", "only with an account"), ("STAFF", "ask them")] {
        let cup = open_event(&mut desk, "Cup", policy).await;
        phone.get(&join(cup)).await.says(200, &[words]);
        phone.post(&join(cup), &[("name", "Ann")]).await.says(422, &[words]);
        assert_eq!(world.names(cup).await, [""; 0]);
    }
    let cup = open_event(&mut desk, "Cup", "ACCOUNTS").await;
    desk.get(&join(cup)).await.says(200, &[&format!("action=\"/me/{cup}/sign-up/\"")]);
    let cup = open_event(&mut desk, "Cup", "EVERYONE").await;
    desk.fill(&page(cup, "cancel"), &[("change", "cancel")]).await.goes_to(&page(cup, "settings"));
    phone.get(&join(cup)).await.says(200, &["The event is canceled"]);
    for nothing in ["/join/999999/", "/join/x/", "/join/999999-KXQF7M2P/"] {
        phone.get(nothing).await.says(404, &["This code leads to no event."]);
    }
    let full = open_event(&mut desk, "Full", "EVERYONE").await;
    desk.fill(
        &page(full, "settings"),
        &[("name", "Full"), ("format", "MODERN"), ("registration_policy", "EVERYONE"), ("capacity", "1")],
    )
    .await;
    phone.get(&join(full)).await.says(200, &["One place is left."]);
    assert_eq!(phone.post(&join(full), &[("name", "Ann")]).await.status, 303);
    world.browser().get(&join(full)).await.says(200, &["You would be number 1 on the waitlist."]);
}

#[tokio::test]
async fn signed_in_person_registers_with_one_button_and_the_code() {
    let (world, mut desk, cup) = opened(World::start().await, "JOIN_CODE").await;
    let path = format!("/join/{}/", desk.get(&page(cup, "print/flyer")).await.between(KEY, "<"));
    world.person("bea", "Bea Birk").await;
    let mut bea = world.signed_in("bea").await;
    let form = bea.get(&path).await;
    assert!(!form.shows(200).contains("name=\"name\""), "{}", form.body);
    let sign_up = format!("/me/{cup}/sign-up/");
    bea.fill_in(&form, &sign_up, &[]).await.goes_to(&format!("/me/{cup}/"));
    bea.get(&path).await.goes_to(&format!("/me/{cup}/"));
    assert_eq!(bea.fill_on(&format!("{path}?another=yes"), &path, &[("name", "Bo Birk")]).await.status, 303);
    assert_eq!(world.names(cup).await, ["Bea Birk", "Bo Birk"]);
}

#[tokio::test]
async fn flyer_is_for_those_who_manage_registrations() {
    let (world, mut desk, cup) = opened(World::start().await, "JOIN_CODE").await;
    desk.get(&page(cup, "print")).await.says(200, &["Flyer"]);
    let mut judge = world.browser_of("jud", Role::Judge).await;
    assert_eq!(judge.get(&page(cup, "print/flyer")).await.status, 404, "a judge makes no code");
    judge.get(&page(cup, "print")).await.says(200, &[]).lacks(&["Flyer"]);
}
