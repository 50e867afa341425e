//! Messages of staff to players.

use proto_events::tournament::MessageTo;
use proto_events::vocabulary::RegistrationStatus as Status;
use proto_events::{Envelope, Position};

use super::{Moment, Registration, Tournament};

/// Messages that a tournament keeps.
const KEPT: usize = 30;

/// A message of staff to players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffMessage {
    /// Its position in the log, by which notifications name it.
    pub position: Position,
    /// When it was sent, and by whom.
    pub sent: Moment,
    /// The players it is for.
    pub to: MessageTo,
    /// Its text.
    pub text: String,
}

impl Tournament {
    /// Returns the registrations that a message is for. Players who left, or were disqualified, get only messages to them
    /// alone.
    pub fn addressed<'a>(&'a self, to: &'a MessageTo) -> impl Iterator<Item = &'a Registration> {
        let has_gone =
            |entry: &Registration| entry.has_left() || matches!(entry.status, Status::Dropped | Status::Disqualified);
        self.registrations.iter().filter(move |entry| match to {
            MessageTo::All => !has_gone(entry),
            MessageTo::Tag(tag) => entry.tags.contains(tag) && !has_gone(entry),
            MessageTo::Registration(id) => entry.id == *id,
        })
    }

    pub(super) fn note_message(&mut self, to: &MessageTo, text: &str, envelope: &Envelope) {
        if self.messages.len() == KEPT {
            self.messages.remove(0);
        }
        let (to, text) = (to.clone(), text.to_owned());
        self.messages.push(StaffMessage { position: envelope.position, sent: Moment::of(envelope), to, text });
    }
}
