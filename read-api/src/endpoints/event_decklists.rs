//! `GET /api/v1/magic-events/{id}/decklists/`: lists handed in for an event. Callers who may only see published lists
//! get an empty list until the event publishes its lists.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::entry_of;
use crate::answer;
use crate::call::{Call, Caller};
use crate::reach::sees_secret_lists;

/// The view that it serves, and the one that marks published lists.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::EventDecklists, ViewKind::EventDecklistsShown];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_event_decklists",
    tag: Tag::Decklists,
    summary: "List the decklists handed in for an event",
    text: "Sorted like their registrations: by time of completion, incomplete ones last, then by id. Not paginated. \
           Texts without a value are empty. Once the event uses a fixed revision of a list, that revision and its \
           picture are shown, even if the list changes. The role `READ_ONLY` gets an empty list until the event \
           publishes its lists.",
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
        return answer::document(&call, &caller, ViewKind::EventDecklists, "event").await;
    }
    answer::entry(&call.headers, &entry_of("[]".into()), call.form).await
}
