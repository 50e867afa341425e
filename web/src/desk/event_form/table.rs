//! The table of all settings of an event, and the values of those that are chosen.

use domain::possible_results::BEST_OF;

use super::rules;
use super::setting::{Group, Kind, Setting, row, setting};

/// All settings of an event. Each says which group of the form it is in. Those without a label, a page shows in its own way.
pub(crate) const SETTINGS: &[Setting] = &[
    setting("name", "name", Kind::Text, "", ""),
    setting("format", "event_format", Kind::Text, "MODERN", ""),
    row(Group::WHEN, "start_datetime", Kind::Time, "", "desk-event-starts").named("starts").without_hint(),
    row(Group::WHEN, "end_datetime", Kind::Time, "", "desk-event-ends").named("ends"),
    row(Group::WHEN, "time_zone", Kind::Zone, "", "desk-event-zone"),
    row(Group::SIZE, "capacity", Kind::Number, "", "desk-event-capacity"),
    row(Group::SIZE, "swiss_rounds", Kind::Number, "", "desk-event-rounds").named("rounds"),
    row(Group::SIZE, "top_cut", Kind::Number, "0", "desk-event-cut").named("cut"),
    row(Group::ABOUT, "description", Kind::Text, "", "desk-event-description"),
    row(Group::ABOUT, "prizes", Kind::Text, "", "desk-event-prizes").without_hint(),
    row(Group::ABOUT, "fee_note", Kind::Text, "", "desk-event-fee"),
    row(Group::ABOUT, "venue_name", Kind::Text, "", "desk-event-venue").without_hint(),
    row(Group::ABOUT, "venue_address", Kind::Text, "", "desk-event-address"),
    row(Group::ABOUT, "rules_level", Kind::Term("term-rules-{name}", RULES_LEVELS), "", "desk-event-rules")
        .without_hint(),
    row(Group::ABOUT, "contact", Kind::Text, "", "desk-event-contact"),
    row(
        Group::REGISTRATION,
        "registration_policy",
        Kind::Term("term-policy-{name}", POLICIES),
        "ACCOUNTS",
        "desk-event-policy",
    ),
    row(Group::REGISTRATION, "needs_approval", Kind::Yes, "", "desk-event-approval"),
    row(Group::REGISTRATION, "registration_opens", Kind::Time, "", "desk-event-opens"),
    row(Group::REGISTRATION, "registration_closes", Kind::Time, "", "desk-event-closes").without_hint(),
    row(Group::REGISTRATION, "offer_minutes", Kind::Number, "", "desk-event-offer"),
    row(Group::REGISTRATION, "check_in_required", Kind::Yes, "", "desk-event-check-in"),
    row(Group::REGISTRATION, "is_unlisted", Kind::Yes, "", "desk-event-unlisted"),
    row(Group::REGISTRATION, "is_test", Kind::Yes, "", "desk-event-test"),
    row(Group::PLAY, "best_of", Kind::Choice(GAMES), "", "desk-event-best-of").without_hint(),
    row(Group::PLAY, "round_minutes", Kind::Number, "", "desk-event-minutes"),
    row(Group::PLAY, "end_of_round_rule", Kind::Text, "", "desk-event-end-rule"),
    row(Group::PLAY, "team_size", Kind::Number, "1", "desk-event-team-size"),
    row(Group::PLAY, "pod_size", Kind::Number, "2", "desk-event-pod-size"),
    row(Group::PLAY, "short_pods", Kind::Choice(SHORT_PODS), "LAST", "desk-event-short-pods").without_hint(),
    row(Group::PLAY, "pool_size", Kind::Number, "0", "desk-event-pool-size"),
    row(Group::PLAY, "plays_together", Kind::Yes, "", "desk-event-together"),
    row(Group::PLAY, "seat_formats", Kind::List, "", "desk-event-seat-formats"),
    row(Group::PLAY, "draft_pod_size", Kind::Number, "8", "desk-event-pod").without_hint(),
    row(Group::PLAY, "publish_when_paired", Kind::Yes, "", "desk-event-publish"),
    row(Group::PLAY, "power_pair_last_round", Kind::Yes, "yes", "desk-event-power"),
    row(
        Group::PLAY,
        "playoff",
        Kind::Term("term-playoff-{name}", PLAYOFFS),
        "SINGLE_ELIMINATION",
        "desk-event-playoff",
    )
    .without_hint(),
    row(Group::PLAY, "ranked_playoff", Kind::Yes, "", "desk-event-ranked"),
    row(Group::SIZE, rules::RULE_SET, Kind::RuleSet, "MAGIC", "desk-event-rule-set"),
    row(Group::RULES, "rules.tiebreakers", Kind::List, "", "desk-event-tiebreakers"),
    row(Group::RULES, "rules.points_for_win", Kind::Number, "", "desk-event-win").without_hint(),
    row(Group::RULES, "rules.points_for_draw", Kind::Number, "", "desk-event-draw").without_hint(),
    row(Group::RULES, "rules.points_for_loss", Kind::Number, "", "desk-event-loss").without_hint(),
    row(Group::RULES, "rules.points_by_place", Kind::List, "", "desk-event-by-place"),
    row(Group::LISTS, "decklist_deadline", Kind::Time, "", "desk-event-deadline").named("deadline"),
    row(Group::LISTS, "decklist_grace_seconds", Kind::Number, "0", "desk-event-grace"),
    row(Group::PLAY, "rounds_by_attendance", Kind::Yes, "", "desk-event-attendance"),
    row(Group::OTHER, "lowest_gets_bye", Kind::Yes, "", "desk-event-lowest-bye"),
    row(Group::OTHER, "squares_first", Kind::Yes, "", "desk-event-squares"),
    row(Group::OTHER, "balanced_sides", Kind::Yes, "", "desk-event-sides"),
    row(Group::OTHER, "queue_size", Kind::Number, "0", "desk-event-queue"),
    row(Group::OTHER, "answer_minutes", Kind::Number, "", "desk-event-answer"),
    row(Group::OTHER, "shares_tables", Kind::Yes, "", "desk-event-shares-tables"),
    row(Group::OTHER, "tables_per_row", Kind::Number, "", "desk-event-row"),
    row(Group::OTHER, "first_table", Kind::Number, "", "desk-event-first-table"),
    row(Group::OTHER, "last_table", Kind::Number, "", "desk-event-last-table"),
];

/// Fields of settings that are those of one event: a new one does not take them from the last one.
pub(super) const OF_ONE_EVENT: &[&str] = &[
    "name",
    "capacity",
    "swiss_rounds",
    "top_cut",
    "team_size",
    "plays_together",
    "seat_formats",
    "is_unlisted",
    "is_test",
    "description",
    "prizes",
    "fee_note",
    "end_datetime",
    "queue_size",
];

const POLICIES: &[&str] = &["EVERYONE", "JOIN_CODE", "ACCOUNTS", "STAFF"];

const RULES_LEVELS: &[&str] = &["", "CASUAL", "REGULAR", "COMPETITIVE", "PROFESSIONAL"];

const SHORT_PODS: &[(&str, &str)] = &[
    ("LAST", "desk-event-short-pods-last"),
    ("FIRST", "desk-event-short-pods-first"),
    ("BYES", "desk-event-short-pods-byes"),
];

const PLAYOFFS: &[&str] =
    &["SINGLE_ELIMINATION", "SINGLE_ELIMINATION_THIRD_PLACE", "DOUBLE_ELIMINATION", "DOUBLE_ELIMINATION_RESET"];

/// Values of `best_of`.
const GAMES: &[(&str, &str)] =
    &[("", "desk-event-best-of-any"), ("3", "desk-event-best-of-3"), ("1", "desk-event-best-of-1")];
// A choice for each number of games that the rules know, and one for none.
const _: () = assert!(GAMES.len() == BEST_OF.len() + 1);
