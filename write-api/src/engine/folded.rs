//! State folded from a stream, with its version and position. Later events are applied one by one.

use std::sync::Arc;

use domain::FoldError;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::UserId;
use proto_events::{Envelope, StreamId, Version};

use super::api::WriteApi;
use super::decision::Failure;
use super::memory::{Memories, Memory};
pub use super::state::Folded;

/// The state of a stream, if there is one.
pub type Found<S> = Result<Option<Arc<Folded<S>>>, Failure>;

/// State that commands decide on.
pub(crate) trait Fold: Clone + Send + Sync + 'static {
    /// Folds a whole stream.
    fn of(events: &[Envelope]) -> Result<Self, FoldError>;
    /// Applies one further event.
    fn take_in(&mut self, event: &Envelope) -> Result<(), FoldError>;
    /// Returns whether it was deleted. Commands and routes do not find what was deleted.
    fn is_deleted(&self) -> bool {
        false
    }
    /// Returns whether a person without a role reaches it: because it is the person's own, or public.
    fn is_open_to(&self, _person: UserId) -> bool {
        false
    }
    /// Returns the memory of this kind of streams, if states are kept.
    fn memory(_: &Memories) -> Option<&Memory<Self>> {
        None
    }
}

macro_rules! fold {
    ($state:ident $(in $memory:ident)? $(, $further:item)*) => {
        impl Fold for $state {
            $(fn memory(memories: &Memories) -> Option<&Memory<Self>> {
                Some(&memories.$memory)
            })?
            fn of(events: &[Envelope]) -> Result<Self, FoldError> {
                Self::from_events(events)
            }
            fn take_in(&mut self, event: &Envelope) -> Result<(), FoldError> {
                self.apply(event)
            }
            $($further)*
        }
    };
}

fold!(Convention in conventions);
fold!(
    User,
    /// Nothing is left of a person who was erased.
    fn is_deleted(&self) -> bool {
        self.is_erased
    }
);
fold!(Organization in organizations);
fold!(
    Tournament in tournaments,
    /// Events with a public page are open to everybody, others to their registered players.
    fn is_open_to(&self, person: UserId) -> bool {
        let is_public = !self.details.is_test && !self.details.is_unlisted;
        is_public || self.registrations.iter().any(|entry| entry.user_id == person)
    },
    fn is_deleted(&self) -> bool {
        self.is_deleted
    }
);
fold!(
    Decklist in lists,
    fn is_open_to(&self, person: UserId) -> bool {
        self.owner_user_id == Some(person)
    },
    fn is_deleted(&self) -> bool {
        self.is_deleted
    }
);

/// Applies events to the known state, if any, or folds them from the start. `None` if there is nothing at all.
pub(super) fn continued<S: Fold>(known: Option<Arc<Folded<S>>>, events: &[Envelope]) -> Found<S> {
    let Some(last) = events.last() else { return Ok(known) };
    let state = match known {
        None => S::of(events),
        Some(known) => {
            let mut state = Arc::unwrap_or_clone(known).state;
            events.iter().try_for_each(|event| state.take_in(event)).map(|()| state)
        }
    };
    let Envelope { stream, organization_id, version, position, .. } = *last;
    let state = state.map_err(|source| Failure::Damaged { stream, source })?;
    Ok(Some(Arc::new(Folded { state, stream, organization_id, version, position })))
}

impl WriteApi {
    /// Returns the state kept in memory, which may lag behind the store.
    fn kept<S: Fold>(&self, stream: StreamId) -> Option<Arc<Folded<S>>> {
        S::memory(&self.memories)?.get(stream)
    }

    /// Returns the newest state of a stream: the one in memory with the newer events. `None` if there is no such stream, or
    /// if it was deleted.
    pub(crate) async fn newest<S: Fold>(&self, stream: StreamId) -> Found<S> {
        let known = self.kept::<S>(stream);
        let after = known.as_ref().map_or(0, |known| known.version);
        let events = self.read(stream, after, Version::MAX).await?;
        Ok(self.taken_in(known, &events)?.filter(|folded| !folded.state.is_deleted()))
    }

    /// Applies further events, and keeps the state in memory if its kind is kept.
    pub(crate) fn taken_in<S: Fold>(&self, known: Option<Arc<Folded<S>>>, events: &[Envelope]) -> Found<S> {
        let folded = continued(known, events)?;
        if let (Some(folded), Some(memory)) = (&folded, S::memory(&self.memories)) {
            memory.put(folded);
        }
        Ok(folded)
    }

    /// Returns the state of a stream at a version. `None` if it never had that version.
    pub(crate) async fn at_version<S: Fold>(&self, stream: StreamId, version: Version) -> Found<S> {
        if let Some(kept) = self.kept(stream).filter(|kept| kept.version == version) {
            return Ok(Some(kept));
        }
        let events = self.read(stream, 0, version).await?;
        Ok(continued(None, &events)?.filter(|folded| folded.version == version))
    }
}
