//! The games of a match as reported, and the result that they make.

use api_kit::names::shown;
use domain::possible_results::{DRAWN, decided, is_possible};
use proto_events::tournament::{Games, MatchResult, Winner};
use serde_json::Value;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{RefOr, Schema};

use crate::engine::fields::whole_number;
use crate::http::body::{FromJson, Limit, fault, plain, whole};
use crate::prelude::*;

/// The maximum number of games of one kind in a match; more is a typing error.
const GAMES_MAX: i32 = 9;
/// An intentional draw: three drawn games that were not played.
const INTENTIONAL_DRAW: Games = Games { first: 0, second: 0, drawn: 3 };

body! {
    /// The result of a match.
    pub(crate) struct NewResult such as r#"{"games_won": {"12": 2, "15": 1}}"# {
        /// Games won, by the id of the registration: `{"12": 2, "15": 1}`. A registration that is not named has won none.
        games_won: Option<OrNull<GamesWon>>,
        /// Games drawn; 0 if not given.
        games_drawn: Option<i32> => 0..=GAMES_MAX,
        /// Whether the players agreed on a draw without playing, which counts as 0-0-3; false if not given.
        intentional_draw: Option<bool>,
        /// Whether both lose, for example because neither came to the table: a loss for each, no points, and no games.
        /// Only staff can report it. In a playoff, no one advances, and the next round has a bye. False if not given.
        both_lose: Option<bool>,
    }
}

/// Games won, by registration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct GamesWon(Vec<(RegistrationId, i32)>);

impl FromJson for GamesWon {
    /// Reads an object whose member names are ids.
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let Value::Object(given) = value else {
            let said = message!(
                "not-games-by-registration",
                "Must be an object with the games that each registration has won: {\"12\": 2, \"15\": 1}."
            );
            return fault(errors, path, said);
        };
        let mut games = Vec::with_capacity(given.len());
        for (id, won) in given {
            let won = whole(&won).filter(|won| (0..=GAMES_MAX).contains(won));
            match (api_kit::path::integer(&id).map(RegistrationId), won) {
                (Some(id), Some(won)) => games.push((id, won)),
                (None, _) => errors.add(
                    path.to_owned(),
                    message!(
                        "not-the-id-of-a-registration",
                        "`{id}` is not the id of a registration.",
                        id = shown(&id)
                    ),
                ),
                (_, None) => {
                    errors.add(format!("{path}.{id}"), whole_number(0, GAMES_MAX));
                }
            }
        }
        Some(Self(games))
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        let example = serde_json::json!({"12": 2, "15": 1});
        RefOr::T(plain(Type::Object, None).examples([example]).into())
    }
}

/// The games of a match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won, by player; players not listed have won none.
    pub games_won: Vec<(RegistrationId, i32)>,
    /// Games drawn.
    pub games_drawn: i32,
    /// Whether the players agreed on a draw without playing: 0-0-3.
    pub intentional_draw: bool,
    /// Whether both lose.
    pub both_lose: bool,
}

impl From<NewResult> for Score {
    fn from(NewResult { games_won, games_drawn, intentional_draw, both_lose }: NewResult) -> Self {
        Self {
            games_won: games_won.and_then(|OrNull(games)| games).unwrap_or_default().0,
            games_drawn: games_drawn.unwrap_or(0),
            intentional_draw: intentional_draw.unwrap_or(false),
            both_lose: both_lose.unwrap_or(false),
        }
    }
}

impl Score {
    /// Adds the faults of numbers that HTTP refuses while it reads the body.
    pub(super) fn check(&self, errors: &mut FieldErrors) {
        let games = self.games_won.iter().map(|(id, won)| (format!("games_won.{id}"), *won));
        for (field, number) in games.chain([("games_drawn".to_owned(), self.games_drawn)]) {
            if !(0..=GAMES_MAX).contains(&number) {
                errors.add(field, whole_number(0, GAMES_MAX));
            }
        }
    }

    /// Returns the result of these games between two players, in a match that is best of so many games.
    ///
    /// # Errors
    /// If the games form no valid result.
    pub(crate) fn result(
        &self,
        players: [RegistrationId; 2],
        best_of: Option<i32>,
    ) -> Result<MatchResult, FieldErrors> {
        let mut errors = FieldErrors::default();
        let [first, second] = players.map(|player| self.won_by(player));
        let games = Games { first, second, drawn: self.games_drawn };
        for (id, _) in self.games_won.iter().filter(|(id, _)| !players.contains(id)) {
            let [first, second] = players;
            let said = message!(
                "registration-not-in-match",
                "Registration {id} does not play here; {first} and {second} do.",
                id,
                first,
                second
            );
            errors.add("games_won", said);
        }
        let none = Games { first: 0, second: 0, drawn: 0 };
        if self.both_lose {
            if self.intentional_draw || games != none {
                errors.add(
                    "both_lose",
                    message!("both-lose-with-games", "Must be reported without games and without a draw."),
                );
            }
            errors.check()?;
            return Ok(MatchResult { winner: Winner::Neither, games: Some(none) });
        }
        if self.intentional_draw && games != none && games != INTENTIONAL_DRAW {
            errors.add(
                "intentional_draw",
                message!("intentional-draw-with-games", "Must be reported without games: none won, and 0 or 3 drawn."),
            );
        }
        if !self.intentional_draw && games == none {
            let said = message!(
                "no-games",
                "Say how many games each player has won, or how many were drawn: 0-0 alone is no result. If both \
                 players lost, say so with `both_lose`."
            );
            errors.add("games_won", said);
        }
        let games = if self.intentional_draw && games == none { INTENTIONAL_DRAW } else { games };
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
        errors.check()?;
        Ok(games.into())
    }

    fn won_by(&self, player: RegistrationId) -> i32 {
        self.games_won.iter().find(|(id, _)| *id == player).map_or(0, |(_, won)| *won)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const PLAYERS: [RegistrationId; 2] = [RegistrationId(1), RegistrationId(2)];

    /// Games of registrations 1 and 2.
    pub(crate) fn score(first: i32, second: i32, drawn: i32) -> Score {
        let games_won = vec![(RegistrationId(2), second), (RegistrationId(1), first)];
        Score { games_won, games_drawn: drawn, intentional_draw: false, both_lose: false }
    }

    fn result(winner: Winner, first: i32, second: i32, drawn: i32) -> Result<MatchResult, FieldErrors> {
        Ok(MatchResult { winner, games: Some(Games { first, second, drawn }) })
    }

    #[test]
    fn more_games_win() {
        assert_eq!(score(2, 1, 0).result(PLAYERS, None), result(Winner::First, 2, 1, 0));
        assert_eq!(score(0, 1, 1).result(PLAYERS, None), result(Winner::Second, 0, 1, 1));
        assert_eq!(score(1, 1, 1).result(PLAYERS, None), result(Winner::Draw, 1, 1, 1));
        let loser_not_named = Score { games_won: vec![(RegistrationId(2), 2)], ..Score::default() };
        assert_eq!(loser_not_named.result(PLAYERS, None), result(Winner::Second, 0, 2, 0));
    }

    #[test]
    fn an_agreed_draw_is_three_drawn_games() {
        let agreed = Score { intentional_draw: true, ..Score::default() };
        assert_eq!(agreed.result(PLAYERS, None), result(Winner::Draw, 0, 0, 3));
        let spelled_out = Score { intentional_draw: true, ..score(0, 0, 3) };
        assert_eq!(spelled_out.result(PLAYERS, None), result(Winner::Draw, 0, 0, 3));
        assert_eq!(score(0, 0, 3).result(PLAYERS, None), result(Winner::Draw, 0, 0, 3));
    }

    #[test]
    fn which_results_are_possible_follows_from_the_number_of_games() {
        assert!(score(2, 1, 0).result(PLAYERS, Some(3)).is_ok());
        assert!(score(1, 0, 0).result(PLAYERS, Some(1)).is_ok());
        for (impossible, best_of) in [(score(2, 2, 0), 3), (score(3, 0, 0), 3), (score(2, 0, 0), 1)] {
            let errors = impossible.result(PLAYERS, Some(best_of)).unwrap_err();
            assert!(errors.names("games_won") && errors.to_string().contains("1-0"), "{errors}");
            assert!(impossible.result(PLAYERS, None).is_ok(), "an event that does not say takes any");
        }
        let agreed = Score { intentional_draw: true, ..Score::default() };
        assert!(agreed.result(PLAYERS, Some(1)).is_ok() && agreed.result(PLAYERS, Some(3)).is_ok());
    }

    #[test]
    fn what_makes_no_result_is_told_by_field() {
        let stranger = Score { games_won: vec![(RegistrationId(7), 2)], ..Score::default() };
        let played = Score { intentional_draw: true, ..score(1, 0, 0) };
        for (wrong, field, said) in [
            (stranger, "games_won", "Registration 7 does not play here; 1 and 2 do."),
            (score(0, 0, 0), "games_won", "how many games"),
            (played, "intentional_draw", "without games"),
        ] {
            let errors = wrong.result(PLAYERS, None).unwrap_err();
            assert!(errors.names(field) && errors.to_string().contains(said), "{errors}");
        }
    }
}
