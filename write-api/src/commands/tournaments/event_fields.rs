//! Changes to an event, and checks of its fields: the limits of the API and of plausibility, in one place.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use proto_events::ids::{ConventionId, TournamentId};
use proto_events::tournament::{Fraction, Organizing, StandingsRules, TournamentDetails};
use proto_events::vocabulary::{EventFormat, Tiebreaker};

use crate::engine::fields::FieldErrors;

/// The maximum number of players of a team.
pub const TEAM_SIZE: i32 = 10;
/// The maximum number of players of an event.
pub const CAPACITY: i32 = 100_000;
/// The maximum number of Swiss rounds.
pub const ROUNDS: i32 = 100;
/// The maximum number of players of a cut.
pub const TOP_CUT: i32 = 10_000;
/// The maximum match points of a result.
pub const POINTS: i32 = 1_000;
/// The maximum grace period in seconds: a day.
pub const GRACE_SECONDS: i32 = 86_400;
/// The minimum and maximum number of players of a draft pod.
pub const POD: std::ops::RangeInclusive<i32> = 2..=16;
/// Decimals of percentages: 8 if they are rounded, 16 for sources that do not round.
const DECIMALS: [u8; 2] = [8, 16];
/// The maximum denominator of a fraction.
const DENOMINATOR: i64 = 1_000_000;

/// Changed fields. `None` keeps a value; `Some(None)` clears it.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the details and of the way an event is run")]
pub struct EventChanges {
    pub name: Option<String>,
    pub event_format: Option<EventFormat>,
    pub start_datetime: Option<Option<DateTime<Utc>>>,
    pub convention_id: Option<Option<ConventionId>>,
    pub is_test: Option<bool>,
    pub is_unlisted: Option<bool>,
    pub team_size: Option<i32>,
    pub capacity: Option<Option<i32>>,
    pub swiss_rounds: Option<Option<i32>>,
    pub top_cut: Option<i32>,
    pub rules: RulesChanges,
    pub decklist_deadline: Option<Option<DateTime<Utc>>>,
    pub decklist_grace_seconds: Option<i32>,
    pub power_pair_last_round: Option<bool>,
    pub ranked_playoff: Option<bool>,
    pub draft_pod_size: Option<i32>,
    pub parent_id: Option<Option<TournamentId>>,
}

/// Changed fields of the rules for standings.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the rules")]
pub struct RulesChanges {
    pub points_for_win: Option<i32>,
    pub points_for_draw: Option<i32>,
    pub points_for_loss: Option<i32>,
    pub floor: Option<Fraction>,
    pub own_game_win_floored: Option<bool>,
    pub game_win_without_games: Option<Option<f64>>,
    pub tiebreakers: Option<Vec<Tiebreaker>>,
    pub decimals: Option<u8>,
}

/// Everything that an organizer decides about an event.
#[derive(Debug, Clone, PartialEq)]
pub struct EventPlan {
    /// Its public details.
    pub details: TournamentDetails,
    /// The way it is run.
    pub organizing: Organizing,
}

impl EventChanges {
    /// Returns the faults of the given values, each by itself, whichever event they are for.
    pub fn faults(&self) -> FieldErrors {
        let usual = TournamentDetails::new("", EventFormat::Other);
        faults_of_values(&self.made_to(&usual, &Organizing::default()))
    }

    /// Returns the plan with these changes applied.
    pub fn made_to(&self, details: &TournamentDetails, organizing: &Organizing) -> EventPlan {
        let details = TournamentDetails {
            name: self.name.as_ref().unwrap_or(&details.name).clone(),
            event_format: self.event_format.unwrap_or(details.event_format),
            start_datetime: self.start_datetime.unwrap_or(details.start_datetime),
            convention_id: self.convention_id.unwrap_or(details.convention_id),
            is_test: self.is_test.unwrap_or(details.is_test),
            is_unlisted: self.is_unlisted.unwrap_or(details.is_unlisted),
            team_size: self.team_size.unwrap_or(details.team_size),
            capacity: self.capacity.unwrap_or(details.capacity),
            swiss_rounds: self.swiss_rounds.unwrap_or(details.swiss_rounds),
            top_cut: self.top_cut.unwrap_or(details.top_cut),
            rules: self.rules.made_to(&details.rules),
        };
        let organizing = Organizing {
            decklist_deadline: self.decklist_deadline.unwrap_or(organizing.decklist_deadline),
            decklist_grace_seconds: self.decklist_grace_seconds.unwrap_or(organizing.decklist_grace_seconds),
            power_pair_last_round: self.power_pair_last_round.unwrap_or(organizing.power_pair_last_round),
            ranked_playoff: self.ranked_playoff.unwrap_or(organizing.ranked_playoff),
            draft_pod_size: self.draft_pod_size.unwrap_or(organizing.draft_pod_size),
            parent_id: self.parent_id.unwrap_or(organizing.parent_id),
        };
        EventPlan { details, organizing }
    }
}

impl RulesChanges {
    fn made_to(&self, rules: &StandingsRules) -> StandingsRules {
        StandingsRules {
            points_for_win: self.points_for_win.unwrap_or(rules.points_for_win),
            points_for_draw: self.points_for_draw.unwrap_or(rules.points_for_draw),
            points_for_loss: self.points_for_loss.unwrap_or(rules.points_for_loss),
            floor: self.floor.unwrap_or(rules.floor),
            own_game_win_floored: self.own_game_win_floored.unwrap_or(rules.own_game_win_floored),
            game_win_without_games: self.game_win_without_games.unwrap_or(rules.game_win_without_games),
            tiebreakers: self.tiebreakers.as_ref().unwrap_or(&rules.tiebreakers).clone(),
            decimals: self.decimals.unwrap_or(rules.decimals),
        }
    }
}

/// Returns the faults of a plan.
pub(super) fn faults(plan: &EventPlan) -> FieldErrors {
    let mut errors = faults_of_values(plan);
    let rules = &plan.details.rules;
    if ![rules.points_for_win, rules.points_for_draw, rules.points_for_loss].is_sorted_by(|a, b| a >= b) {
        errors.add("rules", "A draw may not give more points than a win, nor a loss more than a draw.");
    }
    errors
}

/// Returns the faults of the values of a plan, each by itself.
fn faults_of_values(plan: &EventPlan) -> FieldErrors {
    let EventPlan { details, organizing } = plan;
    let mut errors = FieldErrors::default();
    errors.required_text("name", &details.name, SHORT_TEXT);
    for (field, value, within) in [
        ("team_size", details.team_size, 1..=TEAM_SIZE),
        ("capacity", details.capacity.unwrap_or(1), 1..=CAPACITY),
        ("swiss_rounds", details.swiss_rounds.unwrap_or(0), 0..=ROUNDS),
        ("top_cut", details.top_cut, 0..=TOP_CUT),
        ("decklist_grace_seconds", organizing.decklist_grace_seconds, 0..=GRACE_SECONDS),
        ("draft_pod_size", organizing.draft_pod_size, POD),
    ] {
        if !within.contains(&value) {
            errors.add(field, format!("Must be a whole number from {} to {}.", within.start(), within.end()));
        }
    }
    if details.top_cut == 1 {
        errors.add("top_cut", "Must be 0, for no cut, or at least 2.");
    }
    check_rules(&details.rules, &mut errors);
    errors
}

fn check_rules(rules: &StandingsRules, errors: &mut FieldErrors) {
    for (field, points) in [
        ("rules.points_for_win", rules.points_for_win),
        ("rules.points_for_draw", rules.points_for_draw),
        ("rules.points_for_loss", rules.points_for_loss),
    ] {
        if !(0..=POINTS).contains(&points) {
            errors.add(field, format!("Must be a whole number from 0 to {POINTS}."));
        }
    }
    let Fraction { numerator, denominator } = rules.floor;
    if !(1..=DENOMINATOR).contains(&denominator) || !(0..=denominator).contains(&numerator) {
        errors.add("rules.floor", format!("Must be from 0 to 1, with a denominator of at most {DENOMINATOR}."));
    }
    if rules.game_win_without_games.is_some_and(|value| !(-1.0..=1.0).contains(&value)) {
        errors.add("rules.game_win_without_games", "Must be from -1 to 1.");
    }
    if rules.tiebreakers.iter().collect::<BTreeSet<_>>().len() < rules.tiebreakers.len() {
        errors.add("rules.tiebreakers", "No tiebreaker may appear twice.");
    }
    if !DECIMALS.contains(&rules.decimals) {
        errors.add("rules.decimals", "Must be 8 or 16.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> EventPlan {
        let details = TournamentDetails::new("Open", EventFormat::Legacy);
        EventPlan { details, organizing: Organizing::default() }
    }

    /// Returns the fields that are invalid after this change to a valid plan.
    fn wrong(change: impl FnOnce(&mut EventPlan)) -> Vec<String> {
        let mut plan = plan();
        change(&mut plan);
        faults(&plan).iter().map(|(field, _)| field.to_owned()).collect()
    }

    #[test]
    fn limits_themselves_are_fine() {
        let at_limits = |plan: &mut EventPlan| {
            plan.details.name = "é".repeat(200);
            (plan.details.team_size, plan.details.top_cut) = (TEAM_SIZE, TOP_CUT);
            (plan.details.capacity, plan.details.swiss_rounds) = (Some(CAPACITY), Some(ROUNDS));
            plan.details.rules.floor = Fraction { numerator: 1, denominator: 3 };
            (plan.details.rules.points_for_draw, plan.details.rules.points_for_win) = (POINTS, POINTS);
            plan.details.rules.tiebreakers.clear();
            plan.organizing.decklist_grace_seconds = GRACE_SECONDS;
        };
        assert_eq!(wrong(at_limits), [""; 0]);
        assert_eq!(wrong(|_| ()), [""; 0]);
    }

    #[test]
    fn each_limit_is_told_by_its_field() {
        assert_eq!(wrong(|it| it.details.name = " ".into()), ["name"]);
        assert_eq!(wrong(|it| it.details.name = "é".repeat(201)), ["name"]);
        assert_eq!(wrong(|it| it.details.team_size = 0), ["team_size"]);
        assert_eq!(wrong(|it| it.details.capacity = Some(0)), ["capacity"]);
        assert_eq!(wrong(|it| it.details.swiss_rounds = Some(101)), ["swiss_rounds"]);
        for cut in [-1, 1, TOP_CUT + 1] {
            assert_eq!(wrong(|it| it.details.top_cut = cut), ["top_cut"], "{cut}");
        }
        assert_eq!(wrong(|it| it.organizing.decklist_grace_seconds = -1), ["decklist_grace_seconds"]);
        assert_eq!(wrong(|it| it.organizing.draft_pod_size = 17), ["draft_pod_size"]);
        type Change = fn(&mut StandingsRules);
        let rules: [(&str, Change); 8] = [
            ("rules.points_for_win", |rules| rules.points_for_win = POINTS + 1),
            ("rules.points_for_loss", |rules| rules.points_for_loss = -1),
            ("rules", |rules| rules.points_for_draw = 4),
            ("rules.floor", |rules| rules.floor = Fraction { numerator: 1, denominator: 0 }),
            ("rules.floor", |rules| rules.floor = Fraction { numerator: 4, denominator: 3 }),
            ("rules.game_win_without_games", |rules| rules.game_win_without_games = Some(f64::NAN)),
            ("rules.tiebreakers", |rules| rules.tiebreakers.push(Tiebreaker::GameWin)),
            ("rules.decimals", |rules| rules.decimals = 3),
        ];
        for (field, change) in rules {
            assert_eq!(wrong(|it| change(&mut it.details.rules)), [field]);
        }
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let before = EventPlan {
            details: TournamentDetails { capacity: Some(8), ..plan().details },
            organizing: Organizing { draft_pod_size: 6, ..Organizing::default() },
        };
        let same = EventChanges::default().made_to(&before.details, &before.organizing);
        assert_eq!(same, before);
        let changes = EventChanges {
            capacity: Some(None),
            ranked_playoff: Some(true),
            rules: RulesChanges { points_for_draw: Some(0), ..RulesChanges::default() },
            ..EventChanges::default()
        };
        let after = changes.made_to(&before.details, &before.organizing);
        assert_eq!((after.details.capacity, after.details.rules.points_for_draw), (None, 0));
        assert_eq!((after.organizing.ranked_playoff, after.organizing.draft_pod_size), (true, 6));
        assert_eq!(after.details.name, "Open");
    }
}
