//! Folded state of streams, kept while there is room. What is missing is read from the log again.

use domain::FoldError;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::documents::About;
use domain::organization::Organization;
use domain::tournament::touched::{Touched, touched};
use domain::tournament::{Tournament, audit};
use domain::user::User;
use proto_events::ids::ConventionId;
use proto_events::{Actor, DomainEvent, Envelope, StreamKind, Version};
use serde_json::Value;

use crate::bounded::Bounded;

/// Bytes of folded tournaments kept, about.
const TOURNAMENT_BYTES: usize = 96 << 20;
/// Bytes of decklists kept, about.
const DECKLIST_BYTES: usize = 32 << 20;
/// People kept.
const USERS: usize = 65_536;
/// Conventions kept.
const CONVENTIONS: usize = 1_024;
/// Organizations kept.
const ORGANIZATIONS: usize = 1_024;

/// A stream's state as of a version. A stream without events has none.
#[derive(Debug)]
pub(crate) struct Folded<F> {
    pub(crate) state: Option<F>,
    pub(crate) version: Version,
}

impl<F> Folded<F> {
    /// A stream without events.
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
    /// Nothing folded yet.
    pub(crate) fn new() -> Self {
        Self {
            organizations: Cache::new(ORGANIZATIONS),
            users: Cache::new(USERS),
            conventions: Cache::new(CONVENTIONS),
            tournaments: Cache::new(TOURNAMENT_BYTES),
            decklists: Cache::new(DECKLIST_BYTES),
        }
    }

    /// The state of a stream, if it is kept here and has one.
    pub(crate) fn state<F: Fold>(&self, id: i64) -> Option<&F> {
        F::cache(self).peek(&id)?.state.as_ref()
    }
}

/// State folded from a stream of one kind.
pub(crate) trait Fold: Sized + Send + Sync + 'static {
    /// The kind of stream.
    const KIND: StreamKind;
    /// Streams read in one query, so that a query's events fit into memory.
    const STREAMS_PER_READ: usize;

    /// The state after the first event.
    fn begin(first: &Envelope) -> Result<Self, FoldError>;
    /// Applies one further event.
    fn advance(&mut self, envelope: &Envelope) -> Result<(), FoldError>;
    /// Where folds of the kind are kept.
    fn cache(folds: &Folds) -> &Cache<Self>;
    /// Where folds of the kind are kept.
    fn cache_mut(folds: &mut Folds) -> &mut Cache<Self>;
    /// What it counts in its cache.
    fn weight(&self) -> usize {
        1
    }
    /// The convention it is part of.
    fn convention(&self) -> Option<ConventionId> {
        None
    }
    /// Whether the event, which comes next, is told in an audit.
    fn is_audited(_state: Option<&Self>, _envelope: &Envelope) -> bool {
        false
    }
    /// What of it the event is about, as it stands.
    fn facet(&self, _event: &DomainEvent) -> Option<Value> {
        None
    }
    /// What the event is about that was just applied.
    fn about(&self, _event: &DomainEvent) -> About {
        About::default()
    }
    /// What of it the event touched that was just applied.
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
        // What an import tells of an event is one thing that happened to it here.
        envelope.actor != Actor::CommandLine || state.is_none_or(|state| state.import.is_none())
    }

    fn facet(&self, event: &DomainEvent) -> Option<Value> {
        match event {
            DomainEvent::Tournament(event) => audit::facet(self, event),
            _ => None,
        }
    }

    fn about(&self, event: &DomainEvent) -> About {
        match event {
            DomainEvent::Tournament(event) => audit::about(self, event),
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
