//! `GET /api/v1/magic-events/{id}/decklists/`: lists handed in for an event; for who may see them once they are published
//! alone, none before.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::entry_of;
use crate::answer;
use crate::call::{Call, Caller};
use crate::reach::sees_secret_lists;

/// The views that it hands out, and the one that says to whom.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::EventDecklists, ViewKind::EventDecklistsShown];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_event_decklists",
    tag: Tag::Decklists,
    summary: "List the decklists handed in for an event",
    text: "Sorted as the registrations they were handed in with: by completion, incomplete ones last, then by id. Not \
           paginated. Texts without a value are empty. Once the event goes by a certain revision of a list, that one is shown, \
           with its picture, whatever becomes of the list. The role `READ_ONLY` gets an empty list until the event publishes \
           its lists.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Decklist"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let is_shown = sees_secret_lists(&caller)
        || call.find(organization, ViewKind::EventDecklistsShown, id).await?.is_some()
        || call.find(organization, ViewKind::EventDecklists, id).await?.is_none();
    if is_shown {
        return call.document(&caller, ViewKind::EventDecklists, "event").await;
    }
    answer::entry(&call.headers, &entry_of("[]".into()), call.form).await
}
