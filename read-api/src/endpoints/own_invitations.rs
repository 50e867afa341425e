//! `GET /api/v1/account/invitations/`: organizations that invite the caller.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use domain::identity::OwnInvitationDocument;
use service_kit::problem::Problem;
use storage::{InvitationRecord, ViewKind};

use super::made;
use crate::call::{Call, Caller};
use crate::own::records_of;

/// The view that it reads.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Invitation];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_own_invitations",
    tag: Tag::Members,
    summary: "List the invitations that you have not answered",
    text: "Sorted by the id of the organization. You become a member only when you accept.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("OwnInvitation"),
};

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let mut records: Vec<InvitationRecord> = records_of(&call, ViewKind::Invitation, caller.user_id).await?;
    records.retain(|record| record.is_open);
    records.sort_by_key(|record| record.organization_id);
    let documents = records.iter().map(|record| {
        let InvitationRecord { organization_id, store_name, role, invited_at, .. } = record;
        OwnInvitationDocument { organization_id: *organization_id, store_name, role: *role, invited_at: *invited_at }
    });
    made(&call, &documents.collect::<Vec<_>>()).await
}
