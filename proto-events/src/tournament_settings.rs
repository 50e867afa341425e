//! The settings of a tournament: its public details, and how its organizer runs it.
//!
//! # How to add a setting of an event
//!
//! 1. Add a field here: to [`TournamentDetails`] if the public may read it, to [`Organizing`] if it affects commands
//!    or is only for staff. If an event begins with another value than the default of the type, it stands in `new` or
//!    `default`. Stored events lack the field, so it has `serde(default)`, and is not written while it has that value.
//!    The samples leave it out, and golden files stay as they are.
//! 2. `write-api/src/events/event_fields.rs`: a field of `EventChange` and its name in the list in `made_to`. Creating
//!    and changing an event, over HTTP and in forms, take it from there. A length or a range is a constant at the top
//!    of the file (`SHORT_TEXT` is the usual length), and is named twice: after `=>` in the body, and in
//!    `faults_of_values`.
//! 3. `domain/src/documents/organized_event.rs`: a field of `OrganizedEvent`. This document has the settings as
//!    organizers read them, at `…/settings/` and in answers to changes, and the desk fills its form from it. Staff
//!    may read it (`Operation::ReadEventSettings`: every role but `READ_ONLY`), players and the public may not. Raise
//!    `RENDERER_VERSION` (`projector/src/settings.rs`). `projector/src/views/magic_event.rs` stores the document, and
//!    stays as it is: its own type, `Event`, is the answer of `magic-events/{id}/`, whose fields are fixed.
//! 4. The desk's form: one row of `SETTINGS` in `web/src/desk/event_form/table.rs`, in its group of the form, with the
//!    key of its label. The templates show every row. Texts of label and hint are in `web/texts/*/settings.ftl`. A new
//!    event takes its values from the last one: a setting of a single event is also in `OF_ONE_EVENT` (`table.rs`), one of
//!    the place in `like_last_in` (`event_form.rs`); tests are in `event_form/tests.rs`.
//! 5. The word for a change of it, in audits: `desk-setting-top-cut` for the field `top_cut`, in
//!    `web/texts/*/audit.ftl`.
//! 6. For a setting that public pages show: a field of `PageHead` (`domain/src/documents/page.rs`), with
//!    `serde(default)`, because stored pages lack it; its value in `head` of `projector/src/views/pages.rs`; its text
//!    in `web/src/public/head.rs`, `web/templates/public/base.html` and `web/texts/*/public.ftl`. What only the overview
//!    shows is a field of `PageAbout` instead, drawn by `web/src/public/about.rs` (a fact is also in `has_facts`) and
//!    `web/templates/public/about.html`. The page to sign up reads the same head: `web/src/player/me.rs` and
//!    `web/templates/player/sign_up.html`. If programs that may not read the settings need it, it is also a field of
//!    `projector/src/views/overview.rs`, and a row of `lab/e2e/src/contract/table.rs`.
//! 7. A row of `docs/organizer.md`, "Settings"; a setting that few events change goes into its last row. A text in which
//!    staff may type a person's name is also in the list of such texts in `docs/erasure.md`, "What is erased, and what
//!    stays".
//! 8. Lists in tests: all settings in `write-api/tests/http/events.rs`; in `lab/e2e/tests/access/tenancy/id_values.rs`, sorted,
//!    the field (`Requests`) and its name in the form (`Forms`), or `Both` for one name, if it is no id. An id is a line
//!    of `BODIES` in `lab/e2e/src/foreign_ids.rs` for `create_event` and one for `change_event` instead. A text of public
//!    pages is in the body of `event` in `lab/e2e/tests/browser/hostile.rs`.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{ConventionId, TournamentId};
use crate::vocabulary::{
    EventFormat, MatchWinBy, PlayoffKind, RegistrationPolicy, RuleSet, RulesLevel, ShortPods, Tiebreaker,
};

/// How an organizer runs a tournament. These settings affect commands or are for staff. Of them, public pages show only
/// `round_minutes`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organizing {
    /// Deadline for players to submit and change their lists.
    pub decklist_deadline: Option<DateTime<Utc>>,
    /// Seconds after the deadline during which a list still counts as in time.
    pub decklist_grace_seconds: i32,
    /// Whether the last Swiss round before a cut is paired by standing.
    pub power_pair_last_round: bool,
    /// Whether the playoff is re-seeded before each of its rounds.
    pub ranked_playoff: bool,
    /// Preferred number of players in a draft pod.
    pub draft_pod_size: i32,
    /// The event from which players may be moved into this one.
    pub parent_id: Option<TournamentId>,
    /// Whether pairings are published as soon as they are made. Absent in logs of earlier versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub publish_when_paired: bool,
    /// Whether only players who have checked in are paired. This field and the following ones are absent in logs of
    /// earlier versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check_in_required: bool,
    /// The lowest table number; `None` for 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_table: Option<i32>,
    /// The highest table number; `None` for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_table: Option<i32>,
    /// Length of the clock of new rounds, in minutes; `None` for no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_minutes: Option<i32>,
    /// Minutes in which players on the waitlist answer an offered place; `None` if staff promotes them by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer_minutes: Option<i32>,
    /// Whether the bye of a Swiss round goes to the lowest standing, not to a random player of the lowest points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lowest_gets_bye: bool,
    /// Whether Swiss pairings have the least squares of differences of points first, then the least differences.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub squares_first: bool,
    /// Whether each player of matches sits first as often as second, as far as possible.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub balanced_sides: bool,
    /// Number of tables in a row, across whose end no team is split; `None` if rows do not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables_per_row: Option<i32>,
    /// Whether the first round that is paired plans as many Swiss rounds as are usual for the number of players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rounds_by_attendance: bool,
    /// Whether its tables may be those of another running event of the convention.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shares_tables: bool,
    /// Minutes in which a called player of an on-demand queue answers; `None` for five.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_minutes: Option<i32>,
    /// The series that made it, and the day that it was made for. Not a setting: it stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesDay>,
    /// Whether an on-demand queue made it. Not a setting: it stays as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_from_queue: bool,
}

/// An event's place in a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesDay {
    /// The series, one of the organization's.
    pub series_id: i64,
    /// The day that it was made for, where it takes place.
    pub day: NaiveDate,
}

impl Default for Organizing {
    fn default() -> Self {
        Self {
            decklist_deadline: None,
            decklist_grace_seconds: 0,
            power_pair_last_round: true,
            ranked_playoff: false,
            draft_pod_size: 8,
            parent_id: None,
            publish_when_paired: false,
            check_in_required: false,
            first_table: None,
            last_table: None,
            round_minutes: None,
            offer_minutes: None,
            lowest_gets_bye: false,
            squares_first: false,
            balanced_sides: false,
            tables_per_row: None,
            rounds_by_attendance: false,
            shares_tables: false,
            answer_minutes: None,
            series: None,
            is_from_queue: false,
        }
    }
}

/// The details of a tournament, as its organizer sets them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TournamentDetails {
    /// Name, at most 200 characters.
    pub name: String,
    /// Game format.
    pub event_format: EventFormat,
    /// Planned start.
    pub start_datetime: Option<DateTime<Utc>>,
    /// The convention it is part of.
    pub convention_id: Option<ConventionId>,
    /// Whether it is a trial run: never exported, no public page.
    pub is_test: bool,
    /// Whether it has no public page.
    pub is_unlisted: bool,
    /// Whether it does not take place. Absent in logs of earlier versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_canceled: bool,
    /// Players per team; 1 for an event without teams.
    pub team_size: i32,
    /// Players admitted before the waitlist begins.
    pub capacity: Option<i32>,
    /// Planned number of Swiss rounds.
    pub swiss_rounds: Option<i32>,
    /// Size of the playoff cut; 0 for none.
    pub top_cut: i32,
    /// How points are counted and players ordered.
    pub rules: StandingsRules,
    /// The entry fee in words, at most 200 characters; empty if not stated. This field and the following ones are
    /// absent in logs of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fee_note: String,
    /// IANA name of the time zone in which times are shown; `None` for UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Maximum number of decided games in a match, 1 or 3; `None` if not stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_of: Option<i32>,
    /// What players do when the clock of a round reaches zero, at most 200 characters; empty if not stated.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub end_of_round_rule: String,
    /// What the event says about itself, in Markdown, at most 10,000 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Name of the place where it is played, at most 200 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub venue_name: String,
    /// Address of that place, at most 500 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub venue_address: String,
    /// Its prizes, in Markdown, at most 2,000 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prizes: String,
    /// How strictly the rules are applied; `None` if not stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_level: Option<RulesLevel>,
    /// How to reach the organizer, at most 200 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub contact: String,
    /// When registration opens. Before it, no one can register themselves; then registration opens by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registration_opens: Option<DateTime<Utc>>,
    /// When registration closes. From then on, no one can register themselves, and registration closes by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registration_closes: Option<DateTime<Utc>>,
    /// Who may register themselves.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub registration_policy: RegistrationPolicy,
    /// Whether staff approves those who registered themselves. Until then they are in the waiting room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_approval: bool,
    /// Players at a table who play against each other: 2 for matches, 3 to 5 for pods.
    #[serde(default = "match_of_two", skip_serializing_if = "is_match_of_two")]
    pub pod_size: i32,
    /// Which players sit at smaller tables if the number of players is not a multiple of `pod_size`.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub short_pods: ShortPods,
    /// How a playoff of matches of two is played.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub playoff: PlayoffKind,
    /// Players or teams in a pool in which each meets each, before a cut; 0 for Swiss rounds.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pool_size: i32,
    /// Whether the members of a team play one match together, as in two-headed giant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plays_together: bool,
    /// The format of each seat of a team; empty if all play that of the event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seat_formats: Vec<EventFormat>,
    /// Planned end; `None` if it follows from the rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_datetime: Option<DateTime<Utc>>,
    /// Players with whom an on-demand queue makes a child event; 0 if the event is no queue.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub queue_size: i32,
}

impl TournamentDetails {
    /// Returns the details of a public tournament without teams, with default rules and nothing else set.
    pub fn new(name: impl Into<String>, event_format: EventFormat) -> Self {
        Self { name: name.into(), event_format, team_size: 1, pod_size: match_of_two(), ..Self::default() }
    }
}

/// Players at a table of an event without pods.
fn match_of_two() -> i32 {
    2
}

fn is_match_of_two(pod_size: &i32) -> bool {
    *pod_size == match_of_two()
}

/// Whether a field has the value with which it is left out.
pub fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Fraction {
    /// Numerator.
    pub numerator: i64,
    /// Denominator.
    pub denominator: i64,
}

/// Opponents that a round without one adds to the average of the opponents' match-win percentages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct AddedOpponents {
    /// Number of opponents.
    pub count: i32,
    /// Match-win percentage of each.
    pub match_win: Fraction,
}

/// How the margin of a match follows from its scores: base plus own score minus the opponent's, within limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct MarginRules {
    /// Margin on equal scores.
    pub base: i32,
    /// Lowest margin.
    pub lowest: i32,
    /// Highest margin.
    pub highest: i32,
    /// Margin of a bye.
    pub bye: i32,
}

/// How the scores of matches count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ScoreRules {
    /// Whether a player's score in a match is also the match points for it. A match without scores gives the points for
    /// its result.
    pub points_are_scores: bool,
    /// Score for a bye.
    pub bye_score: i32,
    /// How margins follow from scores; `None` if they do not count.
    pub margin: Option<MarginRules>,
}

/// How a tournament counts points and orders players. The defaults are those of the Magic Tournament Rules, appendix C.
/// Fields from `rule_set` on are absent in logs of earlier versions, and while they have their defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct StandingsRules {
    /// Match points for a won match.
    pub points_for_win: i32,
    /// Match points for a drawn match.
    pub points_for_draw: i32,
    /// Match points for a lost match.
    pub points_for_loss: i32,
    /// Minimum of a percentage in the average of opponents.
    pub floor: Fraction,
    /// Whether the minimum applies to a player's own game-win percentage too.
    pub own_game_win_floored: bool,
    /// Own game-win percentage of a player without games, if it is not the floor (some platforms use -0.2).
    pub game_win_without_games: Option<f64>,
    /// The tiebreakers for players on equal match points, before the random draw.
    pub tiebreakers: Vec<Tiebreaker>,
    /// Decimals to which percentages are rounded: 8, or 16 for sources that do not round.
    pub decimals: u8,
    /// The rule set that the rules began with.
    #[serde(skip_serializing_if = "is_usual")]
    pub rule_set: RuleSet,
    /// Version of that rule set, from 1.
    #[serde(skip_serializing_if = "is_first_version")]
    pub rule_set_version: u32,
    /// Match points in a pod by place, from the first; empty if win, draw and loss decide.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points_by_place: Vec<i32>,
    /// What a match-win percentage divides.
    #[serde(skip_serializing_if = "is_usual")]
    pub match_win_by: MatchWinBy,
    /// Whether a bye counts in a player's own match-win percentage.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub byes_count: bool,
    /// Maximum of the match-win percentage of a player who has dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop_cap: Option<Fraction>,
    /// Whether a player who has dropped, or has missed a cut, keeps the percentages of that round, also in the averages
    /// of opponents.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub frozen_at_drop: bool,
    /// Whether percentages count only the rounds since the last cut that Swiss rounds followed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub restarts_after_cut: bool,
    /// Decimals to which averages are rounded before they are compared; `None` to compare them exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared_decimals: Option<u8>,
    /// How scores count; `None` if matches have no scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<ScoreRules>,
    /// Opponents that a bye adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_opponents: Option<AddedOpponents>,
    /// Opponents that a loss without an opponent adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_opponents: Option<AddedOpponents>,
    /// Weights of rounds in the strength of schedule, by round number from 1; rounds without one weigh 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub round_weights: Vec<Fraction>,
}

impl Default for StandingsRules {
    fn default() -> Self {
        Self {
            points_for_win: 3,
            points_for_draw: 1,
            points_for_loss: 0,
            floor: Fraction { numerator: 33, denominator: 100 },
            own_game_win_floored: true,
            game_win_without_games: None,
            tiebreakers: vec![Tiebreaker::OpponentMatchWin, Tiebreaker::GameWin, Tiebreaker::OpponentGameWin],
            decimals: 8,
            rule_set: RuleSet::Magic,
            rule_set_version: 1,
            points_by_place: Vec::new(),
            match_win_by: MatchWinBy::Points,
            byes_count: true,
            drop_cap: None,
            frozen_at_drop: false,
            restarts_after_cut: false,
            compared_decimals: None,
            scores: None,
            bye_opponents: None,
            loss_opponents: None,
            round_weights: Vec::new(),
        }
    }
}

fn is_first_version(version: &u32) -> bool {
    *version == 1
}
