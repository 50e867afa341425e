//! On-demand drafts during a convention: players who dropped wait in two queues at once, and answer calls. The drafts that the
//! queues make are played to their ends.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use e2e::browser::Browser;
use e2e::crawl::id;
use e2e::people::Credential;
use serde_json::{Value, json};

use crate::evening::pictures;
use crate::given::Table;
use crate::weekend::Weekend;
use crate::weekend_record::SLUG;

/// Players of a draft.
const SIZE: usize = 4;
/// Rounds of a draft.
const ROUNDS: usize = 2;
/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(60);
/// The pause between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// A player's phone.
pub(crate) struct Phone {
    pub(crate) browser: Browser,
    /// The player, as a person.
    pub(crate) user: i64,
}

/// Two queues for the same players.
pub(crate) struct Queues {
    pub(crate) events: [i64; 2],
    /// The drafts that they made, with their queue.
    made: BTreeMap<i64, i64>,
    over: BTreeSet<i64>,
}

impl Queues {
    /// Opens the queues for players who leave the event that they play, or play later. Everyone plays in one draft of each queue.
    pub(crate) async fn open(weekend: &mut Weekend, phones: &[Phone], day: usize) -> Self {
        let players = SIZE * weekend.size.fires.div_ceil(2);
        assert!(players <= weekend.size.players / 2, "too few players for so many drafts");
        let others = weekend.players.iter().copied().filter(|user| phones.iter().all(|phone| phone.user != *user));
        let players: Vec<_> = phones.iter().map(|phone| phone.user).chain(others).take(players).collect();
        let playing = weekend.size.waves().next().expect("events");
        for user in &players {
            let entry_in = |event: &i64| weekend.record.entries(*event).get(user).copied();
            let mut entries =
                weekend.days[day].iter().enumerate().map(|(place, event)| (place, *event, entry_in(event)));
            let (place, event, entry) = entries.find_map(|(place, event, entry)| Some((place, event, entry?))).unwrap();
            weekend.asks(event, &format!("registrations/{entry}/drop/"), &json!({})).await;
            weekend.record.leaves(entry, if playing.contains(&place) { "DROPPED" } else { "CANCELED" });
        }
        let mut events = [0; 2];
        for (event, name) in events.iter_mut().zip(["Draft on demand", "Cube on demand"]) {
            let queue = json!({
                "name": name, "event_format": "BOOSTER_DRAFT", "convention_slug": SLUG, "queue_size": SIZE,
                "draft_pod_size": SIZE, "swiss_rounds": ROUNDS, "first_table": 1,
            });
            *event = id(&weekend.app.post("/api/v1/magic-events/", &queue).await.created());
            for user in &players {
                let entry = weekend.asks(*event, "registrations/", &json!({ "user_id": user })).await;
                weekend.record.enters(*event, *user, id(&entry));
            }
        }
        Self { events, made: BTreeMap::new(), over: BTreeSet::new() }
    }

    /// Answers all calls, and plays all drafts, until everyone has played a draft of each queue. Returns how many there were.
    pub(crate) async fn run(mut self, weekend: &mut Weekend, phones: &[Phone], desk: &Browser) -> usize {
        let players = weekend.record.entries(self.events[0]).len();
        let wanted = self.events.len() * players / SIZE;
        let (mut waiting, mut before, mut is_shown) = (Instant::now(), (0, 0, 0), false);
        while self.over.len() < wanted {
            weekend.app.applied().await;
            let answered = match self.called(weekend).await {
                called if !called.is_empty() && !is_shown => {
                    desk.open(&format!("/desk/conventions/{}/queues/", weekend.convention)).await;
                    desk.sees("Called").await;
                    pictures(desk, "convention-queues").await;
                    is_shown = true;
                    0
                }
                called => answer(weekend, phones, called).await,
            };
            self.find(weekend).await;
            let playing: Vec<_> = self.made.keys().copied().filter(|event| !self.over.contains(event)).collect();
            for event in playing {
                if play(weekend, event).await {
                    self.over.insert(event);
                }
            }
            let now = (answered, self.made.len(), self.over.len());
            if now != before {
                (waiting, before) = (Instant::now(), now);
            }
            assert!(waiting.elapsed() < PATIENCE, "nothing happens: {now:?} of {wanted} drafts");
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        self.has_played_everyone(weekend);
        wanted
    }

    /// The registrations that are called now, with their queue and person.
    async fn called(&self, weekend: &Weekend) -> Vec<(i64, i64, i64)> {
        let mut called = Vec::new();
        for queue in self.events {
            let entries = weekend.app.get(&format!("/api/v1/magic-events/{queue}/registrations/")).await.list();
            let is_called = |entry: &&Value| entry["queue_check_in_status"] == "WAITING_FOR_PLAYER_RESPONSE";
            called.extend(entries.iter().filter(is_called).map(|entry| (queue, id(entry), id(&entry["user"]))));
        }
        let people: BTreeSet<_> = called.iter().map(|(.., user)| user).collect();
        assert_eq!(people.len(), called.len(), "a person is called by two queues");
        called
    }

    /// Finds the drafts that were made since.
    async fn find(&mut self, weekend: &mut Weekend) {
        for draft in weekend.events().await.iter().map(id) {
            if self.events.contains(&draft) || self.made.contains_key(&draft) || weekend.record.is_planned(draft) {
                continue;
            }
            let settings = weekend.app.get(&format!("/api/v1/magic-events/{draft}/settings/")).await.json();
            self.made.insert(draft, settings["parent_id"].as_i64().expect("a queue"));
            for entry in weekend.app.get(&format!("/api/v1/magic-events/{draft}/registrations/")).await.list() {
                weekend.record.enters(draft, id(&entry["user"]), id(&entry));
            }
        }
    }

    /// Each draft had its players, and everyone played once in a draft of each queue.
    fn has_played_everyone(&self, weekend: &mut Weekend) {
        for queue in self.events {
            let entries = weekend.record.entries(queue);
            let drafts = self.made.iter().filter(|(_, of)| **of == queue);
            let mut played = Vec::new();
            for (draft, _) in drafts {
                let players = weekend.record.entries(*draft);
                assert_eq!(players.len(), SIZE, "players of draft {draft}");
                played.extend(players.into_keys());
            }
            played.sort_unstable();
            assert_eq!(played, entries.keys().copied().collect::<Vec<_>>(), "players of queue {queue}");
            entries.into_values().for_each(|entry| weekend.record.leaves(entry, "MOVED_TO_CHILD_EVENT"));
        }
    }
}

/// Called players come. Returns how many.
async fn answer(weekend: &Weekend, phones: &[Phone], called: Vec<(i64, i64, i64)>) -> usize {
    for (queue, entry, user) in &called {
        if let Some(phone) = phones.iter().find(|phone| phone.user == *user) {
            phone.browser.open(&weekend.app.private_link(*queue, *entry).await).await;
            phone.browser.sees("Your table is ready. Come now.").await;
            phone.browser.press("I am coming").await;
        } else {
            let comes = json!({ "status": "CHECKED_IN" });
            weekend.asks(*queue, &format!("registrations/{entry}/queue/"), &comes).await;
        }
    }
    called.len()
}

/// Does what a draft waits for: staff ends the drafting, and players play. Returns whether it is over.
async fn play(weekend: &mut Weekend, draft: i64) -> bool {
    let state = weekend.app.get(&format!("/api/v1/magic-events/{draft}/")).await.json();
    if state["settings"]["event_lifecycle_status"] == "EVENT_FINISHED" {
        return true;
    }
    let phases = state["tournament_phases"].as_array().expect("phases").iter();
    let rounds = phases.flat_map(|phase| phase["rounds"].as_array().expect("rounds"));
    for round in rounds.filter(|round| round["status"] == "IN_PROGRESS").map(id) {
        let document = weekend.app.get(&format!("/api/v1/tournament-rounds/{round}/matches/")).await.json();
        if document["round_type"] == "DRAFT_POD" {
            let path = format!("/api/v1/magic-events/{draft}/rounds/{round}/complete/");
            let reply = weekend.app.post(&path, &json!({})).await;
            assert!([200, 409].contains(&reply.status), "{}: {}", reply.asked, reply.text());
        } else if !weekend.record.has_seen(round) {
            let tables = Table::published(&document);
            assert!(tables.iter().all(|table| table.players.len() == 2), "{document}");
            weekend.record.sees(round, &tables);
            let key = Credential::Key(weekend.app.key.clone());
            weekend.reports(&key, draft, &tables).await;
        }
    }
    false
}
