//! What is answered of events to those who run them, and what clients write of them.

use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::convention::Convention;
use domain::documents::{EventSettings, Time};
use domain::tournament::Tournament;
use proto_events::ids::{ConventionId, TournamentId};
use proto_events::tournament::StandingsRules;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, RegistrationStatus, Tiebreaker};
use proto_events::{StreamId, tournament};
use serde::Serialize;
use serde_json::Value;
use service_kit::problem::Problem;
use utoipa::ToSchema;

use super::{Named, named};
use crate::Folded;
use crate::commands::tournaments::event_fields::{
    CAPACITY, EventChanges, GRACE_SECONDS, POD, POINTS, ROUNDS, RulesChanges, TEAM_SIZE, TOP_CUT,
};
use crate::decision::Failure;
use crate::http::body::Object;
use crate::http::call::Call;
use crate::http::{answer as answers, problems};

/// An event as those who run it see it: all that they decided, and how far it is.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct OrganizedEvent<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its settings, with where it stands.
    settings: EventSettings,
    /// What is played.
    event_format: EventFormat,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
    /// The convention that it is part of, by its slug; null outside conventions.
    convention_slug: Option<&'a str>,
    /// A trial run: never exported, without a public page.
    is_test: bool,
    /// Whether it has no public page.
    is_unlisted: bool,
    /// Players of a team; 1 where everybody plays alone.
    team_size: i32,
    /// Players admitted before the waitlist begins; null for no limit.
    capacity: Option<i32>,
    /// Swiss rounds planned; null if that is open.
    swiss_rounds: Option<i32>,
    /// Size of the cut; 0 for none.
    top_cut: i32,
    /// How it counts and orders.
    rules: Rules<'a>,
    /// Until when players may hand in and change their lists; null for until play begins.
    #[schema(value_type = Option<DateTime<Utc>>)]
    decklist_deadline: Option<Time>,
    /// Seconds after the deadline during which a list is still in time.
    decklist_grace_seconds: i32,
    /// Whether the last Swiss round before a cut is paired by standing.
    power_pair_last_round: bool,
    /// Whether the playoff is re-seeded before each of its rounds.
    ranked_playoff: bool,
    /// Players of a draft pod.
    draft_pod_size: i32,
    /// The event from which players may be moved into this one; null if there is none.
    parent_id: Option<i64>,
    /// Whether staff locked all lists, or unlocked them; null where the deadline decides.
    decklists_locked: Option<bool>,
    /// Registrations that take a place, or took one.
    #[schema(value_type = i32)]
    enrolled_player_count: usize,
    /// Registrations on the waitlist.
    #[schema(value_type = i32)]
    waitlisted_player_count: usize,
}

/// How an event counts and orders.
#[derive(Serialize, ToSchema)]
#[schema(as = EventRules)]
pub(in crate::http) struct Rules<'a> {
    /// Match points for a won match.
    points_for_win: i32,
    /// Match points for a drawn match.
    points_for_draw: i32,
    /// Match points for a lost match.
    points_for_loss: i32,
    /// What a percentage counts at least, before it enters an opponent's average.
    floor: Fraction,
    /// Whether a player's own game-win percentage is floored too.
    own_game_win_floored: bool,
    /// Own game-win percentage of a player without games; null for the floor.
    game_win_without_games: Option<f64>,
    /// What orders players on equal match points, before the draw.
    tiebreakers: &'a [Tiebreaker],
    /// Decimals to which percentages are rounded: 8, or 16 for as they are.
    #[schema(value_type = i32)]
    decimals: u8,
}

/// A fraction.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Fraction {
    /// Above the line.
    numerator: i64,
    /// Below the line.
    denominator: i64,
}

/// What changes of an event. A field that is not given stays as it is.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used: bodies are read field by field")]
struct EventChange {
    /// Its name.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// What is played, by its name in either form.
    event_format: Option<EventFormat>,
    /// When it begins.
    start_datetime: Option<DateTime<Utc>>,
    /// The convention that it is part of, by its slug.
    convention_slug: Option<String>,
    /// A trial run: never exported, without a public page.
    is_test: Option<bool>,
    /// Whether it has no public page.
    is_unlisted: Option<bool>,
    /// Players of a team; 1 where everybody plays alone.
    #[schema(minimum = 1, maximum = 10)]
    team_size: Option<i32>,
    /// Players admitted before the waitlist begins; null for no limit.
    #[schema(minimum = 1, maximum = 100_000)]
    capacity: Option<i32>,
    /// Swiss rounds planned.
    #[schema(minimum = 0, maximum = 100)]
    swiss_rounds: Option<i32>,
    /// Size of the cut; 0 for none.
    #[schema(minimum = 0, maximum = 10_000)]
    top_cut: Option<i32>,
    /// How it counts and orders.
    rules: Option<RulesChange>,
    /// Until when players may hand in and change their lists; null for until play begins.
    decklist_deadline: Option<DateTime<Utc>>,
    /// Seconds after the deadline during which a list is still in time.
    #[schema(minimum = 0, maximum = 86_400)]
    decklist_grace_seconds: Option<i32>,
    /// Whether the last Swiss round before a cut is paired by standing.
    power_pair_last_round: Option<bool>,
    /// Whether the playoff is re-seeded before each of its rounds.
    ranked_playoff: Option<bool>,
    /// Players of a draft pod, as far as their number allows.
    #[schema(minimum = 2, maximum = 16)]
    draft_pod_size: Option<i32>,
    /// The event of your organization from which players may be moved into this one.
    parent_id: Option<i64>,
}

/// What changes of the rules of an event. A field that is not given stays as it is.
#[derive(ToSchema)]
#[schema(as = EventRulesChange)]
#[allow(dead_code, reason = "only its schema is used")]
struct RulesChange {
    /// Match points for a won match.
    points_for_win: Option<i32>,
    /// Match points for a drawn match.
    points_for_draw: Option<i32>,
    /// Match points for a lost match.
    points_for_loss: Option<i32>,
    /// What a percentage counts at least.
    floor: Option<Fraction>,
    /// Whether a player's own game-win percentage is floored too.
    own_game_win_floored: Option<bool>,
    /// Own game-win percentage of a player without games.
    game_win_without_games: Option<f64>,
    /// What orders players on equal match points.
    tiebreakers: Option<Vec<Tiebreaker>>,
    /// 8 or 16.
    decimals: Option<i32>,
}

/// A new event. What is not given is as it usually is.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct NewEvent {
    /// Its name.
    #[schema(max_length = 200)]
    name: String,
    /// What is played, by its name in either form.
    event_format: EventFormat,
    #[schema(inline)]
    #[serde(flatten)]
    plan: EventChange,
}

/// Where an event shall stand.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct EventStep {
    /// Where it shall stand.
    status: LifecycleStatus,
}

/// The schemas of answers made here alone, by name.
pub(super) fn schemas() -> Vec<Named> {
    vec![named::<OrganizedEvent<'_>>(), named::<Rules<'_>>(), named::<Fraction>()]
}

/// The schemas of bodies, by name.
pub(super) fn body_schemas() -> Vec<Named> {
    vec![named::<NewEvent>(), named::<EventChange>(), named::<RulesChange>(), named::<EventStep>()]
}

/// What a body gives of an event. A convention that is not known is noted.
pub(in crate::http) async fn changes(call: &Call, fields: &mut Object) -> Result<EventChanges, Problem> {
    let given = EventChanges {
        name: fields.text("name"),
        event_format: fields.take("event_format", |value| event_format(&value)),
        start_datetime: fields.time_or_null("start_datetime"),
        convention_id: convention(call, fields).await.map_err(problems::failed)?,
        is_test: fields.boolean("is_test"),
        is_unlisted: fields.boolean("is_unlisted"),
        team_size: fields.number("team_size", 1..=TEAM_SIZE),
        capacity: fields.number_or_null("capacity", 1..=CAPACITY),
        swiss_rounds: fields.number_or_null("swiss_rounds", 0..=ROUNDS),
        top_cut: fields.number("top_cut", 0..=TOP_CUT),
        rules: fields.inner("rules", rules).unwrap_or_default(),
        decklist_deadline: fields.time_or_null("decklist_deadline"),
        decklist_grace_seconds: fields.number("decklist_grace_seconds", 0..=GRACE_SECONDS),
        power_pair_last_round: fields.boolean("power_pair_last_round"),
        ranked_playoff: fields.boolean("ranked_playoff"),
        draft_pod_size: fields.number("draft_pod_size", POD),
        parent_id: fields.id_or_null("parent_id").map(|id| id.map(TournamentId)),
    };
    Ok(given)
}

fn rules(fields: &mut Object) -> RulesChanges {
    let floor = fields.inner("floor", |floor| {
        let [numerator, denominator] = ["numerator", "denominator"].map(|field| floor.id(field));
        tournament::Fraction {
            numerator: floor.required("numerator", numerator, 0),
            denominator: floor.required("denominator", denominator, 1),
        }
    });
    RulesChanges {
        points_for_win: fields.number("points_for_win", 0..=POINTS),
        points_for_draw: fields.number("points_for_draw", 0..=POINTS),
        points_for_loss: fields.number("points_for_loss", 0..=POINTS),
        floor,
        own_game_win_floored: fields.boolean("own_game_win_floored"),
        game_win_without_games: fields.or_null("game_win_without_games", |value| {
            value.as_f64().ok_or_else(|| "Must be a number, or null for the floor.".to_owned())
        }),
        tiebreakers: fields.choices("tiebreakers", Tiebreaker::ALL),
        decimals: fields.number("decimals", 8..=16).and_then(|decimals| u8::try_from(decimals).ok()),
    }
}

fn event_format(value: &Value) -> Result<EventFormat, String> {
    let format = value.as_str().and_then(EventFormat::parse_loosely);
    format.ok_or_else(|| {
        let names: Vec<_> = EventFormat::ALL.iter().map(|format| format.wire_name()).collect();
        format!("Must be one of {}.", names.join(", "))
    })
}

/// The convention of the slug given.
async fn convention(call: &Call, fields: &mut Object) -> Result<Option<Option<ConventionId>>, Failure> {
    let slug = match (fields.text_or_null("convention_slug"), call.caller.organization_id) {
        (Some(Some(slug)), Some(organization_id)) => (organization_id, slug),
        (given, _) => return Ok(given.map(|_| None)),
    };
    let known = call.shared.commands.convention(slug.0, &slug.1).await?;
    if known.is_none() {
        fields.errors.add("convention_slug", "Your organization has no convention with this slug.");
    }
    Ok(Some(known.map(|convention| convention.state.id)))
}

/// Answers with an event as it was after the write.
pub(in crate::http) async fn answer(
    call: &Call,
    status: StatusCode,
    written: &Folded<Tournament>,
) -> Result<Response, Problem> {
    let slug = slug_of_convention(call, &written.state).await.map_err(problems::failed)?;
    let document = document(&written.state, slug.as_deref());
    if status == StatusCode::CREATED {
        let location = format!("/api/v1/magic-events/{}/", written.state.id);
        return answers::created(call, location, written, &document).await;
    }
    answers::versioned(call, status, written, &document).await
}

async fn slug_of_convention(call: &Call, tournament: &Tournament) -> Result<Option<String>, Failure> {
    let Some(id) = tournament.details.convention_id else { return Ok(None) };
    let convention = call.shared.commands.newest::<Convention>(StreamId::convention(id)).await?;
    Ok(convention.map(|convention| convention.state.details.slug.clone()))
}

fn document<'a>(tournament: &'a Tournament, convention_slug: Option<&'a str>) -> OrganizedEvent<'a> {
    let (details, organizing) = (&tournament.details, &tournament.organizing);
    let entries = |counts: fn(RegistrationStatus) -> bool| {
        tournament.registrations.iter().filter(|entry| counts(entry.status)).count()
    };
    OrganizedEvent {
        id: tournament.id.0,
        name: &details.name,
        settings: EventSettings::of(tournament),
        event_format: details.event_format,
        start_datetime: details.start_datetime.map(Time),
        convention_slug,
        is_test: details.is_test,
        is_unlisted: details.is_unlisted,
        team_size: details.team_size,
        capacity: details.capacity,
        swiss_rounds: details.swiss_rounds,
        top_cut: details.top_cut,
        rules: rules_document(&details.rules),
        decklist_deadline: organizing.decklist_deadline.map(Time),
        decklist_grace_seconds: organizing.decklist_grace_seconds,
        power_pair_last_round: organizing.power_pair_last_round,
        ranked_playoff: organizing.ranked_playoff,
        draft_pod_size: organizing.draft_pod_size,
        parent_id: organizing.parent_id.map(|id| id.0),
        decklists_locked: tournament.lists_locked,
        enrolled_player_count: tournament.registrations.iter().filter(|entry| entry.is_enrolled()).count(),
        waitlisted_player_count: entries(|status| status == RegistrationStatus::OnWaitlist),
    }
}

fn rules_document(rules: &StandingsRules) -> Rules<'_> {
    Rules {
        points_for_win: rules.points_for_win,
        points_for_draw: rules.points_for_draw,
        points_for_loss: rules.points_for_loss,
        floor: Fraction { numerator: rules.floor.numerator, denominator: rules.floor.denominator },
        own_game_win_floored: rules.own_game_win_floored,
        game_win_without_games: rules.game_win_without_games,
        tiebreakers: &rules.tiebreakers,
        decimals: rules.decimals,
    }
}

#[cfg(test)]
mod tests {
    use domain::limits::SHORT_TEXT;

    use super::*;

    #[test]
    fn the_schemas_tell_the_limits_that_are_checked() {
        let schema = serde_json::to_value(named::<EventChange>().1).unwrap();
        let of = |field: &str| &schema["properties"][field];
        assert_eq!(of("name")["maxLength"], SHORT_TEXT);
        for (field, least, most) in [
            ("team_size", 1, TEAM_SIZE),
            ("capacity", 1, CAPACITY),
            ("swiss_rounds", 0, ROUNDS),
            ("top_cut", 0, TOP_CUT),
            ("decklist_grace_seconds", 0, GRACE_SECONDS),
            ("draft_pod_size", *POD.start(), *POD.end()),
        ] {
            assert_eq!((&of(field)["minimum"], &of(field)["maximum"]), (&least.into(), &most.into()), "{field}");
        }
    }

    #[test]
    fn a_new_event_has_every_field_of_a_change_and_must_have_two() {
        let schema = serde_json::to_value(named::<NewEvent>().1).unwrap();
        let parts = schema["allOf"].as_array().unwrap();
        assert_eq!(parts[1]["required"], serde_json::json!(["name", "event_format"]));
    }
}
