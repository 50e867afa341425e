//! Teams of three: they are formed and paired as teams, and each seat reports its result.

use std::collections::HashMap;

use e2e::TestApp;
use e2e::crawl::id;
use e2e::generate::Dice;
use serde_json::{Value, json};

use crate::organizer::hall::{Hall, Round, Score, Table};
use crate::organizer::ledger::{Ledger, assert_standings, winner};
use crate::organizer::players::{Player, people};

/// A team event.
struct Trios<'a> {
    hall: Hall<'a>,
    /// Members by seat, by the team's id.
    teams: HashMap<i64, Vec<i64>>,
    names: HashMap<i64, String>,
    /// Results of the teams, each known by its first member's registration.
    ledger: Ledger,
    dice: Dice,
}

async fn formed<'a>(app: &'a TestApp, people: &mut [Player]) -> Trios<'a> {
    let fields = json!({ "team_size": 3, "swiss_rounds": 3, "top_cut": 4 });
    let hall = Hall::with_players(app, "TRIOS_CONSTRUCTED", fields, people).await;
    let (mut teams, mut names, mut captains) = (HashMap::new(), HashMap::new(), Vec::new());
    for (number, members) in people.chunks(3).enumerate() {
        let members: Vec<i64> = members.iter().map(|player| player.entry).collect();
        let name = format!("Team {}", char::from(b'A' + u8::try_from(number).unwrap()));
        let body = json!({ "team_name": name, "registration_ids": members });
        let team = hall.post("teams/", &body).await.created();
        assert_eq!((&team["members"][0]["captain"], &team["members"][2]["seat"]), (&json!(true), &json!(3)));
        captains.push(members[0]);
        names.insert(id(&team), name);
        teams.insert(id(&team), members);
    }
    Trios { hall, teams, names, ledger: Ledger::new(captains), dice: Dice(3) }
}

impl Trios<'_> {
    /// A round of teams as a round of their first members. Its tables are the teams' matches.
    fn of_captains(&self, round: &Round) -> Round {
        let captain = |team: &Value| self.teams[&team.as_i64().unwrap()][0];
        let tables = round.told["team_event_matches"].as_array().unwrap().iter().map(|it| Table {
            id: id(it),
            number: it["first_table_number"].as_i64().unwrap(),
            pod: 0,
            players: it["teams"].as_array().unwrap().iter().map(captain).collect(),
            is_bye: it["match_is_bye"] == true,
            is_loss: false,
        });
        Round { tables: tables.collect(), ..round.clone() }
    }

    /// Plays a round. In each match the first two seats are reported, and the third if these disagree, and sometimes
    /// otherwise. Returns the number of seats that each team has won.
    async fn play(&mut self, round: &Round) -> (Round, Vec<(Table, Score)>) {
        let hall = &self.hall;
        hall.start(round).await;
        let of_captains = self.of_captains(round);
        let mut scores = Vec::new();
        for (team_match, told) in of_captains.tables.iter().zip(round.told["team_event_matches"].as_array().unwrap()) {
            let mut won = [0, 0, 0];
            for (number, seat) in told["matches"].as_array().unwrap().iter().enumerate() {
                let is_decided = number == 2 && won[0] != won[1];
                if is_decided && self.dice.roll(2) == 0 {
                    continue;
                }
                let table = round.tables.iter().find(|table| table.id == *seat).unwrap();
                let score = winner(&mut self.dice);
                hall.report(table, score).await;
                won[usize::from(score[1] > score[0])] += 1;
            }
            if team_match.is_match() {
                scores.push((team_match.clone(), won));
            }
        }
        assert_eq!(hall.complete(round).await.told["status"], "COMPLETE");
        (of_captains, scores)
    }

    /// Checks that the served matches of teams are those that were paired and played.
    async fn is_shown(&self, round: &Round, scores: &[(Table, Score)]) {
        let path = format!("/api/v1/tournament-rounds/{}/matches/", round.id);
        let without = self.hall.read(&path).await;
        assert_eq!(without["team_event_matches"], json!([]));
        let shown = self.hall.read(&format!("{path}?teams=true")).await;
        assert_eq!(shown["matches"], without["matches"]);
        let matches = shown["team_event_matches"].as_array().unwrap();
        assert_eq!(matches.len(), round.tables.len());
        for table in &round.tables {
            let told = matches.iter().find(|it| it["id"] == table.id).unwrap();
            let teams = told["teams"].as_array().unwrap();
            for (team, captain) in teams.iter().zip(&table.players) {
                let members = team["team_event_players"].as_array().unwrap();
                let entries: Vec<i64> = members.iter().map(|member| id(&member["event_status"])).collect();
                assert_eq!((entries[0], &entries), (*captain, &self.teams[&id(team)]));
                assert_eq!(team["team_name"], json!(self.names[&id(team)]));
            }
            let score = scores.iter().find(|(of, _)| of.id == table.id).map_or([1, 0, 0], |(_, score)| *score);
            let winner = usize::from(score[1] > score[0]);
            assert_eq!((&told["winner"], &told["is_draw"]), (&teams[winner]["id"], &json!(false)), "{told}");
            assert_eq!(told["match_is_bye"], table.is_bye);
        }
    }
}

#[tokio::test]
async fn trios_are_played_from_forming_teams_to_the_export() {
    let app = TestApp::start().await;
    let mut people = people(&app, 21).await;
    let mut trios = formed(&app, &mut people).await;
    let taken =
        json!({ "team_name": "Borrowed", "registration_ids": [people[0].entry, people[4].entry, people[8].entry] });
    trios.hall.post("teams/", &taken).await.problem(409);
    let mut last = 0;
    for number in 1..=3 {
        let round = trios.hall.add("swiss").await;
        assert_eq!(round.told["team_event_matches"].as_array().unwrap().len(), if number == 1 { 4 } else { 3 });
        let (played, scores) = trios.play(&round).await;
        trios.ledger.note(&played, &scores);
        trios.is_shown(&played, &scores).await;
        assert_standings(&trios.hall.standings(round.id).await, &trios.ledger.standings(number, |_| true));
        if number == 1 {
            let byes = played.byes();
            let gone = *trios.teams.iter().find(|(_, members)| !byes.contains(&members[0])).unwrap().0;
            trios.hall.post(&format!("teams/{gone}/drop/"), &json!({})).await.json();
        }
        last = round.id;
    }
    let order: Vec<i64> = trios.hall.standings(last).await.into_iter().map(|(captain, _)| captain).collect();
    let seeds = trios.hall.cut(4).await;
    assert!(seeds.iter().all(|members| trios.teams.values().any(|team| team == members)), "whole teams: {seeds:?}");
    for _ in 0..2 {
        let round = trios.hall.add("playoff").await;
        let (played, scores) = trios.play(&round).await;
        trios.ledger.note_playoff(&played, &scores);
        trios.is_shown(&played, &scores).await;
    }
    trios.hall.lifecycle("EVENT_FINISHED").await;
    let order = trios.ledger.final_order(&order);
    let registrations = trios.hall.look("registrations/").await;
    let team_of = |captain: &i64| trios.teams.iter().find(|(_, members)| members[0] == *captain).unwrap();
    for (captain, place) in order.iter().zip(1..) {
        let members = team_of(captain).1;
        let of_team = registrations.as_array().unwrap().iter().filter(|entry| members.contains(&id(entry)));
        let places: Vec<&Value> = of_team.map(|entry| &entry["final_place_in_standings"]).collect();
        assert_eq!(places, [&json!(place); 3], "the members share the place");
    }
    let exported = app.get("/api/export-decklists/?num_days=36500").await.list();
    let names: Vec<Value> =
        exported[0]["standings"].as_array().unwrap().iter().map(|line| line["name"].clone()).collect();
    let expected: Vec<&String> = order.iter().map(|captain| &trios.names[team_of(captain).0]).collect();
    assert_eq!((json!(names), &exported[0]["players"]), (json!(expected), &json!(21)));
    app.stop().await;
}
