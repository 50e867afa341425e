//! A person, as far as known.

use proto_events::ids::UserId;
use proto_events::user::Profile;
use proto_events::{DomainEvent, Envelope, UserEvent};

use crate::FoldError;

/// A person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The person's id.
    pub id: UserId,
    /// What is known.
    pub profile: Profile,
}

impl User {
    /// Folds a whole stream.
    ///
    /// # Errors
    /// When the stream does not begin with `Registered`, or holds events of another kind.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Self, FoldError> {
        let mut events = events.into_iter();
        let mut user = Self::created(events.next().ok_or(FoldError::NotCreated)?)?;
        events.try_for_each(|event| user.apply(event))?;
        Ok(user)
    }

    /// A person from the first event of the stream.
    ///
    /// # Errors
    /// When that event is not `Registered`.
    pub fn created(first: &Envelope) -> Result<Self, FoldError> {
        match &first.event {
            DomainEvent::User(UserEvent::Registered { profile }) => {
                Ok(Self { id: UserId(first.stream.id), profile: profile.clone() })
            }
            DomainEvent::User(_) => Err(FoldError::NotCreated),
            other => Err(FoldError::WrongKind { expected: "user", found: other.stream_kind().name() }),
        }
    }

    /// Applies one further event.
    ///
    /// # Errors
    /// When the event does not fit what came before; the state is then as it was.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
        match &envelope.event {
            DomainEvent::User(UserEvent::ProfileChanged { profile }) => self.profile = profile.clone(),
            DomainEvent::User(UserEvent::Registered { .. }) => {
                return Err(FoldError::Duplicate { what: "user", id: self.id.0 });
            }
            other => return Err(FoldError::WrongKind { expected: "user", found: other.stream_kind().name() }),
        }
        Ok(())
    }
}
