//! Given: states of an event, for the tests of the desk.

use chrono::DateTime;
use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, RegistrationId, TournamentId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{EventFormat, RegistrationStatus};
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

/// Event 3 with these details and with user 91 as registration 1, after these events.
pub(crate) fn tournament_with(details: TournamentDetails, further: &[TournamentEvent]) -> Tournament {
    let registered = TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(1),
        user_id: UserId(91),
        status: RegistrationStatus::Complete,
    };
    let mut events = vec![TournamentEvent::Created { details, seed: 1 }, registered];
    events.extend_from_slice(further);
    let changes = (1..).zip(events).map(|(version, event)| change(version, Actor::System, event));
    Tournament::from_events(&changes.collect::<Vec<_>>()).unwrap()
}

/// The same with usual details.
pub(crate) fn tournament(further: &[TournamentEvent]) -> Tournament {
    tournament_with(TournamentDetails::new("Cup", EventFormat::Modern), further)
}
