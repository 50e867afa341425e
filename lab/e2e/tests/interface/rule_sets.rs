//! Plays an event under every rule set and one of every kind, and checks every answer about them against the interface.

use std::collections::BTreeMap;
use std::ops::RangeBounds;

use domain::rule_sets::rules;
use e2e::contract::Kind::Object;
use e2e::contract::{Findings, ROUND, ROUND_MATCHES, STANDINGS, decimals};
use e2e::crawl::{id, text};
use e2e::{Reply, TestApp};
use futures::future::join_all;
use proto_events::tournament::StandingsRules;
use proto_events::vocabulary::{PlayoffKind, RuleSet};
use serde_json::{Value, json};

use super::contract::check_everything;

/// Players of an event, or members of its teams.
const PLAYERS: usize = 12;

/// An event to play.
struct Plan {
    name: String,
    rule_set: RuleSet,
    /// Its fields, besides those that all events have.
    fields: Value,
}

/// An event that is played.
struct Event<'a> {
    app: &'a TestApp,
    id: i64,
    entries: Vec<i64>,
    plan: &'a Plan,
    rules: StandingsRules,
    rounds: Vec<i64>,
}

/// How a match ends.
#[derive(Clone, Copy)]
enum Ending {
    Win,
    Draw,
    BothLose,
}

/// Returns an event of each rule set, and one of each kind of event.
fn plans() -> Vec<Plan> {
    let plan = |name: &str, rule_set, fields| Plan { name: name.to_owned(), rule_set, fields };
    let of_rules = |rule_set: &RuleSet| match rule_set {
        RuleSet::Commander => plan("COMMANDER", *rule_set, json!({ "pod_size": 4 })),
        rule_set => plan(rule_set.wire_name(), *rule_set, json!({})),
    };
    let of_playoff =
        |kind: &PlayoffKind| plan(kind.wire_name(), RuleSet::Magic, json!({ "playoff": kind.wire_name() }));
    let of_kinds = [
        plan("Pools", RuleSet::Magic, json!({ "pool_size": 4 })),
        plan("Pools of scores", RuleSet::Score, json!({ "pool_size": 5 })),
        plan("Together", RuleSet::Magic, json!({ "team_size": 2, "plays_together": true })),
        plan("Trios", RuleSet::Magic, json!({ "team_size": 3, "seat_formats": ["MODERN", "LEGACY", "PIONEER"] })),
        plan("Pods of three", RuleSet::Magic, json!({ "pod_size": 3, "short_pods": "BYES" })),
    ];
    RuleSet::ALL.iter().map(of_rules).chain(PlayoffKind::ALL.iter().map(of_playoff)).chain(of_kinds).collect()
}

impl Plan {
    fn kind_of_rounds(&self) -> &'static str {
        if self.fields["pool_size"].is_number() { "round_robin" } else { "swiss" }
    }
}

impl<'a> Event<'a> {
    /// Announces an event with its players. In events without teams they are an odd number.
    async fn announce(app: &'a TestApp, people: &[i64], plan: &'a Plan) -> Self {
        let mut body = json!({
            "name": plan.name, "event_format": "MODERN", "start_datetime": "2026-09-01T10:00:00Z", "seed": 7,
            "swiss_rounds": 2, "top_cut": 4, "rules": { "rule_set": plan.rule_set.wire_name() },
        });
        body.as_object_mut().unwrap().extend(plan.fields.as_object().unwrap().clone());
        let made = id(&app.post("/api/v1/magic-events/", &body).await.created());
        let mut event =
            Self { app, id: made, entries: Vec::new(), plan, rules: rules(plan.rule_set), rounds: Vec::new() };
        let team_size = event.team_size();
        let count = if team_size > 1 { PLAYERS } else { PLAYERS - 1 };
        for user in &people[..count] {
            let entry = event.post("registrations/", &json!({ "user_id": user })).await.created();
            event.entries.push(id(&entry));
        }
        for (members, letter) in event.entries.chunks(team_size).zip('A'..).filter(|_| team_size > 1) {
            let body = json!({ "team_name": format!("Team {letter}"), "registration_ids": members });
            event.post("teams/", &body).await.created();
        }
        event
    }

    fn team_size(&self) -> usize {
        self.plan.fields["team_size"].as_u64().map_or(1, |size| usize::try_from(size).unwrap())
    }

    async fn post(&self, below: &str, body: &Value) -> Reply {
        self.app.post(&format!("/api/v1/magic-events/{}/{below}", self.id), body).await
    }

    /// Begins the event. The first player has a tag, a seat, and has paid.
    async fn begin_play(&self) {
        let entry = format!("/api/v1/magic-events/{}/registrations/{}/", self.id, self.entries[0]);
        self.app.patch(&entry, &json!({ "tags": ["vip"], "fixed_seat": 3, "mark_as_paid": true })).await.json();
        self.post("lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await.json();
    }

    /// Adds a round, if there is a further one of its kind, and starts it. Returns it.
    async fn begin(&mut self, kind: &str) -> Option<Value> {
        let added = self.post("rounds/", &json!({ "kind": kind })).await;
        if added.status == 409 {
            return None;
        }
        let round = id(&added.created());
        self.rounds.push(round);
        Some(self.post(&format!("rounds/{round}/start/"), &json!({})).await.json())
    }

    /// Reports the results of these matches of a round, which are counted from 0.
    async fn report(&self, round: &Value, which: impl RangeBounds<usize>, endings: &[Ending]) {
        let tables = round["matches"].as_array().unwrap();
        for (at, table) in tables.iter().enumerate().filter(|(at, _)| which.contains(at)) {
            let players = table["players"].as_array().unwrap().iter();
            let entries: Vec<i64> = players.map(|player| player["registration"].as_i64().unwrap()).collect();
            if entries.len() > 1 {
                let result = self.result(&entries, endings[at % endings.len()]);
                self.post(&format!("matches/{}/result/", id(table)), &result).await.json();
            }
        }
    }

    /// The body of a result; the first one wins.
    fn result(&self, entries: &[i64], ending: Ending) -> Value {
        let [first, second] = [entries[0].to_string(), entries[1].to_string()];
        match ending {
            Ending::BothLose => json!({ "both_lose": true }),
            Ending::Draw if entries.len() > 2 => json!({ "intentional_draw": true }),
            Ending::Win if entries.len() > 2 => json!({ "places": { first: 1 } }),
            Ending::Draw if self.rules.scores.is_some() => json!({ "scores": { first: 3, second: 3 } }),
            Ending::Win if self.rules.scores.is_some() => json!({ "scores": { first: 6, second: 0 } }),
            Ending::Draw => json!({ "games_won": { first: 1, second: 1 }, "games_drawn": 1 }),
            Ending::Win => json!({ "games_won": { first: 2, second: 1 } }),
        }
    }

    async fn complete(&self, round: &Value) {
        self.post(&format!("rounds/{}/complete/", id(round)), &json!({})).await.json();
    }

    /// Plays from the second round to the published lists. A player drops.
    async fn play_on(&mut self, first: &Value) {
        let endings = [Ending::Win, Ending::BothLose, Ending::Draw, Ending::Win];
        self.report(first, 1.., &endings).await;
        self.complete(first).await;
        if self.team_size() == 1 {
            self.post(&format!("registrations/{}/drop/", self.entries[5]), &json!({})).await.json();
        }
        // Pools end by themselves.
        let kind = self.plan.kind_of_rounds();
        let most = if kind == "swiss" { 2 } else { usize::MAX };
        while self.rounds.len() < most
            && let Some(round) = self.begin(kind).await
        {
            self.report(&round, .., &endings).await;
            self.complete(&round).await;
        }
        self.post("cut/", &json!({ "size": 4 })).await.json();
        while let Some(round) = self.begin("playoff").await {
            self.report(&round, .., &[Ending::Win]).await;
            self.complete(&round).await;
        }
        for status in ["EVENT_FINISHED", "DECKLISTS_PUBLISHING", "DECKLISTS_PUBLISHED"] {
            self.post("lifecycle/", &json!({ "status": status })).await.json();
        }
    }

    /// Checks the answers about the event, which hold what was played.
    async fn check(&self, findings: &mut Findings) {
        let get = async |path: &str| self.app.get(path).await.json();
        let (mut both_lost, mut most_seats) = (0, 0);
        for round in &self.rounds {
            let path = format!("/api/v1/tournament-rounds/{round}/");
            let (summary, detailed) = (get(&path).await, get(&format!("{path}matches/?teams=true")).await);
            findings.check(&path, &Object(&ROUND), &summary);
            findings.check(&format!("{path}matches/"), &Object(&ROUND_MATCHES), &detailed);
            let teams = detailed["team_event_matches"].as_array().unwrap();
            assert_eq!(teams.is_empty(), self.team_size() == 1, "{}", self.plan.name);
            let matches = detailed["matches"].as_array().unwrap();
            let seats = |table: &Value, field: &str| (id(table), table[field].as_array().unwrap().len());
            let both = summary["matches"].as_array().unwrap().iter().map(|it| seats(it, "player_match_relationships"));
            let both: [BTreeMap<i64, usize>; 2] =
                [both.collect(), matches.iter().map(|it| seats(it, "players")).collect()];
            assert_eq!(both[0], both[1], "{}", self.plan.name);
            let is_of_pods = self.plan.fields["pod_size"].is_number();
            assert!(both[0].values().all(|seats| *seats <= if is_of_pods { 5 } else { 2 }), "{both:?}");
            most_seats = most_seats.max(both[0].values().copied().max().unwrap_or_default());
            let lost = |it: &&Value| it["match_is_loss"] == true && it["players"].as_array().unwrap().len() > 1;
            both_lost += matches.iter().filter(lost).filter(|it| it["winning_player"].is_null()).count();
        }
        assert!(both_lost > 0, "{}: both lose in a match of the first round", self.plan.name);
        assert!(most_seats >= self.plan.fields["pod_size"].as_u64().map_or(2, |size| usize::try_from(size).unwrap()));
        let path = format!("/api/v1/magic-events/{}/current_standings/", self.id);
        let plain = get(&path).await;
        let mut with_own = get(&format!("{path}?tiebreakers=true")).await;
        let lines = with_own["standings"].as_array_mut().unwrap();
        assert_eq!(lines.len(), self.entries.len() / self.team_size());
        assert!(lines.iter().any(|line| line["match_points"] != 0) && lines[0]["playoff_wins"] != 0, "{lines:?}");
        let own = lines.iter_mut().map(|line| line.as_object_mut().unwrap().remove("tiebreakers").unwrap());
        let own: Vec<Value> = own.collect();
        assert!(own.iter().all(|values| values.as_array().is_some_and(|values| !values.is_empty())), "{own:?}");
        let values = lines.iter().flat_map(|line| line.as_object().unwrap());
        for (field, value) in values.filter(|(field, _)| field.ends_with("_percentage")) {
            assert!(decimals(value) <= usize::from(self.rules.decimals), "{}: {field} {value}", self.plan.name);
        }
        assert_eq!(plain, with_own, "without the tiebreakers, every line has the same fields");
        findings.check(&path, &Object(&STANDINGS), &plain);
    }
}

#[tokio::test]
async fn every_response_about_events_of_every_rule_set_and_kind_is_as_the_interface_says() {
    let app = TestApp::start().await;
    let account =
        |number: usize| json!({ "username": format!("p{number}"), "best_identifier": format!("Player {number}") });
    let made = join_all((0..PLAYERS).map(|number| {
        let body = account(number);
        let app = &app;
        async move { id(&app.post("/api/v1/users/", &body).await.created()) }
    }));
    let (people, plans) = (made.await, plans());
    let mut findings = Findings::default();
    let mut events = join_all(plans.iter().map(|plan| Event::announce(&app, &people, plan))).await;
    for event in &events {
        event.begin_play().await;
    }
    let first = join_all(events.iter_mut().map(async |event| {
        let round = event.begin(event.plan.kind_of_rounds()).await.expect("a first round");
        event.report(&round, ..1, &[Ending::Win]).await;
        round
    }));
    let first = first.await;
    app.applied().await;
    check_everything(&app, &app.key).await.assert_none();
    join_all(events.iter_mut().zip(&first).map(async |(event, first)| event.play_on(first).await)).await;
    app.applied().await;
    for event in &events {
        event.check(&mut findings).await;
    }
    findings.assert_none();
    check_everything(&app, &app.key).await.assert_none();
    let exported = app.get("/api/export-decklists/?num_days=36500").await.list();
    assert_eq!(exported.len(), plans.len(), "all of them are finished");
    let trios = exported.iter().find(|event| text(&event["tournamentName"]).starts_with("Trios")).expect("the teams");
    let names: Vec<_> = trios["standings"].as_array().unwrap().iter().map(|line| text(&line["name"])).collect();
    assert!(names.len() == PLAYERS / 3 && names.iter().all(|name| name.starts_with("Team ")), "{names:?}");
    assert_eq!(trios["players"], PLAYERS);
    app.stop().await;
}
