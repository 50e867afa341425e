//! The states of streams, and the caches of limited size that keep them.

use std::sync::Arc;

use domain::FoldError;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::{Envelope, StreamId, StreamKind, Version};

use super::parking::guard;
use crate::bounded::Bounded;

/// Approximate bytes of folded tournaments to keep.
const TOURNAMENT_BYTES: usize = 48 << 20;
/// Approximate bytes of decklists to keep.
const DECKLIST_BYTES: usize = 48 << 20;
/// Number of users to keep.
const USERS: usize = 32_768;
/// Number of conventions and of organizations to keep.
const FEW: usize = 1_024;

/// The state of one kind of stream.
pub(crate) trait OfKind: Sized {
    const KIND: StreamKind;

    fn of(aggregate: &Aggregate) -> Option<&Self>;

    /// Returns the state as it is now, without a copy.
    fn shared(aggregate: &Aggregate) -> Option<Arc<Self>>;
}

/// Makes [`Aggregate`] from its kinds and the functions that return a state after the first event.
macro_rules! define_aggregate {
    ($($kind:ident from $begin:expr),+) => {
        /// The state of a stream.
        #[derive(Debug, Clone)]
        pub(crate) enum Aggregate { $($kind(Arc<$kind>)),+ }

        impl Aggregate {
            /// Returns the state after the first event.
            fn begin(first: &Envelope) -> Result<Self, FoldError> {
                Ok(match first.stream.kind { $(StreamKind::$kind => Self::$kind(Arc::new(($begin)(first)?))),+ })
            }

            /// Applies one further event.
            fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
                match self { $(Self::$kind(state) => Arc::make_mut(state).apply(envelope)),+ }
            }
        }

        $(impl OfKind for $kind {
            const KIND: StreamKind = StreamKind::$kind;
            fn of(aggregate: &Aggregate) -> Option<&Self> {
                match aggregate { Aggregate::$kind(state) => Some(state), _ => None }
            }
            fn shared(aggregate: &Aggregate) -> Option<Arc<Self>> {
                match aggregate { Aggregate::$kind(state) => Some(Arc::clone(state)), _ => None }
            }
        })+
    };
}

define_aggregate!(
    Organization from |first| Organization::from_events([first]),
    User from User::created,
    Convention from Convention::created,
    Tournament from Tournament::created,
    Decklist from Decklist::created
);

impl Aggregate {
    /// Returns the organization that its documents belong to.
    pub(crate) fn organization_id(&self) -> OrganizationId {
        match self {
            Self::Organization(organization) => organization.id,
            Self::User(_) => OrganizationId::SHARED,
            Self::Convention(convention) => convention.organization_id,
            Self::Tournament(tournament) => tournament.organization_id,
            Self::Decklist(list) => list.organization_id,
        }
    }

    /// Returns whether the stream was deleted, or the person erased.
    pub(crate) fn is_deleted(&self) -> bool {
        match self {
            Self::User(user) => user.is_erased,
            Self::Tournament(tournament) => tournament.is_deleted,
            Self::Decklist(list) => list.is_deleted,
            Self::Organization(_) | Self::Convention(_) => false,
        }
    }

    /// Returns the convention that a tournament is part of.
    pub(super) fn convention_id(&self) -> Option<ConventionId> {
        Tournament::of(self).and_then(|tournament| tournament.details.convention_id)
    }

    fn weight(&self) -> usize {
        match self {
            Self::Organization(_) | Self::User(_) | Self::Convention(_) => 1,
            Self::Decklist(list) => {
                let body = list.body.plaintext_list.len() + list.body.deckhost_deck_json.len();
                256 + body + list.earlier.len() * 160
            }
            Self::Tournament(tournament) => {
                let tables = |seats: usize| seats * 384;
                let rounds = tournament.rounds().map(|(_, round)| round);
                let matches = rounds.map(|round| tables(round.matches.len()) + tables(round.team_matches.len() * 4));
                1_024 + tournament.registrations.len() * 512 + matches.sum::<usize>()
            }
        }
    }
}

/// Returns the number of streams read in one query, so that a query's events fit into memory.
pub(crate) fn streams_per_read(kind: StreamKind) -> usize {
    match kind {
        StreamKind::Organization | StreamKind::Tournament => 1,
        StreamKind::User => 4_096,
        StreamKind::Convention => 256,
        StreamKind::Decklist => 64,
    }
}

/// A stream's state at a version. A stream without events has none.
#[derive(Debug, Default)]
pub(super) struct Folded {
    pub(super) state: Option<Aggregate>,
    pub(super) version: Version,
}

impl Folded {
    /// Applies the next event. After a failure the state may be wrong.
    pub(super) fn apply(&mut self, envelope: &Envelope) -> Result<(), String> {
        if envelope.version != self.version + 1 {
            return Err(format!("version {} does not follow version {}", envelope.version, self.version));
        }
        match &mut self.state {
            Some(state) => guard(|| state.apply(envelope))?,
            None => self.state = Some(guard(|| Aggregate::begin(envelope))?),
        }
        self.version = envelope.version;
        Ok(())
    }

    pub(super) fn weight(&self) -> usize {
        self.state.as_ref().map_or(1, Aggregate::weight)
    }
}

/// The states in memory, by kind and stream id.
pub(super) struct Folds([Bounded<i64, Folded>; StreamKind::ALL.len()]);

impl Folds {
    pub(super) fn new() -> Self {
        Self(StreamKind::ALL.map(|kind| {
            Bounded::new(match kind {
                StreamKind::Organization | StreamKind::Convention => FEW,
                StreamKind::User => USERS,
                StreamKind::Tournament => TOURNAMENT_BYTES,
                StreamKind::Decklist => DECKLIST_BYTES,
            })
        }))
    }

    /// Returns a stream's state, if it is in memory.
    pub(super) fn get(&self, stream: StreamId) -> Option<&Folded> {
        self.0[stream.kind as usize].get(&stream.id)
    }

    pub(super) fn of_kind(&mut self, kind: StreamKind) -> &mut Bounded<i64, Folded> {
        &mut self.0[kind as usize]
    }
}
