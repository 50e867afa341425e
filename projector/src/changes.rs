//! What events change: the folder notes it, the planner decides what to render.

use std::collections::{BTreeMap, BTreeSet};

use domain::tournament::touched::Touched;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::{
    ConventionEvent, DecklistEvent, DomainEvent, Envelope, OrganizationEvent, Position, StreamId, StreamKind,
    TournamentEvent, UserEvent,
};

use crate::traced::Traced;
use crate::views::Entry;

/// How events are processed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Near the head: changes are shown at once; heavy documents of large events may be rendered later.
    Live,
    /// Far behind: everything is rendered once, at the end.
    Backlog,
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

/// What the events since the last commit have changed.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Streams with new events.
    pub(crate) own: BTreeMap<StreamId, Change>,
    /// Streams whose change shows in documents of other streams.
    pub(crate) seen: BTreeSet<StreamId>,
    /// Conventions whose list of events changes.
    pub(crate) conventions: BTreeSet<ConventionId>,
    /// The convention of each tournament whose details were taken in.
    pub(crate) memberships: BTreeMap<i64, Option<ConventionId>>,
    /// Users and lists that changed after their first event.
    pub(crate) changed: BTreeSet<StreamId>,
    /// New audit entries of tournaments.
    pub(crate) audits: BTreeMap<StreamId, (OrganizationId, Vec<Entry>)>,
    /// Events taken in.
    pub(crate) events: usize,
    /// Bytes of their payloads and audit entries.
    pub(crate) bytes: usize,
    /// Traces of the commands that wrote them.
    pub(crate) traced: Traced,
}

impl Changes {
    /// Notes a change of a list that another shard takes in and that documents of this shard may show.
    pub(crate) fn note_elsewhere(&mut self, list: StreamId) {
        self.seen.insert(list);
        self.changed.insert(list);
    }

    /// Adds the audit entry of an event.
    pub(crate) fn audit(&mut self, envelope: &Envelope, entry: Entry) {
        self.bytes += entry.bytes();
        let audit = self.audits.entry(envelope.stream).or_insert_with(|| (envelope.organization_id, Vec::new()));
        audit.1.push(entry);
    }

    /// Notes what an event changes. `before` and `after` are the tournament's convention before and after it.
    pub(crate) fn note(&mut self, envelope: &Envelope, [before, after]: [Option<ConventionId>; 2], touched: Touched) {
        let reach = reach(&envelope.event, before, after);
        if reach.dependents {
            self.seen.insert(envelope.stream);
        }
        self.conventions.extend(reach.conventions);
        if let DomainEvent::Tournament(TournamentEvent::Created { .. } | TournamentEvent::DetailsChanged { .. }) =
            &envelope.event
        {
            self.memberships.insert(envelope.stream.id, after);
        }
        let is_joined = matches!(envelope.stream.kind, StreamKind::User | StreamKind::Decklist);
        if is_joined && envelope.version > 1 && reach.dependents {
            self.changed.insert(envelope.stream);
        }
        let change = self.own.entry(envelope.stream).or_insert_with(|| Change {
            touched: Touched::default(),
            organization_id: envelope.organization_id,
            position: envelope.position,
            is_new: envelope.version == 1,
        });
        change.touched.merge(touched);
        change.position = envelope.position;
    }
}

/// The effects of an event on other streams.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Reach {
    /// Whether documents of other streams that use this stream may change.
    dependents: bool,
    /// Conventions whose list of events may change.
    conventions: Vec<ConventionId>,
}

/// Returns the effects of an event on other streams. `before` and `after` are the tournament's convention before and
/// after the event.
///
/// A name appears in documents of other streams; the use of an API key or a token does not. The first event of a user,
/// list, convention or organization has the same effects as a change, because documents that were rendered before it
/// lack the name. A convention shows the name, the date and the status of its events.
fn reach(event: &DomainEvent, before: Option<ConventionId>, after: Option<ConventionId>) -> Reach {
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
