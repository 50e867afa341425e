//! After the Swiss rounds: the cut, the playoff, the end of the event, and the publication of lists.

use e2e::crawl::text;
use reqwest::Method;
use serde_json::{Value, json};

use super::Open;
use super::entry::{ON_PAPER, field_of};
use crate::organizer::hall::Hall;
use crate::organizer::ledger::{Line, winner};

const EXPORT: &str = "/api/export-decklists/?decklist_as_text=true";

impl Open<'_> {
    fn swiss(&self) -> Vec<Line> {
        self.ledger.standings(6, |entry| self.is_listed(entry, 6))
    }

    /// The served order after the Swiss rounds, which includes the random tiebreaker.
    async fn swiss_order(&self) -> Vec<i64> {
        self.hall.standings(self.rounds[5].id).await.into_iter().map(|(entry, _)| entry).collect()
    }

    /// Cuts to the best eight active players.
    pub(super) async fn the_best_eight_are_cut_to(&self) -> Vec<i64> {
        let order = self.swiss_order().await;
        let seeds: Vec<i64> = self.hall.cut(8).await.into_iter().flatten().collect();
        let best: Vec<i64> = order.iter().filter(|entry| !self.gone.contains(entry)).take(8).copied().collect();
        assert_eq!(seeds, best);
        let ninth = self.playing().into_iter().find(|entry| !seeds.contains(entry)).unwrap();
        assert_eq!(self.hall.status_of(ninth).await, "ELIMINATED");
        assert_eq!(self.hall.status_of(self.disqualified).await, "DISQUALIFIED");
        seeds
    }

    /// Plays the playoff: 1v8, 4v5, 2v7, 3v6. Losers are eliminated until one player is left.
    pub(super) async fn the_playoff_is_played(&mut self, seeds: &[i64]) {
        let mut left: Vec<[i64; 2]> =
            [[1, 8], [4, 5], [2, 7], [3, 6]].map(|pair| pair.map(|seed: usize| seeds[seed - 1])).to_vec();
        for number in 7..=9 {
            let round = self.hall.add("playoff").await;
            assert_eq!((round.number, round.pairs()), (number, left.clone()));
            assert_eq!(round.told["phase_type"], "SINGLE_ELIMINATION");
            assert_eq!(round.told["final_round_in_event"], number == 9);
            let first = &round.tables[0];
            let draw = json!({ "intentional_draw": true });
            self.hall.post(&format!("matches/{}/result/", first.id), &draw).await.problem(409);
            let dice = &mut self.dice;
            let scores = self.hall.play(&round, |_| winner(dice)).await;
            self.ledger.note_playoff(&round, &scores);
            let place = |entry: &i64| seeds.iter().position(|seed| seed == entry);
            let won = |pair: &[i64; 2]| *pair.iter().find(|entry| self.ledger.playoff_record(**entry)[1] == 0).unwrap();
            let winners: Vec<i64> = left.iter().map(won).collect();
            left = winners.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            left.iter_mut().for_each(|pair| pair.sort_by_key(place));
            self.rounds.push(round);
        }
        assert!(left.is_empty(), "there is a champion");
        let over = self.hall.post("rounds/", &json!({ "kind": "playoff" })).await;
        over.problem(409);
    }

    /// Checks that the explanations of lines add up to their percentages.
    pub(super) async fn a_line_of_the_standings_is_explained(&self) {
        let round = self.rounds[5].id;
        let standings = self.hall.standings(round).await;
        for place in [0, 8, 30, standings.len() - 1] {
            let line = &standings[place].1;
            let path = format!("/api/v1/tournament-rounds/{round}/standings/{}/explain/", line["player_id"]);
            explains(&self.hall.read(&path).await, line);
        }
    }

    /// Finishes the event. Final places must follow the bracket, and the export must have the event, without lists.
    pub(super) async fn the_event_is_over(&self) {
        let finished = self.hall.lifecycle("EVENT_FINISHED").await;
        let exported = exported(&self.hall, finished.header("consistency-token")).await;
        self.the_export_shows_it(&exported, false).await;
        let order = self.ledger.final_order(&self.swiss_order().await);
        let registrations = self.hall.look("registrations/").await;
        for (place, entry) in order.iter().enumerate() {
            let told = field_of(&registrations, "id", &json!(entry), "final_place_in_standings");
            assert_eq!(told, place + 1, "{entry}");
        }
        let current = self.hall.look("current_standings/").await;
        let shown: Vec<&Value> =
            current["standings"].as_array().unwrap().iter().map(|line| &line["player_id"]).collect();
        let expected: Vec<i64> = order.iter().map(|entry| self.player(*entry).user).collect();
        assert_eq!(json!(shown), json!(expected));
    }

    async fn the_export_shows_it(&self, exported: &Value, with_lists: bool) {
        let start = self.hall.look("").await["start_datetime"].as_str().unwrap().to_owned();
        let start: chrono::DateTime<chrono::Utc> = start.parse().unwrap();
        let order = self.ledger.final_order(&self.swiss_order().await);
        let swiss = self.swiss();
        let lines: Vec<Value> = order
            .iter()
            .map(|entry| {
                let row = &swiss.iter().find(|line| line.entry == *entry).unwrap().row;
                let (player, [won, lost]) = (self.player(*entry), self.ledger.playoff_record(*entry));
                let (page, list) = match with_lists {
                    true => (format!("{}/decklists/{}/", self.hall.app.public_url(), player.list), player.text()),
                    false => Default::default(),
                };
                json!({
                    "name": player.name, "decklist": page, "winsSwiss": row.w, "lossesSwiss": row.l, "draws": row.d,
                    "winsBracket": won, "lossesBracket": lost, "decklist_text": list,
                })
            })
            .collect();
        let expected = json!({
            "TID": self.hall.event.to_string(), "tournamentName": "Moxhall Legacy - Corner Store", "format": "Legacy",
            "bracketUrl": format!("{}/events/{}/", self.hall.app.public_url(), self.hall.event),
            "players": order.len(), "startDate": start.timestamp(), "swissRounds": 6, "topCut": 8, "standings": lines,
        });
        assert_eq!(*exported, expected);
    }

    /// Publishes the lists. Everybody must see them as submitted in time, whatever happens to them later.
    pub(super) async fn lists_are_published(&self) {
        let (app, hall) = (self.hall.app, &self.hall);
        hall.lifecycle("DECKLISTS_PUBLISHING").await;
        let published = hall.lifecycle("DECKLISTS_PUBLISHED").await;
        let shown = exported(hall, published.header("consistency-token")).await;
        self.the_export_shows_it(&shown, true).await;
        let [one, other] = [&self.players[0], &self.players[ON_PAPER]];
        let change = json!({ "plaintext_list": "60 Island" });
        app.tell(&one.phone, Method::PATCH, &one.path_of_list(), &change).await.problem(409);
        app.tell(&hall.desk, Method::PATCH, &other.path_of_list(), &change).await.json();
        app.applied().await;
        self.the_export_shows_it(&exported(hall, "").await, true).await;

        let address = text(&shown["bracketUrl"]).strip_prefix(&app.public_url()).unwrap();
        let page = app.send(app.anonymous(address)).await;
        assert!(page.status == 200 && page.text().contains(text(&shown["standings"][0]["name"])), "{}", page.text());
    }
}

/// Returns the event in the export, read with the token of a write.
async fn exported(hall: &Hall<'_>, token: &str) -> Value {
    let app = hall.app;
    let request = || {
        let request = hall.desk.sign(app.anonymous(EXPORT));
        if token.is_empty() { request } else { request.header("consistency-token", token) }
    };
    let mut reply = app.send(request()).await;
    if reply.status == 503 {
        // On a busy machine the views may take longer than a read with a token waits.
        app.applied().await;
        reply = app.send(request()).await;
    }
    let [exported] = &reply.list()[..] else { panic!("one tournament: {}", reply.text()) };
    exported.clone()
}

/// Checks that an explanation adds up to its line.
fn explains(told: &Value, line: &Value) {
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"));
    let near = |one: f64, other: f64, what: &str| assert!((one - other).abs() < 6e-9, "{what}: {one}, {other}: {told}");
    let floor = number(&told["floor"]);
    let rounds = told["rounds"].as_array().unwrap();
    let opponents: Vec<&Value> = rounds.iter().map(|round| &round["opponent"]).filter(|it| !it.is_null()).collect();
    let points: i64 = rounds.iter().map(|round| round["match_points"].as_i64().unwrap()).sum();
    assert_eq!(line["match_points"], points);
    let own = (points as f64) / (3.0 * rounds.len() as f64);
    near(number(&line["match_win_percentage"]), own.max(floor), "match wins");
    let games = |what: &str| rounds.iter().map(|round| round[what].as_i64().unwrap()).sum::<i64>() as f64;
    let [won, lost, drawn] = ["games_won", "games_lost", "games_drawn"].map(games);
    let own = (3.0 * won + drawn) / (3.0 * (won + lost + drawn));
    near(number(&line["game_win_percentage"]), own.max(floor), "game wins");
    for (mean, of) in [
        ("opponent_match_win_percentage", "match_win_percentage"),
        ("opponent_game_win_percentage", "game_win_percentage"),
    ] {
        let counted: Vec<f64> = opponents.iter().map(|opponent| number(&opponent[of]["value"])).collect();
        assert!(counted.iter().all(|value| *value >= floor), "{counted:?}");
        let expected = counted.iter().sum::<f64>() / counted.len() as f64;
        near(number(&line[mean]), expected, mean);
        near(number(&told[mean]["value"]), expected, mean);
    }
    let points: Vec<f64> = opponents.iter().map(|opponent| number(&opponent["match_points"])).collect();
    near(number(&line["opponent_average_match_points"]), points.iter().sum::<f64>() / points.len() as f64, "points");
}
