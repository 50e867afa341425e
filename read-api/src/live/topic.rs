//! What a stream is about: an event as some readers see it.

use api_kit::Caller;
use proto_events::ids::OrganizationId;

use super::known::{FactDigest, digest_of};
use crate::audience::Audience;

/// The readers who see the same of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Readers {
    /// Callers of the organization who see the same.
    Members(Audience),
    /// Readers of the public pages.
    Public,
}

/// What a stream is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Topic {
    pub(crate) readers: Readers,
    /// The organization whose documents are read; 0 for public pages.
    pub(crate) organization_id: OrganizationId,
    pub(crate) event: i64,
}

impl Readers {
    /// Returns the readers whom a caller belongs to.
    pub(crate) fn of(caller: &Caller) -> Self {
        Self::Members(Audience::of(caller))
    }

    /// Returns the audience whose documents they read.
    pub(super) fn audience(self) -> Audience {
        match self {
            Self::Members(audience) => audience,
            Self::Public => Audience::EVERYBODY,
        }
    }

    /// Returns the number of the readers in ids.
    fn number(self) -> u8 {
        match self {
            Self::Members(audience) => audience.number(),
            Self::Public => 2,
        }
    }
}

impl Topic {
    /// The public pages of an event.
    pub(crate) fn pages(event: i64) -> Self {
        Self { readers: Readers::Public, organization_id: OrganizationId::SHARED, event }
    }

    /// Returns the number of the topic in ids. An id of readers who see something else resets the client.
    pub(crate) fn number(self) -> FactDigest {
        digest_of([&[self.readers.number()][..], &self.event.to_be_bytes()])
    }
}
