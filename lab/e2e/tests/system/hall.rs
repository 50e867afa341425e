//! The pages of a convention's hall and counter, and several players of an event at once.

use e2e::crawl::id;
use e2e::people::Person;
use e2e::visitor::{Visitor, filled, hidden, with_fields};
use e2e::{TestApp, with_form};
use futures::future::join_all;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::given::{change, create, event, location, member, register_name, says, settings};

/// A convention with three events at the same time.
struct Open {
    app: TestApp,
    organizer: Person,
    convention: i64,
    events: [i64; 3],
}

impl Open {
    async fn with(fields: [Value; 3]) -> Self {
        let app = TestApp::start().await;
        let convention = json!({"name": "Open", "status": "SCHEDULED", "event_timezone": "Europe/Brussels"});
        let convention = create(&app, "/api/v1/conventions/", &convention).await;
        let mut events = [0; 3];
        for ((made, mut fields), name) in events.iter_mut().zip(fields).zip(["Main", "Side", "Late"]) {
            fields["name"] = json!(name);
            fields["convention_slug"] = json!("open");
            fields["start_datetime"] = json!("2035-03-24T09:00:00Z");
            *made = event(&app, fields).await;
        }
        let organizer = member(&app, "organizer", Role::Admin).await;
        app.applied().await;
        Self { app, organizer, convention, events }
    }

    fn page(&self, name: &str) -> String {
        format!("/desk/conventions/{}/{name}/", self.convention)
    }

    async fn event(&self, at: usize) -> Value {
        self.app.applied().await;
        settings(&self.app, self.events[at]).await
    }

    async fn tables(&self, at: usize) -> (Value, Value) {
        let event = self.event(at).await;
        (event["first_table"].clone(), event["last_table"].clone())
    }

    async fn registered(&self, at: usize, name: &str) -> i64 {
        register_name(&self.app, self.events[at], name).await
    }

    /// Returns the registrations of an event, by their ids.
    async fn entries(&self, at: usize) -> Vec<Value> {
        self.app.applied().await;
        self.app.get(&format!("/api/v1/magic-events/{}/registrations/", self.events[at])).await.list()
    }

    async fn entry(&self, at: usize, entry: i64) -> Value {
        self.entries(at).await.into_iter().find(|known| id(known) == entry).unwrap()
    }
}

#[tokio::test]
async fn a_proposal_gives_events_of_a_day_their_own_tables_and_is_taken_back() {
    let sizes = [json!({"capacity": 32}), json!({"capacity": 16}), json!({"capacity": 8, "first_table": 3})];
    let open = Open::with(sizes).await;
    let mut desk = Visitor::signed_in(&open.app, &open.organizer).await;
    let hall = open.page("hall");
    says(
        &desk.open(&hall).await,
        200,
        &["Tables collide", "Main and Side plan the same tables", "class=\"bad\"", "10:00"],
    );

    let row = |event: i64, first: &'static str, last: &'static str, was: &'static str| {
        let values = [event.to_string(), first.to_owned(), last.to_owned(), was.to_owned()];
        ["event", "first", "last", "was"].map(str::to_owned).into_iter().zip(values)
    };
    let mut form = hidden(desk.open(&hall).await.text(), &hall);
    form.retain(|(name, _)| name == "form_token" || name == "day");
    let [main, side, late] = open.events;
    let send = |rows: Vec<(String, String)>, more: &[(&str, &str)]| with_fields(&[form.clone(), rows].concat(), more);
    let rows = || {
        let [main, side, late] = [row(main, "", "", "//"), row(side, "", "", "//"), row(late, "3", "", "3//")];
        main.chain(side).chain(late).collect::<Vec<_>>()
    };
    let small = desk.send(&hall, &send(rows(), &[("step", "propose"), ("from", "1"), ("to", "20")])).await;
    says(&small, 422, &["There are not enough tables for"]);
    let proposed = desk.send(&hall, &send(rows(), &[("step", "propose"), ("from", "1"), ("to", "28")])).await;
    says(&proposed, 200, &["This is a proposal", "value=\"16\"", "value=\"17\"", "value=\"24\"", "value=\"28\""]);
    assert!(!proposed.text().contains("plan the same tables"), "{}", proposed.text());
    assert_eq!(open.tables(0).await, (json!(null), json!(null)), "nothing is saved yet");

    let rows = row(main, "1", "16", "//").chain(row(side, "17", "24", "//")).chain(row(late, "3", "", "3//")).collect();
    let saved = desk.send(&hall, &send(rows, &[("step", "save")])).await;
    says(&saved, 200, &["Saved.", ">Undo</button>"]);
    assert_eq!((open.tables(0).await, open.tables(1).await), ((json!(1), json!(16)), (json!(17), json!(24))));
    // The form that brings them back is the first one of the page.
    let undo = filled(saved.text(), &hall, &[("step", "save")]);
    says(&desk.send(&hall, &undo).await, 200, &["Main and Side plan the same tables"]);
    assert_eq!((open.tables(0).await, open.tables(1).await), ((json!(null), json!(null)), (json!(null), json!(null))));

    let wrong = row(main, "9", "4", "//").collect();
    says(&desk.send(&hall, &send(wrong, &[("step", "save")])).await, 422, &["Main: "]);
    let shares = send(row(late, "3", "", "3//").collect(), &[("step", "save"), ("shares", &late.to_string())]);
    says(&desk.send(&hall, &shares).await, 200, &["Saved."]);
    assert_eq!(open.event(2).await["shares_tables"], true);
}

#[tokio::test]
async fn a_person_pays_and_gets_tags_at_the_counter() {
    let open = Open::with([json!({}), json!({}), json!({})]).await;
    let entry = open.registered(1, "Finn Park").await;
    open.registered(1, "Ada Lowe").await;
    open.app.applied().await;
    let mut desk = Visitor::signed_in(&open.app, &open.organizer).await;
    let (counter, event) = (open.page("counter"), open.events[1].to_string());
    let found = desk.open(&format!("{counter}?q=fin")).await;
    says(&found, 200, &[">Finn Park</h2>", ">Side</a>", "Not paid"]);
    assert!(!found.text().contains("Ada Lowe"));
    says(&desk.open(&format!("{counter}?q=zz")).await, 200, &["No player by that name."]);
    let after_finder = found.text().split_once("role=\"search\"").expect("a form to find people").1;
    let mut form = hidden(after_finder, &counter);
    form.retain(|(name, _)| name == "form_token");
    let registration = entry.to_string();
    let form = with_fields(&form, &[("q", "fin"), ("event", &event), ("registration", &registration)]);
    for (step, field, expected) in [
        ("paid", "mark_as_paid", json!(true)),
        ("unpaid", "mark_as_paid", json!(false)),
        ("check-in", "queue_check_in_status", json!("CHECKED_IN")),
        ("check-out", "queue_check_in_status", json!(null)),
    ] {
        let back = location(&desk.send(&counter, &with_fields(&form, &[("step", step)])).await);
        assert_eq!(back, format!("{counter}?q=fin#in-{event}-{entry}"));
        assert_eq!(open.entry(1, entry).await[field], expected, "{step}");
    }
    // Two people tag the same player at once. They share a session, as two windows of a browser do.
    let at_once = ["VIP", "Judge"].map(|tag| {
        let form = with_fields(&form, &[("tag", tag), ("step", "tag")]);
        let request = with_form(open.app.anonymous_request(Method::POST, &counter), &form);
        open.app.send(desk.credential().sign(request))
    });
    for reply in join_all(at_once).await {
        location(&reply);
    }
    says(&desk.open(&format!("{counter}?q=fin")).await, 200, &["Remove tag VIP", "Remove tag Judge"]);
    location(&desk.send(&counter, &with_fields(&form, &[("untag", "VIP")])).await);
    let shown = desk.open(&format!("{counter}?q=fin")).await;
    says(&shown, 200, &["Remove tag Judge"]);
    assert!(!shown.text().contains("Remove tag VIP"));
}

#[tokio::test]
async fn players_of_a_canceled_event_move_to_another_one() {
    let open = Open::with([json!({}), json!({}), json!({})]).await;
    let finn = open.registered(0, "Finn Park").await;
    let ada = open.registered(0, "Ada Lowe").await;
    change(&open.app, open.events[0], &json!({"is_canceled": true})).await;
    open.app.applied().await;
    let mut desk = Visitor::signed_in(&open.app, &open.organizer).await;
    let several = format!("/desk/events/{}/players/several/", open.events[0]);
    let side = "Side (becomes a child event) · 24 Mar 2035, 10:00 (Brussels)";
    says(&desk.open(&several).await, 200, &["<option value=\"\"></option>", side]);
    let target = open.events[1].to_string();
    says(&desk.fill(&several, &[("target", &target)]).await, 422, &["Tick at least one player."]);
    let moved = location(&desk.fill(&several, &[("all", "yes"), ("target", &target)]).await);
    assert_eq!(open.event(1).await["parent_id"], open.events[0]);
    for entry in [finn, ada] {
        assert_eq!(open.entry(0, entry).await["registration_status"], "MOVED_TO_CHILD_EVENT");
    }
    let status = |entries: &Vec<Value>| {
        entries.iter().map(|entry| entry["registration_status"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(status(&open.entries(1).await), ["COMPLETE"; 2]);
    says(&desk.open(&moved).await, 200, &["2 players were moved."]);
}
