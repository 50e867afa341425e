//! Renders two documents of an event: the event with players, phases, rounds and matches (7, 8), whose type is here,
//! and its settings for organizers, whose type is in `domain/src/documents/organized_event.rs`.

use domain::documents::{EventSettings, OrganizedEvent, Redactor, Time};
use domain::tournament::Registration;
use domain::tournament::phases::{phase_status, planned_phases};
use proto_events::vocabulary::{EventFormat, PhaseType, ProgressStatus};
use serde::Serialize;
use storage::ViewKind;
use utoipa::ToSchema;

use super::output::Output;
use super::parts::matches::{MatchSummary, RoundSummary};
use super::parts::player_status::PlayerStatus;
use super::parts::rounds::{of_phase, tables};
use super::parts::{entries, json, sort};
use super::view::{Scope, TournamentContext};

/// An event with its players, phases, rounds and matches.
#[derive(Serialize, ToSchema)]
pub(super) struct Event<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its settings.
    settings: EventSettings,
    /// Number of the current or last round; 0 before the first.
    current_round_number: i32,
    /// Number of players who have or had a place in it.
    #[schema(value_type = i32)]
    enrolled_player_count: usize,
    /// All registered players, in the order of completed registration.
    user_statuses: Vec<PlayerStatus<'a>>,
    /// Its phases in order, with their rounds; planned ones too.
    tournament_phases: Vec<Phase<'a>>,
    /// Feature matches of the current round; for readers who may not read registrations, none until its pairings are
    /// published.
    featured_matches: Vec<MatchSummary<'a>>,
    /// The format.
    event_format: EventFormat,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
}

/// A phase of an event: rounds that are paired in the same way.
#[derive(Serialize, ToSchema)]
pub(super) struct Phase<'a> {
    /// Id of the phase; negative while it is only planned.
    id: i64,
    /// Its rounds, by number; none while it is only planned.
    rounds: Vec<RoundSummary<'a>>,
    /// Its number among the event's phases, from 1.
    order_in_phases: i32,
    /// How its rounds are paired.
    round_type: PhaseType,
    /// Its status: complete when no more of its rounds is planned.
    status: ProgressStatus,
}

/// Renders the event, and its settings.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let (id, details) = (context.tournament.id, &context.tournament.details);
    let versions = json::to_versions(|redactor| event(context, redactor));
    out.put_versions(ViewKind::MagicEvent, id, &versions).sort = sort::start_and_id(details.start_datetime, id.0);
    let slug = context.convention.map(|convention| convention.details.slug.as_str());
    let settings = OrganizedEvent::new(context.tournament, slug);
    out.put(ViewKind::OrganizedEvent, id, json::to_bytes(&settings));
}

fn event<'a>(context: &TournamentContext<'a>, redactor: &Redactor) -> Event<'a> {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    let rounds = |phase| {
        let rounds = of_phase(phase).into_iter();
        rounds.map(|round| RoundSummary::new(context, redactor, round)).collect()
    };
    let status = |entry: &Registration| PlayerStatus::of(context, redactor, entry);
    let phases = tournament.phases.iter().map(|phase| Phase {
        id: phase.id.0,
        rounds: rounds(phase),
        order_in_phases: phase.order_in_phases,
        round_type: phase.round_type,
        status: phase_status(tournament, phase),
    });
    let planned = planned_phases(tournament).into_iter().map(|phase| Phase {
        id: phase.id(),
        rounds: Vec::new(),
        order_in_phases: phase.order_in_phases,
        round_type: phase.round_type,
        status: ProgressStatus::Upcoming,
    });
    Event {
        id: tournament.id.0,
        name: &details.name,
        settings: EventSettings::of(tournament),
        current_round_number: tournament.begun_round().map_or(0, |(_, round)| round.number),
        enrolled_player_count: tournament.registrations.iter().filter(|entry| entry.is_enrolled()).count(),
        user_statuses: entries::in_order(tournament).into_iter().map(status).collect(),
        tournament_phases: phases.chain(planned).collect(),
        featured_matches: featured(context, redactor),
        event_format: details.event_format,
        start_datetime: details.start_datetime.map(Time),
    }
}

/// Returns the feature matches of the current round.
fn featured<'a>(context: &TournamentContext<'a>, redactor: &Redactor) -> Vec<MatchSummary<'a>> {
    let Some((_, round)) = context.tournament.begun_round() else { return Vec::new() };
    let featured = tables(round).into_iter().filter(|table| table.is_feature_match);
    let featured = featured.map(|table| MatchSummary::new(context, redactor, round, table)).collect();
    if round.is_published { featured } else { redactor.list_for_staff(featured) }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::testing::{EVENT, Scene, swiss};
    use super::*;

    #[test]
    fn with_names_of_vendors_players_have_a_username_and_an_address_if_staff_may_read_the_profile() {
        let mut scene = swiss();
        scene.settings.vendor_field_names = true;
        let users = |scene: &Scene| {
            let event = scene.json(render, ViewKind::MagicEvent, EVENT);
            let users = event["user_statuses"].as_array().unwrap().iter().map(|status| status["user"].clone());
            users.map(|user| (user["username"].clone(), user["email"].clone())).collect::<Vec<_>>()
        };
        let shown = users(&scene);
        for (username, email) in [("bo.kim", "bo.kim@players.example"), ("", "")] {
            assert!(shown.contains(&(username.into(), email.into())), "{shown:?}");
        }
        scene.settings.vendor_field_names = false;
        assert!(users(&scene).iter().all(|user| *user == (Value::Null, Value::Null)));
    }
}
