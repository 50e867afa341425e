//! Answers about the lists handed in for an event.

use domain::documents::Time;

use crate::prelude::*;

/// A registration's list.
#[derive(Serialize, ToSchema)]
pub(crate) struct HandedInList {
    /// Id of the registration.
    registration: i64,
    /// Id of the user.
    user: i64,
    /// Id of the decklist handed in; null if there is none.
    decklist: Option<i64>,
    /// Number of the fixed revision, which counts for the event; null until one is fixed.
    fixed_revision: Option<i64>,
    /// Whether staff locked this list (true) or unlocked it (false); null if the lock of the event applies.
    decklist_locked: Option<bool>,
}

/// The lists handed in for an event.
#[derive(Serialize, ToSchema)]
pub(crate) struct HandedInLists {
    /// Id of the event.
    magic_event: i64,
    /// Whether staff locked all lists (true) or unlocked them (false); null if the deadline applies.
    decklists_locked: Option<bool>,
    /// Deadline for players to hand in and change their lists; null for the start of play.
    #[schema(value_type = Option<DateTime<Utc>>)]
    decklist_deadline: Option<Time>,
    /// The registrations that have a list or whose list staff locked or unlocked; if one was named, only that one.
    registrations: Vec<HandedInList>,
}

/// Answers with the list of a registration as it was after the write.
pub(crate) async fn answer_of_one(
    request: &WriteRequest,
    written: &Written<Tournament>,
    id: RegistrationId,
) -> Result<Response, Problem> {
    let entry = written.folded.state.registration(id).ok_or_else(|| nothing("registration", &id.to_string()))?;
    answer::versioned(request, written, &HandedInList::of(entry)).await
}

/// Answers with the lists of an event as they were after the write, or with that of the named registration.
pub(crate) async fn answer(
    request: &WriteRequest,
    written: &Written<Tournament>,
    named: Option<RegistrationId>,
) -> Result<Response, Problem> {
    let tournament = &written.folded.state;
    let is_shown = |entry: &&Registration| match named {
        Some(id) => entry.id == id,
        None => entry.decklist_id.is_some() || entry.list_locked.is_some(),
    };
    let document = HandedInLists {
        magic_event: tournament.id.0,
        decklists_locked: tournament.lists_locked,
        decklist_deadline: tournament.organizing.decklist_deadline.map(Time),
        registrations: tournament.registrations.iter().filter(is_shown).map(HandedInList::of).collect(),
    };
    answer::versioned(request, written, &document).await
}

impl HandedInList {
    fn of(entry: &Registration) -> Self {
        Self {
            registration: entry.id.0,
            user: entry.user_id.0,
            decklist: entry.decklist_id.map(|list| list.0),
            fixed_revision: entry.list().and_then(|(_, version)| version),
            decklist_locked: entry.list_locked,
        }
    }
}
