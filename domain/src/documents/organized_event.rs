//! An event as its organizers see it: the answer of `magic-events/{id}/settings/` and of changes of the event.
//!
//! `proto-events/src/tournament_settings.rs` says how to add a setting.

use proto_events::Picture;
use proto_events::tournament::{AddedOpponents, Fraction, ScoreRules, StandingsRules};
use proto_events::vocabulary::{
    EventFormat, MatchWinBy, PlayoffKind, RegistrationPolicy, RegistrationStatus, Role, RuleSet, RulesLevel, ShortPods,
    Tiebreaker,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{EventSettings, Time as DateTime};
use crate::rule_sets::is_changed;
use crate::tournament::{Registration, Tournament};

/// A place that is offered to a player on the waitlist.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferedPlace {
    /// Id of the registration.
    registration: i64,
    /// Until when the player can accept it.
    until: DateTime,
}

impl OfferedPlace {
    fn of(entry: &Registration) -> Option<Self> {
        entry.offer.map(|until| Self { registration: entry.id.0, until: DateTime(until) })
    }
}

/// A member of the organization with a role for this event alone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventStaff {
    /// Id of the user.
    user_id: i64,
    /// The role, in addition to the one in the organization.
    role: Role,
}

/// An event as its organizers see it: all settings, and its progress.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganizedEvent<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its settings, including its status.
    settings: EventSettings,
    /// Format of the event.
    event_format: EventFormat,
    /// When it begins; null if undated.
    start_datetime: Option<DateTime>,
    /// Slug of its convention; null if it is not part of one.
    convention_slug: Option<&'a str>,
    /// Whether it is a trial run, which is never exported and has no public page.
    is_test: bool,
    /// Whether it has no public page.
    is_unlisted: bool,
    /// Whether it does not take place.
    is_canceled: bool,
    /// Players per team; 1 if players play alone.
    team_size: i32,
    /// Registrations accepted before the waitlist begins; null for no limit.
    capacity: Option<i32>,
    /// Swiss rounds planned; null if not decided.
    swiss_rounds: Option<i32>,
    /// Size of the cut; 0 for none.
    top_cut: i32,
    /// Its rules for points and standings.
    #[serde(with = "EventRules")]
    #[schema(value_type = EventRules)]
    rules: &'a StandingsRules,
    /// Players at a table who play against each other: 2 for matches, 3 to 5 for pods.
    pod_size: i32,
    /// Who sits at smaller tables, if the number of players is not a multiple of `pod_size`.
    short_pods: ShortPods,
    /// How a playoff of matches of two is played.
    playoff: PlayoffKind,
    /// Players or teams in a pool in which each meets each; 0 for Swiss rounds.
    pool_size: i32,
    /// Whether the members of a team play one match together.
    plays_together: bool,
    /// The format of each seat of a team; empty if all play that of the event.
    seat_formats: &'a [EventFormat],
    /// Whether the bye of a Swiss round goes to the lowest standing; otherwise to a random player of the lowest points.
    lowest_gets_bye: bool,
    /// Whether Swiss pairings have the least squares of differences of points first; otherwise the least differences.
    squares_first: bool,
    /// Whether each player of matches sits first as often as second, as far as possible.
    balanced_sides: bool,
    /// Number of tables in a row, across whose end no team is split; null if rows do not matter.
    tables_per_row: Option<i32>,
    /// Whether the first round that is paired plans as many Swiss rounds as are usual for the number of players.
    rounds_by_attendance: bool,
    /// Planned end; null if it follows from the rounds.
    end_datetime: Option<DateTime>,
    /// Players with whom an on-demand queue makes a child event; 0 if the event is no queue.
    queue_size: i32,
    /// Minutes in which a called player of an on-demand queue answers; null for five.
    answer_minutes: Option<i32>,
    /// Whether its tables may be those of another running event of the convention.
    shares_tables: bool,
    /// Number of the series that made it; null if none did.
    series_id: Option<i64>,
    /// Deadline for handing in and changing lists; null if players may do so until play begins.
    decklist_deadline: Option<DateTime>,
    /// Seconds after the deadline during which a list is still accepted.
    decklist_grace_seconds: i32,
    /// Whether the last Swiss round before a cut is paired by standing.
    power_pair_last_round: bool,
    /// Whether the playoff is re-seeded before each of its rounds.
    ranked_playoff: bool,
    /// Players per draft pod.
    draft_pod_size: i32,
    /// Whether pairings are published as soon as they are made.
    publish_when_paired: bool,
    /// The entry fee in words; empty if not stated.
    fee_note: &'a str,
    /// IANA name of the time zone in which times are shown; null for UTC.
    time_zone: Option<&'a str>,
    /// Number of games that a match is played for, which decides the possible results; null if any result is.
    best_of: Option<i32>,
    /// Whether only players who have checked in are paired.
    check_in_required: bool,
    /// The lowest table number; null for 1.
    first_table: Option<i32>,
    /// The highest table number; null for no limit.
    last_table: Option<i32>,
    /// Length of the clock of new rounds, in minutes; null for no clock.
    round_minutes: Option<i32>,
    /// Minutes in which players on the waitlist answer an offered place; null if staff promotes them by hand.
    offer_minutes: Option<i32>,
    /// Places that are offered to players on the waitlist.
    offers: Vec<OfferedPlace>,
    /// The rule that applies when the clock of a round reaches zero; empty if not stated.
    end_of_round_rule: &'a str,
    /// What the event says about itself, in Markdown; empty if it says nothing.
    description: &'a str,
    /// Name of the place where it is played; empty if not stated.
    venue_name: &'a str,
    /// Address of that place; empty if not stated.
    venue_address: &'a str,
    /// Its prizes, in Markdown; empty if not stated.
    prizes: &'a str,
    /// How strictly the rules are applied; null if not stated.
    rules_level: Option<RulesLevel>,
    /// How to reach the organizer; empty if not stated.
    contact: &'a str,
    /// When registration opens; null if not stated.
    registration_opens: Option<DateTime>,
    /// When registration closes; null if not stated.
    registration_closes: Option<DateTime>,
    /// Who may register themselves.
    registration_policy: RegistrationPolicy,
    /// Whether staff approves those who register themselves.
    needs_approval: bool,
    /// Its picture; null if it has none.
    picture: Option<&'a Picture>,
    /// The event from which players may be moved into this one; null if there is none.
    parent_id: Option<i64>,
    /// Members of the organization with a role for this event alone, by id.
    staff: Vec<EventStaff>,
    /// Whether staff locked or unlocked all lists; null if the deadline decides.
    decklists_locked: Option<bool>,
    /// Registrations that hold a place in the event, or held one.
    #[schema(value_type = i32)]
    enrolled_player_count: usize,
    /// Registrations on the waitlist.
    #[schema(value_type = i32)]
    waitlisted_player_count: usize,
}

/// Rules of an event for points and standings.
// How `StandingsRules` are written for organizers: with all of their fields.
#[derive(Debug, Serialize, ToSchema)]
#[serde(remote = "StandingsRules")]
pub struct EventRules {
    /// The rule set that the rules began with.
    rule_set: RuleSet,
    /// Version of that rule set.
    #[schema(value_type = i32)]
    rule_set_version: u32,
    /// Whether a rule is not that of the newest version of the rule set.
    #[serde(getter = "is_changed")]
    is_changed: bool,
    /// Match points for a won match.
    points_for_win: i32,
    /// Match points for a drawn match.
    points_for_draw: i32,
    /// Match points for a lost match.
    points_for_loss: i32,
    /// Match points in a pod by place, from the first; empty if win, draw and loss decide.
    points_by_place: Vec<i32>,
    /// The lowest value that a percentage counts as in an opponent's average.
    floor: Fraction,
    /// Whether the floor also applies to a player's own game-win percentage.
    own_game_win_floored: bool,
    /// Own game-win percentage of a player without games; null for the floor.
    game_win_without_games: Option<f64>,
    /// Tiebreakers between players on equal match points, in order, before the random draw.
    tiebreakers: Vec<Tiebreaker>,
    /// Decimals to which percentages are rounded: 8, or 16 for unrounded.
    #[schema(value_type = i32)]
    decimals: u8,
    /// What a match-win percentage divides.
    match_win_by: MatchWinBy,
    /// Whether a bye counts in a player's own match-win percentage.
    byes_count: bool,
    /// Maximum of the match-win percentage of a player who has dropped; null for none.
    drop_cap: Option<Fraction>,
    /// Whether a player who has dropped, or has missed a cut, keeps the percentages of that round.
    frozen_at_drop: bool,
    /// Whether percentages count only the rounds since the last cut that Swiss rounds followed.
    restarts_after_cut: bool,
    /// Decimals to which averages are rounded before they are compared; null if they are compared exactly.
    #[schema(value_type = Option<i32>)]
    compared_decimals: Option<u8>,
    /// How the scores of matches count; null if matches have no scores.
    scores: Option<ScoreRules>,
    /// Opponents that a bye adds to the average of the opponents; null for none.
    bye_opponents: Option<AddedOpponents>,
    /// Opponents that a loss without an opponent adds; null for none.
    loss_opponents: Option<AddedOpponents>,
    /// Weights of rounds in the strength of schedule, by round number from 1; rounds without one weigh 1.
    round_weights: Vec<Fraction>,
}

impl<'a> OrganizedEvent<'a> {
    /// Builds the document of an event with the slug of its convention, if any.
    pub fn new(tournament: &'a Tournament, convention_slug: Option<&'a str>) -> Self {
        let (details, organizing) = (&tournament.details, &tournament.organizing);
        let entries = &tournament.registrations;
        Self {
            id: tournament.id.0,
            name: &details.name,
            settings: EventSettings::of(tournament),
            event_format: details.event_format,
            start_datetime: details.start_datetime.map(DateTime),
            convention_slug,
            is_test: details.is_test,
            is_unlisted: details.is_unlisted,
            is_canceled: details.is_canceled,
            team_size: details.team_size,
            capacity: details.capacity,
            swiss_rounds: details.swiss_rounds,
            top_cut: details.top_cut,
            rules: &details.rules,
            pod_size: details.pod_size,
            short_pods: details.short_pods,
            playoff: details.playoff,
            pool_size: details.pool_size,
            plays_together: details.plays_together,
            seat_formats: &details.seat_formats,
            lowest_gets_bye: organizing.lowest_gets_bye,
            squares_first: organizing.squares_first,
            balanced_sides: organizing.balanced_sides,
            tables_per_row: organizing.tables_per_row,
            rounds_by_attendance: organizing.rounds_by_attendance,
            end_datetime: details.end_datetime.map(DateTime),
            queue_size: details.queue_size,
            answer_minutes: organizing.answer_minutes,
            shares_tables: organizing.shares_tables,
            series_id: organizing.series.map(|of| of.series_id),
            decklist_deadline: organizing.decklist_deadline.map(DateTime),
            decklist_grace_seconds: organizing.decklist_grace_seconds,
            power_pair_last_round: organizing.power_pair_last_round,
            ranked_playoff: organizing.ranked_playoff,
            draft_pod_size: organizing.draft_pod_size,
            publish_when_paired: organizing.publish_when_paired,
            fee_note: &details.fee_note,
            time_zone: details.time_zone.as_deref(),
            best_of: details.best_of,
            check_in_required: organizing.check_in_required,
            first_table: organizing.first_table,
            last_table: organizing.last_table,
            round_minutes: organizing.round_minutes,
            offer_minutes: organizing.offer_minutes,
            offers: entries.iter().filter_map(OfferedPlace::of).collect(),
            end_of_round_rule: &details.end_of_round_rule,
            description: &details.description,
            venue_name: &details.venue_name,
            venue_address: &details.venue_address,
            prizes: &details.prizes,
            rules_level: details.rules_level,
            contact: &details.contact,
            registration_opens: details.registration_opens.map(DateTime),
            registration_closes: details.registration_closes.map(DateTime),
            registration_policy: details.registration_policy,
            needs_approval: details.needs_approval,
            picture: tournament.picture.as_ref(),
            parent_id: organizing.parent_id.map(|id| id.0),
            staff: tournament.staff.iter().map(|(id, role)| EventStaff { user_id: id.0, role: *role }).collect(),
            decklists_locked: tournament.lists_locked,
            enrolled_player_count: entries.iter().filter(|entry| entry.is_enrolled()).count(),
            waitlisted_player_count: entries
                .iter()
                .filter(|entry| entry.status == RegistrationStatus::OnWaitlist)
                .count(),
        }
    }
}
