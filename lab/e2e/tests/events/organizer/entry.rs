//! Before play: the event is announced, players register and submit lists.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Duration, SecondsFormat, Utc};
use e2e::TestApp;
use e2e::crawl::id;
use e2e::generate::Dice;
use e2e::people::{Credential, Person};
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;

use super::Open;
use super::hall::Hall;

const PLACES: usize = 64;
/// Minutes until the deadline for lists.
const LISTS_DUE: i64 = 90;
/// Index of the player who submits a list on paper, in the order of registrations.
pub(super) const ON_PAPER: usize = 5;
/// Seconds after the deadline in which lists are still accepted.
const GRACE: i64 = 120;

pub(super) struct Player {
    /// The name in standings.
    pub(super) name: String,
    pub(super) user: i64,
    pub(super) phone: Credential,
    /// The registration; 0 before there is one.
    pub(super) entry: i64,
    /// The submitted list; 0 before there is one.
    pub(super) list: i64,
}

impl Player {
    /// The text of this player's list, which is unique.
    pub(super) fn text(&self) -> String {
        format!("4 Lightning Bolt\n{} Mountain\n\nSideboard\n15 Pyroblast", 20 + self.user)
    }

    pub(super) fn path_of_list(&self) -> String {
        format!("/api/v1/decklists/{}/", self.list)
    }

    /// Creates a list and submits it, or staff does so if the list is on paper.
    async fn hand_in(&mut self, hall: &Hall<'_>, is_on_paper: bool) {
        if is_on_paper {
            let marked = hall.change(self.entry, &json!({ "using_paper_decklist": true })).await;
            assert_eq!(marked["using_paper_decklist"], true);
        }
        let by = if is_on_paper { &hall.desk } else { &self.phone };
        let body = json!({ "name": format!("Deck of {}", self.name), "plaintext_list": self.text() });
        let list = id(&hall.app.tell(by, Method::POST, "/api/v1/decklists/", &body).await.created());
        let path = format!("registrations/{}/decklist/", self.entry);
        let handed_in = hall.send(by, Method::PUT, &path, &json!({ "decklist_id": list })).await;
        assert_eq!(handed_in.json()["decklist"], list);
        self.list = list;
    }
}

/// Creates this many people with accounts and tokens. Their names are not in the order of their accounts.
async fn people(app: &TestApp, count: usize) -> Vec<Player> {
    const FIRST: [&str; 10] = ["Wim", "Ada", "Élise", "jo", "Bo", "Zoë", "Carl", "Ute", "Max", "Ída"];
    const LAST: [&str; 7] = ["Nagy", "Berg", "Åkesson", "Odili", "Tamm", "Quist", "Ferro"];
    let mut people = Vec::with_capacity(count);
    for number in 0..count {
        let username = format!("player-{number}");
        let name = format!("{} {} {}", FIRST[number % 10], LAST[number % 7], number + 1);
        let account = json!({ "username": username, "best_identifier": name });
        let user = id(&app.post("/api/v1/users/", &account).await.created());
        let phone = Credential::Token(app.token(&Person { user_id: UserId(user), username }, None).await);
        people.push(Player { name, user, phone, entry: 0, list: 0 });
    }
    people
}

fn moment(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Creates a convention with the event, and people who want to play.
pub(super) async fn announced(app: &TestApp) -> Open<'_> {
    let convention = json!({ "name": "Moxhall Open 2026", "status": "DETAILS_PENDING" });
    let convention = app.post("/api/v1/conventions/", &convention).await;
    let address = convention.header("location").to_owned();
    let slug = convention.created()["slug"].clone();
    app.post(&format!("{address}status/"), &json!({ "status": "SCHEDULED" })).await.json();
    let now = app.clock_now();
    // A fixed seed makes failures reproducible.
    let event = json!({
        "name": "Moxhall Legacy", "event_format": "LEGACY", "seed": 64, "convention_slug": slug, "capacity": PLACES,
        "swiss_rounds": 6, "top_cut": 8, "power_pair_last_round": true, "start_datetime": moment(now + Duration::hours(2)),
        "decklist_deadline": moment(now + Duration::minutes(LISTS_DUE)), "decklist_grace_seconds": GRACE,
    });
    let desk = Credential::Key(app.key_for(app.organization, Role::Organizer).await);
    let event = app.tell(&desk, Method::POST, "/api/v1/magic-events/", &event).await;
    let location = event.header("location").to_owned();
    let mut hall = Hall { app, desk, event: id(&event.created()), phones: HashMap::new() };
    assert_eq!(location, hall.at(""));
    let convention = hall.read(&address).await;
    assert_eq!(convention["status"], "SCHEDULED");
    assert_eq!(convention["magic_events"][0]["id"], hall.event);
    let mut players = people(app, PLACES + 2).await;
    for player in &mut players {
        player.entry = id(&hall.send(&player.phone, Method::POST, "registrations/", &json!({})).await.created());
    }
    hall.phones = players.iter().map(|player| (player.entry, player.phone.clone())).collect();
    let (gone, rounds, lost) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
    Open { hall, players, gone, disqualified: 0, dice: Dice(64), rounds, lost }
}

impl Open<'_> {
    /// Fills all places, puts two players on the waitlist and lets one cancel. The first player on the waitlist must be
    /// promoted.
    pub(super) async fn people_sign_up(&mut self) {
        let hall = &self.hall;
        let registrations = hall.look("registrations/").await;
        let of = |status: &str| {
            let with = registrations.as_array().unwrap().iter().filter(|entry| entry["registration_status"] == status);
            with.map(id).collect::<Vec<_>>()
        };
        let entries: Vec<i64> = self.players.iter().map(|player| player.entry).collect();
        let [canceled, first, second] = [7, PLACES, PLACES + 1].map(|place| entries[place]);
        assert_eq!((of("COMPLETE"), of("ON_WAITLIST")), (entries[..PLACES].to_vec(), vec![first, second]));

        let phone = &self.players[7].phone;
        hall.send(phone, Method::POST, &format!("registrations/{canceled}/drop/"), &json!({})).await.json();
        let promoted = hall.post("waitlist/promote/", &json!({})).await.list();
        assert_eq!(promoted.iter().map(id).collect::<Vec<_>>(), [first]);
        assert_eq!(promoted[0]["registration_status"], "COMPLETE");
        assert!(hall.post("waitlist/promote/", &json!({})).await.list().is_empty(), "no place is left");
        self.gone = BTreeSet::from([canceled, second]);
        let event = hall.look("").await;
        assert_eq!(event["enrolled_player_count"], PLACES);
        assert_eq!(hall.status_of(canceled).await, "CANCELED");
        assert_eq!(hall.status_of(second).await, "ON_WAITLIST");
    }

    /// Submits lists until the deadline and its grace period are over; later ones are accepted only if staff allow it.
    pub(super) async fn lists_are_handed_in_until_the_deadline(&mut self) {
        let playing = self.playing();
        for (place, player) in self.players.iter_mut().enumerate().filter(|(_, it)| playing.contains(&it.entry)) {
            player.hand_in(&self.hall, place == ON_PAPER).await;
        }
        let (app, hall) = (self.hall.app, &self.hall);
        let [early, graced, late, let_in] = [0, 1, 2, 3].map(|place| &self.players[place]);
        let changed = async |player: &Player, name: &str| {
            app.tell(&player.phone, Method::PATCH, &player.path_of_list(), &json!({ "name": name })).await
        };
        changed(early, "In time").await.json();
        app.clock.advance(Duration::minutes(LISTS_DUE) + Duration::seconds(GRACE));
        changed(graced, "In grace").await.json();
        app.clock.advance(Duration::seconds(1));
        let refused = changed(late, "Too late").await;
        let told = refused.problem(409);
        assert!(told.contains("Moxhall Legacy"), "{told}");
        assert_eq!(refused.any_json()["magic_event"], hall.event);
        let due = moment(app.clock_now() - Duration::seconds(GRACE + 1));
        assert_eq!(refused.any_json()["decklist_deadline"], due);
        let path = format!("registrations/{}/decklist/", late.entry);
        hall.send(&late.phone, Method::PUT, &path, &json!({ "decklist_id": null })).await.problem(409);

        let one = json!({ "registration_id": let_in.entry });
        hall.post("decklists/unlock/", &one).await.json();
        changed(let_in, "Let in").await.json();
        changed(late, "Too late").await.problem(409);
        hall.post("decklists/lock/", &one).await.json();
        changed(let_in, "Once more").await.problem(409);
    }

    /// Closes registration, and seats all players by name for the meeting.
    pub(super) async fn everybody_sits_down_by_name(&mut self) {
        let hall = &self.hall;
        hall.lifecycle("REGISTRATION_CLOSED").await;
        let late = hall.app.person("late").await;
        let stranger = Credential::Token(hall.app.token(&late, None).await);
        hall.send(&stranger, Method::POST, "registrations/", &json!({})).await.problem(409);
        let early = hall.post("lifecycle/", &json!({ "status": "DECKLISTS_PUBLISHED" })).await;
        early.problem(409);
        let legal = early.any_json()["legal"].clone();
        assert!(legal.as_array().unwrap().contains(&json!("EVENT_IN_PROGRESS")), "{legal}");
        hall.lifecycle("EVENT_IN_PROGRESS").await;

        let meeting = hall.add("player_meeting").await;
        assert_eq!(meeting.seated(), self.playing());
        let name = |entry: &i64| plain(&self.player(*entry).name);
        let names: Vec<String> = meeting.tables.iter().flat_map(|table| &table.players).map(name).collect();
        assert!(names.is_sorted(), "{names:?}");
        hall.step(&meeting, "start").await;
        hall.step(&meeting, "complete").await;
        let shown = hall.read(&format!("/api/v1/tournament-rounds/{}/matches/", meeting.id)).await;
        assert_eq!((&shown["round_type"], &shown["status"]), (&json!("PLAYER_MEETING"), &json!("COMPLETE")));
        let standings = hall.look("current_standings/").await;
        assert_eq!(standings, json!({ "round_number": 1, "standings": [] }), "standings before round 1");
    }
}

/// The form of a name that determines alphabetical order.
fn plain(name: &str) -> String {
    let letters = [('É', 'e'), ('é', 'e'), ('Í', 'i'), ('Å', 'a'), ('ë', 'e')];
    name.chars().map(|c| letters.iter().find(|it| it.0 == c).map_or(c.to_ascii_lowercase(), |it| it.1)).collect()
}
