//! After the Swiss rounds: the cut, the playoff, the end of the event, and the publication of lists.

use std::cmp::Reverse;

use e2e::crawl::text;
use reqwest::Method;
use serde_json::{Value, json};

use super::Open;
use super::entry::ON_PAPER;
use super::hall::Score;

const EXPORT: &str = "/api/export-decklists/?decklist_as_text=true";
/// The scores of matches that have a winner.
const SCORES: [Score; 4] = [[2, 0, 0], [2, 1, 0], [1, 2, 0], [0, 2, 0]];
/// The first and the last round of the playoff.
const PLAYOFF: [i64; 2] = [7, 9];

impl Open<'_> {
    /// The order and the lines after the Swiss rounds.
    async fn swiss(&self) -> Vec<(i64, Value)> {
        self.hall.standings(&self.rounds[5]).await
    }

    /// Cuts to the best eight active players.
    pub(super) async fn the_best_eight_are_cut_to(&self) -> Vec<i64> {
        let order = self.swiss().await;
        let cut = self.hall.post("cut/", &json!({ "size": 8 })).await.json();
        let advancing = cut["advancing"].as_array().unwrap().iter();
        let seeds: Vec<i64> = advancing.map(|seed| seed["registrations"][0].as_i64().unwrap()).collect();
        let active = order.into_iter().map(|(entry, _)| entry).filter(|entry| !self.gone.contains(entry));
        assert_eq!(seeds, active.take(8).collect::<Vec<_>>());
        let ninth = self.playing().into_iter().find(|entry| !seeds.contains(entry)).unwrap();
        assert_eq!(self.hall.status_of(ninth).await, "ELIMINATED");
        assert_eq!(self.hall.status_of(self.disqualified).await, "DISQUALIFIED");
        seeds
    }

    /// Plays the playoff: 1v8, 4v5, 2v7, 3v6. Losers are eliminated until one player is left.
    pub(super) async fn the_playoff_is_played(&mut self, seeds: &[i64]) {
        let mut left: Vec<[i64; 2]> =
            [[1, 8], [4, 5], [2, 7], [3, 6]].map(|pair| pair.map(|seed: usize| seeds[seed - 1])).to_vec();
        let [first, last] = PLAYOFF;
        for number in first..=last {
            let round = self.hall.add("playoff").await;
            assert_eq!((round.number, round.pairs()), (number, left.clone()));
            assert_eq!(round.told["phase_type"], "SINGLE_ELIMINATION");
            assert_eq!(round.told["final_round_in_event"], number == last);
            let draw = json!({ "intentional_draw": true });
            self.hall.post(&format!("matches/{}/result/", round.tables[0].id), &draw).await.problem(409);
            let dice = &mut self.dice;
            let scores = self.hall.play(&round, || SCORES[usize::try_from(dice.roll(4)).unwrap()]).await;
            for (table, score) in scores {
                self.lost.insert(table.players[usize::from(score[0] > score[1])], number);
            }
            let place = |entry: &i64| seeds.iter().position(|seed| seed == entry);
            let won = |pair: &[i64; 2]| *pair.iter().find(|entry| !self.lost.contains_key(*entry)).unwrap();
            let winners: Vec<i64> = left.iter().map(won).collect();
            left = winners.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            left.iter_mut().for_each(|pair| pair.sort_by_key(place));
            if let [champion] = winners[..] {
                self.lost.insert(champion, last + 1);
            }
        }
        self.hall.post("rounds/", &json!({ "kind": "playoff" })).await.problem(409);
    }

    /// Each player with the line after the Swiss rounds, in the expected final order: by the last round of the playoff,
    /// then by the order of the Swiss rounds.
    async fn final_order(&self) -> Vec<(i64, Value)> {
        let mut order = self.swiss().await;
        order.sort_by_key(|(entry, _)| Reverse(self.lost.get(entry).copied()));
        order
    }

    /// Finishes the event. Final places must follow the bracket, and the export must have the event, without lists.
    pub(super) async fn the_event_is_over(&self) {
        self.hall.lifecycle("EVENT_FINISHED").await;
        self.the_export_shows_it(false).await;
        let order = self.final_order().await;
        let registrations = self.hall.look("registrations/").await;
        for (place, (entry, _)) in (1_i64..).zip(&order) {
            let told = registrations.as_array().unwrap().iter().find(|told| told["id"] == *entry).unwrap();
            assert_eq!(told["final_place_in_standings"], place, "{told}");
        }
        let current = self.hall.look("current_standings/").await;
        let lines = current["standings"].as_array().unwrap().iter();
        let shown: Vec<&Value> = lines.map(|line| &line["player_id"]).collect();
        let expected: Vec<i64> = order.iter().map(|(entry, _)| self.player(*entry).user).collect();
        assert_eq!(json!(shown), json!(expected));
    }

    /// Checks the event in the export, and returns it.
    async fn the_export_shows_it(&self, with_lists: bool) -> Value {
        let url = self.hall.app.public_url();
        let start = self.hall.look("").await["start_datetime"].as_str().unwrap().to_owned();
        let start: chrono::DateTime<chrono::Utc> = start.parse().unwrap();
        let line = |(entry, line): (i64, Value)| {
            let (player, lost) = (self.player(entry), self.lost.get(&entry));
            let (page, list) = match with_lists {
                true => (format!("{url}/decklists/{}/", player.list), player.text()),
                false => Default::default(),
            };
            json!({
                "name": player.name, "decklist": page, "winsSwiss": line["wins"], "lossesSwiss": line["losses"],
                "draws": line["draws"], "winsBracket": lost.map_or(0, |round| round - PLAYOFF[0]),
                "lossesBracket": i64::from(lost.is_some_and(|round| *round <= PLAYOFF[1])), "decklist_text": list,
            })
        };
        let lines: Vec<Value> = self.final_order().await.into_iter().map(line).collect();
        let expected = json!([{
            "TID": self.hall.event.to_string(), "tournamentName": "Moxhall Legacy - Corner Store", "format": "Legacy",
            "bracketUrl": format!("{url}/events/{}/", self.hall.event), "players": lines.len(),
            "startDate": start.timestamp(), "swissRounds": 6, "topCut": 8, "standings": lines,
        }]);
        let exported = self.hall.read(EXPORT).await;
        assert_eq!(exported, expected);
        exported[0].clone()
    }

    /// Publishes the lists. Everybody must see them as submitted in time, whatever happens to them later.
    pub(super) async fn lists_are_published(&self) {
        let (app, hall) = (self.hall.app, &self.hall);
        hall.lifecycle("DECKLISTS_PUBLISHING").await;
        hall.lifecycle("DECKLISTS_PUBLISHED").await;
        self.the_export_shows_it(true).await;
        let [one, other] = [&self.players[0], &self.players[ON_PAPER]];
        let change = json!({ "plaintext_list": "60 Island" });
        app.tell(&one.phone, Method::PATCH, &one.path_of_list(), &change).await.problem(409);
        app.tell(&hall.desk, Method::PATCH, &other.path_of_list(), &change).await.json();
        let shown = self.the_export_shows_it(true).await;

        let address = text(&shown["bracketUrl"]).strip_prefix(&app.public_url()).unwrap();
        let page = app.send(app.anonymous(address)).await;
        assert!(page.status == 200 && page.text().contains(text(&shown["standings"][0]["name"])), "{}", page.text());
    }
}
