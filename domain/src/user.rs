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
        let mut user = None;
        for envelope in events {
            let DomainEvent::User(event) = &envelope.event else {
                return Err(FoldError::WrongKind { expected: "user", found: envelope.event.stream_kind().name() });
            };
            match (event, &mut user) {
                (UserEvent::Registered { profile }, None) => {
                    user = Some(Self { id: UserId(envelope.stream.id), profile: profile.clone() });
                }
                (UserEvent::Registered { .. }, Some(known)) => {
                    return Err(FoldError::Duplicate { what: "user", id: known.id.0 });
                }
                (UserEvent::ProfileChanged { profile }, Some(known)) => known.profile = profile.clone(),
                (UserEvent::ProfileChanged { .. }, None) => return Err(FoldError::NotCreated),
            }
        }
        user.ok_or(FoldError::NotCreated)
    }
}
