//! Folded state of streams, kept in caches of limited size. Missing state is read from the log again.

use domain::FoldError;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::documents::About;
use domain::documents::tournament_audit;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::tournament::touched::{Touched, touched};
use domain::user::User;
use proto_events::ids::ConventionId;
use proto_events::{Actor, DomainEvent, Envelope, StreamKind, TournamentEvent, Version};
use serde_json::Value;

use crate::bounded::Bounded;

/// Approximate bytes of folded tournaments to keep.
const TOURNAMENT_BYTES: usize = 48 << 20;
/// Approximate bytes of decklists to keep.
const DECKLIST_BYTES: usize = 16 << 20;
/// Number of users to keep.
const USERS: usize = 32_768;
/// Number of conventions to keep.
const CONVENTIONS: usize = 1_024;
/// Number of organizations to keep.
const ORGANIZATIONS: usize = 1_024;

/// A stream's state at a version. A stream without events has none.
#[derive(Debug)]
pub(crate) struct Folded<F> {
    pub(crate) state: Option<F>,
    pub(crate) version: Version,
}

impl<F> Folded<F> {
    /// Returns the fold of a stream without events.
    pub(crate) fn empty() -> Self {
        Self { state: None, version: 0 }
    }
}

/// Folds of one kind, by stream id.
pub(crate) type Cache<F> = Bounded<i64, Folded<F>>;

/// Folds of every kind.
pub(crate) struct Folds {
    organizations: Cache<Organization>,
    users: Cache<User>,
    conventions: Cache<Convention>,
    tournaments: Cache<Tournament>,
    decklists: Cache<Decklist>,
}

impl Folds {
    /// Creates empty caches.
    pub(crate) fn new() -> Self {
        Self {
            organizations: Cache::new(ORGANIZATIONS),
            users: Cache::new(USERS),
            conventions: Cache::new(CONVENTIONS),
            tournaments: Cache::new(TOURNAMENT_BYTES),
            decklists: Cache::new(DECKLIST_BYTES),
        }
    }

    /// Returns the state of a stream if it is in the cache and exists.
    pub(crate) fn state<F: Fold>(&self, id: i64) -> Option<&F> {
        F::cache(self).peek(&id)?.state.as_ref()
    }

    /// Returns the version of a stream if it is in the cache, otherwise 0.
    pub(crate) fn version<F: Fold>(&self, id: i64) -> Version {
        F::cache(self).peek(&id).map_or(0, |folded| folded.version)
    }
}

/// State folded from a stream of one kind.
pub(crate) trait Fold: Sized + Send + Sync + 'static {
    /// The kind of stream.
    const KIND: StreamKind;
    /// Number of streams read in one query, so that a query's events fit into memory.
    const STREAMS_PER_READ: usize;

    /// Returns the state after the first event.
    fn begin(first: &Envelope) -> Result<Self, FoldError>;
    /// Applies one further event.
    fn advance(&mut self, envelope: &Envelope) -> Result<(), FoldError>;
    /// Returns the cache for folds of this kind.
    fn cache(folds: &Folds) -> &Cache<Self>;
    /// Returns the cache for folds of this kind.
    fn cache_mut(folds: &mut Folds) -> &mut Cache<Self>;
    /// Returns its weight in the cache.
    fn weight(&self) -> usize {
        1
    }
    /// Returns the convention it is part of.
    fn convention(&self) -> Option<ConventionId> {
        None
    }
    /// Returns whether the next event gets an audit entry.
    fn is_audited(_state: Option<&Self>, _envelope: &Envelope) -> bool {
        false
    }
    /// Returns the current value of the part that the event is about.
    fn facet(&self, _event: &DomainEvent) -> Option<Value> {
        None
    }
    /// Returns the subjects of the event that was just applied.
    fn about(&self, _event: &DomainEvent) -> About {
        About::default()
    }
    /// Returns the parts that the event, which was just applied, has changed.
    fn touched(&self, _event: &DomainEvent) -> Touched {
        Touched { everything: true, ..Touched::default() }
    }
}

/// The part of [`Fold`] that is the same for every kind.
macro_rules! fold_of {
    ($kind:ident, $streams:literal, $field:ident, $begin:path) => {
        const KIND: StreamKind = StreamKind::$kind;
        const STREAMS_PER_READ: usize = $streams;
        fn begin(first: &Envelope) -> Result<Self, FoldError> {
            $begin(first)
        }
        fn advance(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
            self.apply(envelope)
        }
        fn cache(folds: &Folds) -> &Cache<Self> {
            &folds.$field
        }
        fn cache_mut(folds: &mut Folds) -> &mut Cache<Self> {
            &mut folds.$field
        }
    };
}

fn begin_organization(first: &Envelope) -> Result<Organization, FoldError> {
    Organization::from_events([first])
}

impl Fold for Organization {
    fold_of!(Organization, 1, organizations, begin_organization);
}

impl Fold for User {
    fold_of!(User, 4_096, users, User::created);
}

impl Fold for Convention {
    fold_of!(Convention, 256, conventions, Convention::created);
}

impl Fold for Decklist {
    fold_of!(Decklist, 64, decklists, Decklist::created);

    fn weight(&self) -> usize {
        256 + self.body.plaintext_list.len() + self.body.deckhost_deck_json.len() + self.earlier.len() * 160
    }
}

impl Fold for Tournament {
    fold_of!(Tournament, 1, tournaments, Tournament::created);

    fn weight(&self) -> usize {
        let tables = |seats: usize| seats * 384;
        let matches: usize =
            self.rounds().map(|(_, round)| tables(round.matches.len()) + tables(round.team_matches.len() * 4)).sum();
        1_024 + self.registrations.len() * 512 + matches
    }

    fn convention(&self) -> Option<ConventionId> {
        self.details.convention_id
    }

    fn is_audited(state: Option<&Self>, envelope: &Envelope) -> bool {
        // Events that an import writes after `Imported` get no entry of their own, and a deleted tournament has no audit.
        let is_imported = state.is_some_and(|state| state.import.is_some());
        let is_deletion = envelope.event == DomainEvent::Tournament(TournamentEvent::Deleted {});
        !is_deletion && (envelope.actor != Actor::CommandLine || !is_imported)
    }

    fn facet(&self, event: &DomainEvent) -> Option<Value> {
        match event {
            DomainEvent::Tournament(event) => tournament_audit::facet(self, event),
            _ => None,
        }
    }

    fn about(&self, event: &DomainEvent) -> About {
        match event {
            DomainEvent::Tournament(event) => tournament_audit::about(self, event),
            _ => About::default(),
        }
    }

    fn touched(&self, event: &DomainEvent) -> Touched {
        match event {
            DomainEvent::Tournament(event) => touched(self, event),
            _ => Touched::default(),
        }
    }
}
