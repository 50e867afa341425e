//! `GET /api/v1/invitations/`: invitations of the organization that await an answer.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::entry_of;
use crate::answer;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Invitations];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_invitations",
    tag: Tag::Members,
    summary: "List the invitations of your organization that await an answer",
    text: "Sorted by time of invitation. Of the person's data, an invitation contains only the username.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Invitation"),
};

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let organization = caller.organization()?;
    match call.find(organization, ViewKind::Invitations, organization).await? {
        Some(invitations) => answer::entry(&call.headers, &invitations, call.form).await,
        None => answer::entry(&call.headers, &entry_of("[]".into()), call.form).await,
    }
}
