//! The table of all settings of an event, and the values of those that are chosen.

use domain::possible_results::BEST_OF;

use super::rules;
use super::setting::{Group, Kind, Setting, row, setting};

/// The first settings, name and format, which a page shows in its own way.
pub(super) const WITHOUT_LINE: usize = 2;

/// All settings of an event. Each says which group of the form it is in.
pub(crate) const SETTINGS: &[Setting] = &[
    setting("name", "name", Kind::Text, "", ""),
    setting("format", "event_format", Kind::Text, "MODERN", ""),
    row(Group::When, "start_datetime", Kind::Time, "", "desk-event-starts").named("starts").without_hint(),
    row(Group::When, "end_datetime", Kind::Time, "", "desk-event-ends").named("ends"),
    row(Group::When, "time_zone", Kind::Zone, "", "desk-event-zone"),
    row(Group::Size, "capacity", Kind::Number, "", "desk-event-capacity"),
    row(Group::Size, "swiss_rounds", Kind::Number, "", "desk-event-rounds").named("rounds"),
    row(Group::Size, "top_cut", Kind::Number, "0", "desk-event-cut").named("cut"),
    row(Group::About, "description", Kind::Text, "", "desk-event-description"),
    row(Group::About, "prizes", Kind::Text, "", "desk-event-prizes").without_hint(),
    row(Group::About, "fee_note", Kind::Text, "", "desk-event-fee"),
    row(Group::About, "venue_name", Kind::Text, "", "desk-event-venue").without_hint(),
    row(Group::About, "venue_address", Kind::Text, "", "desk-event-address"),
    row(Group::About, "rules_level", Kind::Choice(RULES_LEVELS), "", "desk-event-rules").without_hint(),
    row(Group::About, "contact", Kind::Text, "", "desk-event-contact"),
    row(Group::Registration, "registration_policy", Kind::Choice(POLICIES), "ACCOUNTS", "desk-event-policy"),
    row(Group::Registration, "needs_approval", Kind::Yes, "", "desk-event-approval"),
    row(Group::Registration, "registration_opens", Kind::Time, "", "desk-event-opens"),
    row(Group::Registration, "registration_closes", Kind::Time, "", "desk-event-closes").without_hint(),
    row(Group::Registration, "offer_minutes", Kind::Number, "", "desk-event-offer"),
    row(Group::Registration, "check_in_required", Kind::Yes, "", "desk-event-check-in"),
    row(Group::Registration, "is_unlisted", Kind::Yes, "", "desk-event-unlisted"),
    row(Group::Registration, "is_test", Kind::Yes, "", "desk-event-test"),
    row(Group::Play, "best_of", Kind::Choice(GAMES), "", "desk-event-best-of").without_hint(),
    row(Group::Play, "round_minutes", Kind::Number, "", "desk-event-minutes"),
    row(Group::Play, "end_of_round_rule", Kind::Text, "", "desk-event-end-rule"),
    row(Group::Play, "team_size", Kind::Number, "1", "desk-event-team-size"),
    row(Group::Play, "pod_size", Kind::Number, "2", "desk-event-pod-size"),
    row(Group::Play, "short_pods", Kind::Choice(SHORT_PODS), "LAST", "desk-event-short-pods").without_hint(),
    row(Group::Play, "pool_size", Kind::Number, "0", "desk-event-pool-size"),
    row(Group::Play, "plays_together", Kind::Yes, "", "desk-event-together"),
    row(Group::Play, "seat_formats", Kind::List, "", "desk-event-seat-formats"),
    row(Group::Play, "draft_pod_size", Kind::Number, "8", "desk-event-pod").without_hint(),
    row(Group::Play, "publish_when_paired", Kind::Yes, "", "desk-event-publish"),
    row(Group::Play, "power_pair_last_round", Kind::Yes, "yes", "desk-event-power"),
    row(Group::Play, "playoff", Kind::Choice(PLAYOFFS), "SINGLE_ELIMINATION", "desk-event-playoff").without_hint(),
    row(Group::Play, "ranked_playoff", Kind::Yes, "", "desk-event-ranked"),
    row(Group::Size, rules::RULE_SET, Kind::RuleSet, "MAGIC", "desk-event-rule-set"),
    row(Group::Rules, "rules.tiebreakers", Kind::List, "", "desk-event-tiebreakers"),
    row(Group::Rules, "rules.points_for_win", Kind::Number, "", "desk-event-win").without_hint(),
    row(Group::Rules, "rules.points_for_draw", Kind::Number, "", "desk-event-draw").without_hint(),
    row(Group::Rules, "rules.points_for_loss", Kind::Number, "", "desk-event-loss").without_hint(),
    row(Group::Rules, "rules.points_by_place", Kind::List, "", "desk-event-by-place"),
    row(Group::Lists, "decklist_deadline", Kind::Time, "", "desk-event-deadline").named("deadline"),
    row(Group::Lists, "decklist_grace_seconds", Kind::Number, "0", "desk-event-grace"),
    row(Group::Play, "rounds_by_attendance", Kind::Yes, "", "desk-event-attendance"),
    row(Group::Other, "lowest_gets_bye", Kind::Yes, "", "desk-event-lowest-bye"),
    row(Group::Other, "squares_first", Kind::Yes, "", "desk-event-squares"),
    row(Group::Other, "balanced_sides", Kind::Yes, "", "desk-event-sides"),
    row(Group::Other, "queue_size", Kind::Number, "0", "desk-event-queue"),
    row(Group::Other, "answer_minutes", Kind::Number, "", "desk-event-answer"),
    row(Group::Other, "shares_tables", Kind::Yes, "", "desk-event-shares-tables"),
    row(Group::Other, "tables_per_row", Kind::Number, "", "desk-event-row"),
    row(Group::Other, "first_table", Kind::Number, "", "desk-event-first-table"),
    row(Group::Other, "last_table", Kind::Number, "", "desk-event-last-table"),
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

/// Values of `registration_policy`.
const POLICIES: &[(&str, &str)] = &[
    ("EVERYONE", "term-policy-everyone"),
    ("JOIN_CODE", "term-policy-join-code"),
    ("ACCOUNTS", "term-policy-accounts"),
    ("STAFF", "term-policy-staff"),
];

/// Values of `rules_level`.
const RULES_LEVELS: &[(&str, &str)] = &[
    ("", "desk-event-best-of-any"),
    ("CASUAL", "term-rules-casual"),
    ("REGULAR", "term-rules-regular"),
    ("COMPETITIVE", "term-rules-competitive"),
    ("PROFESSIONAL", "term-rules-professional"),
];

/// Values of `short_pods`.
const SHORT_PODS: &[(&str, &str)] = &[
    ("LAST", "desk-event-short-pods-last"),
    ("FIRST", "desk-event-short-pods-first"),
    ("BYES", "desk-event-short-pods-byes"),
];

/// Values of `playoff`.
const PLAYOFFS: &[(&str, &str)] = &[
    ("SINGLE_ELIMINATION", "term-playoff-single-elimination"),
    ("SINGLE_ELIMINATION_THIRD_PLACE", "term-playoff-single-elimination-third-place"),
    ("DOUBLE_ELIMINATION", "term-playoff-double-elimination"),
    ("DOUBLE_ELIMINATION_RESET", "term-playoff-double-elimination-reset"),
];

/// Values of `best_of`.
const GAMES: &[(&str, &str)] =
    &[("", "desk-event-best-of-any"), ("3", "desk-event-best-of-3"), ("1", "desk-event-best-of-1")];
// A choice for each number of games that the rules know, and one for none.
const _: () = assert!(GAMES.len() == BEST_OF.len() + 1);
