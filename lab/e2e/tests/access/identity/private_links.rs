//! Private links: staff makes them, and their holders act as the player of one registration, without an account.

use std::collections::BTreeMap;

use e2e::crawl::id;
use e2e::people::{Credential, Person};
use e2e::stage::Stage;
use e2e::things::Things;
use e2e::{Reply, TestApp, with_form};
use proto_events::Actor;
use proto_events::ids::UserId;
use reqwest::Method;
use serde_json::json;

/// An organization's events, and the private links of the running one by registration.
struct Hall {
    app: TestApp,
    things: Things,
    links: BTreeMap<i64, String>,
}

impl Hall {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let things = Things::of_own(&app).await;
        let links = app.private_links(things.stages.playing.event).await;
        Self { app, things, links }
    }

    fn playing(&self) -> &Stage {
        &self.things.stages.playing
    }

    /// The private link of the player at this place.
    fn link(&self, place: usize) -> &str {
        &self.links[&self.playing().entries[place]]
    }

    async fn page(&self, place: usize) -> Reply {
        self.app.ask(&Credential::Nothing, self.link(place)).await
    }

    /// Sends a form of the page at a link.
    async fn send(&self, link: &str, fields: &[(&str, &str)]) -> Reply {
        self.app.send(with_form(self.app.anonymous_request(Method::POST, link), fields)).await
    }

    /// Takes a step of the match at the second table, at which no result is reported.
    async fn step(&self, place: usize, step: &str, entry: &str) -> Reply {
        let table = self.playing().tables[1].to_string();
        self.send(self.link(place), &[("step", step), ("match", &table), ("entry", entry)]).await
    }
}

fn links_of(stage: &Stage) -> String {
    format!("/api/v1/magic-events/{}/private-links/", stage.event)
}

/// One after the other on the same events, because they take long to make.
#[tokio::test]
async fn links_act_for_one_player_are_revoked_and_open_nothing_else() {
    let hall = Hall::open().await;
    two_phones_report_contest_and_confirm(&hall).await;
    are_made_once_revoked_and_replaced(&hall).await;
    guest_chooses_notifications_and_an_account_signs_in(&hall).await;
    signed_in_player_has_the_same_page(&hall).await;
    wrong_ones_are_slowed_down_and_right_ones_open(&hall).await;
    hall.app.stop().await;
}

async fn two_phones_report_contest_and_confirm(hall: &Hall) {
    let page = hall.page(2).await;
    assert_eq!((page.status, page.header("referrer-policy")), (200, "no-referrer"));
    assert!(page.text().contains("Table 2") && page.text().contains("Report the result"), "{}", page.text());
    assert!(!page.text().contains('@'), "no e-mail address");
    assert_eq!(hall.step(2, "report", "2-0-0").await.status, 303);
    assert!(hall.page(2).await.text().contains("You won 2–0"));
    let theirs = hall.page(3).await;
    assert!(theirs.text().contains("You lost 0–2") && theirs.text().contains("Yes, confirm"), "{}", theirs.text());
    assert_eq!(hall.step(3, "contest", "").await.status, 303);
    assert!(hall.page(2).await.text().contains("This result is contested."));
    assert_eq!(hall.step(2, "report", "2-1-0").await.status, 303);
    assert_eq!(hall.step(3, "confirm", "").await.status, 303);
    assert!(hall.page(2).await.text().contains("This result is confirmed."));
    let refused = hall.step(2, "report", "0-2-0").await;
    assert!(refused.status == 422 && refused.text().contains("nother result was reported"), "{}", refused.text());
    let stranger = hall.step(0, "report", "2-0-0").await;
    assert_eq!(stranger.status, 422, "the match of others");
    let player = UserId(hall.playing().players[2]);
    let log = hall.app.log().await;
    assert!(log.iter().any(|event| event.actor == Actor::PrivateLink(player)), "the log says who it was");
    let (code, other) = (hall.link(2).split('/').nth(3).unwrap(), hall.things.stages.between.event);
    for path in [format!("/e/{other}/{code}/"), format!("/e/{}/", hall.playing().event)] {
        assert_eq!(hall.app.ask(&Credential::Nothing, &path).await.status, 404, "{path}");
    }
}

async fn are_made_once_revoked_and_replaced(hall: &Hall) {
    let (entry, first) = (hall.playing().entries[3], hall.link(3).to_owned());
    let again = hall.app.post(&links_of(hall.playing()), &json!({})).await.list();
    assert_eq!(again.len(), hall.links.len());
    assert!(again.iter().any(|link| link["url"].as_str().unwrap().ends_with(&first)), "it is printed again");
    let revoke = format!("/api/v1/magic-events/{}/registrations/{entry}/private-link/", hall.playing().event);
    assert_eq!(hall.app.send(hall.app.request(Method::DELETE, &revoke)).await.status, 204);
    let gone = hall.app.ask(&Credential::Nothing, &first).await;
    assert_eq!((gone.status, gone.header("referrer-policy")), (404, "no-referrer"));
    assert_eq!(hall.send(&first, &[("step", "drop")]).await.status, 404);
    let next = hall.app.post(&links_of(hall.playing()), &json!({ "registration_id": entry })).await.list();
    assert!(next.len() == 1 && !next[0]["url"].as_str().unwrap().ends_with(&first));
    let code = first.split('/').nth(3).unwrap();
    assert!(hall.app.log().await.iter().all(|event| !event.encoded.payload.contains(code)), "the log has its hash");
}

async fn wrong_ones_are_slowed_down_and_right_ones_open(hall: &Hall) {
    let wrong = format!("/e/{}/{}/", hall.playing().event, "a".repeat(24));
    let mut tried = 1;
    let slowed = loop {
        let answer = hall.app.ask(&Credential::Nothing, &wrong).await;
        if answer.status == 429 {
            break answer;
        }
        assert!(answer.status == 404 && tried <= 100, "{} at the attempt {tried}", answer.status);
        tried += 1;
    };
    assert!(tried > 90 && !slowed.header("retry-after").is_empty());
    assert_eq!(hall.page(1).await.status, 200);
}

/// The fields by which a browser subscribes at a push service.
const SUBSCRIBE: [(&str, &str); 4] = [
    ("step", "phone"),
    ("endpoint", "https://8.8.8.8/push/of-a-guest"),
    ("p256dh", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    ("auth", "BTBZMqHH6r4Tts7J_aSIgg"),
];

async fn guest_chooses_notifications_and_an_account_signs_in(hall: &Hall) {
    let [path, other] = [0, 1].map(|place| format!("{}notifications/", hall.link(place)));
    assert!(hall.page(0).await.text().contains(&path), "the page leads there");
    let sent = hall.send(&path, &SUBSCRIBE).await;
    assert_eq!((sent.status, sent.header("referrer-policy")), (303, "no-referrer"), "{}", sent.text());
    assert_eq!(hall.send(&path, &[("step", "choose"), ("on", "push:pairings")]).await.status, 303);
    let page = hall.app.ask(&Credential::Nothing, &path).await;
    assert_eq!((page.text().matches("8.8.8.8").count(), page.text().matches(" checked").count()), (1, 1));
    assert!(!page.text().contains("of-a-guest") && !page.text().contains('@'), "{}", page.text());
    let (_, rest) = page.text().split_once("name=\"phone\" value=\"").unwrap();
    let phone = rest.split_once('"').unwrap().0;
    let remove = [("step", "remove"), ("phone", phone)];
    assert_eq!(hall.send(&other, &remove).await.status, 303);
    assert!(hall.app.ask(&Credential::Nothing, &path).await.text().contains("8.8.8.8"), "the phone of another player");
    assert_eq!(hall.send(&path, &remove).await.status, 303);
    assert!(!hall.app.ask(&Credential::Nothing, &path).await.text().contains("8.8.8.8"));
    let player = Person { user_id: UserId(hall.playing().players[0]), username: String::new() };
    hall.app.with_password(player).await;
    let page = hall.app.ask(&Credential::Nothing, &path).await;
    assert!(page.text().contains("You have an account.") && !page.text().contains("<form method=\"post\""));
    assert_eq!(hall.send(&path, &SUBSCRIBE).await.status, 404);
}

async fn signed_in_player_has_the_same_page(hall: &Hall) {
    let ada = hall.app.with_password(hall.app.person("signed-in").await).await;
    let session = Credential::Cookie(hall.app.session(&ada, None).await);
    let none = hall.app.ask(&session, "/me/").await;
    assert!(none.status == 200 && none.text().contains("You are not registered in any event."));
    let event = json!({ "name": "Friday Legacy", "event_format": "LEGACY" });
    let event = id(&hall.app.post("/api/v1/magic-events/", &event).await.created());
    let entry = json!({ "username": ada.username });
    hall.app.post(&format!("/api/v1/magic-events/{event}/registrations/"), &entry).await.created();
    let listed = hall.app.ask(&session, "/me/").await;
    assert!(listed.text().contains("Friday Legacy"), "{}", listed.text());
    let page = hall.app.ask(&session, &format!("/me/{event}/")).await;
    assert!(page.text().contains("The event has not begun."), "{}", page.text());
    hall.app.post(&format!("/api/v1/magic-events/{event}/lifecycle/"), &json!({ "status": "EVENT_IN_PROGRESS" })).await;
    let sent_on = hall.app.ask(&session, "/me/").await;
    assert_eq!((sent_on.status, sent_on.header("location")), (303, format!("/me/{event}/").as_str()));
    let other = hall.app.ask(&session, &format!("/me/{}/", hall.playing().event)).await;
    assert_eq!(other.status, 404, "the event of others");
}
