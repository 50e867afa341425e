//! The rule sets that events begin with. A rule set is data: a value of [`StandingsRules`]. Standings know only these
//! settings, never the game.
//!
//! "Proven" means that a test compares the standings of real events with the published ones: `domain/tests/rules/oracle.rs`
//! for Magic, `domain/tests/rules/games.rs` for others. "Stated" means that only a document says so.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use proto_events::tournament::{AddedOpponents, Fraction, MarginRules, ScoreRules, StandingsRules};
use proto_events::vocabulary::{MatchWinBy, RuleSet, Tiebreaker};

use crate::limits::ROUNDS_OF_EVENT;

/// The maximum match points of a result.
pub const POINTS: i32 = 1_000;
/// Scores and margins of a match.
pub const SCORES: RangeInclusive<i32> = -10_000..=10_000;
/// Opponents that a round without one adds to an average.
pub const ADDED: RangeInclusive<i32> = 1..=10;
/// Decimals of percentages.
pub const DECIMALS: RangeInclusive<i32> = 8..=16;
/// Decimals to which averages are rounded before they are compared.
pub const COMPARED_DECIMALS: RangeInclusive<i32> = 0..=16;
/// The maximum denominator of a fraction.
pub const DENOMINATOR: i64 = 1_000_000;
/// The maximum weight of a round.
pub const WEIGHT: i64 = 100;

/// A fault of a value of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A number is outside of its range.
    Number,
    /// A share is not from 0 to 1, or its denominator is too large.
    Share,
    /// A weight is out of range, or there are more than an event has rounds.
    Weights,
    /// The game-win percentage of a player without games is not from -1 to 1.
    GameWin,
    /// A tiebreaker appears twice.
    Twice,
    /// The lowest margin is above the highest.
    Margin,
}

/// Returns the newest version of a rule set.
pub fn rules(rule_set: RuleSet) -> StandingsRules {
    let rules = match rule_set {
        RuleSet::Magic | RuleSet::Lorcana | RuleSet::Riftbound => StandingsRules::default(),
        RuleSet::StarWarsUnlimited => star_wars_unlimited(),
        RuleSet::Pokemon => pokemon(),
        RuleSet::Netrunner => netrunner(),
        RuleSet::Score => score(),
        RuleSet::Commander => commander(),
    };
    StandingsRules { rule_set, ..rules }
}

/// Whether an organizer changed something in the rules of an event.
pub fn is_changed(rules: &StandingsRules) -> bool {
    *rules != self::rules(rules.rule_set)
}

/// Returns the values that standings show after points and record: for games like Magic its three percentages; then the
/// event's other tiebreakers that are numbers of their own.
pub fn columns(rules: &StandingsRules) -> Vec<Tiebreaker> {
    use RuleSet::{Lorcana, Magic, Riftbound, StarWarsUnlimited};
    let mut columns = match rules.rule_set {
        Magic | Lorcana | Riftbound | StarWarsUnlimited => StandingsRules::default().tiebreakers,
        RuleSet::Pokemon | RuleSet::Netrunner | RuleSet::Score | RuleSet::Commander => Vec::new(),
    };
    for tiebreaker in &rules.tiebreakers {
        let is_number = !matches!(tiebreaker, Tiebreaker::Late | Tiebreaker::HeadToHead);
        if is_number && !columns.contains(tiebreaker) {
            columns.push(*tiebreaker);
        }
    }
    columns
}

/// Returns the faults of rules, each with its field. Without them, standings can be computed.
pub fn faults(rules: &StandingsRules) -> Vec<(&'static str, Fault)> {
    let margin = rules.scores.and_then(|scores| scores.margin);
    let of_margin = |MarginRules { base, lowest, highest, bye }| [base, lowest, highest, bye];
    let mut scores =
        rules.scores.map(|scores| scores.bye_score).into_iter().chain(margin.into_iter().flat_map(of_margin));
    let is_share = |share: Option<Fraction>| share.is_none_or(|share| is_within(share, 1));
    let is_added = |added: Option<AddedOpponents>| added.is_none_or(|added| ADDED.contains(&added.count));
    let match_win = |added: Option<AddedOpponents>| added.map(|added| added.match_win);
    let are_points = |points: &[i32]| points.iter().all(|points| (0..=POINTS).contains(points));
    let compared = rules.compared_decimals.map(i32::from);
    let weights = &rules.round_weights;
    let checked = [
        ("points_for_win", Fault::Number, are_points(&[rules.points_for_win])),
        ("points_for_draw", Fault::Number, are_points(&[rules.points_for_draw])),
        ("points_for_loss", Fault::Number, are_points(&[rules.points_for_loss])),
        ("points_by_place", Fault::Number, are_points(&rules.points_by_place)),
        ("decimals", Fault::Number, DECIMALS.contains(&i32::from(rules.decimals))),
        ("compared_decimals", Fault::Number, compared.is_none_or(|compared| COMPARED_DECIMALS.contains(&compared))),
        ("scores", Fault::Number, scores.all(|score| SCORES.contains(&score))),
        ("bye_opponents", Fault::Number, is_added(rules.bye_opponents)),
        ("loss_opponents", Fault::Number, is_added(rules.loss_opponents)),
        ("floor", Fault::Share, is_share(Some(rules.floor))),
        ("drop_cap", Fault::Share, is_share(rules.drop_cap)),
        ("bye_opponents", Fault::Share, is_share(match_win(rules.bye_opponents))),
        ("loss_opponents", Fault::Share, is_share(match_win(rules.loss_opponents))),
        (
            "round_weights",
            Fault::Weights,
            i32::try_from(weights.len()).is_ok_and(|weights| weights <= ROUNDS_OF_EVENT)
                && weights.iter().all(|weight| is_within(*weight, WEIGHT)),
        ),
        (
            "game_win_without_games",
            Fault::GameWin,
            rules.game_win_without_games.is_none_or(|it| (-1.0..=1.0).contains(&it)),
        ),
        (
            "tiebreakers",
            Fault::Twice,
            rules.tiebreakers.iter().collect::<BTreeSet<_>>().len() == rules.tiebreakers.len(),
        ),
        ("scores", Fault::Margin, margin.is_none_or(|margin| margin.lowest <= margin.highest)),
    ];
    checked.into_iter().filter(|(.., is_fine)| !is_fine).map(|(field, fault, _)| (field, fault)).collect()
}

/// Returns whether a fraction is from 0 to `most`, with a denominator that counts.
fn is_within(Fraction { numerator, denominator }: Fraction, most: i64) -> bool {
    (1..=DENOMINATOR).contains(&denominator) && (0..=denominator * most).contains(&numerator)
}

/// The rules of Magic with the minimum of Melee, where its events are run. Melee is proven with events of Magic; the rules
/// of this game are stated.
fn star_wars_unlimited() -> StandingsRules {
    StandingsRules { floor: fraction(1, 3), ..StandingsRules::default() }
}

/// Resistance. Sources: Play! Pokémon Tournament Operation Procedures 3.1.4.1, and the public calculator of pokedata.ovh.
/// Proven, except for the head-to-head result.
fn pokemon() -> StandingsRules {
    use Tiebreaker::{HeadToHead, Late, OpponentMatchWin, OpponentOpponentMatchWin};
    StandingsRules {
        floor: fraction(1, 4),
        tiebreakers: vec![Late, OpponentMatchWin, OpponentOpponentMatchWin, HeadToHead],
        decimals: 16,
        match_win_by: MatchWinBy::Results,
        byes_count: false,
        drop_cap: Some(fraction(3, 4)),
        frozen_at_drop: true,
        restarts_after_cut: true,
        compared_decimals: Some(4),
        loss_opponents: Some(AddedOpponents { count: 1, match_win: fraction(1, 4) }),
        ..StandingsRules::default()
    }
}

/// Double-sided rounds of two games. A single-sided event sets `bye_score` to 3. Source: Cobra, the program in which Null
/// Signal Games runs its events (`sos_calculator.rb`, `standing.rb`). Proven.
fn netrunner() -> StandingsRules {
    StandingsRules {
        tiebreakers: vec![Tiebreaker::Strength, Tiebreaker::ExtendedStrength],
        match_win_by: MatchWinBy::Results,
        scores: Some(ScoreRules { points_are_scores: true, bye_score: 6, margin: None }),
        ..StandingsRules::default()
    }
}

/// A point for a win and the margin of victory, as in X-Wing, second edition. Source: tournament regulations of Fantasy
/// Flight Games, 2018. Proven.
fn score() -> StandingsRules {
    let margin = MarginRules { base: 200, lowest: 0, highest: 400, bye: 300 };
    StandingsRules {
        points_for_win: 1,
        points_for_draw: 0,
        tiebreakers: vec![Tiebreaker::Margin, Tiebreaker::Strength],
        scores: Some(ScoreRules { points_are_scores: false, bye_score: 0, margin: Some(margin) }),
        ..StandingsRules::default()
    }
}

/// Pods on TopDeck: five points for a win, one for a draw. Sources: topdeck.gg, "Running a Commander tournament" and its
/// addendum to the Magic Tournament Rules, 3.1. Stated.
fn commander() -> StandingsRules {
    StandingsRules {
        points_for_win: 5,
        tiebreakers: vec![Tiebreaker::OpponentMatchWin],
        match_win_by: MatchWinBy::Wins,
        floor: fraction(0, 1),
        bye_opponents: Some(AddedOpponents { count: 3, match_win: fraction(1, 5) }),
        ..StandingsRules::default()
    }
}

const fn fraction(numerator: i64, denominator: i64) -> Fraction {
    Fraction { numerator, denominator }
}
