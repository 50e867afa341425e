//! Events in every state, in which organizers' operations can be carried out repeatedly.

use api_kit::description::Route;
use proto_events::ids::{
    ConventionId, DecklistId, OrganizationId, RegistrationId, Sequence, TeamId, TeamPlayerId, TournamentId, UserId,
};
use proto_events::tournament::{Organizing, TeamMember};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, QueueCheckInStatus, RegistrationStatus};
use proto_events::{DomainEvent, StreamId, TournamentEvent};
use reqwest::Method;
use serde_json::{Value, json};

use crate::crawl::id;
use crate::people::{Credential, Person};
use crate::scenario::details;
use crate::{TestApp, scenario};

/// A person who exists in every test with [`Things`](crate::things::Things), so that requests for missing resources
/// have a valid body.
const ENTRANT: &str = "evan-0";

/// An event, with the ids in the addresses below it.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its id.
    pub event: i64,
    /// Its round.
    pub round: i64,
    /// The matches of its round.
    pub tables: Vec<i64>,
    /// Its registrations, in a round by table.
    pub entries: Vec<i64>,
    /// The users of these registrations, in the same order.
    pub players: Vec<i64>,
    /// Its team, for a team event.
    pub team: i64,
    /// Its penalty, if its round is in progress.
    pub penalty: i64,
    /// Its call for a judge, if its round is in progress.
    pub call: i64,
}

/// An organization's events, one for each state.
#[derive(Debug, Clone)]
pub struct Stages {
    /// Announced.
    pub announced: Stage,
    /// Announced, and to be deleted.
    pub doomed: Stage,
    /// Open for registration, with a player on the waitlist.
    pub open: Stage,
    /// The event that players are moved to from `open`.
    pub child: Stage,
    /// An on-demand queue of a convention, in which two players are here.
    pub queue: Stage,
    /// An event for teams of two: one team is formed, and two players are left.
    pub teams: Stage,
    /// In progress, without a round.
    pub begun: Stage,
    /// Its first round is paired.
    pub paired: Stage,
    /// A round is paired that may be removed repeatedly.
    pub mistaken: Stage,
    /// Its first round is in progress, with a reported result.
    pub playing: Stage,
    /// Its first round is complete, and there is no other.
    pub between: Stage,
    /// Over after one round, with published lists.
    pub published: Stage,
    /// Username of a person who may register.
    pub entrant: String,
    /// A decklist of the organization.
    pub list: i64,
}

impl Stages {
    /// Creates events in which four of these people play. One more may register, and one is on the waitlist.
    pub async fn of(app: &TestApp, organization: OrganizationId, key: &Credential, people: &[Person; 6]) -> Self {
        let (people, [entrant, waiting]) = people.split_last_chunk().expect("six people");
        let to_come = LifecycleStatus::RegistrationOpen;
        let first = announced(app, organization, "Announced Legacy", people, to_come).await;
        let doomed = announced(app, organization, "Doomed Legacy", &[], to_come).await;
        let mut open = announced(app, organization, "Open Legacy", people, to_come).await;
        let child = announced(app, organization, "Second Chance", &[], to_come).await;
        let mut teams = announced(app, organization, "Legacy in Pairs", people, to_come).await;
        open.has_waiting(app, organization, waiting).await;
        child.is_child_of(&open, app, organization).await;
        let queue = announced(app, organization, "Legacy on Demand", people, to_come).await;
        queue.is_a_queue(app, organization, key).await;
        teams.forms_a_team(app, organization).await;
        let list = json!({ "name": "Burn", "plaintext_list": "60 Mountain" });
        let list = id(&app.tell(key, Method::POST, "/api/v1/decklists/", &list).await.created());
        let begun = announced(app, organization, "Begun Legacy", people, LifecycleStatus::EventInProgress).await;
        let mut running = Vec::new();
        for name in ["Paired Legacy", "Mistaken Legacy", "Played Legacy", "Halted Legacy", "Published Legacy"] {
            let mut stage = announced(app, organization, name, people, LifecycleStatus::EventInProgress).await;
            let path = format!("/api/v1/magic-events/{}/rounds/", stage.event);
            let round = app.tell(key, Method::POST, &path, &json!({ "kind": "swiss" })).await.created();
            stage.seat(&round);
            running.push(stage);
        }
        let Ok([paired, mistaken, mut playing, between, published]) = <[Stage; 5]>::try_from(running) else {
            unreachable!()
        };
        for stage in [&playing, &between, &published] {
            stage.tell(app, key, &format!("rounds/{}/start/", stage.round), &json!({})).await;
            stage.tell(app, key, &format!("matches/{}/result/", stage.tables[0]), &stage.result()).await;
        }
        playing.is_judged(app, key).await;
        let draws = json!({ "unreported": "draw" });
        for stage in [&between, &published] {
            stage.tell(app, key, &format!("rounds/{}/complete/", stage.round), &draws).await;
        }
        published.publishes_lists(app, organization, key).await;
        let stages = [first, doomed, open, child, queue, teams, begun, paired, mistaken, playing, between, published];
        Self::named(stages, entrant.username.clone(), list)
    }

    /// The events in the order of the fields.
    fn named(stages: [Stage; 12], entrant: String, list: i64) -> Self {
        let [announced, doomed, open, child, queue, teams, begun, paired, mistaken, playing, between, published] =
            stages;
        Self {
            announced,
            doomed,
            open,
            child,
            queue,
            teams,
            begun,
            paired,
            mistaken,
            playing,
            between,
            published,
            entrant,
            list,
        }
    }

    /// Events that do not exist: every id is this one.
    pub fn never(id: i64) -> Self {
        let (tables, entries, players) = (vec![id; 2], vec![id; 4], vec![id; 4]);
        let never = Stage { event: id, round: id, tables, entries, players, team: id, penalty: id, call: id };
        Self::named([(); 12].map(|()| never.clone()), ENTRANT.into(), id)
    }

    /// All of them.
    pub fn all(&self) -> [&Stage; 12] {
        [
            &self.announced,
            &self.doomed,
            &self.open,
            &self.child,
            &self.queue,
            &self.teams,
            &self.begun,
            &self.paired,
            &self.mistaken,
            &self.playing,
            &self.between,
            &self.published,
        ]
    }

    /// The event in which an operation can be carried out.
    pub fn stage_for(&self, operation: &str) -> Option<Stage> {
        let stage = match operation {
            "change_event" | "change_following_events" | "change_lifecycle" => &self.announced,
            "delete_event" => &self.doomed,
            "desk_player_show" | "desk_player_send" | "desk_list_show" | "desk_list_send" | "desk_missed_show"
            | "desk_missed_send" => &self.open,
            "desk_swap_show" | "desk_swap_send" | "desk_by_hand_show" | "desk_by_hand_send" => &self.paired,
            "desk_round_show_one" | "desk_result_show" | "desk_result_send" => &self.playing,
            "create_registration" | "promote_waitlist" => &self.open,
            "change_registration"
            | "award_missed_rounds"
            | "check_in"
            | "answer_offer"
            | "join_group"
            | "leave_group"
            | "attach_decklist"
            | "make_join_code"
            | "make_private_links"
            | "revoke_private_link"
            | "lock_decklists"
            | "unlock_decklists"
            | "send_message" => &self.open,
            // Each of these operations removes a player, so each uses another one.
            "drop_player" => return Some(self.open.with_entry(1)),
            "disqualify_player" => return Some(self.open.with_entry(2)),
            "move_to_child_event" => return Some(self.open.with_entry(3)),
            "step_in_queue" => return Some(self.queue.with_entry(3)),
            "fire_queue" => &self.queue,
            "form_team" | "change_team" | "drop_team" | "desk_teams_show" | "desk_teams_send" => &self.teams,
            "pair_round" | "replace_pairings" | "publish_pairings" => &self.paired,
            "remove_round" => &self.mistaken,
            "start_round" | "report_result" | "confirm_result" | "correct_result" | "change_match" => &self.playing,
            "contest_result" => &self.playing,
            "issue_penalty" | "withdraw_penalty" | "restore_penalty" | "change_round_clock" => &self.playing,
            "call_judge" | "answer_call" | "close_call" | "draw_deck_checks" => &self.playing,
            "create_round" => &self.begun,
            "get_event_archetypes" | "show_archetypes_page" => &self.published,
            "complete_round" | "make_cut" | "explain_standing" => &self.between,
            _ => return None,
        };
        Some(stage.clone())
    }

    /// The body of a request for an operation there; `None` if it needs no body.
    pub fn body(&self, operation: &str) -> Option<Value> {
        let stage = self.stage_for(operation)?;
        Some(match operation {
            "change_event" | "change_following_events" => json!({ "capacity": 64, "top_cut": 8 }),
            "change_lifecycle" => json!({ "status": "REGISTRATION_CLOSED" }),
            "create_registration" => json!({ "username": self.entrant }),
            "change_registration" => json!({ "mark_as_paid": true, "tags": ["vip"] }),
            // No round has begun, so none was missed.
            "award_missed_rounds" => json!({ "rounds": [] }),
            "check_in" => json!({ "status": "CHECKED_IN" }),
            // The player has a place already, so the answer changes nothing.
            "answer_offer" => json!({ "is_accepted": true }),
            "move_to_child_event" => json!({ "event_id": self.child.event }),
            "step_in_queue" => json!({ "status": "STANDBY" }),
            "promote_waitlist" => json!({ "count": 1 }),
            "send_message" => json!({ "text": "Doors open at nine." }),
            "attach_decklist" => json!({ "decklist_id": self.list }),
            "lock_decklists" | "unlock_decklists" | "make_private_links" => {
                json!({ "registration_id": stage.entries[0] })
            }
            "change_team" => json!({ "team_name": "Fast Rollers" }),
            "join_group" | "leave_group" => json!({}),
            "form_team" => json!({ "team_name": "Moxes", "registration_ids": stage.entries[2..4] }),
            "create_round" => json!({ "kind": "swiss" }),
            "pair_round" => json!({ "by_standing": false }),
            "replace_pairings" => {
                let [one, two, three, four, ..] = stage.entries[..] else { unreachable!() };
                json!({ "matches": [{ "players": [one, three] }, { "players": [two, four] }] })
            }
            "complete_round" => json!({ "unreported": "draw" }),
            "change_round_clock" => json!({ "length_seconds": 3000, "action": "start" }),
            "make_cut" => json!({ "size": 2 }),
            "report_result" | "correct_result" => stage.result(),
            "issue_penalty" => stage.penalty_body(),
            "call_judge" => json!({ "match_id": stage.tables[0], "note": "A question about triggers" }),
            "draw_deck_checks" => json!({ "count": 1 }),
            "change_match" => json!({ "is_feature_match": true, "time_extension_seconds": 180 }),
            _ => return None,
        })
    }
}

impl Stage {
    /// Takes over the seats of a round.
    fn seat(&mut self, round: &Value) {
        let tables = round["matches"].as_array().expect("tables");
        let seats = || tables.iter().flat_map(|table| table["players"].as_array().expect("players"));
        let ids = |field: &str| seats().map(|player| player[field].as_i64().expect("an id")).collect();
        (self.entries, self.players) = (ids("registration"), ids("user"));
        (self.round, self.tables) = (id(round), tables.iter().map(id).collect());
    }

    /// The result to report.
    pub fn result(&self) -> Value {
        json!({ "games_won": { self.entries[0].to_string(): 2, self.entries[1].to_string(): 1 }, "games_drawn": 0 })
    }

    /// The penalty to issue.
    fn penalty_body(&self) -> Value {
        json!({ "registration_id": self.entries[0], "infraction": "Tardiness", "penalty": "WARNING" })
    }

    /// Issues a penalty, and calls a judge.
    async fn is_judged(&mut self, app: &TestApp, key: &Credential) {
        let path = |below: &str| format!("/api/v1/magic-events/{}/{below}/", self.event);
        let penalty = app.tell(key, Method::POST, &path("penalties"), &self.penalty_body()).await.created();
        let call = json!({ "table": 2, "note": "A question" });
        let call = app.tell(key, Method::POST, &path("calls"), &call).await.created();
        (self.penalty, self.call) = (id(&penalty), id(&call));
    }

    /// The first two players have lists, and the lists are published.
    async fn publishes_lists(&self, app: &TestApp, organization: OrganizationId, key: &Credential) {
        let mut events = Vec::new();
        for (entry, archetype) in self.entries.iter().zip(["Burn", "Storm"]) {
            let list = json!({ "name": "Night", "archetype": archetype, "plaintext_list": "60 Mountain" });
            let list = id(&app.tell(key, Method::POST, "/api/v1/decklists/", &list).await.created());
            let (registration_id, decklist_id) = (RegistrationId(*entry), Some(DecklistId(list)));
            events.push(TournamentEvent::DecklistAttached { registration_id, decklist_id });
        }
        events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished });
        self.happens(app, organization, events).await;
    }

    /// The same with another registration first.
    pub fn with_entry(&self, place: usize) -> Self {
        let mut stage = self.clone();
        stage.entries.rotate_left(place);
        stage
    }

    /// Appends events to the event's stream.
    async fn happens(&self, app: &TestApp, organization: OrganizationId, events: Vec<TournamentEvent>) {
        let events = events.into_iter().map(DomainEvent::from).collect();
        app.append(organization, StreamId::tournament(TournamentId(self.event)), events).await;
    }

    /// Adds a person to the waitlist.
    async fn has_waiting(&mut self, app: &TestApp, organization: OrganizationId, person: &Person) {
        let registration_id = RegistrationId(app.reserve(Sequence::Registration, 1).await);
        let waits = scenario::registered(registration_id, person.user_id, RegistrationStatus::OnWaitlist);
        self.happens(app, organization, vec![waits]).await;
        self.entries.push(registration_id.0);
    }

    async fn is_child_of(&self, parent: &Self, app: &TestApp, organization: OrganizationId) {
        let organizing = Organizing { parent_id: Some(TournamentId(parent.event)), ..Organizing::default() };
        self.happens(app, organization, vec![TournamentEvent::OrganizingChanged { organizing }]).await;
    }

    /// Makes it a queue of eight, so that it calls no one, and the first two players are here.
    async fn is_a_queue(&self, app: &TestApp, organization: OrganizationId, key: &Credential) {
        let convention = json!({ "name": "Demand Days", "status": "SCHEDULED" });
        let convention = id(&app.tell(key, Method::POST, "/api/v1/conventions/", &convention).await.created());
        let mut details = details("Legacy on Demand", EventFormat::Legacy, 60);
        (details.convention_id, details.queue_size) = (Some(ConventionId(convention)), 8);
        let here = |entry: &i64| TournamentEvent::CheckInChanged {
            registration_id: RegistrationId(*entry),
            status: Some(QueueCheckInStatus::CheckedIn),
        };
        let mut events = vec![TournamentEvent::DetailsChanged { details }];
        events.extend(self.entries.iter().take(2).map(here));
        self.happens(app, organization, events).await;
    }

    /// Forms a team of the first two players.
    async fn forms_a_team(&mut self, app: &TestApp, organization: OrganizationId) {
        self.team = app.reserve(Sequence::Team, 1).await;
        let seat = app.reserve(Sequence::TeamPlayer, 2).await;
        let member = |(entry, place): (&i64, i32)| TeamMember {
            team_player_id: TeamPlayerId(seat + i64::from(place) - 1),
            registration_id: RegistrationId(*entry),
            seat: place,
            captain: place == 1,
        };
        let members = self.entries.iter().take(2).zip(1..).map(member).collect();
        let mut details = details("Legacy in Pairs", EventFormat::Legacy, 60);
        details.team_size = 2;
        let (team_id, team_name) = (TeamId(self.team), "Slow Rollers".to_owned());
        let formed = TournamentEvent::TeamFormed { team_id, team_name, invite_hash: "word".into(), members };
        self.happens(app, organization, vec![TournamentEvent::DetailsChanged { details }, formed]).await;
    }

    async fn tell(&self, app: &TestApp, key: &Credential, below: &str, body: &Value) {
        let path = format!("/api/v1/magic-events/{}/{below}", self.event);
        app.tell(key, Method::POST, &path, body).await.json();
    }

    /// The address of a route with this event's ids.
    pub fn path(&self, route: &Route) -> String {
        let first = |ids: &[i64]| ids.first().copied().unwrap_or_default();
        let thing = if route.template.contains("/tournament-rounds/") { self.round } else { self.event };
        let named = [
            ("{id}", thing),
            ("{round_id}", self.round),
            ("{match_id}", first(&self.tables)),
            ("{registration_id}", first(&self.entries)),
            ("{team_id}", self.team),
            ("{penalty_id}", self.penalty),
            ("{call_id}", self.call),
            ("{player_id}", first(&self.players)),
        ];
        named.iter().fold(route.template.to_owned(), |path, (name, id)| path.replace(name, &id.to_string()))
    }

    /// All ids of the event.
    pub fn numbers(&self) -> Vec<i64> {
        [&[self.event, self.round, self.team, self.penalty, self.call][..], &self.tables, &self.entries, &self.players]
            .concat()
    }
}

/// Creates an event with these people registered. Its seed is always the same, so the same people meet.
async fn announced(
    app: &TestApp,
    organization: OrganizationId,
    name: &str,
    people: &[Person],
    status: LifecycleStatus,
) -> Stage {
    let event = app.reserve(Sequence::Tournament, 1).await;
    let first = app.reserve(Sequence::Registration, people.len()).await;
    let entries: Vec<i64> = (first..).take(people.len()).collect();
    let players: Vec<UserId> = people.iter().map(|person| person.user_id).collect();
    let entered = entries.iter().copied().map(RegistrationId).zip(players.iter().copied());
    let mut events = scenario::announced(details(name, EventFormat::Legacy, 60), 7, entered);
    if status == LifecycleStatus::EventInProgress {
        events.push(TournamentEvent::LifecycleChanged { status });
    }
    let events = events.into_iter().map(DomainEvent::from).collect();
    app.append(organization, StreamId::tournament(TournamentId(event)), events).await;
    let players = players.iter().map(|player| player.0).collect();
    Stage { event, round: 0, tables: Vec::new(), entries, players, team: 0, penalty: 0, call: 0 }
}
