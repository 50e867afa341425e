//! The planner: decides which documents are rendered now, and which may lag behind.
//!
//! It loads no state and renders nothing.

mod lagging;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use domain::documents::AuditEntry;
use domain::tournament::Tournament;
use domain::tournament::touched::Touched;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::{
    ConventionEvent, DecklistEvent, DomainEvent, Envelope, OrganizationEvent, Position, StreamId, StreamKind,
    TournamentEvent, UserEvent,
};
use storage::Shard;

use crate::traced::Traced;
use crate::views::{Scope, audit_bytes};

pub(crate) use self::lagging::{Lag, Lagging};

/// Number of streams rendered at once because a stream they use changed; the others are rendered later.
const DEPENDENTS_AT_ONCE: usize = 256;
/// The number of registrations plus paired seats of all rounds up to which all documents of an event are rendered at
/// once.
const SMALL_EVENT: usize = 512;

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
    pub(crate) organization_id: OrganizationId,
    /// Position of its newest event.
    pub(crate) position: Position,
    /// Whether the stream began in this batch, so that none of its documents exists yet.
    pub(crate) is_new: bool,
}

/// New audit entries of tournaments, with their organization.
pub(crate) type Audits = BTreeMap<StreamId, (OrganizationId, Vec<AuditEntry>)>;

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
    /// New audit entries of tournaments.
    pub(crate) audits: Audits,
    /// Events taken in.
    pub(crate) events: usize,
    /// Bytes of their payloads and audit entries.
    pub(crate) bytes: usize,
    pub(crate) traced: Traced,
}

impl Changes {
    pub(crate) fn audit(&mut self, envelope: &Envelope, entry: AuditEntry) {
        self.bytes += audit_bytes(&entry);
        let audit = self.audits.entry(envelope.stream).or_insert_with(|| (envelope.organization_id, Vec::new()));
        audit.1.push(entry);
    }

    /// Notes what an event changes. `before` and `after` are the tournament's convention before and after it.
    pub(crate) fn note(&mut self, envelope: &Envelope, [before, after]: [Option<ConventionId>; 2], touched: Touched) {
        // Nothing can depend on a list before its first event.
        let is_new_list = envelope.stream.kind == StreamKind::Decklist && envelope.version == 1;
        if is_seen(&envelope.event) && !is_new_list {
            self.seen.insert(envelope.stream);
        }
        if is_on_card(&envelope.event) {
            self.conventions.extend(before.into_iter().chain(after));
        }
        if let DomainEvent::Tournament(event) = &envelope.event {
            use TournamentEvent as T;
            if matches!(event, T::Created { .. } | T::DetailsChanged { .. } | T::Deleted {}) {
                self.memberships.insert(envelope.stream.id, after);
            }
            if matches!(event, T::Deleted {}) {
                self.audits.remove(&envelope.stream);
            }
        }
        match self.own.entry(envelope.stream) {
            Entry::Occupied(known) => {
                let change = known.into_mut();
                change.touched.merge(touched);
                change.position = envelope.position;
            }
            Entry::Vacant(new) => {
                let Envelope { organization_id, position, .. } = *envelope;
                new.insert(Change { touched, organization_id, position, is_new: envelope.version == 1 });
            }
        }
    }
}

/// The streams to render after a batch.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// Streams, with their own changes; `None` if only a stream they use changed, or if they were parked.
    pub(crate) streams: BTreeMap<StreamId, Option<Change>>,
    /// Conventions. They come last because they show cards of tournaments.
    pub(crate) conventions: BTreeSet<ConventionId>,
    pub(crate) later: Vec<StreamId>,
}

/// Decides which streams a shard renders: those with events of their own, those whose documents use a changed stream
/// (`dependents`), and those that were just parked, because events before the one that failed are shown.
pub(crate) fn plan(
    shard: Shard,
    own: BTreeMap<StreamId, Change>,
    conventions: BTreeSet<ConventionId>,
    parked: Vec<StreamId>,
    dependents: Vec<StreamId>,
    mode: Mode,
) -> Work {
    let mut work = Work { conventions, ..Work::default() };
    work.streams.extend(parked.into_iter().map(|stream| (stream, None)));
    let own = own.into_iter().filter(|(_, change)| shard.owns(change.organization_id));
    work.streams.extend(own.map(|(stream, change)| (stream, Some(change))));
    for (count, stream) in dependents.into_iter().enumerate() {
        if mode == Mode::Live && count >= DEPENDENTS_AT_ONCE {
            work.later.push(stream);
        } else if let Some(change) = work.streams.entry(stream).or_insert(None) {
            change.touched.everything = true;
        }
    }
    work
}

/// Returns whether the event is so large that heavy documents may lag.
pub(crate) fn is_large(tournament: &Tournament) -> bool {
    let mut size = tournament.registrations.len();
    for (_, round) in tournament.rounds() {
        if size > SMALL_EVENT {
            return true;
        }
        size += round.all_matches().map(|table| table.pairing.players.len()).sum::<usize>();
    }
    size > SMALL_EVENT
}

/// Plans the documents that are rendered at once: all of a small event; of a large one those of the changed rounds, and
/// of the current round if anything may have changed. Returns their scope, and which documents lag when these are rendered:
/// the heavy ones, and prompt ones outside the scope if they may have changed; `None` if every document is rendered.
pub(crate) fn plan_tournament(tournament: &Tournament, change: Option<&Change>) -> (Scope, Option<Lag>) {
    if !is_large(tournament) {
        return (Scope::Everything, None);
    }
    let everything = Touched { everything: true, ..Touched::default() };
    let mut touched = change.map_or(everything, |change| change.touched.clone());
    touched.lists |= touched.everything;
    if touched.everything
        && let Some((_, round)) = tournament.begun_round()
    {
        touched.rounds.insert(round.id);
        touched.standings.insert(round.id);
    }
    let leaves_some = touched.everything && tournament.rounds().any(|(_, round)| !touched.rounds.contains(&round.id));
    let leaves = Some(if leaves_some { Lag::All } else { Lag::Heavy });
    (Scope::Rounds(touched), leaves)
}

/// Whether documents of other streams that use the stream of this event may change.
///
/// A name and a player's page appear in documents of other streams; a logo, and the use of an API key or a token, do not. The
/// first event of a user, list, convention or organization has the same effects as a change, because documents that were
/// rendered before it lack the name. Events show the name and the place of their convention.
fn is_seen(event: &DomainEvent) -> bool {
    use {ConventionEvent as C, DecklistEvent as D, OrganizationEvent as O};
    match event {
        DomainEvent::Organization(event) => matches!(event, O::Created { .. } | O::Renamed { .. }),
        DomainEvent::Convention(event) => {
            matches!(event, C::Created { .. } | C::DetailsChanged { .. } | C::StatusChanged { .. })
        }
        DomainEvent::User(event) => is_shown_elsewhere(event),
        DomainEvent::Decklist(D::Submitted { .. } | D::Revised { .. } | D::Deleted {}) => true,
        DomainEvent::Tournament(_) => false,
    }
}

/// Whether an event changes what documents of other streams show of a person: the name, the profile, the account that stays
/// after a merge, the page, and who may read the profile. Every event is named, so that a new one is not forgotten.
fn is_shown_elsewhere(event: &UserEvent) -> bool {
    use UserEvent as U;
    match event {
        U::Registered { .. }
        | U::ProfileChanged { .. }
        | U::MergedInto { .. }
        | U::Unmerged {}
        | U::PlayerPageShown { .. }
        | U::PlayerPageHidden { .. }
        | U::ManagedBy { .. }
        | U::Erased {} => true,
        U::JoinedElsewhere { .. }
        | U::ClaimMade { .. }
        | U::ClaimRefused { .. }
        | U::PasswordLinkMade { .. }
        | U::PasswordLinkWithdrawn {}
        | U::EmailLinkMade { .. }
        | U::EmailConfirmed {}
        | U::PasswordSet { .. }
        | U::SessionsEnded {}
        | U::TwoStepEnabled { .. }
        | U::TwoStepDisabled {}
        | U::RecoveryCodeUsed { .. }
        | U::ProviderLinked { .. }
        | U::ProviderUnlinked { .. }
        | U::TokenIssued { .. }
        | U::TokenRevoked { .. }
        | U::Redacted {} => false,
    }
}

/// Whether an event changes what conventions show of a tournament: its name, its date and its status.
fn is_on_card(event: &DomainEvent) -> bool {
    use TournamentEvent as T;
    matches!(
        event,
        DomainEvent::Tournament(
            T::Created { .. } | T::DetailsChanged { .. } | T::LifecycleChanged { .. } | T::Deleted {}
        )
    )
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::testing::envelope;
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::{ConventionStatus, EventFormat, LifecycleStatus};

    use super::*;

    const OLD: Option<ConventionId> = Some(ConventionId(1));
    const NEW: Option<ConventionId> = Some(ConventionId(2));

    fn details() -> TournamentDetails {
        TournamentDetails::new("Moxhall Open", EventFormat::Legacy)
    }

    /// Whether other streams may show the event of a tournament, and the conventions that do.
    fn noted(event: TournamentEvent, conventions: [Option<ConventionId>; 2]) -> (bool, Vec<i64>) {
        let mut changes = Changes::default();
        let envelope = envelope(StreamId::tournament(7.into()), 2, DateTime::UNIX_EPOCH, event);
        changes.note(&envelope, conventions, Touched::default());
        (!changes.seen.is_empty(), changes.conventions.into_iter().map(|id| id.0).collect())
    }

    #[test]
    fn a_name_is_seen_by_others_and_what_lets_somebody_in_is_not() {
        let used = OrganizationEvent::ApiKeyUsed { key_id: 7.into(), used_at: DateTime::UNIX_EPOCH };
        let brand = OrganizationEvent::StoreBrandChanged { slug: "moxhall".into(), accent: String::new() };
        for event in [used, brand, OrganizationEvent::LogoSet { logo: None }] {
            assert!(!is_seen(&event.clone().into()), "{event:?}");
        }
        for event in [
            UserEvent::PasswordLinkMade { sha256: String::new(), expires_at: DateTime::UNIX_EPOCH },
            UserEvent::PasswordSet { password_id: 1.into() },
            UserEvent::SessionsEnded {},
            UserEvent::TokenRevoked { token_id: 1.into() },
        ] {
            assert!(!is_seen(&event.clone().into()), "{event:?}");
        }
        for event in [
            OrganizationEvent::Renamed { name: "Moxhall".into() }.into(),
            UserEvent::ProfileChanged { profile: proto_events::user::Profile::default() }.into(),
            UserEvent::ManagedBy { organization_id: 1.into() }.into(),
            UserEvent::MergedInto { user_id: 2.into(), name: "Ada Lowe".into() }.into(),
            UserEvent::Unmerged {}.into(),
            UserEvent::PlayerPageHidden { organization_id: 1.into() }.into(),
            UserEvent::Erased {}.into(),
            DecklistEvent::Revised { body: proto_events::decklist::DecklistBody::default() }.into(),
            ConventionEvent::StatusChanged { status: ConventionStatus::Unlisted }.into(),
            ConventionEvent::DetailsChanged { details: proto_events::convention::ConventionDetails::default() }.into(),
        ] {
            assert!(is_seen(&event), "{event:?}");
        }
    }

    #[test]
    fn a_tournament_that_moves_shows_in_both_conventions() {
        let moved = || TournamentEvent::DetailsChanged { details: details() };
        assert_eq!(noted(moved(), [OLD, NEW]), (false, vec![1, 2]));
        assert_eq!(noted(moved(), [OLD, None]), (false, vec![1]));
    }

    #[test]
    fn a_lifecycle_shows_in_its_convention_once_and_a_round_does_not() {
        let moved_on = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished };
        assert_eq!(noted(moved_on, [OLD, OLD]), (false, vec![1]));
        let started = TournamentEvent::RoundStarted { round_id: 1.into() };
        assert_eq!(noted(started, [OLD, OLD]), (false, vec![]));
    }
}
