//! Tests of people's notifications: their phones, their choices, and links that switch mail off.

use domain::notifications::NotificationKind;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use storage::NotificationStore;
use write_api::unsubscribe::Stopped;

use crate::desk::join::open_event;
use crate::world::{PASSWORD, World};

const PATH: &str = "/me/notifications/";
const ENDPOINT: &str = "https://8.8.8.8/push/secret";
const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

fn phone(endpoint: &str) -> [(&str, &str); 4] {
    [("step", "phone"), ("endpoint", endpoint), ("p256dh", KEY), ("auth", AUTH)]
}

async fn off(world: &World, user: UserId) -> Vec<String> {
    let choices = world.events.notification_choices(&[user]).await.unwrap();
    choices.into_iter().flat_map(|choices| choices.off).collect()
}

#[tokio::test]
async fn a_phone_is_subscribed_listed_and_removed() {
    let world = World::start().await;
    let pia = world.person("pia", "Pia Platane").await;
    let (mut browser, mut other) = (world.signed_in("pia").await, world.admin().await);
    browser.get("/admin/account/").await.says(200, &[PATH]);
    browser.get(PATH).await.says(200, &["This needs scripts", "data-key=\"B", "This server sends no mail."]);
    let page = browser.fill_and_follow(PATH, &phone(ENDPOINT)).await;
    page.says(200, &["Saved.", "8.8.8.8"]).lacks(&["push/secret"]);
    let [known] = &world.events.push_subscriptions(&[pia]).await.unwrap()[..] else { panic!("one phone") };
    assert_eq!((&*known.endpoint, &*known.public_key, &*known.auth, &*known.language), (ENDPOINT, KEY, AUTH, "en"));
    let name = page.between("data-phone=\"", "\"");
    let remove = [("step", "remove"), ("phone", &*name)];
    other.fill(PATH, &remove).await.goes_to(PATH);
    assert_eq!(world.events.push_subscriptions(&[pia]).await.unwrap().len(), 1, "only the own ones are removed");
    browser.fill(PATH, &remove).await.goes_to(PATH);
    assert!(world.events.push_subscriptions(&[pia]).await.unwrap().is_empty());
}

#[tokio::test]
async fn letters_to_a_new_person_are_in_the_language_of_the_page() {
    let world = World::mailing().await;
    let cup = open_event(&mut world.admin().await, "Cup", "EVERYONE").await;
    let mut phone = world.browser();
    phone.headers.push(("accept-language", "de".into()));
    phone.fill(&format!("/join/{cup}/"), &[("name", "Ann"), ("email", "ann@store.example")]).await;
    let account = [("best_identifier", "Pia"), ("username", "pia"), ("email", "pia@store.example")];
    phone.fill("/account/", &[&account[..], &[("password", PASSWORD)]].concat()).await;
    let guest = world.tournament(cup).await.registrations[0].user_id;
    let account = world.commands.user_named("pia").await.unwrap().unwrap().state.id;
    let choices = world.events.notification_choices(&[guest, account]).await.unwrap();
    assert_eq!(choices.iter().map(|choices| choices.language.as_str()).collect::<Vec<_>>(), ["de", "de"]);
    assert!(choices.iter().all(|choices| choices.off.is_empty()));
}

#[tokio::test]
async fn kinds_are_chosen_for_each_channel_and_only_staff_has_the_digest() {
    let world = World::mailing().await;
    let pia = world.person("pia", "Pia Platane").await;
    let mut browser = world.signed_in("pia").await;
    let plain = browser.get(PATH).await;
    assert!(plain.shows(200).contains("mail:message") && !plain.body.contains("push:message"), "{}", plain.body);
    browser.headers.push(("host", "events.example".to_owned()));
    let page = browser.get(PATH).await;
    assert!(!page.shows(200).contains("mail:digest") && !page.body.contains("mail:pairings"), "{}", page.body);
    assert_eq!(page.body.matches(" checked").count(), 14, "everything is on");
    browser.fill(PATH, &[("step", "choose"), ("on", "push:pairings"), ("on", "mail:message")]).await.goes_to(PATH);
    let chosen = off(&world, pia).await;
    assert_eq!(chosen.len(), 12, "{chosen:?}");
    assert!(chosen.contains(&"push:clock".to_owned()) && !chosen.contains(&"mail:message".to_owned()));
    assert_eq!(browser.get(PATH).await.body.matches(" checked").count(), 2);
    world.browser_of("judge", Role::Judge).await.get(PATH).await.says(200, &["mail:digest"]);
}

#[tokio::test]
async fn a_link_in_a_mail_switches_its_kind_off_after_a_question_or_with_one_click() {
    let world = World::start().await;
    let path = world.commands.unsubscribe_path(Stopped::Kind(world.ada, NotificationKind::Registration)).await.unwrap();
    let mut stranger = world.browser();
    stranger.get(&path).await.says(200, &["You will get no more mail about: Your registration"]);
    assert!(off(&world, world.ada).await.is_empty(), "a program that opens links switches nothing off");
    stranger.fill(&path, &[]).await.says(200, &["You get no more of these mails"]);
    assert_eq!(off(&world, world.ada).await, ["mail:registration"]);
    // What mail programs send, from their own servers (RFC 8058).
    let path = world.commands.unsubscribe_path(Stopped::Kind(world.ada, NotificationKind::Message)).await.unwrap();
    let mut program = world.browser();
    program.headers = vec![("content-type", "multipart/form-data; boundary=edge".to_owned())];
    let part = "--edge\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--edge--\r\n";
    program.post_text(&path, part).await.shows(200);
    assert_eq!(off(&world, world.ada).await, ["mail:message", "mail:registration"]);
    program.headers.clear();
    program.post(&path, &[("List-Unsubscribe", "One-Click")]).await.shows(200);
}

#[tokio::test]
async fn guessing_links_to_unsubscribe_changes_nothing_and_is_slowed_down() {
    let world = World::start().await;
    let path = world.commands.unsubscribe_path(Stopped::Kind(world.ada, NotificationKind::Registration)).await.unwrap();
    let link = path.strip_prefix("/unsubscribe/").unwrap().strip_suffix('/').unwrap();
    let digit = |place: usize| if link.as_bytes()[place] == b'A' { "B" } else { "A" };
    let changed = |place: usize| format!("{}{}{}", &link[..place], digit(place), &link[place + 1..]);
    let shorter = link[..link.len() - 4].to_owned();
    let mut guesses = vec![changed(0), changed(link.len() - 2), shorter, format!("{link}AAAA"), "x".into()];
    guesses.extend((guesses.len()..100).map(|number| format!("guess{number}")));
    let mut stranger = world.browser();
    for guess in &guesses {
        let reply = stranger.post(&format!("/unsubscribe/{guess}/"), &[("List-Unsubscribe", "One-Click")]).await;
        reply.says(404, &["A letter is missing in the link"]);
    }
    stranger.get("/unsubscribe/guess/").await.says(429, &["too many attempts"]);
    assert!(off(&world, world.ada).await.is_empty());
    stranger.get(&path).await.shows(200);
}
