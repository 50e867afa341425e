//! Answers and bodies of events, for those who run them.

use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::convention::Convention;
use domain::documents::{Fraction, OrganizedEvent};
use domain::tournament::Tournament;
use proto_events::ids::{ConventionId, TournamentId};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, Tiebreaker};
use proto_events::{StreamId, tournament};
use serde_json::Value;
use service_kit::problem::Problem;
use utoipa::ToSchema;

use super::{Named, named};
use crate::Folded;
use crate::commands::tournaments::event_fields::{
    CAPACITY, EventChanges, GRACE_SECONDS, POD, POINTS, ROUNDS, RulesChanges, TEAM_SIZE, TOP_CUT,
};
use crate::engine::decision::Failure;
use crate::http::body::Object;
use crate::http::request::WriteRequest;
use crate::http::{answer as answers, problems};

/// Changes of an event. Fields that are not given stay as they are.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used: bodies are read field by field")]
struct EventChange {
    /// Its name.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// The format: its code or its display name.
    event_format: Option<EventFormat>,
    /// When it begins.
    start_datetime: Option<DateTime<Utc>>,
    /// Slug of its convention.
    convention_slug: Option<String>,
    /// Whether it is a trial run: never exported, without a public page.
    is_test: Option<bool>,
    /// Whether it has no public page.
    is_unlisted: Option<bool>,
    /// Players per team; 1 for an event of single players.
    #[schema(minimum = 1, maximum = 10)]
    team_size: Option<i32>,
    /// Players admitted before the waitlist begins; null for no limit.
    #[schema(minimum = 1, maximum = 100_000)]
    capacity: Option<i32>,
    /// Number of Swiss rounds planned.
    #[schema(minimum = 0, maximum = 100)]
    swiss_rounds: Option<i32>,
    /// Size of the cut; 0 for none.
    #[schema(minimum = 0, maximum = 10_000)]
    top_cut: Option<i32>,
    /// Rules for points and standings.
    rules: Option<RulesChange>,
    /// Deadline for players to hand in and change their lists; null for the start of play.
    decklist_deadline: Option<DateTime<Utc>>,
    /// Grace period after the deadline, in seconds.
    #[schema(minimum = 0, maximum = 86_400)]
    decklist_grace_seconds: Option<i32>,
    /// Whether the last Swiss round before a cut is paired by standings.
    power_pair_last_round: Option<bool>,
    /// Whether the playoff is re-seeded before each of its rounds.
    ranked_playoff: Option<bool>,
    /// Preferred number of players in a draft pod.
    #[schema(minimum = 2, maximum = 16)]
    draft_pod_size: Option<i32>,
    /// Id of the event of your organization from which players may be moved into this one.
    parent_id: Option<i64>,
}

/// Changes of an event's rules. Fields that are not given stay as they are.
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
    /// Minimum of a percentage.
    floor: Option<Fraction>,
    /// Whether the minimum also applies to a player's own game-win percentage.
    own_game_win_floored: Option<bool>,
    /// Own game-win percentage of a player without games.
    game_win_without_games: Option<f64>,
    /// Tiebreakers for players with equal match points, in order.
    tiebreakers: Option<Vec<Tiebreaker>>,
    /// Decimals of percentages: 8 or 16.
    decimals: Option<i32>,
}

/// A new event. Fields that are not given have their defaults.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct NewEvent {
    /// Its name.
    #[schema(max_length = 200)]
    name: String,
    /// The format: its code or its display name.
    event_format: EventFormat,
    /// Random seed, for a trial run that repeats an earlier one; drawn if not given, and never changed.
    #[schema(nullable = false)]
    seed: Option<i64>,
    #[schema(inline)]
    #[serde(flatten)]
    plan: EventChange,
}

/// A new lifecycle status of an event.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct EventStep {
    /// The new status.
    status: LifecycleStatus,
}

/// Returns the schemas of bodies, by name.
pub(super) fn body_schemas() -> Vec<Named> {
    vec![named::<NewEvent>(), named::<EventChange>(), named::<RulesChange>(), named::<EventStep>()]
}

/// Reads the fields of an event. An unknown convention is added to the errors.
pub(in crate::http) async fn changes(request: &WriteRequest, fields: &mut Object) -> Result<EventChanges, Problem> {
    let given = EventChanges {
        name: fields.text("name"),
        event_format: fields.take("event_format", |value| event_format(&value)),
        start_datetime: fields.time_or_null("start_datetime"),
        convention_id: convention(request, fields).await.map_err(problems::failed)?,
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
    fields.foresee(given.faults());
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

/// Returns the convention with the given slug.
async fn convention(request: &WriteRequest, fields: &mut Object) -> Result<Option<Option<ConventionId>>, Failure> {
    let slug = match (fields.text_or_null("convention_slug"), request.caller.organization_id) {
        (Some(Some(slug)), Some(organization_id)) => (organization_id, slug),
        (given, _) => return Ok(given.map(|_| None)),
    };
    let known = request.shared.commands.convention(slug.0, &slug.1).await?;
    if known.is_none() {
        fields.errors.add("convention_slug", "Your organization has no convention with this slug.");
    }
    Ok(Some(known.map(|convention| convention.state.id)))
}

/// Answers with an event as it was after the write.
pub(in crate::http) async fn answer(
    request: &WriteRequest,
    status: StatusCode,
    written: &Folded<Tournament>,
) -> Result<Response, Problem> {
    let slug = slug_of_convention(request, &written.state).await.map_err(problems::unanswered)?;
    let document = OrganizedEvent::new(&written.state, slug.as_deref());
    if status == StatusCode::CREATED {
        let location = format!("/api/v1/magic-events/{}/", written.state.id);
        return answers::created(request, location, written, &document).await;
    }
    answers::versioned(request, status, written, &document).await
}

async fn slug_of_convention(request: &WriteRequest, tournament: &Tournament) -> Result<Option<String>, Failure> {
    let Some(id) = tournament.details.convention_id else { return Ok(None) };
    let convention = request.shared.commands.newest::<Convention>(StreamId::convention(id)).await?;
    Ok(convention.map(|convention| convention.state.details.slug.clone()))
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
