//! Renders the status of an event without its matches, for clients that poll.

use domain::documents::{ClockDocument, Time};
use domain::tournament::Round;
use domain::tournament::phases::{phase_status, planned_phases};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, ProgressStatus};
use serde::Serialize;
use storage::ViewKind;
use utoipa::ToSchema;

use super::output::Output;
use super::parts::rounds::of_phase;
use super::parts::{json, sort};
use super::view::{Scope, TournamentContext};

/// The status of an event without its matches: the light way to poll it.
#[derive(Serialize, ToSchema)]
#[schema(as = EventOverview)]
pub(super) struct Overview<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its status.
    lifecycle_status: LifecycleStatus,
    /// Whether the event does not take place.
    is_canceled: bool,
    /// The format.
    event_format: EventFormat,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
    /// The current or last round; null before the first.
    current_round: Option<CurrentRound>,
    /// The clock of the current round; null if it has none.
    clock: Option<ClockDocument>,
    /// The rule that applies when the clock reaches zero; empty if the event states none.
    end_of_round_rule: &'a str,
    /// Number of matches of the current round without a result.
    #[schema(value_type = i32)]
    number_of_incomplete_matches: usize,
    /// Its phases in order, with their rounds; planned ones too.
    tournament_phases: Vec<OverviewPhase>,
}

/// The current or last round.
#[derive(Serialize, ToSchema)]
pub(super) struct CurrentRound {
    /// Id of the round.
    id: i64,
    /// Its number; 0 for a player meeting.
    round_number: i32,
}

/// A phase in an overview.
#[derive(Serialize, ToSchema)]
pub(super) struct OverviewPhase {
    /// Id of the phase; negative while it is only planned.
    id: i64,
    /// Its number among the event's phases, from 1.
    order_in_phases: i32,
    /// How its rounds are paired.
    round_type: PhaseType,
    /// Its status: complete when no more of its rounds is planned.
    status: ProgressStatus,
    /// Its rounds, by number; none while it is only planned.
    rounds: Vec<OverviewRound>,
}

/// A round in an overview.
#[derive(Serialize, ToSchema)]
pub(super) struct OverviewRound {
    /// Id of the round.
    id: i64,
    /// Its number; 0 for a player meeting.
    round_number: i32,
    /// Its status.
    status: ProgressStatus,
    /// Whether its pairings are published, if it has any; until then, only staff see them.
    pairings_published: bool,
}

/// Renders the overview in every scope: every change of a round shows in it.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    let current = tournament.begun_round().map(|(_, round)| round);
    let phases = tournament.phases.iter().map(|phase| OverviewPhase {
        id: phase.id.0,
        order_in_phases: phase.order_in_phases,
        round_type: phase.round_type,
        status: phase_status(tournament, phase),
        rounds: of_phase(phase)
            .into_iter()
            .map(|round| OverviewRound {
                id: round.id.0,
                round_number: round.number,
                status: round.status,
                pairings_published: round.is_published,
            })
            .collect(),
    });
    let planned = planned_phases(tournament).into_iter().map(|phase| OverviewPhase {
        id: phase.id(),
        order_in_phases: phase.order_in_phases,
        round_type: phase.round_type,
        status: ProgressStatus::Upcoming,
        rounds: Vec::new(),
    });
    let overview = Overview {
        id: tournament.id.0,
        name: &details.name,
        lifecycle_status: tournament.lifecycle,
        is_canceled: details.is_canceled,
        event_format: details.event_format,
        start_datetime: details.start_datetime.map(Time),
        current_round: current.map(|round| CurrentRound { id: round.id.0, round_number: round.number }),
        clock: current.and_then(|round| round.clock).map(ClockDocument::from),
        end_of_round_rule: &details.end_of_round_rule,
        number_of_incomplete_matches: current.map_or(0, incomplete),
        tournament_phases: phases.chain(planned).collect(),
    };
    let key = sort::start_and_id(details.start_datetime, tournament.id.0);
    out.put(ViewKind::Overview, tournament.id, json::to_bytes(&overview)).sort = key;
}

/// Returns the number of matches of the round without a result. Practice matches do not count, nor do the seats of a
/// team match that is decided.
fn incomplete(round: &Round) -> usize {
    let open_teams = round.team_matches.iter().filter(|team_match| team_match.reported.is_none());
    let tables = round.matches.iter().chain(open_teams.flat_map(|team_match| &team_match.seats));
    let awaited = tables.filter(|table| table.pairing.kind == PairingKind::Versus && !table.pairing.is_ghost);
    awaited.filter(|table| table.status(round.status) != ProgressStatus::Complete).count()
}
