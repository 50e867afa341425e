//! Decides which documents of other streams an event makes dirty.

use domain::tournament::touched::Touched;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::{
    ConventionEvent, DecklistEvent, DomainEvent, OrganizationEvent, Position, TournamentEvent, UserEvent,
};

/// The effects of an event on other streams.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Reach {
    /// Whether documents of other streams that use this stream may change.
    pub(crate) dependents: bool,
    /// Conventions whose list of events may change.
    pub(crate) conventions: Vec<ConventionId>,
}

/// Returns the effects of an event on other streams. `before` and `after` are the tournament's convention before and
/// after the event.
///
/// A name appears in documents of other streams; the use of an API key or a token does not. The first event of a user,
/// list, convention or organization has the same effects as a change, because documents that were rendered before it
/// lack the name. A convention shows the name, the date and the status of its events.
pub(crate) fn reach(event: &DomainEvent, before: Option<ConventionId>, after: Option<ConventionId>) -> Reach {
    use {ConventionEvent as C, DecklistEvent as D, OrganizationEvent as O, TournamentEvent as T, UserEvent as U};
    let dependents = match event {
        DomainEvent::Organization(event) => matches!(event, O::Created { .. } | O::Renamed { .. }),
        DomainEvent::Convention(event) => matches!(event, C::Created { .. } | C::StatusChanged { .. }),
        DomainEvent::User(event) => {
            matches!(event, U::Registered { .. } | U::ProfileChanged { .. } | U::ManagedBy { .. })
        }
        DomainEvent::Decklist(D::Submitted { .. } | D::Revised { .. }) => true,
        DomainEvent::Tournament(_) => false,
    };
    let shown = matches!(
        event,
        DomainEvent::Tournament(T::Created { .. } | T::DetailsChanged { .. } | T::LifecycleChanged { .. })
    );
    let mut conventions: Vec<_> = if shown { before.into_iter().chain(after).collect() } else { Vec::new() };
    conventions.dedup();
    Reach { dependents, conventions }
}

/// The changes of a stream within a batch.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// The parts of a tournament that changed.
    pub(crate) touched: Touched,
    /// The organization that the stream belongs to.
    pub(crate) organization_id: OrganizationId,
    /// Position of its newest event.
    pub(crate) position: Position,
    /// Whether the stream began in this batch, so that none of its documents exists yet.
    pub(crate) is_new: bool,
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::{ConventionStatus, EventFormat, LifecycleStatus};

    use super::*;

    const OLD: Option<ConventionId> = Some(ConventionId(1));
    const NEW: Option<ConventionId> = Some(ConventionId(2));

    fn details() -> TournamentDetails {
        TournamentDetails::new("Moxhall Open", EventFormat::Legacy)
    }

    #[test]
    fn a_name_is_seen_by_others_and_what_lets_somebody_in_is_not() {
        let used = OrganizationEvent::ApiKeyUsed { key_id: 7.into(), used_at: DateTime::UNIX_EPOCH };
        assert_eq!(reach(&used.into(), None, None), Reach::default());
        for event in [
            UserEvent::PasswordLinkMade { sha256: String::new(), expires_at: DateTime::UNIX_EPOCH },
            UserEvent::PasswordSet { password_id: 1.into() },
            UserEvent::SessionsEnded {},
            UserEvent::TokenRevoked { token_id: 1.into() },
        ] {
            assert_eq!(reach(&event.clone().into(), None, None), Reach::default(), "{event:?}");
        }
        for event in [
            OrganizationEvent::Renamed { name: "Moxhall".into() }.into(),
            UserEvent::ProfileChanged { profile: proto_events::user::Profile::default() }.into(),
            UserEvent::ManagedBy { organization_id: 1.into() }.into(),
            DecklistEvent::Revised { body: proto_events::decklist::DecklistBody::default() }.into(),
            ConventionEvent::StatusChanged { status: ConventionStatus::Unlisted }.into(),
        ] {
            assert!(reach(&event, None, None).dependents, "{event:?}");
        }
    }

    #[test]
    fn a_tournament_that_moves_shows_in_both_conventions() {
        let moved = TournamentEvent::DetailsChanged { details: details() }.into();
        assert_eq!(reach(&moved, OLD, NEW).conventions, [ConventionId(1), ConventionId(2)]);
        assert_eq!(reach(&moved, OLD, None).conventions, [ConventionId(1)]);
        assert!(!reach(&moved, OLD, NEW).dependents);
    }

    #[test]
    fn a_lifecycle_shows_in_its_convention_once_and_a_round_does_not() {
        let moved_on = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished }.into();
        assert_eq!(reach(&moved_on, OLD, OLD).conventions, [ConventionId(1)]);
        let started = TournamentEvent::RoundStarted { round_id: 1.into() }.into();
        assert_eq!(reach(&started, OLD, OLD), Reach::default());
    }
}
