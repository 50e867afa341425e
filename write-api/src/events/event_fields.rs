//! Changes to an event, and checks of its fields: the limits of the API and of plausibility, in one place.

use api_kit::names::shown;
use domain::possible_results::BEST_OF;
use domain::time_zone::Zone;
use proto_events::tournament::{Organizing, TournamentDetails};
use serde_json::Value;
use utoipa::openapi::{Ref, RefOr, Schema};

use crate::engine::fields::not_one_of;
use crate::events::rules_fields::{self, EventRulesChange};
use crate::http::body::{FromJson, Limit, fault};
use crate::prelude::*;

/// The maximum number of players of a team.
pub(crate) const TEAM_SIZE: i32 = 10;
/// The maximum number of players of an event.
pub(crate) const CAPACITY: i32 = 100_000;
/// The maximum number of players of a cut.
pub(crate) const TOP_CUT: i32 = 10_000;
/// The maximum grace period in seconds: a day.
pub(crate) const GRACE_SECONDS: i32 = 86_400;
/// The maximum length of a round's clock in minutes: a day.
pub(crate) const ROUND_MINUTES: i32 = 1_440;
/// The maximum time for the answer to an offered place in minutes: a week.
pub(crate) const OFFER_MINUTES: i32 = 10_080;
/// The minimum and maximum number of players of a draft pod.
pub(crate) const POD: std::ops::RangeInclusive<i32> = 2..=16;
/// The maximum number of players or teams of a pool.
pub(crate) const POOL_SIZE: i32 = 16;
/// The maximum number of players with whom an on-demand queue makes an event.
pub(crate) const QUEUE_SIZE: i32 = 64;
/// The maximum time for the answer to a call in minutes: an hour.
pub(crate) const ANSWER_MINUTES: i32 = 60;
/// The fewest and most players at a table who play against each other.
pub(crate) const POD_SIZES: std::ops::RangeInclusive<i32> = 2..=5;

body! {
    /// Changes of an event. Fields that are not given stay as they are.
    #[derive(Default)]
    pub struct EventChange such as r#"{"capacity": 64}"# foreseeing faults_of_given
        containing EventRulesChange {
        /// Its name.
        name: Option<String> => SHORT_TEXT,
        /// The format: its code or its display name.
        event_format: Option<EventFormat>,
        /// When it begins.
        start_datetime: Option<OrNull<DateTime<Utc>>>,
        /// Slug of its convention.
        convention_slug: Option<OrNull<String>>,
        /// Whether it is a trial run: never exported, without a public page.
        is_test: Option<bool>,
        /// Whether it has no public page.
        is_unlisted: Option<bool>,
        /// Whether it does not take place. A canceled event stays visible as such, and takes neither players nor rounds.
        is_canceled: Option<bool>,
        /// Players per team; 1 for an event of single players.
        team_size: Option<i32> => 1..=TEAM_SIZE,
        /// Players admitted before the waitlist begins; null for no limit.
        capacity: Option<OrNull<i32>> => 1..=CAPACITY,
        /// Number of Swiss rounds planned.
        swiss_rounds: Option<OrNull<i32>> => 0..=ROUNDS_OF_EVENT,
        /// Size of the cut; 0 for none.
        top_cut: Option<i32> => 0..=TOP_CUT,
        /// Rules for points and standings.
        rules: Option<EventRulesChange>,
        /// Players at a table who play against each other: 2 for matches, 3 to 5 for pods.
        pod_size: Option<i32> => POD_SIZES,
        /// Who sits at smaller tables, if the number of players is not a multiple of `pod_size`.
        short_pods: Option<ShortPods>,
        /// How a playoff of matches of two is played.
        playoff: Option<PlayoffKind>,
        /// Players or teams in a pool in which each meets each, before a cut; 0 for Swiss rounds.
        pool_size: Option<i32> => 0..=POOL_SIZE,
        /// Whether the members of a team play one match together, as in two-headed giant.
        plays_together: Option<bool>,
        /// The format of each seat of a team, as many as `team_size`; empty if all play that of the event.
        seat_formats: Option<Vec<EventFormat>>,
        /// Whether the bye of a Swiss round goes to the lowest standing; otherwise to a random player of the lowest points.
        lowest_gets_bye: Option<bool>,
        /// Whether Swiss pairings have the least squares of differences of points first; otherwise the least differences.
        squares_first: Option<bool>,
        /// Whether each player of matches sits first as often as second, as far as possible.
        balanced_sides: Option<bool>,
        /// Number of tables in a row, across whose end no team is split; null if rows do not matter.
        tables_per_row: Option<OrNull<i32>> => 1..=TABLE_NUMBER_MAX,
        /// Whether the first round that is paired plans as many Swiss rounds as are usual for the number of players.
        rounds_by_attendance: Option<bool>,
        /// Planned end; null if it follows from the rounds.
        end_datetime: Option<OrNull<DateTime<Utc>>>,
        /// Players with whom an on-demand queue makes a child event; 0 if the event is no queue. A queue is part of a
        /// convention.
        queue_size: Option<i32> => 0..=QUEUE_SIZE,
        /// Minutes in which a called player of an on-demand queue answers; null for five.
        answer_minutes: Option<OrNull<i32>> => 1..=ANSWER_MINUTES,
        /// Whether its tables may be those of another running event of the convention.
        shares_tables: Option<bool>,
        /// Deadline for players to hand in and change their lists; null for the start of play.
        decklist_deadline: Option<OrNull<DateTime<Utc>>>,
        /// Grace period after the deadline, in seconds.
        decklist_grace_seconds: Option<i32> => 0..=GRACE_SECONDS,
        /// Whether the last Swiss round before a cut is paired by standings.
        power_pair_last_round: Option<bool>,
        /// Whether the playoff is re-seeded before each of its rounds.
        ranked_playoff: Option<bool>,
        /// Preferred number of players in a draft pod.
        draft_pod_size: Option<i32> => POD,
        /// Whether pairings are published as soon as they are made; otherwise when you say so, or when the round starts.
        publish_when_paired: Option<bool>,
        /// The entry fee in words, such as `10 €, paid at the counter`; empty for none. It is public.
        fee_note: Option<String> => SHORT_TEXT,
        /// IANA name of the time zone in which times are shown, such as `Europe/Berlin`; null for UTC. Times in this
        /// interface do not change with it.
        time_zone: Option<OrNull<String>>,
        /// Number of games that a match is played for, 1 or 3; it decides which results are possible. Null accepts any.
        best_of: Option<OrNull<i32>> => 1..=3,
        /// Whether only players with the status `CHECKED_IN` are paired, apart from playoffs.
        check_in_required: Option<bool>,
        /// The lowest table number; null for 1.
        first_table: Option<OrNull<i32>> => 1..=TABLE_NUMBER_MAX,
        /// The highest table number; null for no limit.
        last_table: Option<OrNull<i32>> => 1..=TABLE_NUMBER_MAX,
        /// Length of the clock of new rounds, in minutes. The clock starts with the round. Null for no clock.
        round_minutes: Option<OrNull<i32>> => 1..=ROUND_MINUTES,
        /// The rule that applies when the clock of a round reaches zero, such as `Five more turns`; empty for none.
        end_of_round_rule: Option<String> => SHORT_TEXT,
        /// What the event says about itself, in Markdown; empty for none. It is public, like venue, prizes, rules level,
        /// contact and times of registration.
        description: Option<String> => EVENT_DESCRIPTION,
        /// Name of the place where it is played; if it and the address are empty, that of the convention is shown.
        venue_name: Option<String> => SHORT_TEXT,
        /// Address of that place.
        venue_address: Option<String> => LOCATION,
        /// Its prizes, in Markdown; empty for none.
        prizes: Option<String> => PRIZES,
        /// How strictly the rules are applied; null if not stated.
        rules_level: Option<OrNull<RulesLevel>>,
        /// How to reach the organizer: an e-mail address, a link or another text.
        contact: Option<String> => SHORT_TEXT,
        /// When registration opens: no one can register themselves before, and then the event becomes
        /// `REGISTRATION_OPEN` by itself.
        registration_opens: Option<OrNull<DateTime<Utc>>>,
        /// When registration closes: no one can register themselves any more, and the event becomes
        /// `REGISTRATION_CLOSED` by itself. Staff registers players whatever these times are.
        registration_closes: Option<OrNull<DateTime<Utc>>>,
        /// Who may register themselves. `JOIN_CODE` also needs a code: see `join-code/`.
        registration_policy: Option<RegistrationPolicy>,
        /// Whether players who register themselves wait as `IN_WAITING_ROOM`, with a place, until staff makes them
        /// `COMPLETE` or `CANCELED`.
        needs_approval: Option<bool>,
        /// Minutes in which players on the waitlist answer a place that is offered to them when it is free. Null if staff
        /// promotes players by hand.
        offer_minutes: Option<OrNull<i32>> => 1..=OFFER_MINUTES,
        /// Id of the event of your organization from which players may be moved into this one.
        parent_id: Option<OrNull<i64>>,
    }
}

/// A format by its code or its display name.
impl FromJson for EventFormat {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        value.as_str().and_then(Self::parse_loosely).or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|format| format.wire_name()).collect();
            fault(errors, path, not_one_of(&names))
        })
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::Ref(Ref::from_schema_name("EventFormat"))
    }
}

/// Everything that an organizer decides about an event.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EventPlan {
    /// Its public details.
    pub(super) details: TournamentDetails,
    /// The way it is run.
    pub(super) organizing: Organizing,
}

impl EventChange {
    /// Returns the event that becomes its parent, if any.
    pub(crate) fn parent(&self) -> Option<TournamentId> {
        self.parent_id.as_ref().and_then(|OrNull(id)| id.map(TournamentId))
    }

    /// Returns the plan with these changes applied; `convention` is the convention that they name, or none, if they say
    /// which.
    pub(super) fn made_to(
        &self,
        details: &TournamentDetails,
        organizing: &Organizing,
        convention: Option<Option<ConventionId>>,
    ) -> EventPlan {
        let rules = self.rules.as_ref().map_or_else(|| details.rules.clone(), |rules| rules.made_to(&details.rules));
        let parent_id = self.parent_id.as_ref().map(|OrNull(id)| id.map(TournamentId));
        let details = applied!(
            TournamentDetails: self => details,
            [
                name, event_format, start_datetime, is_test, is_unlisted, is_canceled, team_size, capacity,
                swiss_rounds, top_cut, fee_note, time_zone, best_of, end_of_round_rule, description, venue_name,
                venue_address, prizes, rules_level, contact, registration_opens, registration_closes,
                registration_policy, needs_approval, pod_size, short_pods, playoff, pool_size, plays_together,
                seat_formats, end_datetime, queue_size,
            ],
            convention_id: convention.unwrap_or(details.convention_id),
            rules: rules,
        );
        let organizing = applied!(
            Organizing: self => organizing,
            [
                decklist_deadline, decklist_grace_seconds, power_pair_last_round, ranked_playoff, draft_pod_size,
                publish_when_paired, check_in_required, first_table, last_table, round_minutes, offer_minutes,
                lowest_gets_bye, squares_first, balanced_sides, tables_per_row, rounds_by_attendance, answer_minutes,
                shares_tables,
            ],
            parent_id: parent_id.unwrap_or(organizing.parent_id),
            series: organizing.series,
            is_from_queue: organizing.is_from_queue,
        );
        EventPlan { details, organizing }
    }
}

/// Returns the faults of the given values, each by itself, whichever event they are for.
fn faults_of_given(change: &EventChange) -> FieldErrors {
    let usual = TournamentDetails::new("", EventFormat::Other);
    faults_of_values(&change.made_to(&usual, &Organizing::default(), None))
}

pub(super) fn faults(plan: &EventPlan) -> FieldErrors {
    let mut errors = faults_of_values(plan);
    rules_fields::check_together(&plan.details, &mut errors);
    if plan.details.pod_size > 2 && plan.details.team_size > 1 {
        errors.add(
            "pod_size",
            message!("pods-of-teams", "Teams play matches of two: set pod_size to 2, or team_size to 1."),
        );
    }
    check_forms_of_play(&plan.details, &mut errors);
    let first = plan.organizing.first_table.unwrap_or(1);
    if plan.organizing.last_table.is_some_and(|last| last < first) {
        errors.add(
            "last_table",
            message!("last-table-below-first", "May not be lower than the first table, {first}.", first),
        );
    }
    if let (Some(opens), Some(closes)) = (plan.details.registration_opens, plan.details.registration_closes)
        && closes <= opens
    {
        errors.add("registration_closes", message!("closes-before-it-opens", "Must be after registration opens."));
    }
    if let (Some(start), Some(end)) = (plan.details.start_datetime, plan.details.end_datetime)
        && end <= start
    {
        errors.add("end_datetime", message!("ends-before-it-starts", "Must be after the start."));
    }
    errors
}

/// Checks that teams, pools, pods and the playoff fit each other.
fn check_forms_of_play(details: &TournamentDetails, errors: &mut FieldErrors) {
    let is_of_pods = details.pod_size > 2;
    if details.plays_together && details.team_size != 2 {
        errors.add(
            "plays_together",
            message!("together-without-pairs", "Only teams of 2 play together: set team_size to 2."),
        );
    }
    if !details.seat_formats.is_empty() && usize::try_from(details.team_size) != Ok(details.seat_formats.len()) {
        let said = message!(
            "seat-formats-of-others",
            "Give one format for each of the {seats} seats, or none.",
            seats = details.team_size
        );
        errors.add("seat_formats", said);
    }
    if is_of_pods && details.pool_size > 0 {
        errors.add(
            "pool_size",
            message!("pools-of-pods", "Pools play matches of two: set pod_size to 2, or pool_size to 0."),
        );
    }
    if is_of_pods && details.playoff != PlayoffKind::default() {
        errors.add(
            "playoff",
            message!("bracket-of-pods", "Pods have a single elimination of their own: leave playoff as it is."),
        );
    }
    if details.queue_size > 0 && details.convention_id.is_none() {
        errors.add("queue_size", message!("queue-without-convention", "Only an event of a convention can be a queue."));
    }
    if details.queue_size > 0 && details.team_size > 1 {
        errors.add("queue_size", message!("queue-of-teams", "A queue is for single players: set team_size to 1."));
    }
}

/// Returns the faults of the values of a plan, each by itself. The body has the limits of numbers.
fn faults_of_values(plan: &EventPlan) -> FieldErrors {
    let details = &plan.details;
    let mut errors = FieldErrors::default();
    errors.required_line("name", &details.name, SHORT_TEXT);
    if details.top_cut == 1 {
        errors.add("top_cut", message!("impossible-cut", "Must be 0, for no cut, or at least 2."));
    }
    if matches!(details.pool_size, 1 | 2) {
        errors.add("pool_size", message!("impossible-pool", "Must be 0, for no pools, or at least 3."));
    }
    if details.queue_size == 1 {
        errors.add("queue_size", message!("impossible-queue", "Must be 0, for no queue, or at least 2."));
    }
    let texts = [
        ("fee_note", &details.fee_note, SHORT_TEXT),
        ("end_of_round_rule", &details.end_of_round_rule, SHORT_TEXT),
        ("description", &details.description, EVENT_DESCRIPTION),
        ("venue_name", &details.venue_name, SHORT_TEXT),
        ("venue_address", &details.venue_address, LOCATION),
        ("prizes", &details.prizes, PRIZES),
        ("contact", &details.contact, SHORT_TEXT),
    ];
    for (field, text, most) in texts {
        errors.text(field, text, most);
    }
    if let Some(name) = &details.time_zone {
        check_time_zone(name, &mut errors);
    }
    if details.best_of.is_some_and(|best_of| !BEST_OF.contains(&best_of)) {
        errors.add("best_of", message!("impossible-best-of", "Must be 1 or 3, or null."));
    }
    rules_fields::check(&details.rules, &mut errors);
    errors
}

/// Adds a fault if this is not the name of a time zone.
pub(crate) fn check_time_zone(name: &str, errors: &mut FieldErrors) {
    if Zone::named(name).is_none() {
        let said = message!(
            "not-a-time-zone",
            "`{name}` is not a time zone. Give the IANA name, such as `Europe/Berlin`.",
            name = shown(name)
        );
        errors.add("time_zone", said);
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
            (plan.details.capacity, plan.details.swiss_rounds) = (Some(CAPACITY), Some(ROUNDS_OF_EVENT));
            plan.organizing.decklist_grace_seconds = GRACE_SECONDS;
            (plan.details.fee_note, plan.details.end_of_round_rule) = ("é".repeat(200), "é".repeat(200));
            (plan.details.description, plan.details.prizes) = ("é".repeat(10_000), "é".repeat(2_000));
            (plan.details.venue_address, plan.details.contact) = ("é".repeat(500), "é".repeat(200));
            (plan.details.time_zone, plan.details.best_of) = (Some("Europe/Berlin".into()), Some(3));
            (plan.organizing.first_table, plan.organizing.round_minutes) =
                (Some(TABLE_NUMBER_MAX), Some(ROUND_MINUTES));
            plan.organizing.last_table = Some(TABLE_NUMBER_MAX);
        };
        assert_eq!(wrong(at_limits), [""; 0]);
        assert_eq!(wrong(|_| ()), [""; 0]);
    }

    #[test]
    fn each_limit_is_told_by_its_field() {
        assert_eq!(wrong(|it| it.details.name = " ".into()), ["name"]);
        assert_eq!(wrong(|it| it.details.name = "é".repeat(201)), ["name"]);
        assert_eq!(wrong(|it| it.details.top_cut = 1), ["top_cut"]);
        assert_eq!(wrong(|it| it.details.fee_note = "é".repeat(201)), ["fee_note"]);
        assert_eq!(wrong(|it| it.details.end_of_round_rule = "é".repeat(201)), ["end_of_round_rule"]);
        assert_eq!(wrong(|it| it.details.best_of = Some(2)), ["best_of"]);
        assert_eq!(wrong(|it| it.details.pool_size = 2), ["pool_size"]);
        assert_eq!(wrong(|it| it.details.plays_together = true), ["plays_together"]);
        assert_eq!(wrong(|it| it.details.queue_size = 8), ["queue_size"], "without a convention");
        assert_eq!(wrong(|it| it.details.queue_size = 1), ["queue_size"]);
        assert_eq!(wrong(|it| it.details.seat_formats = vec![EventFormat::Legacy; 2]), ["seat_formats"]);
        assert_eq!(wrong(|it| (it.details.pod_size, it.details.pool_size) = (4, 6)), ["pool_size"]);
        assert_eq!(wrong(|it| (it.details.pod_size, it.details.playoff) = (4, PlayoffKind::ThirdPlace)), ["playoff"]);
        assert_eq!(wrong(|it| it.details.description = "é".repeat(10_001)), ["description"]);
        assert_eq!(wrong(|it| it.details.prizes = "é".repeat(2_001)), ["prizes"]);
        assert_eq!(wrong(|it| it.details.venue_name = "é".repeat(201)), ["venue_name"]);
        assert_eq!(wrong(|it| it.details.venue_address = "é".repeat(501)), ["venue_address"]);
        assert_eq!(wrong(|it| it.details.contact = "é".repeat(201)), ["contact"]);
        let at = Some(DateTime::UNIX_EPOCH);
        let never_open = wrong(|it| (it.details.registration_opens, it.details.registration_closes) = (at, at));
        assert_eq!(never_open, ["registration_closes"]);
        for zone in ["", "Berlin", "Europe/Berlin\0"] {
            assert_eq!(wrong(|it| it.details.time_zone = Some(zone.into())), ["time_zone"], "{zone}");
        }
        let organizing = Organizing { first_table: Some(20), last_table: Some(19), ..Organizing::default() };
        assert_eq!(wrong(|it| it.organizing = organizing), ["last_table"]);
    }

    #[test]
    fn numbers_of_a_change_have_limits_each_told_by_its_field() {
        let rules = EventRulesChange {
            points_for_win: Some(domain::rule_sets::POINTS + 1),
            points_for_loss: Some(-1),
            ..EventRulesChange::default()
        };
        let change = |below: bool| EventChange {
            team_size: Some(if below { 0 } else { TEAM_SIZE + 1 }),
            capacity: Some(OrNull(Some(if below { 0 } else { CAPACITY + 1 }))),
            swiss_rounds: Some(OrNull(Some(if below { -1 } else { ROUNDS_OF_EVENT + 1 }))),
            top_cut: Some(if below { -1 } else { TOP_CUT + 1 }),
            decklist_grace_seconds: Some(if below { -1 } else { GRACE_SECONDS + 1 }),
            draft_pod_size: Some(if below { 1 } else { 17 }),
            pool_size: Some(if below { -1 } else { POOL_SIZE + 1 }),
            tables_per_row: Some(OrNull(Some(if below { 0 } else { TABLE_NUMBER_MAX + 1 }))),
            queue_size: Some(if below { -1 } else { QUEUE_SIZE + 1 }),
            answer_minutes: Some(OrNull(Some(if below { 0 } else { ANSWER_MINUTES + 1 }))),
            pod_size: Some(if below { 1 } else { 6 }),
            first_table: Some(OrNull(Some(if below { 0 } else { TABLE_NUMBER_MAX + 1 }))),
            last_table: Some(OrNull(Some(if below { 0 } else { TABLE_NUMBER_MAX + 1 }))),
            round_minutes: Some(OrNull(Some(if below { 0 } else { ROUND_MINUTES + 1 }))),
            rules: Some(rules.clone()),
            ..EventChange::default()
        };
        let expected = "answer_minutes capacity decklist_grace_seconds draft_pod_size first_table last_table pod_size \
                        pool_size queue_size round_minutes rules.points_for_loss rules.points_for_win swiss_rounds \
                        tables_per_row team_size top_cut";
        for below in [true, false] {
            let mut errors = FieldErrors::default();
            check_body(&change(below), &mut errors);
            assert_eq!(errors.iter().map(|(field, _)| field).collect::<Vec<_>>().join(" "), expected, "{below}");
        }
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let before = EventPlan {
            details: TournamentDetails { capacity: Some(8), ..plan().details },
            organizing: Organizing { draft_pod_size: 6, ..Organizing::default() },
        };
        assert_eq!(EventChange::default().made_to(&before.details, &before.organizing, None), before);
        let changes = EventChange {
            capacity: Some(OrNull(None)),
            ranked_playoff: Some(true),
            rules: Some(EventRulesChange { points_for_draw: Some(0), ..EventRulesChange::default() }),
            ..EventChange::default()
        };
        let after = changes.made_to(&before.details, &before.organizing, None);
        assert_eq!((after.details.capacity, after.details.rules.points_for_draw), (None, 0));
        assert_eq!((after.organizing.ranked_playoff, after.organizing.draft_pod_size), (true, 6));
        assert_eq!(after.details.name, "Open");
    }
}
