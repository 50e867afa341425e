//! `GET /api/v1/members/`: the members of the organization with their roles.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::entry_of;
use crate::answer;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Members];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_members",
    tag: Tag::Members,
    summary: "List the members of your organization",
    text: "Sorted by time of joining, without former members. Texts without a value are empty.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Member"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let organization = caller.organization()?;
    match call.find(organization, ViewKind::Members, organization).await? {
        Some(members) => answer::entry(&call.headers, &members, call.form).await,
        None => answer::entry(&call.headers, &entry_of("[]".into()), call.form).await,
    }
}
