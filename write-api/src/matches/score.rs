//! The report of a match (its games, its scores, or the places of a pod), and the result that it makes.

use api_kit::names::shown;
use domain::possible_results::{DRAWN, decided, is_possible};
use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, TournamentDetails, Winner};
use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::events::event_fields::POD_SIZES;
use crate::http::body::{FromJson, Limit};
use crate::prelude::*;

/// The maximum number of games of one kind in a match; more is a typing error.
const GAMES_MAX: i32 = 9;
/// The last place at a table.
const PLACE_MAX: i32 = *POD_SIZES.end();
/// The highest score of a player in a match.
const SCORE_MAX: i32 = 9_999;
/// An intentional draw: three drawn games that were not played.
const INTENTIONAL_DRAW: Games = Games { first: 0, second: 0, drawn: 3 };

body! {
    /// The result of a match.
    #[derive(Default, Eq)]
    pub struct Score {
        /// Games won, by the id of the registration: `{"12": 2, "15": 1}`. A registration that is not named has won none.
        games_won: Vec<(RegistrationId, i32)> => 0..=GAMES_MAX,
        /// Games drawn; 0 if not given.
        games_drawn: Option<i32> => 0..=GAMES_MAX,
        /// In a pod of three to five players, the place of each, by the id of the registration. `{"12": 1}` is the win
        /// of one; players who share place 1 draw. Registrations that are not named share the place after the others.
        /// With equal scores, `{"12": 1}` says who won, as a playoff match needs it.
        places: Vec<(RegistrationId, i32)> => 1..=PLACE_MAX,
        /// In an event whose rules count scores, the score of each of the two players, by the id of the registration.
        /// The higher score wins; equal scores are a draw, unless `places` says who won.
        scores: Vec<(RegistrationId, i32)> => 0..=SCORE_MAX,
        /// Whether the players agreed on a draw without playing, which counts as 0-0-3, in a pod as a draw of all; false
        /// if not given.
        intentional_draw: Option<bool>,
        /// Whether all lose, for example because no one came to the table: a loss for each, no points, and no games.
        /// Only staff can report it. In a playoff, no one advances, and the next round has a bye. False if not given.
        both_lose: Option<bool>,
    }
}

/// A number for each registration: its games, its place, its score. None are given if the field is null or missing.
impl FromJson for Vec<(RegistrationId, i32)> {
    const REQUIRED: bool = false;

    /// Reads an object whose member names are ids.
    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let given = match value {
            Value::Object(given) => given,
            Value::Null => return Self::missing(),
            _ => {
                let said = message!(
                    "not-numbers-by-registration",
                    "Must be an object with a number for each registration: {\"12\": 2, \"15\": 1}."
                );
                errors.add(path.to_owned(), said);
                return Self::missing();
            }
        };
        let mut numbers = Self::with_capacity(given.len());
        for (id, number) in given {
            match api_kit::path::integer(&id).map(RegistrationId) {
                Some(registration) => {
                    let number = i32::from_json(number, &format!("{path}.{id}"), limit, errors);
                    numbers.extend(number.map(|number| (registration, number)));
                }
                None => errors.add(
                    path.to_owned(),
                    message!(
                        "not-the-id-of-a-registration",
                        "`{id}` is not the id of a registration.",
                        id = shown(&id)
                    ),
                ),
            }
        }
        Some(numbers)
    }

    fn missing() -> Option<Self> {
        Some(Self::new())
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        let types = SchemaType::from_iter([Type::Object, Type::Null]);
        let example = serde_json::json!({"12": 2, "15": 1});
        RefOr::T(ObjectBuilder::new().schema_type(types).examples([example]).into())
    }

    fn check_value(&self, path: &str, limit: Limit, errors: &mut FieldErrors) {
        self.iter().for_each(|(id, number)| number.check_value(&format!("{path}.{id}"), limit, errors));
    }
}

impl Score {
    fn is_agreed(&self) -> bool {
        self.intentional_draw == Some(true)
    }

    fn drawn(&self) -> i32 {
        self.games_drawn.unwrap_or(0)
    }

    /// Returns the result that this makes for the players at a table.
    pub(crate) fn result(
        &self,
        players: &[RegistrationId],
        details: &TournamentDetails,
    ) -> Result<MatchResult, FieldErrors> {
        let mut errors = self.strangers(players);
        let is_pod = players.len() > 2;
        let has_scores = !is_pod && details.rules.scores.is_some();
        let has_games = !self.games_won.is_empty() || self.drawn() != 0;
        let form = match (is_pod, has_scores) {
            (true, _) => "places",
            (_, true) => "scores",
            _ => "games_won",
        };
        for (field, is_given) in [
            ("games_won", form != "games_won" && has_games),
            ("places", form != "places" && !self.places.is_empty() && !(has_scores && self.has_equal_scores(players))),
            ("scores", form != "scores" && !self.scores.is_empty()),
        ] {
            if is_given {
                let said =
                    message!("result-of-other-form", "This match is reported with `{form}`; leave this out.", form);
                errors.add(field, said);
            }
        }
        let is_bare = self.places.is_empty() && self.scores.is_empty();
        if self.both_lose == Some(true) {
            if self.is_agreed() || !self.has_no_games() || !is_bare {
                errors.add(
                    "both_lose",
                    message!("both-lose-with-games", "Must be reported without games and without a draw."),
                );
            }
            errors.check()?;
            let none = Games { first: 0, second: 0, drawn: 0 };
            return Ok(MatchResult::new(Winner::Neither, (!is_pod).then_some(none)));
        }
        if self.is_agreed() && !(is_bare && (self.has_no_games() || self.has_agreed_games())) {
            errors.add(
                "intentional_draw",
                message!("intentional-draw-with-games", "Must be reported without games: none won, and 0 or 3 drawn."),
            );
        }
        let result = match *players {
            [first, second] if has_scores && !self.is_agreed() => self.of_scores([first, second], &mut errors),
            [first, second] => self.of_games([first, second], details.best_of, &mut errors),
            _ => self.of_pod(players, &mut errors),
        };
        errors.check()?;
        Ok(result)
    }

    /// Returns the faults of registrations that do not play at this table.
    fn strangers(&self, players: &[RegistrationId]) -> FieldErrors {
        let mut errors = FieldErrors::default();
        let games = self.games_won.iter().map(|(id, _)| ("games_won", *id));
        let others = self.places.iter().map(|(id, _)| ("places", *id));
        let others = others.chain(self.scores.iter().map(|(id, _)| ("scores", *id)));
        for (field, id) in games.chain(others).filter(|(_, id)| !players.contains(id)) {
            let said = message!(
                "registration-not-in-match",
                "Registration {id} does not play here; {players} do.",
                id,
                players = listed(players)
            );
            errors.add(field, said);
        }
        errors
    }

    fn has_equal_scores(&self, players: &[RegistrationId]) -> bool {
        let mut scores = players.iter().map(|player| number_of(&self.scores, *player));
        scores.next().is_some_and(|first| first.is_some() && scores.all(|score| score == first))
    }

    fn has_no_games(&self) -> bool {
        self.games_won.iter().all(|(_, won)| *won == 0) && self.drawn() == 0
    }

    /// Whether the games are those of an intentional draw.
    fn has_agreed_games(&self) -> bool {
        self.games_won.iter().all(|(_, won)| *won == 0) && self.drawn() == INTENTIONAL_DRAW.drawn
    }

    /// Returns the result of games between two players, in a match that is best of so many games.
    fn of_games(&self, players: [RegistrationId; 2], best_of: Option<i32>, errors: &mut FieldErrors) -> MatchResult {
        let [first, second] = players.map(|player| number_of(&self.games_won, player).unwrap_or(0));
        let mut games = Games { first, second, drawn: self.drawn() };
        if self.is_agreed() {
            games = INTENTIONAL_DRAW;
        } else if self.has_no_games() {
            let said = message!(
                "no-games",
                "Say how many games each player has won, or how many were drawn: 0-0 alone is no result. If both \
                 players lost, say so with `both_lose`."
            );
            errors.add("games_won", said);
        }
        if let Some(best_of) = best_of.filter(|_| !is_possible(best_of, games)) {
            let possible: Vec<_> = decided(best_of).map(|(most, least)| format!("{most}-{least}")).collect();
            let said = message!(
                "impossible-result",
                "Possible results in best of {best_of}, for either player: {possible}, with at most {drawn} drawn \
                 games, or 0-0 with 1 to {drawn} drawn games.",
                best_of,
                possible = possible.join(", "),
                drawn = DRAWN
            );
            errors.add("games_won", said);
        }
        games.into()
    }

    /// Returns the result of the scores of two players; of equal ones, the only player in place 1 has won.
    fn of_scores(&self, players: [RegistrationId; 2], errors: &mut FieldErrors) -> MatchResult {
        let scores = players.map(|player| number_of(&self.scores, player));
        let [Some(first), Some(second)] = scores else {
            let said =
                message!("scores-missing", "Give the score of each player: of {players}.", players = listed(&players));
            errors.add("scores", said);
            return MatchResult::new(Winner::Draw, None);
        };
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Winner::First,
            std::cmp::Ordering::Less => Winner::Second,
            std::cmp::Ordering::Equal => match players.map(|player| number_of(&self.places, player) == Some(1)) {
                [true, false] => Winner::First,
                [false, true] => Winner::Second,
                _ => Winner::Draw,
            },
        };
        MatchResult { scores: Some([first, second]), ..MatchResult::new(winner, None) }
    }

    /// Returns the result of a pod. A place is one more than the number of players with a better one.
    fn of_pod(&self, players: &[RegistrationId], errors: &mut FieldErrors) -> MatchResult {
        let most = i32::try_from(players.len()).unwrap_or(i32::MAX);
        let given = |player: RegistrationId| number_of(&self.places, player);
        let is_placed = self.places.iter().any(|(_, place)| *place == 1)
            && self.places.iter().all(|(_, place)| (1..=most).contains(place));
        if !is_placed && !self.is_agreed() {
            let said = message!(
                "places-missing",
                "Say who won. Places are from 1 to {most}, for the registrations {players}: {{\"{first}\": 1}} if one \
                 of them won; players who share place 1 draw.",
                most,
                first = players.first().map_or(0, |first| first.0),
                players = listed(players)
            );
            errors.add("places", said);
        }
        let given: Vec<i32> = players.iter().map(|player| given(*player).unwrap_or(i32::MAX)).collect();
        let mut places = [0_u8; PODS_SEATS_MAX];
        for (place, own) in places.iter_mut().zip(&given) {
            *place = given.iter().filter(|other| *other < own).fold(1, |place, _| place + 1);
        }
        let mut first = (0..players.len()).filter(|seat| places.get(*seat) == Some(&1));
        let winner = match (first.next(), first.next()) {
            (Some(seat), None) => Winner::of_seat(seat).unwrap_or(Winner::Draw),
            _ => Winner::Draw,
        };
        MatchResult { places: Some(places), ..MatchResult::new(winner, None) }
    }
}

fn number_of<T: Copy>(numbers: &[(RegistrationId, T)], player: RegistrationId) -> Option<T> {
    numbers.iter().find(|(id, _)| *id == player).map(|(_, number)| *number)
}

fn listed(players: &[RegistrationId]) -> String {
    players.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::testing::*;

    const PLAYERS: [RegistrationId; 2] = [RegistrationId(1), RegistrationId(2)];
    const POD: [RegistrationId; 4] = [RegistrationId(1), RegistrationId(2), RegistrationId(3), RegistrationId(4)];

    /// Details of an event whose matches have at most so many games.
    fn best_of(best_of: Option<i32>) -> TournamentDetails {
        TournamentDetails { best_of, ..TournamentDetails::new("Open", EventFormat::Legacy) }
    }

    #[test]
    fn more_games_win_and_an_agreed_draw_is_three_drawn_games() {
        let loser_not_named = Score { games_won: vec![(OTHER, 2)], ..Score::default() };
        let spelled_out = Score { intentional_draw: Some(true), ..score(0, 0, 3) };
        for (score, winner, [first, second, drawn]) in [
            (score(2, 1, 0), Winner::First, [2, 1, 0]),
            (score(0, 1, 1), Winner::Second, [0, 1, 1]),
            (score(1, 1, 1), Winner::Draw, [1, 1, 1]),
            (loser_not_named, Winner::Second, [0, 2, 0]),
            (agreed(), Winner::Draw, [0, 0, 3]),
            (spelled_out, Winner::Draw, [0, 0, 3]),
            (score(0, 0, 3), Winner::Draw, [0, 0, 3]),
        ] {
            let result = MatchResult::new(winner, Some(Games { first, second, drawn }));
            assert_eq!(score.result(&PLAYERS, &best_of(None)), Ok(result), "{score:?}");
        }
    }

    #[test]
    fn which_results_are_possible_follows_from_the_number_of_games() {
        assert!(score(2, 1, 0).result(&PLAYERS, &best_of(Some(3))).is_ok());
        assert!(score(1, 0, 0).result(&PLAYERS, &best_of(Some(1))).is_ok());
        for (impossible, games) in [(score(2, 2, 0), 3), (score(3, 0, 0), 3), (score(2, 0, 0), 1)] {
            let errors = impossible.result(&PLAYERS, &best_of(Some(games))).unwrap_err();
            assert!(errors.names("games_won") && errors.to_string().contains("1-0"), "{errors}");
            assert!(impossible.result(&PLAYERS, &best_of(None)).is_ok(), "an event that does not say takes any");
        }
        assert!([1, 3].map(Some).iter().all(|games| agreed().result(&PLAYERS, &best_of(*games)).is_ok()));
    }

    #[test]
    fn what_makes_no_result_is_told_by_field() {
        let stranger = Score { games_won: vec![(RegistrationId(7), 2)], ..Score::default() };
        let played = Score { intentional_draw: Some(true), ..score(1, 0, 0) };
        for (wrong, field, said) in [
            (stranger, "games_won", "Registration 7 does not play here; 1, 2 do."),
            (score(0, 0, 0), "games_won", "how many games"),
            (played, "intentional_draw", "without games"),
        ] {
            let errors = wrong.result(&PLAYERS, &best_of(None)).unwrap_err();
            assert!(errors.names(field) && errors.to_string().contains(said), "{errors}");
        }
    }

    #[test]
    fn places_of_a_pod_give_its_winner_or_a_draw() {
        let placed = |places: &[(i64, i32)]| {
            let places = places.iter().map(|(id, place)| (RegistrationId(*id), *place)).collect();
            Score { places, ..Score::default() }.result(&POD, &best_of(None))
        };
        let made = |winner, places| Ok(MatchResult { places: Some(places), ..MatchResult::new(winner, None) });
        assert_eq!(placed(&[(3, 1)]), made(Winner::Third, [2, 2, 1, 2, 0]));
        assert_eq!(placed(&[(3, 1), (1, 2), (2, 2), (4, 2)]), made(Winner::Third, [2, 2, 1, 2, 0]));
        assert_eq!(placed(&[(1, 1), (4, 1)]), made(Winner::Draw, [1, 3, 3, 1, 0]));
        assert_eq!(placed(&[(4, 1), (1, 2), (3, 3)]), made(Winner::Fourth, [2, 4, 3, 1, 0]));
        assert_eq!(agreed().result(&POD, &best_of(None)), made(Winner::Draw, [1, 1, 1, 1, 0]));
        let lost = Score { both_lose: Some(true), ..Score::default() };
        assert_eq!(lost.result(&POD, &best_of(None)), Ok(MatchResult::new(Winner::Neither, None)));
        for wrong in [&[][..], &[(1, 2)], &[(1, 1), (2, 5)]] {
            let errors = placed(wrong).unwrap_err();
            assert!(errors.names("places") && errors.to_string().contains("from 1 to 4"), "{errors}");
        }
        assert!(placed(&[(7, 1)]).unwrap_err().to_string().contains("1, 2, 3, 4 do."));
        assert!(score(2, 1, 0).result(&POD, &best_of(None)).unwrap_err().names("games_won"));
        let two = Score { places: vec![(RegistrationId(1), 1)], ..Score::default() };
        assert!(two.result(&PLAYERS, &best_of(None)).unwrap_err().names("places"));
    }

    #[test]
    fn scores_give_the_winner_where_the_rules_count_them() {
        let mut counted = best_of(None);
        counted.rules.scores = Some(ScoreRules { points_are_scores: false, bye_score: 0, margin: None });
        let scored = |scores: &[(i64, i32)], details: &TournamentDetails| {
            let scores = scores.iter().map(|(id, score)| (RegistrationId(*id), *score)).collect();
            Score { scores, ..Score::default() }.result(&PLAYERS, details)
        };
        for (scores, winner) in [([150, 90], Winner::First), ([0, 6], Winner::Second), ([3, 3], Winner::Draw)] {
            let made = MatchResult { scores: Some(scores), ..MatchResult::new(winner, None) };
            assert_eq!(scored(&[(2, scores[1]), (1, scores[0])], &counted), Ok(made));
        }
        let tied = |scores: [i32; 2]| {
            let scores = PLAYERS.into_iter().zip(scores).collect();
            Score { scores, places: vec![(RegistrationId(2), 1)], ..Score::default() }.result(&PLAYERS, &counted)
        };
        assert_eq!(tied([3, 3]), Ok(MatchResult { scores: Some([3, 3]), ..MatchResult::new(Winner::Second, None) }));
        assert!(tied([3, 1]).unwrap_err().names("places"));
        assert!(scored(&[(1, 3)], &counted).unwrap_err().to_string().contains("of 1, 2"));
        assert!(scored(&[(1, 3), (2, 1)], &best_of(None)).unwrap_err().names("scores"));
        assert!(score(2, 0, 0).result(&PLAYERS, &counted).unwrap_err().names("games_won"));
    }
}
