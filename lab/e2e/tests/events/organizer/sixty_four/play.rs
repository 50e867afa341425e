//! The Swiss rounds: byes, drops, a disqualification, intentional draws, a correction.

use std::collections::BTreeSet;

use e2e::crawl::{Crawl, crawl};
use reqwest::Method;
use serde_json::{Value, json};

use super::Open;
use crate::organizer::hall::{AGREED, Round, Score, Table, result};
use crate::organizer::ledger::{assert_standings, chance};

/// Index of the player who is awarded a bye for the first round, in the order of registrations.
const AWARDED: usize = 4;

impl Open<'_> {
    /// Pairs a round, checks the pairings, plays it, and compares the standings after it.
    pub(super) async fn a_round_is_played(&mut self, number: i32) {
        let awarded = self.players[AWARDED].entry;
        if number == 1 {
            let changed = self.hall.change(awarded, &json!({ "has_byes_for_round_numbers": [1] })).await;
            assert_eq!(changed["has_byes_for_round_numbers"], json!([1]));
        }
        let round = self.hall.add("swiss").await;
        assert_eq!((round.number, round.seated()), (number, self.playing()));
        assert_eq!(round.warnings(), [""; 0]);
        self.byes_are_as_they_should_be(&round, awarded);
        for [one, other] in round.pairs() {
            assert!(!self.ledger.met_before(one, other), "{one} and {other} meet again in round {number}");
        }
        let agreed = agreed_at(number);
        let dice = &mut self.dice;
        let score = |table: &Table| if agreed.contains(&table.number) { AGREED } else { chance(dice, table) };
        let scores = self.hall.play(&round, score).await;
        self.ledger.note(&round, &scores);
        self.rounds.push(round);
        self.standings_are_right(number).await;
    }

    fn byes_are_as_they_should_be(&self, round: &Round, awarded: i64) {
        let byes = round.byes();
        let (given, by_lot): (Vec<i64>, Vec<i64>) =
            byes.iter().partition(|entry| round.number == 1 && **entry == awarded);
        assert_eq!(given.len(), usize::from(round.number == 1), "the awarded bye: {byes:?}");
        assert_eq!(by_lot.len(), (self.playing().len() - given.len()) % 2, "one bye if the number of players is odd");
        for entry in by_lot {
            assert_eq!(self.ledger.byes_of(entry), 0, "no player gets a second bye");
            let never_had_one = self.playing().into_iter().filter(|entry| self.ledger.byes_of(*entry) == 0);
            let lowest = never_had_one.map(|entry| self.ledger.points_of(entry)).min();
            assert_eq!(Some(self.ledger.points_of(entry)), lowest, "the bye goes to the lowest score group");
        }
    }

    /// Compares the served standings of all rounds so far with the calculation.
    pub(super) async fn standings_are_right(&self, up_to: i32) {
        for round in self.rounds.iter().filter(|round| round.number <= up_to) {
            let served = self.hall.standings(round.id).await;
            assert_standings(
                &served,
                &self.ledger.standings(round.number, |entry| self.is_listed(entry, round.number)),
            );
        }
    }

    /// Whether a player is listed in the standings after a round. Players who never played are not, nor those who were
    /// disqualified before the round was complete.
    pub(super) fn is_listed(&self, entry: i64, number: i32) -> bool {
        let never_played = [7, 65].map(|place| self.players[place].entry);
        !never_played.contains(&entry) && (entry != self.disqualified || number <= 2)
    }

    /// Drops and disqualifies players, and corrects a result.
    pub(super) async fn between_rounds(&mut self, after: i32) {
        match after {
            1 => self.somebody_leaves(20).await,
            2 => self.somebody_is_disqualified(11).await,
            3 => {
                self.the_desk_lets_go(30).await;
                self.the_desk_lets_go(41).await;
            }
            4 => self.the_desk_lets_go(52).await,
            5 => self.a_result_is_put_right().await,
            _ => {}
        }
    }

    async fn somebody_leaves(&mut self, place: usize) {
        let player = self.players[place].clone();
        let path = format!("registrations/{}/drop/", player.entry);
        let left = self.hall.send(&player.phone, Method::POST, &path, &json!({})).await.json();
        assert_eq!(left["registration_status"], "DROPPED");
        self.gone.insert(player.entry);
    }

    async fn the_desk_lets_go(&mut self, place: usize) {
        let entry = self.players[place].entry;
        assert_eq!(self.hall.lets_go(entry, "drop").await["registration_status"], "DROPPED");
        self.gone.insert(entry);
    }

    /// Disqualifies a player, who is no longer listed in standings but still counts as an opponent.
    async fn somebody_is_disqualified(&mut self, place: usize) {
        let entry = self.players[place].entry;
        assert_eq!(self.hall.lets_go(entry, "disqualify").await["registration_status"], "DISQUALIFIED");
        self.gone.insert(entry);
        self.disqualified = entry;
        self.standings_are_right(2).await;
    }

    /// Corrects a result of round 4 after round 5. Only standings from round 4 on may change.
    async fn a_result_is_put_right(&mut self) {
        let round = self.rounds[3].clone();
        let table = round.tables.iter().find(|table| self.is_won_by_nobody_gone(table)).unwrap();
        self.hall.app.applied().await;
        let seen = crawl(self.hall.app).await;
        let old = self.result_of(&round, table).await;
        let right: Score =
            if old["winning_player"] == self.player(table.players[0]).user { [1, 2, 0] } else { [2, 1, 0] };
        let path = format!("matches/{}/result/", table.id);
        let refused = self.hall.post(&path, &result(table, right)).await;
        refused.problem(409);
        let corrected = self.hall.send(&self.hall.desk, Method::PUT, &path, &result(table, right)).await.json();
        let expected = json!({
            "standings_of_rounds": [4, 5], "rounds_paired_before": [5], "rounds_to_pair": [], "cut": null,
        });
        assert_eq!(corrected["effects"], expected);
        self.ledger.correct(4, table, right);
        self.hall.app.applied().await;
        let now = crawl(self.hall.app).await;
        self.assert_only_what_follows(&seen, &now, table);
        self.standings_are_right(5).await;
    }

    fn is_won_by_nobody_gone(&self, table: &Table) -> bool {
        table.is_match() && table.number > 3 && table.players.iter().all(|entry| !self.gone.contains(entry))
    }

    async fn result_of(&self, round: &Round, table: &Table) -> Value {
        let matches = self.hall.read(&format!("/api/v1/tournament-rounds/{}/matches/", round.id)).await;
        matches["matches"].as_array().unwrap().iter().find(|game| game["id"] == table.id).unwrap().clone()
    }

    /// Checks that only documents that depend on the result have changed: pages and standings of its round and later
    /// ones, the match, and the records of its players.
    fn assert_only_what_follows(&self, before: &Crawl, after: &Crawl, table: &Table) {
        assert!(before.keys().eq(after.keys()), "the addresses are the same");
        let body = |crawl: &Crawl, path: &String| crawl[path].2.clone();
        let changed: BTreeSet<String> =
            after.keys().filter(|path| body(before, path) != body(after, path)).cloned().collect();
        let (event, [fourth, fifth]) = (self.hall.event, [&self.rounds[3], &self.rounds[4]]);
        let standings = |round: &Round| format!("/api/v1/tournament-rounds/{}/standings/", round.id);
        let follow = BTreeSet::from([
            standings(fourth),
            standings(fifth),
            self.hall.at("current_standings/"),
            format!("/events/{event}/"),
            format!("/events/{event}/standings/"),
            format!("/events/{event}/players/"),
            format!("/events/{event}/rounds/4/"),
            format!("/events/{event}/rounds/5/"),
        ]);
        let others: Vec<_> = follow.difference(&changed).collect();
        assert!(others.is_empty(), "these should have changed: {others:?}");
        for path in changed.difference(&follow) {
            let [was, is] = [before, after].map(|crawl| {
                let mut document: Value = serde_json::from_slice(&body(crawl, path)).unwrap();
                forget(&mut document, table);
                document
            });
            assert_eq!(was, is, "{path} does not depend on the result");
        }
    }
}

/// Removes a match and the records of its players from a document.
fn forget(document: &mut Value, table: &Table) {
    match document {
        Value::Object(fields) => {
            let of_match = fields.get("id").is_some_and(|id| *id == table.id) && fields.contains_key("table_number");
            let of_player = fields.get("id").and_then(Value::as_i64).is_some_and(|id| table.players.contains(&id))
                && fields.contains_key("registration_status");
            if of_match {
                fields.clear();
            } else if of_player {
                for name in ["matches_won", "matches_lost", "matches_drawn", "total_match_points"] {
                    fields.remove(name);
                }
            }
            fields.values_mut().for_each(|value| forget(value, table));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| forget(item, table)),
        _ => {}
    }
}

/// The tables of a round at which players agree on a draw.
fn agreed_at(number: i32) -> &'static [i64] {
    match number {
        3 => &[5],
        6 => &[1, 2],
        _ => &[],
    }
}
