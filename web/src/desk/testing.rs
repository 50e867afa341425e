//! Given: states of an event, for the tests of the desk.

use chrono::DateTime;
use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, PhaseId, RegistrationId, RoundId, TournamentId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{EventFormat, RegistrationStatus, RoundType};
use proto_events::{Actor, Envelope, Position, StreamId, TournamentEvent, Version};

/// A change of event 3.
pub(crate) fn change(version: Version, actor: Actor, event: TournamentEvent) -> Envelope {
    Envelope {
        stream: StreamId::tournament(TournamentId(3)),
        organization_id: OrganizationId(1),
        version,
        position: Position(version),
        occurred_at: DateTime::UNIX_EPOCH,
        recorded_at: DateTime::UNIX_EPOCH,
        actor,
        event: event.into(),
    }
}

/// Registration 1 is of user 91, 2 of user 92 …
pub(crate) fn registered(id: i64) -> TournamentEvent {
    let (registration_id, user_id) = (RegistrationId(id), UserId(90 + id));
    TournamentEvent::PlayerRegistered { registration_id, user_id, status: RegistrationStatus::Complete }
}

pub(crate) fn round_added(round_id: RoundId, phase_id: PhaseId, round_number: i32) -> TournamentEvent {
    TournamentEvent::RoundAdded {
        round_id,
        phase_id,
        round_number,
        round_type: RoundType::PlayVsOpponent,
        final_round_in_event: false,
        use_old_pairings: false,
        pairingengine_url: String::new(),
    }
}

/// Event 3 with these details and with user 91 as registration 1, after these events.
pub(crate) fn tournament_with(details: TournamentDetails, further: &[TournamentEvent]) -> Tournament {
    let mut events = vec![TournamentEvent::Created { details, seed: 1 }, registered(1)];
    events.extend_from_slice(further);
    let changes = (1..).zip(events).map(|(version, event)| change(version, Actor::System, event));
    Tournament::from_events(&changes.collect::<Vec<_>>()).unwrap()
}

/// The same with usual details.
pub(crate) fn tournament(further: &[TournamentEvent]) -> Tournament {
    tournament_with(TournamentDetails::new("Cup", EventFormat::Modern), further)
}
