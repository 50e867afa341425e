//! A convention of three days with a change of daylight saving: the desk and two phones in Chromium, everyone else over HTTP.
//! The test keeps a record of its own, and all agendas, seats and results agree with it at the end.
//!
//! `WEEKEND_PLAYERS`, `WEEKEND_EVENTS` and `WEEKEND_FIRES` set the size. The full one is 1,200 players, 30 events and 20 drafts
//! on demand.

use e2e::browser::{Browser, Key, Look};
use e2e::crawl::id;
use e2e::people::Credential;
use reqwest::Method;
use serde_json::json;

use crate::evening::pictures;
use crate::given::signed_in;
use crate::weekend::{Paired, ROUNDS, Size, Staff, Weekend};
use crate::weekend_queues::{Phone, Queues};
use crate::weekend_record::{SLUG, log_agrees};

/// Results that are typed at the desk.
const TYPED: usize = 2;

/// Two events of Friday plan the same tables: the second one is not paired before it has others.
async fn tables_are_refused(weekend: &mut Weekend, event: i64) -> Paired {
    let refused = weekend.app.post(&format!("/api/v1/magic-events/{event}/rounds/"), &json!({ "kind": "swiss" })).await;
    refused.problem(409);
    assert_eq!(refused.any_json()["code"], "pairing-tables-taken");
    let (first, last) = weekend.size.tables(1);
    let tables = json!({ "first_table": first, "last_table": last });
    weekend.app.patch(&format!("/api/v1/magic-events/{event}/"), &tables).await.json();
    weekend.pairs(event).await
}

/// A role for one event does not reach any other.
async fn roles_are_for_one_event(weekend: &Weekend, staff: &Staff, [judged, counted]: [&Paired; 2]) {
    let (_, scorekeeper) = &staff.of_event;
    weekend.reports_one(scorekeeper, judged.event, &judged.tables[0]).await.problem(403);
    for (paired, status) in [(judged, 201), (counted, 403)] {
        let path = format!("/api/v1/magic-events/{}/penalties/", paired.event);
        let penalty =
            json!({ "registration_id": paired.tables[0].players[0], "infraction": "Tardiness", "penalty": "WARNING" });
        let reply = weekend.app.tell(&staff.judge.1, Method::POST, &path, &penalty).await;
        assert_eq!(reply.status, status, "{}: {}", reply.asked, reply.text());
    }
}

/// The first results of an event: some are typed at the desk, and two players enter the next one on their phones.
async fn begins_in_the_browser(weekend: &mut Weekend, desk: &Browser, paired: &Paired) -> [Phone; 2] {
    let event = paired.event;
    desk.open(&format!("/desk/events/{event}/round/")).await;
    desk.press("Publish the pairings").await;
    desk.press("Start Round 1").await;
    desk.comes_to_show("have not reported").await;
    for table in &paired.tables[..TYPED] {
        desk.write(&format!("{} 2 0", table.number)).await;
        desk.hit(Key::Enter).await;
        let [one, other] = [weekend.name(event, table.players[0]).await, weekend.name(event, table.players[1]).await];
        desk.comes_to_show(&format!("Table {}: {one} 2–0 {other}.", table.number)).await;
        weekend.record.wins(table);
    }
    let table = &paired.tables[TYPED];
    let phones = [phone(weekend, event, table.players[0]).await, phone(weekend, event, table.players[1]).await];
    phones[0].browser.press("You won 2–0").await;
    phones[1].browser.comes_to_show("You lost 0–2").await;
    phones[1].browser.press("Yes, confirm").await;
    phones[0].browser.comes_to_show("This result is confirmed.").await;
    weekend.record.wins(table);
    phones
}

async fn phone(weekend: &Weekend, event: i64, entry: i64) -> Phone {
    let browser = Browser::start(&weekend.app.address()).await;
    browser.look(Look::Phone).await;
    browser.open(&weekend.app.private_link(event, entry).await).await;
    browser.comes_to_show("Report the result").await;
    let entries = weekend.record.entries(event);
    let user = entries.into_iter().find(|(_, known)| *known == entry).expect("a player").0;
    Phone { browser, user }
}

/// Friday: the first events begin at the desk and on phones; members with roles enter the other results.
async fn friday(weekend: &mut Weekend, desk: &Browser, staff: &Staff) -> [Phone; 2] {
    weekend.until(0, 10);
    let mut waves = weekend.size.waves();
    let first: Vec<_> = weekend.days[0][waves.next().expect("events")].to_vec();
    weekend.begins(&first).await;
    let mut rounds = vec![weekend.pairs(first[0]).await, tables_are_refused(weekend, first[1]).await];
    for event in &first[2..] {
        rounds.push(weekend.pairs(*event).await);
    }
    desk.open(&format!("/desk/conventions/{}/hall/", weekend.convention)).await;
    pictures(desk, "convention-hall").await;
    let phones = begins_in_the_browser(weekend, desk, &rounds[0]).await;
    for (at, paired) in rounds[1..].iter().enumerate() {
        weekend.asks(paired.event, &format!("rounds/{}/start/", paired.round), &json!({})).await;
        if at == 0 {
            roles_are_for_one_event(weekend, staff, [&rounds[0], paired]).await;
        }
    }
    let key = Credential::Key(weekend.app.key.clone());
    let of = |event: i64| {
        let (counted, judged) = (event == staff.of_event.0, event == staff.judge.0);
        let by_role = if counted { &staff.of_event.1 } else { &staff.scorekeeper };
        if counted || judged { by_role.clone() } else { key.clone() }
    };
    for (at, Paired { event, round, tables }) in rounds.iter().enumerate() {
        let left = if at == 0 { &tables[TYPED + 1..] } else { &tables[..] };
        weekend.reports(&of(*event), *event, left).await;
        weekend.asks(*event, &format!("rounds/{round}/complete/"), &json!({})).await;
    }
    for _ in 1..ROUNDS {
        weekend.plays(&first, of).await;
    }
    weekend.ends(&first).await;
    for places in waves {
        weekend.until(0, Size::hour(places.start));
        weekend.plays_wave(0, places).await;
    }
    phones
}

/// An event of Sunday is canceled, and its players move to another one at the desk.
async fn an_event_is_canceled(weekend: &mut Weekend, desk: &Browser) {
    let [target, canceled] = [weekend.days[2][0], weekend.days[2][1]];
    let was = weekend.record.entries(canceled);
    weekend.app.patch(&format!("/api/v1/magic-events/{canceled}/"), &json!({ "is_canceled": true })).await.json();
    weekend.canceled.insert(canceled);
    weekend.app.applied().await;
    desk.open(&format!("/desk/events/{canceled}/players/several/")).await;
    desk.tick(&format!("All {} players", was.len())).await;
    desk.fill("Move to", "Sunday 1 (becomes a child event) · 25 Oct 2026, 10:00 (Berlin)").await;
    desk.press("Move players").await;
    desk.comes_to_show(&format!("{} players were moved.", was.len())).await;
    weekend.app.applied().await;
    for entry in weekend.app.get(&format!("/api/v1/magic-events/{target}/registrations/")).await.list() {
        let user = id(&entry["user"]);
        if was.contains_key(&user) {
            weekend.record.enters(target, user, id(&entry));
        }
    }
    was.into_values().for_each(|entry| weekend.record.leaves(entry, "MOVED_TO_CHILD_EVENT"));
}

/// Saturday: between two rounds, some players drop and draft on demand.
async fn saturday(weekend: &mut Weekend, desk: &Browser, phones: &[Phone]) -> [i64; 2] {
    weekend.until(1, 10);
    let mut waves = weekend.size.waves();
    let first: Vec<_> = weekend.days[1][waves.next().expect("events")].to_vec();
    weekend.begins(&first).await;
    let key = Credential::Key(weekend.app.key.clone());
    weekend.plays(&first, |_| key.clone()).await;
    an_event_is_canceled(weekend, desk).await;
    let queues = Queues::open(weekend, phones, 1).await;
    let events = queues.events;
    let drafts = queues.run(weekend, phones, desk).await;
    assert!(drafts >= weekend.size.fires);
    for _ in 1..ROUNDS {
        weekend.plays(&first, |_| key.clone()).await;
    }
    weekend.ends(&first).await;
    for places in waves {
        weekend.until(1, Size::hour(places.start));
        weekend.plays_wave(1, places).await;
    }
    events
}

#[tokio::test(flavor = "multi_thread")]
async fn a_convention_agrees_with_a_record_of_its_own() {
    let mut weekend = Weekend::open(Size::wanted()).await;
    weekend.registers().await;
    let staff = weekend.hires().await;
    weekend.until(0, 9);
    let desk = signed_in(&weekend.app, &weekend.organizer).await;
    desk.open(&format!("/desk/conventions/{}/?day=2026-10-24", weekend.convention)).await;
    desk.sees("Saturday 1").await;
    pictures(&desk, "convention-schedule").await;

    let phones = friday(&mut weekend, &desk, &staff).await;
    let queues = saturday(&mut weekend, &desk, &phones).await;
    phones[0].browser.open(&format!("/conventions/{SLUG}/agenda/?event={}", weekend.days[2][0])).await;
    phones[0].browser.sees("Sunday 1").await;
    phones[0].browser.sees("10:00").await;
    for places in weekend.size.waves().collect::<Vec<_>>() {
        weekend.until(2, Size::hour(places.start));
        weekend.plays_wave(2, places).await;
    }
    weekend.record.agrees(&weekend.app).await;
    log_agrees(&weekend.app, &queues).await;
    weekend.app.stop().await;
}
