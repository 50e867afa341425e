//! The Swiss rounds: byes, drops, a disqualification, agreed draws, a correction.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::json;

use super::Open;
use super::hall::{AGREED, Round, Score, result};

/// Index of the player who is awarded a bye for the first round, in the order of registrations.
const AWARDED: usize = 4;
const SCORES: [Score; 8] = [[2, 0, 0], [2, 1, 0], [2, 0, 0], [1, 2, 0], [0, 2, 0], [1, 1, 1], [1, 1, 0], AGREED];

impl Open<'_> {
    /// Pairs a round, checks the pairings, plays it, and checks who is listed after it.
    pub(super) async fn a_round_is_played(&mut self, number: i64) {
        let awarded = self.players[AWARDED].entry;
        if number == 1 {
            let changed = self.hall.change(awarded, &json!({ "has_byes_for_round_numbers": [1] })).await;
            assert_eq!(changed["has_byes_for_round_numbers"], json!([1]));
        }
        let round = self.hall.add("swiss").await;
        assert_eq!((round.number, round.seated()), (number, self.playing()));
        assert_eq!(round.told["warnings"], json!([]));
        self.byes_are_as_they_should_be(&round, (number == 1).then_some(awarded));
        let met: BTreeSet<[i64; 2]> = self.rounds.iter().flat_map(Round::pairs).collect();
        for [one, other] in round.pairs() {
            let again = met.contains(&[one, other]) || met.contains(&[other, one]);
            assert!(!again, "{one} and {other} meet again in round {number}");
        }
        let dice = &mut self.dice;
        self.hall.play(&round, || SCORES[usize::try_from(dice.roll(8)).unwrap()]).await;
        self.rounds.push(round);
        self.everybody_who_played_is_listed().await;
    }

    fn byes_are_as_they_should_be(&self, round: &Round, awarded: Option<i64>) {
        let (given, by_lot): (Vec<i64>, Vec<i64>) = round.byes().iter().partition(|entry| Some(**entry) == awarded);
        assert_eq!(given, awarded.into_iter().collect::<Vec<_>>(), "the awarded bye");
        assert_eq!(by_lot.len(), (self.playing().len() - given.len()) % 2, "one bye if the number of players is odd");
        for entry in by_lot {
            let had_one = self.rounds.iter().any(|earlier| earlier.byes().contains(&entry));
            assert!(!had_one, "{entry} gets a second bye");
        }
    }

    /// Players who never played are not listed, nor those who were disqualified before the round was complete.
    async fn everybody_who_played_is_listed(&self) {
        let standings = self.hall.standings(self.rounds.last().unwrap()).await;
        let listed: BTreeSet<i64> = standings.iter().map(|(entry, _)| *entry).collect();
        let mut played: BTreeSet<i64> = self.rounds.iter().flat_map(Round::seated).collect();
        played.remove(&self.disqualified);
        assert_eq!((standings.len(), listed), (played.len(), played));
        let points: Vec<_> = standings.iter().map(|(_, line)| line["match_points"].as_i64().unwrap()).collect();
        assert!(points.is_sorted_by(|better, worse| better >= worse), "{points:?}");
    }

    /// Drops and disqualifies players, and corrects a result.
    pub(super) async fn between_rounds(&mut self, after: i64) {
        for (round, place, how, status) in [
            (1, 20, "drop", "DROPPED"),
            (2, 11, "disqualify", "DISQUALIFIED"),
            (3, 30, "drop", "DROPPED"),
            (3, 41, "drop", "DROPPED"),
            (4, 52, "drop", "DROPPED"),
        ] {
            if round != after {
                continue;
            }
            let entry = self.players[place].entry;
            let by = if round == 1 { &self.players[place].phone } else { &self.hall.desk };
            let path = format!("registrations/{entry}/{how}/");
            let left = self.hall.send(by, Method::POST, &path, &json!({})).await.json();
            assert_eq!(left["registration_status"], status);
            self.gone.insert(entry);
            if how == "disqualify" {
                self.disqualified = entry;
            }
        }
        if after == 5 {
            self.a_result_is_put_right().await;
        }
    }

    /// Corrects a result of round 4 after round 5: the standings of both change.
    async fn a_result_is_put_right(&self) {
        let [round, next] = [&self.rounds[3], &self.rounds[4]];
        let is_there = |entry: &i64| !self.gone.contains(entry);
        let mut tables = round.tables.iter().filter(|table| table.players.len() == 2);
        let table = tables.find(|table| table.number > 3 && table.players.iter().all(is_there)).unwrap();
        let matches = self.hall.read(&format!("/api/v1/tournament-rounds/{}/matches/", round.id)).await;
        let old = matches["matches"].as_array().unwrap().iter().find(|game| game["id"] == table.id).unwrap();
        let first_won = old["winning_player"] == self.player(table.players[0]).user;
        let right: Score = if first_won { [1, 2, 0] } else { [2, 1, 0] };
        let winner = table.players[usize::from(first_won)];
        let before = [self.points_of(winner, round).await, self.points_of(winner, next).await];
        let path = format!("matches/{}/result/", table.id);
        self.hall.post(&path, &result(table, right)).await.problem(409);
        let corrected = self.hall.send(&self.hall.desk, Method::PUT, &path, &result(table, right)).await.json();
        let expected = json!({
            "standings_of_rounds": [4, 5], "rounds_paired_before": [5], "rounds_to_pair": [], "cut": null,
        });
        assert_eq!(corrected["effects"], expected);
        let after = [self.points_of(winner, round).await, self.points_of(winner, next).await];
        assert!(after[0] > before[0] && after[1] > before[1], "{before:?}, {after:?}");
    }

    async fn points_of(&self, entry: i64, after: &Round) -> i64 {
        let standings = self.hall.standings(after).await;
        let (_, line) = standings.iter().find(|(listed, _)| *listed == entry).unwrap();
        line["match_points"].as_i64().unwrap()
    }
}
