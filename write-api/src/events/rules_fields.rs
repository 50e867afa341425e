//! The fields of an event's rules for points and standings, and their checks.

use domain::rule_sets::{self, ADDED, COMPARED_DECIMALS, DECIMALS, DENOMINATOR, Fault, POINTS, SCORES, WEIGHT};
use proto_events::tournament::{AddedOpponents, Fraction, MarginRules, ScoreRules, StandingsRules, TournamentDetails};
use serde_json::Value;
use utoipa::openapi::{Ref, RefOr, Schema};

use crate::http::body::{FromJson, Limit, within};
use crate::prelude::*;

/// Decimals of percentages: 8 if they are rounded, 16 for sources that do not round.
const EXACT_DECIMALS: [u8; 2] = [8, 16];

body! {
    /// Changes of an event's rules. Fields that are not given stay as they are, unless `rule_set` is given.
    #[derive(Default)]
    pub struct EventRulesChange {
        /// Sets all rules to those of the newest version of this rule set. Other fields that are given here then change
        /// single rules.
        rule_set: Option<RuleSet>,
        /// Match points for a won match.
        points_for_win: Option<i32> => 0..=POINTS,
        /// Match points for a drawn match.
        points_for_draw: Option<i32> => 0..=POINTS,
        /// Match points for a lost match.
        points_for_loss: Option<i32> => 0..=POINTS,
        /// Match points in a pod by place, from the first, as many as `pod_size`; empty if win, draw and loss decide.
        points_by_place: Option<Vec<i32>> => 0..=POINTS,
        /// Minimum of a percentage.
        floor: Option<Fraction>,
        /// Whether the minimum also applies to a player's own game-win percentage.
        own_game_win_floored: Option<bool>,
        /// Own game-win percentage of a player without games.
        game_win_without_games: Option<OrNull<f64>>,
        /// Tiebreakers for players with equal match points, in order.
        tiebreakers: Option<Vec<Tiebreaker>>,
        /// Decimals of percentages: 8 or 16.
        decimals: Option<i32> => DECIMALS,
        /// What a match-win percentage divides.
        match_win_by: Option<MatchWinBy>,
        /// Whether a bye counts in a player's own match-win percentage.
        byes_count: Option<bool>,
        /// Maximum of the match-win percentage of a player who has dropped; null for none.
        drop_cap: Option<OrNull<Fraction>>,
        /// Whether a player who has dropped, or has missed a cut, keeps the percentages of that round.
        frozen_at_drop: Option<bool>,
        /// Whether percentages count only the rounds since the last cut that Swiss rounds followed.
        restarts_after_cut: Option<bool>,
        /// Decimals to which averages are rounded before they are compared; null to compare them exactly.
        compared_decimals: Option<OrNull<i32>> => COMPARED_DECIMALS,
        /// How the scores of matches count; null if matches have no scores.
        scores: Option<OrNull<ScoreRules>>,
        /// Opponents that a bye adds to the average of the opponents; null for none.
        bye_opponents: Option<OrNull<AddedOpponents>>,
        /// Opponents that a loss without an opponent adds; null for none.
        loss_opponents: Option<OrNull<AddedOpponents>>,
        /// Weights of rounds in the strength of schedule, by round number from 1; rounds without one weigh 1.
        round_weights: Option<Vec<Fraction>>,
    }
}

/// Reads objects of which every field is required. The fields have these limits.
macro_rules! whole_objects {
    ($($name:ident { $($field:ident: $limit:expr),+ })+) => {$(
        impl FromJson for $name {
            fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
                within(value, path, errors, |object| {
                    $(let $field = object.take(stringify!($field), $limit);)+
                    Some(Self { $($field: $field?),+ })
                })
            }

            fn schema(_: Limit) -> RefOr<Schema> {
                RefOr::Ref(Ref::from_schema_name(stringify!($name)))
            }
        }
    )+};
}

whole_objects! {
    Fraction { numerator: Limit::default(), denominator: Limit::default() }
    AddedOpponents { count: ADDED.into(), match_win: Limit::default() }
    MarginRules { base: SCORES.into(), lowest: SCORES.into(), highest: SCORES.into(), bye: SCORES.into() }
}

impl FromJson for ScoreRules {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        within(value, path, errors, |object| {
            let points_are_scores = object.take("points_are_scores", Limit::default());
            let bye_score = object.take("bye_score", SCORES.into());
            let margin: Option<OrNull<MarginRules>> = object.take("margin", Limit::default());
            Some(Self { points_are_scores: points_are_scores?, bye_score: bye_score?, margin: margin?.0 })
        })
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::Ref(Ref::from_schema_name("ScoreRules"))
    }
}

impl EventRulesChange {
    /// Returns the rules with these changes applied.
    pub(super) fn made_to(&self, rules: &StandingsRules) -> StandingsRules {
        let rules = self.rule_set.map_or_else(|| rules.clone(), rule_sets::rules);
        let small = |number: i32| u8::try_from(number).ok();
        applied!(
            StandingsRules: self => &rules,
            [
                rule_set, points_for_win, points_for_draw, points_for_loss, points_by_place, floor, own_game_win_floored,
                game_win_without_games, tiebreakers, match_win_by, byes_count, drop_cap, frozen_at_drop,
                restarts_after_cut, scores, bye_opponents, loss_opponents, round_weights,
            ],
            decimals: self.decimals.and_then(small).unwrap_or(rules.decimals),
            compared_decimals: match &self.compared_decimals {
                Some(OrNull(decimals)) => decimals.and_then(small),
                None => rules.compared_decimals,
            },
            rule_set_version: rules.rule_set_version,
        )
    }
}

/// Adds the faults of values, each by itself. The body has the limits of numbers.
pub(super) fn check(rules: &StandingsRules, errors: &mut FieldErrors) {
    for (field, fault) in rule_sets::faults(rules) {
        let said = match fault {
            Fault::Number => continue,
            Fault::Share => message!(
                "floor-out-of-range",
                "Must be from 0 to 1, with a denominator of at most {most}.",
                most = DENOMINATOR
            ),
            Fault::Weights => message!(
                "weights-out-of-range",
                "Give at most {rounds} weights, each from 0 to {most}, with a denominator of at most {denominator}.",
                rounds = ROUNDS_OF_EVENT,
                most = WEIGHT,
                denominator = DENOMINATOR
            ),
            Fault::GameWin => message!("game-win-out-of-range", "Must be from -1 to 1."),
            Fault::Twice => message!("tiebreaker-twice", "No tiebreaker may appear twice."),
            Fault::Margin => message!("margin-upside-down", "The lowest margin may not be above the highest."),
        };
        errors.add(format!("rules.{field}"), said);
    }
    if !EXACT_DECIMALS.contains(&rules.decimals) {
        errors.add("rules.decimals", message!("decimals-out-of-range", "Must be 8 or 16."));
    }
}

/// Adds the faults of values that do not fit together.
pub(super) fn check_together(details: &TournamentDetails, errors: &mut FieldErrors) {
    let (rules, pod_size) = (&details.rules, details.pod_size);
    let is_falling = |points: &[i32]| points.is_sorted_by(|a, b| a >= b);
    if !is_falling(&[rules.points_for_win, rules.points_for_draw, rules.points_for_loss]) {
        errors.add(
            "rules",
            message!("points-out-of-order", "A draw may not give more points than a win, nor a loss more than a draw."),
        );
    }
    let places = &rules.points_by_place;
    let is_of_pod = i32::try_from(places.len()).is_ok_and(|places| places == pod_size);
    let is_right = places.is_empty() || (is_of_pod && is_falling(places));
    if !is_right {
        let said = message!(
            "points-by-place",
            "Give {pod_size} numbers, one for each place at a table, the highest first. pod_size is {pod_size}.",
            pod_size
        );
        errors.add("rules.points_by_place", said);
    }
    if rules.scores.is_some() && pod_size > 2 {
        let said =
            message!("pods-without-scores", "A pod has places, not scores: set pod_size to 2, or scores to null.");
        errors.add("rules.scores", said);
    }
    if rules.scores.is_some() && details.team_size > 1 {
        let said =
            message!("teams-without-scores", "Teams win matches, not scores: set team_size to 1, or scores to null.");
        errors.add("rules.scores", said);
    }
    let margin = rules.scores.and_then(|scores| scores.margin);
    let is_without = |tiebreaker: &&Tiebreaker| match tiebreaker {
        Tiebreaker::Score => rules.scores.is_none(),
        Tiebreaker::Margin => margin.is_none(),
        _ => false,
    };
    if let Some(tiebreaker) = rules.tiebreakers.iter().find(is_without) {
        let said = message!(
            "tiebreaker-without-scores",
            "The tiebreaker `{tiebreaker}` needs scores: set rules.scores, for `margin` with its margin, or remove it.",
            tiebreaker
        );
        errors.add("rules.tiebreakers", said);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::http::body::Typed;

    /// Returns the fields that are invalid after this change to the details of an event.
    fn wrong(change: impl FnOnce(&mut TournamentDetails)) -> Vec<String> {
        let mut details = TournamentDetails::new("Open", EventFormat::Legacy);
        change(&mut details);
        let mut errors = FieldErrors::default();
        check(&details.rules, &mut errors);
        check_together(&details, &mut errors);
        errors.iter().map(|(field, _)| field.to_owned()).collect()
    }

    #[test]
    fn rules_of_every_set_are_valid_and_limits_themselves_are_fine() {
        for rule_set in RuleSet::ALL {
            assert_eq!(wrong(|it| it.rules = rule_sets::rules(*rule_set)), [""; 0], "{rule_set}");
        }
        let at_limits = |it: &mut TournamentDetails| {
            it.rules.floor = Fraction { numerator: 1, denominator: 3 };
            (it.rules.points_for_draw, it.rules.points_for_win) = (POINTS, POINTS);
            it.rules.tiebreakers.clear();
            (it.pod_size, it.rules.points_by_place) = (4, vec![5, 3, 3, 0]);
        };
        assert_eq!(wrong(at_limits), [""; 0]);
    }

    #[test]
    fn each_fault_is_named_by_its_field() {
        type Change = fn(&mut TournamentDetails);
        const SHARE: Fraction = Fraction { numerator: 4, denominator: 3 };
        let changes: [(&str, Change); 13] = [
            ("rules.drop_cap", |it| it.rules.drop_cap = Some(SHARE)),
            ("rules.floor", |it| it.rules.floor = SHARE),
            ("rules.round_weights", |it| it.rules.round_weights = vec![Fraction { numerator: 1, denominator: 0 }]),
            ("rules", |it| it.rules.points_for_draw = 4),
            ("rules.game_win_without_games", |it| it.rules.game_win_without_games = Some(f64::NAN)),
            ("rules.tiebreakers", |it| it.rules.tiebreakers.push(Tiebreaker::GameWin)),
            ("rules.tiebreakers", |it| it.rules.tiebreakers = vec![Tiebreaker::Margin]),
            ("rules.decimals", |it| it.rules.decimals = 3),
            ("rules.points_by_place", |it| (it.pod_size, it.rules.points_by_place) = (4, vec![5, 1, 0])),
            ("rules.points_by_place", |it| (it.pod_size, it.rules.points_by_place) = (3, vec![1, 5, 0])),
            ("rules.scores", |it| (it.pod_size, it.rules) = (4, rule_sets::rules(RuleSet::Netrunner))),
            ("rules.scores", |it| (it.team_size, it.rules) = (3, rule_sets::rules(RuleSet::Netrunner))),
            ("rules.scores", |it| {
                let margin = MarginRules { base: 0, lowest: 1, highest: 0, bye: 0 };
                it.rules.scores = Some(ScoreRules { points_are_scores: false, bye_score: 0, margin: Some(margin) });
            }),
        ];
        for (field, change) in changes {
            assert_eq!(wrong(change), [field]);
        }
    }

    #[test]
    fn named_rule_set_replaces_all_rules_and_other_fields_change_single_ones() {
        let before = StandingsRules { points_for_win: 7, ..rule_sets::rules(RuleSet::Score) };
        let made = |change: Value| EventRulesChange::typed(change).unwrap().made_to(&before);
        assert_eq!(made(json!({ "rule_set": "POKEMON" })), rule_sets::rules(RuleSet::Pokemon));
        let mut expected = rule_sets::rules(RuleSet::Pokemon);
        (expected.drop_cap, expected.compared_decimals) = (None, Some(2));
        assert_eq!(made(json!({ "rule_set": "POKEMON", "drop_cap": null, "compared_decimals": 2 })), expected);
        assert_eq!(made(json!({ "points_for_win": 7 })), before);
    }
}
